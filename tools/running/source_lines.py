"""Source lines for the addresses that the kernel prints, such as those of a panic.

The kernel knows its functions but not its lines: those are in the debug information of the built files, which addr2line
reads.  Without addr2line, or for a program that this tree has not built, the addresses stay.
"""

import os
import re
import shutil
import subprocess

from running.settings import cross, say

# An address in a function of the kernel (not `?'), or in a program.
PLACE = re.compile(r"^  0x([0-9a-f]+) (?:[^\s?]\S*\+0x[0-9a-f]+|of (\S+)\[\d+\])(.*)\n", re.MULTILINE)
TOLD = re.compile(r"^  (?:0x[0-9a-f]+ \S+\+0x.*|\([0-9]+ more calls\))\n", re.MULTILINE)


def source_lines(build, program, addresses):
    """For each address a list of "FILE:LINE: FUNCTION", with the functions that it is inlined in.  The program "" is
    the kernel."""
    tool = cross("addr2line")
    file = build.symbols(program) if program else build.kernel
    if not file or not shutil.which(tool):
        return {}
    found = subprocess.run([tool, "-afi", "-e", file, *addresses], capture_output=True, text=True)
    # The kernel may have been compiled in another folder.
    text = re.sub(r"^(?:\./|/.*?/(?=kernel/))| \(discriminator \d+\)", "", found.stdout, flags=re.M)
    if build.extra:
        text = text.replace(f"\n{build.folder}/src/", f"\n{os.path.realpath(build.extra)}/")
    parts = [part.splitlines() for part in re.split(r"^0x[0-9a-f]+\n", text, flags=re.M)[1:]]
    return {address: [(f"{place}: " if place[0] != "?" else "") + name
                      for name, place in zip(lines[::2], lines[1::2]) if name != "??"]
            for address, lines in zip(addresses, parts)}


def by_source_lines(build, text):
    """The text with source lines instead of addresses."""
    places = [place.groups("") for place in PLACE.finditer(text)]
    found = {name: source_lines(build, name, [address for address, of, _ in places if of == name])
             for name in {name for _, name, _ in places}}

    def lines(place):
        address, name, what = place.groups("")
        return "".join(f"  {line}{what}\n" for line in found[name].get(address, [])) or place[0]

    return PLACE.sub(lines, text)


class Places:
    """by_source_lines() for a text that comes in parts.  Holds a line that may become an address until it is whole."""

    BEGUN = re.compile(rb"^(?:  ?|  0|  0x[^\n]*)\Z", re.MULTILINE)

    def __init__(self, build):
        self.build = build
        self.held = b""

    def take(self, data, last):
        data = self.held + data
        begun = None if last else self.BEGUN.search(data)
        cut = begun.start() if begun else len(data)
        self.held = data[cut:]
        text = data[:cut].decode("utf-8", "surrogateescape")
        return by_source_lines(self.build, text).encode("utf-8", "surrogateescape")


def places_of(build, places, says_fault=False):
    """Text with each CPU's place; places: of Monitor.places()."""
    text = ""
    for cpu, (pc, cr2) in enumerate(places):
        fault = f", and the last page fault (CR2) at 0x{cr2:x}" if says_fault else ""
        text += f"CPU {cpu} was at 0x{pc:x}{fault}:\n  0x{pc:016x} pc+0x0\n"
    return by_source_lines(build, text)


def say_places(build, text):
    told = "".join(TOLD.findall(text))
    lines = by_source_lines(build, told)
    if lines != told:
        say(lines.rstrip("\n"))
