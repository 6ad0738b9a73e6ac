"""Compares ports with the host's builds of the same sources: a job must print the same bytes on both."""

import os
import re
import shutil
import subprocess
import tempfile

from builder import ROOT, Port
from recipe import Failure

JOB = "build/ports/job"  # JOB/NAME has the files of a job while it runs
SAID = "build/ports/said"  # SAID/NAME has what the job printed, on Tally and on the host
PAGE = "doc/ports.md"
HEAD = """# Ports

`make test-ports` writes this page. {good} of {all} programs print on Tally what they print on the host. Each was built
for both from the same source of Debian, without a change to the program; two recipes edit a makefile. Both builds did
the same job, a shell script, and every byte of its output was compared. A row's recipe in `tools/ports/recipes` has the
commands of the build and of the job: [Programs of others](adding-a-program.md#programs-of-others) explains them.

- TinyCC's job compiles TinyCC three times over; SQLite's has `pragma integrity_check`.
- Doom plays the demo of Freedoom and prints a hash of each frame. Tally has no screen and no SDL: instead of the files
  of the game that need it, the recipe has one of ours.
- Lua 5.1's tests end with their `final OK`. The recipe leaves out 14 lines and says why: Debian has these tests only
  in the source of another Lua, whose authors changed nine lines; five lines expect 32 bits.
- MicroPython and QuickJS run their own tests.

| port | what it is | version | built by | lines of the job, bytes | result |
| --- | --- | --- | --- | --- | --- |
"""
WAYS = {r"\$\{?CONFIGURE|\./configure|Build\.sh": "configure", r"\bmake\b": "make", r"(?m)^(.*do )?\s*\$CC ": "cc"}


def test(found, is_whole):
    """Prints a line for each port.  Returns 1 if one failed that should not; a source that is not to be had is no
    failure of the port."""
    rows, failed = [], 0
    for recipe in found:
        port, host = Port(recipe, "build"), Port(recipe, None)
        version, size = "", 0
        try:
            port.bring_up_to_date()
            version = port.source.version
            host.bring_up_to_date()
            size, result = compare(port, host) if recipe.job else (0, "builds")
        except Failure as failure:
            result = str(failure)
        good = result.startswith("equal") or result == "builds" or not hasattr(port, "source")
        failed |= not good and not recipe.missing
        print(f"{recipe.name} {version}: {result}", flush=True)
        rows.append(row(recipe, version, size, result))
    if is_whole:
        write_page(rows)
    return int(failed)


def row(recipe, version, size, result):
    """A line of the page, which shows no path of this machine."""
    ways = [way for pattern, way in WAYS.items() if re.search(pattern, recipe.build)]
    job = f"{len(recipe.job.splitlines())}, {size}" if size else ""
    result = re.sub(r" \(all messages: .*|: diff .*|; connect to .*|/\S*/(?=tools/)", "", result)
    if recipe.missing and not result.startswith("equal"):
        result = "missing: " + recipe.missing
    return f"| {recipe.name} | {recipe.about} | {version.partition('+')[0]} | {', '.join(ways)} | {job} | {result} |\n"


def write_page(rows):
    good = sum("| equal" in line for line in rows)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(HEAD.replace("{good}", str(good)).replace("{all}", str(len(rows))) + "".join(rows))


def compare(port, host):
    """(the bytes that the host's job printed, the result)"""
    job, said = f"{JOB}/{port.recipe.name}", f"{SAID}/{port.recipe.name}"
    for folder in job, said:
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(said)
    fill(port, job + "/job/in")
    on_tally = run_on_tally(port, job, said)
    on_host = run_on_host(host, job, said)
    shutil.rmtree(job)
    if on_tally == on_host:
        last = on_host.decode(errors="replace").splitlines()[-1:]
        return len(on_host), "equal: " + last[0] if last and re.match(r"\d+ of \d+ ", last[0]) else "equal"
    lines = zip(on_tally.splitlines(), on_host.splitlines())
    line = next((at for at, (one, other) in enumerate(lines, 1) if one != other), "the last")
    return len(on_host), f"line {line} of what it prints differs: diff {said}/host {said}/tally"


def fill(port, folder):
    """The files of the job.  Two folders deep, as make run takes a folder with .c files for a program."""
    os.makedirs(folder)
    for path, name in port.recipe.data:
        if not os.path.exists(f"{port.source.folder}/{path}"):
            raise Failure(f"{port.recipe.path}: data: {path}: the source has no such file")
        copy = shutil.copytree if os.path.isdir(f"{port.source.folder}/{path}") else shutil.copy
        copy(f"{port.source.folder}/{path}", f"{folder}/{name}")
    for name, text in {**port.recipe.inputs, "job": port.recipe.job + "\n"}.items():
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)


def run_on_tally(port, job, said):
    words = [f"PORTS={' '.join([*port.recipe.needs, port.recipe.path])}", f"EXTRA={job}", f"OUT={said}", "TIMEOUT=300",
             "CMD=cd /job/in && sh ./job >/out/tally 2>&1; true"]
    env = {name: value for name, value in os.environ.items() if name not in ("IMAGE", "KERNEL", "MAKEFLAGS")}
    done = subprocess.run(["tools/run", "run", *words], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if not os.path.exists(said + "/tally"):
        with open(said + "/tally", "wb") as file:
            file.write(done.stdout)
    with open(said + "/tally", "rb") as file:
        return file.read()


def run_on_host(host, job, said):
    folders = [f"{ROOT}/build/ports/host/{name}/root/bin" for name in [host.recipe.name, *host.recipe.needs]]
    env = {"PATH": ":".join([*folders, os.environ["PATH"]]), "LC_ALL": "C", "HOME": "/", "TZ": "UTC"}
    with tempfile.TemporaryDirectory() as folder, open(said + "/host", "w+b") as file:
        shutil.copytree(job + "/job/in", folder + "/in")
        subprocess.run(["sh", "./job"], cwd=folder + "/in", env=env, stdin=subprocess.DEVNULL, stdout=file,
                       stderr=subprocess.STDOUT, timeout=600)
        file.seek(0)
        return file.read()
