"""The exact instructions of each function, for make flame DET=1.

The ruler's plugin counts them in the same run that prof samples, which stays the same (doc/ruler.md).  It counts one
process.
"""

import bisect
import os
import re
import struct
import subprocess

import qemu
from running import tool
from running.settings import Failure, cpus, setting, switch

KERNEL = "(in the kernel)"  # the name of the kernel's instructions on behalf of the program


def begin(build, folder, command):
    """Has the next machine count the command's program.  Returns its ELF file, or None if nothing can count it."""
    if not switch("DET") or switch("ALL") or cpus() != 1 or setting("QEMU_WORDS"):
        return None
    help = subprocess.run([qemu.PROGRAM, "-help"], stdout=subprocess.PIPE, text=True).stdout
    ruler = tool("ruler", "ruler")
    try:
        program = ruler.elf.Elf(build.program(os.path.basename(command.split()[0])))
        plugin = ruler.build_plugin(build)
    except Failure:
        return None
    if not re.search("^-plugin ", help, re.MULTILINE):
        return None
    os.environ["QEMU_WORDS"] = ruler.plugin_words(plugin, program, build.kernel, folder)
    return program


def namer(program):
    """A function that names the function at a pc as prof does: a copy of a function in its caller has its own name."""
    table = next((program.data[at:at + nbytes] for _, _, _, _, at, nbytes, *_ in program.sections
                  if program.data[at:at + 8] == b"inlined1"), struct.pack("<8s4I", b"inlined1", 0, 0, 0, 0))
    counts, at, lists = struct.unpack_from("<3I", table, 8), 24, []
    for count, form in zip(counts, ("<Q2I", "<2I", "<Q2I")):
        size = struct.calcsize(form)
        lists.append([*struct.iter_unpack(form, table[at:at + count * size])])
        at += count * size
    ranges, nodes, names = lists
    functions = program.functions()
    lows, firsts = [low for low, *_ in ranges], [first for first, *_ in functions]

    def string(offset):
        return table[at + offset:table.index(b"\0", at + offset)].decode(errors="replace")
    renamed = {low: string(name) for low, name, _ in names}

    def find(pc):
        i = bisect.bisect_right(lows, pc) - 1
        if i >= 0 and pc - lows[i] < ranges[i][1]:
            return string(nodes[ranges[i][2] - 1][0])
        i = bisect.bisect_right(firsts, pc) - 1
        if i < 0 or pc >= functions[i][1]:
            return "(no symbol)"
        return renamed.get(firsts[i], re.sub(r"(?<=.)\..*", "", functions[i][2]))
    return find


def add(data, program, folder, command):
    """Adds the instructions of each function in user mode, by its name, to a page about one process."""
    name = os.path.basename(command.split()[0])
    if not program or [os.path.basename(group["path"]) for group in data["groups"]] != [name]:
        return
    with open(folder + "/counts", encoding="ascii") as file:
        pcs, _ = tool("ruler", "ruler").read_counts(file.read())
    find, exact = namer(program), {}
    for pc, (user, kernel) in pcs.items():
        for name, n in (find(pc), user), (KERNEL, kernel):
            exact[name] = exact.get(name, 0) + n
    data["groups"][0]["exact"] = exact
