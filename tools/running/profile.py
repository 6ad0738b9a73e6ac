"""make profile: one program under prof, and gprof's report.

The machine writes the profile, and the host's gprof prints it.  make kprofile is in command.py, as the kernel's
profile is printed in the machine; make count is in tools/ruler.
"""

import os
import re
import shutil
import subprocess
import sys

from running.build import Build
from running.disk import Private, copy_out, make_folder, prepare
from running.machine import boot, boot_line
from running.settings import Failure, cross, number, setting


def own_profile(build, disk, name, folder):
    """The file in /pg that the program wrote, or None; the first process's if it has forked."""
    os.mkdir(folder)
    if build.tool("fsread", disk, "get", "/pg", folder).returncode != 0:
        return None
    wanted = re.compile(rf"(\d+)\.{re.escape(name)}|gmon\.{re.escape(name)}\.(\d+)\.out")
    found = [wanted.fullmatch(file) for file in os.listdir(folder)]
    pids = {int(match[1] or match[2]): match[0] for match in found if match}
    return f"{folder}/{pids[min(pids)]}" if pids else None


def need_profile(file):
    """Fails if the profile is empty: prof ran in the background, and the machine ended before its report."""
    if os.path.getsize(file) == 0:
        raise Failure("the command ended before its program did; CMD='PROGRAM ARGUMENTS', without &", 1)


def profile():
    """A program with -pg writes its profile itself, with its calls; prof makes the profile of any other program.
    PROFDIR separates it from profiles of other programs with -pg, such as prof with PROFILE=1."""
    words = setting("CMD").split()
    if not words:
        raise Failure("say what to profile: make profile CMD='PROGRAM ARGUMENTS'")
    prof = "run=mkdir /pg; PROFDIR=/pg prof --profile /out/gmon.out --output /out/prof.txt "
    line = boot_line("log=com2", setting("KARGS"), prof + setting("CMD"))
    if setting("OUT"):
        make_folder(setting("OUT"))
    build = Build()
    with Private(build) as folder:
        disk = prepare(build, folder)
        name = os.path.basename(words[0])
        program = build.program(name)
        with open(folder + "/stdout", "w+b") as out:
            status = boot(build, folder, disk, line, number("TIMEOUT", 60), out)
            if status != 0:
                out.seek(0)
                shutil.copyfileobj(out, sys.stdout.buffer)
        seen = folder + "/out"
        left = setting("OUT", seen)
        for to in {seen, left}:
            copy_out(build, disk, to)
        failure = Failure(f"{words[0]} ended with status {status}", status)
        if status != 0 and not os.path.exists(seen + "/gmon.out"):
            raise failure
        need_profile(seen + "/gmon.out")
        own = own_profile(build, disk, name, folder + "/pg")
        if own:
            shutil.copyfile(own, left + "/gmon.out")
        gprof = [cross("gprof"), "-b", "-p", *(["-q"] if own else [])]
        sys.stdout.flush()
        shown = subprocess.run([*gprof, program, left + "/gmon.out"]).returncode
        if own:
            print("\nThis call graph assumes that all calls of a function cost the same; prof --tree measures:\n"
                  f"make run CMD='prof --tree {setting('CMD')}'", flush=True)
        with open(left + "/prof.txt", encoding="utf-8") as report:
            print("\n" + report.read().rpartition("\n\n")[2], end="")
        if status != 0:
            raise failure
        return shown
