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

from running.build import Build
from running.disk import Private, copy_out, make_folder, prepare
from running.machine import boot, boot_line
from running.settings import Failure, cross, number, setting, switch

DATA = re.compile(r'(?<=<script id="data" type="application/json">).*?(?=</script>)', re.DOTALL)
AROUND = 5  # lines of a source before the first and after the last with ticks
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


def code_of(found, order, ticks):
    """The source and the instructions of a function with these ticks at its pcs."""
    of_line, shown = {}, set()
    for pc, n in ticks.items():
        file, _, line = found[pc][1].rpartition(":")
        if file:
            of_line[file, int(line)] = of_line.get((file, int(line)), 0) + n
    places = sorted(order[pc] for pc in ticks)
    for a, b in zip(places, places[1:] + places[-1:]):
        shown.update(range(a, b + 1) if b - a <= MOST else (a,))
    addresses = list(found)
    return {"source": source_of(of_line),
            "instructions": [[f"{addresses[i]:x}", found[addresses[i]][0].expandtabs(8), ticks.get(addresses[i], 0)]
                             for i in sorted(shown)]}


def add_code(build, group):
    """Adds the code of the group's functions, by their numbers; with ALL=1 the kernel's are among them."""
    program = group["path"] and build.symbols(os.path.basename(group["path"]))
    files = [file for file in (program, switch("ALL") and build.kernel) if file]
    found = {pc: code for file in files for pc, code in instructions_of(file).items()}
    order = {pc: i for i, pc in enumerate(found)}
    ticks = {}
    count = sum(isinstance(which, str) for which in group["calls"][1::4])
    for pc, n, which in zip(*(group["pcs"][i::3] for i in range(3))):
        if isinstance(which, str):
            which, count = count, count + 1
        if pc in found:
            ticks.setdefault(which, {})[pc] = n
    group["code"] = {which: code_of(found, order, of) for which, of in ticks.items()}


def complete(build, page, before):
    """The page with the code in it, and with the run before."""
    data = json.loads(DATA.search(page)[0])
    for group in data["groups"]:
        add_code(build, group)
    if before:
        data["before"] = before
    return DATA.sub(lambda _: json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"), page, count=1)


def read_before():
    """The calls of the page BEFORE=FILE, or None."""
    path = setting("BEFORE")
    if not path:
        return None
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            data = json.loads(DATA.search(file.read())[0])
        return {"hz": data["hz"], "groups": [{**{name: group[name] for name in ("name", "path", "calls")}, "pcs": []}
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
    prof = f"run=prof {kind} --html /out/flame.html --output /out/prof.txt "
    line = boot_line("log=com2", setting("KARGS"), prof + command)
    if setting("OUT"):
        make_folder(setting("OUT"))
    before = read_before()
    build = Build()
    path = setting("OUT", build.out) + "/flame.html"
    with Private(build) as folder:
        disk = prepare(build, folder)
        with open(folder + "/stdout", "w+b") as out:
            status = boot(build, folder, disk, line, number("TIMEOUT", 60), out)
            for to in {folder + "/out", setting("OUT", folder + "/out")}:
                copy_out(build, disk, to)
            page = complete(build, take_page(build, folder, command, status, out), before)
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
