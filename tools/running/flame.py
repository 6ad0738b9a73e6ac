"""make flame: a page with the flame graph of a program, for a browser.

prof --html writes the page in the machine.  Here the data in it gets what only the host has: of each function with
ticks the source and the instructions, with the ticks of each.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys

from running import exact
from running.build import Build
from running.disk import Private, copy_out, make_folder, prepare
from running.machine import boot, boot_line
from running.settings import Failure, cross, number, say, setting, switch

DATA = re.compile(r'(?<=<script id="data" type="application/json">).*?(?=</script>)', re.DOTALL)
AROUND = 5  # lines of a source before the first and after the last with ticks
CODE_NBYTES = 1 << 20  # of source and instructions in a page
MOST = 400  # instructions between two with ticks: those farther away are left out


@functools.lru_cache
def instructions_of(program):
    """{address: (text, "file:line")}, the lowest first, by the host's objdump."""
    done = subprocess.run([cross("objdump"), "-d", "-l", "--no-show-raw-insn", program], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors="replace")
    found, place = {}, ""
    for line in done.stdout.splitlines():
        instruction = re.match(r" *([0-9a-f]+):\t(.*)", line)
        if instruction:
            found[int(instruction[1], 16)] = instruction[2], place
        elif re.match(r"\S.*:\d+( \(discriminator \d+\))?$", line):
            place = line.split(" (")[0].removeprefix("./")
        elif re.match(r"[0-9a-f]+ <.*>:$", line):
            place = ""  # of another function
    return found


@functools.lru_cache
def read_lines(file):
    """The lines of a source file.  An empty list if the file cannot be read."""
    try:
        with open(file, encoding="utf-8", errors="replace") as text:
            return text.read().splitlines()
    except OSError:
        return []


def source_of(ticks_of_line):
    """A list of [file, lines]; a line is [number, text, ticks].  The file with the most ticks comes first."""
    parts = []
    for file in {file for file, _ in ticks_of_line}:
        ticks = {number: n for (of, number), n in ticks_of_line.items() if of == file}
        lines = read_lines(file)
        least, most = max(1, min(ticks) - AROUND), min(len(lines), max(ticks) + AROUND)
        if lines:
            shown = [[n, lines[n - 1], ticks.get(n, 0)] for n in range(least, most + 1)]
            parts.append([re.sub("^build/.*/src/", "", file), shown])
    return sorted(parts, key=lambda part: -sum(ticks for *_, ticks in part[1]))


def code_of(code, ticks):
    """The source and the instructions of a function with these ticks at its pcs."""
    of_line, shown = {}, set()
    for pc, n in ticks.items():
        file, _, line = code.found[pc][1].rpartition(":")
        if file:
            of_line[file, int(line)] = of_line.get((file, int(line)), 0) + n
    places = sorted(code.order[pc] for pc in ticks)
    for a, b in zip(places, places[1:] + places[-1:]):
        shown.update(range(a, b + 1) if b - a <= MOST else (a,))
    return {"source": source_of(of_line),
            "instructions": [[f"{pc:x}", code.found[pc][0].expandtabs(8), ticks.get(pc, 0)]
                             for pc in (code.addresses[i] for i in sorted(shown))]}


class Code:
    """The instructions of a group's program; with ALL=1 the kernel's are among them."""

    def __init__(self, build, group):
        program = group["path"] and build.symbols(os.path.basename(group["path"]))
        files = [file for file in (program, switch("ALL") and build.kernel) if file]
        self.found = {pc: code for file in files for pc, code in instructions_of(file).items()}
        self.addresses = list(self.found)
        self.order = {pc: i for i, pc in enumerate(self.addresses)}


def ticks_of(group, code):
    """{number of a function: {pc: ticks}}"""
    ticks, count = {}, sum(isinstance(which, str) for which in group["calls"][1::4])
    for pc, n, which in zip(*(group["pcs"][i::3] for i in range(3))):
        if isinstance(which, str):
            which, count = count, count + 1
        if pc in code.found:
            ticks.setdefault(which, {})[pc] = n
    return ticks


def add_code(build, data):
    """Adds the code of the functions, by their numbers.  If a page would be too large, functions with few ticks have
    none."""
    functions, room = [], CODE_NBYTES
    for group in data["groups"]:
        group["code"], code = {}, Code(build, group)
        functions += [(group["code"], which, code, ticks) for which, ticks in ticks_of(group, code).items()]
    for made, which, code, ticks in sorted(functions, key=lambda function: -sum(function[3].values())):
        made[which] = code_of(code, ticks)
        room -= len(json.dumps(made[which]))
        if room < 0:
            data["cut"] = True
            break


def complete(build, page, before, count):
    """The page with the code and the run before.  count() adds exact counts to the data."""
    data = json.loads(DATA.search(page)[0])
    add_code(build, data)
    count(data)
    if before:
        data["before"] = before
        explain_counts(data)
    return DATA.sub(lambda _: json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"), page, count=1)


def explain_counts(data):
    """With DET=1 the differences are of exact counts, if both pages have them: otherwise says why not."""
    now, then = (any("exact" in group for group in run["groups"]) for run in (data, data["before"]))
    if switch("DET") and now and not then:
        say(f"flame: BEFORE={setting('BEFORE')} has no exact counts, as that run had no DET=1 or several processes: "
            "the differences are of ticks")
    elif switch("DET") and not now:
        say("flame: exact counts need one CPU, one process, no ALL=1, and a QEMU with plugins: the differences are of "
            "ticks")


def read_before():
    """The calls of the page BEFORE=FILE, or None."""
    path = setting("BEFORE")
    if not path:
        return None
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            data = json.loads(DATA.search(file.read())[0])
        kept = "name", "path", "calls", "exact"
        return {"hz": data["hz"], "groups": [{**{name: group[name] for name in kept if name in group}, "pcs": []}
                                             for group in data["groups"]]}
    except OSError as error:
        raise Failure(f"BEFORE={path}: {error.strerror}; give a copy of an earlier build/flame.html")
    except (TypeError, ValueError, KeyError):  # TypeError: there is no data
        raise Failure(f"BEFORE={path}: is no page of make flame; give a copy of an earlier build/flame.html")


def take_page(build, folder, command, status, out, name="flame.html"):
    """Reads the page from the folder.  Without a page it prints the machine's output, and fails."""
    path = f"{folder}/out/{name}"
    if os.path.exists(path) and os.path.getsize(path) > 0:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    out.seek(0)
    shutil.copyfileobj(out, sys.stdout.buffer)
    if status == 0:
        raise Failure("the command ended before its program did; CMD='PROGRAM ARGUMENTS', without &", 1)
    raise Failure(f"{command.split()[0]} ended with status {status}, and there is no page", status)


def draw(command):
    """Runs the command profiled, and writes the page.  Returns the page's path, prof's report and the status."""
    kind = "--all" if switch("ALL") else "--follow --children"
    prof = f"run=mkdir /pg; PROFDIR=/pg prof {kind} --html /out/flame.html --output /out/prof.txt "
    line = boot_line("log=com2", setting("KARGS"), prof + command)
    if setting("OUT"):
        make_folder(setting("OUT"))
    before = read_before()
    build = Build()
    path = setting("OUT", build.out) + "/flame.html"
    with Private(build) as folder:
        disk = prepare(build, folder)
        program = exact.begin(build, folder, command)
        with open(folder + "/stdout", "w+b") as out:
            status = boot(build, folder, disk, line, number("TIMEOUT", 60), out)
            for to in {folder + "/out", setting("OUT", folder + "/out")}:
                copy_out(build, disk, to)
            page = complete(build, take_page(build, folder, command, status, out), before,
                            lambda data: exact.add(data, program, folder, command))
        with open(folder + "/flame.html", "w", encoding="utf-8") as file:
            file.write(page)
        shutil.move(folder + "/flame.html", path)  # two runs at once leave one whole page
        with open(folder + "/out/prof.txt", encoding="utf-8", errors="replace") as file:
            return path, file.read(), status


def flame():
    command = setting("CMD")
    if not command.split():
        raise Failure("say what to draw: make flame CMD='PROGRAM ARGUMENTS'")
    is_opened = switch("OPEN")
    path, _, status = draw(command)
    print(path, flush=True)
    if is_opened and subprocess.run(["xdg-open", path]).returncode != 0:
        raise Failure(f"xdg-open could not open {path}; open it in a browser")
    if status != 0:
        raise Failure(f"{command.split()[0]} ended with status {status}", status)
    return 0
