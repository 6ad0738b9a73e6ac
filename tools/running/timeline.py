"""make timeline: a page with the time line of a command, for a browser.

trace --html writes the page in the machine.  The run is recorded as that of make run, so that make rewind AT=TIME can
stand at a moment that the page shows.
"""

import re
import shutil
import subprocess

from running.build import Build
from running.disk import Private, copy_out, make_folder, prepare
from running.flame import DATA, take_page
from running.machine import Recorded, boot, boot_line
from running.settings import Failure, number, setting, switch


def draw(command):
    """Runs the command traced, and writes the page.  Returns the page's path and the command's status."""
    line = boot_line("log=com2", setting("KARGS"),
                     "run=trace --html /out/timeline.html --output /out/trace.txt " + command)
    if setting("OUT"):
        make_folder(setting("OUT"))
    build = Build()
    path = setting("OUT", build.out) + "/timeline.html"
    with Private(build) as folder:
        disk = prepare(build, folder)
        with open(folder + "/stdout", "w+b") as out:
            with Recorded(folder, build.kernel, disk, line) as record:
                status = boot(build, folder, disk, line, number("TIMEOUT", 60), out, record)
            for to in {folder + "/out", setting("OUT", folder + "/out")}:
                copy_out(build, disk, to)
            page = take_page(build, folder, command, status, out, "timeline.html")
        if record:
            page = DATA.sub(lambda data: re.sub(r"\A\{", '{"rewind":1,', data[0]), page, count=1)
        with open(folder + "/timeline.html", "w", encoding="utf-8") as file:
            file.write(page)
        shutil.move(folder + "/timeline.html", path)  # two runs at once leave one whole page
    return path, status


def timeline():
    command = setting("CMD")
    if not command.split():
        raise Failure("say what to draw: make timeline CMD='PROGRAM ARGUMENTS'")
    is_opened = switch("OPEN")
    path, status = draw(command)
    print(path, flush=True)
    if is_opened and subprocess.run(["xdg-open", path]).returncode != 0:
        raise Failure(f"xdg-open could not open {path}; open it in a browser")
    if status != 0:
        raise Failure(f"{command.split()[0]} ended with status {status}", status)
    return 0
