"""Which of the kernel's code was executed?  Prints the record of cover.c by functions and lines; a part of tools/fuzz.

A block is code that is executed from its first instruction to its last, unless an instruction faults.  It begins at the
target of a jump, or where a jump, call or return ends the block before.  Blocks of a panic are not counted.
"""

import collections
import re
import subprocess

import elf

ENDS = re.compile(r"j|call|ret|sysret|iret|ud2")
PANIC = re.compile(r"call +[0-9a-f]+ <panic(_at)?>|ud2")
PADDING = re.compile(r"\s*[0-9a-f]+:\s(nop|xchg +%ax,%ax|cs nop|data16)")


class Coverage:
    def __init__(self, kernel, cross):
        """cross(NAME): the name of a tool for x86-64 on this host."""
        self.kernel, self.cross = kernel, cross
        self.low, self.high = next((segment[3], segment[3] + segment[6]) for segment in elf.Elf(kernel).segments
                                   if segment[1] & elf.EXECUTE_SEGMENT and segment[3] >> 63)
        self.blocks = dict(self.read_blocks())  # {first address: function}
        self.seen = set()

    def words(self, plugin, out):
        """QEMU's words for the plugin."""
        return f"-plugin\n{plugin},out={out},low={self.low:#x},high={self.high:#x}"

    def add(self, out):
        """Adds the plugin's record; returns how many of its blocks are new."""
        with open(out, "rb") as file:
            data = file.read()
        new = {first for first in self.blocks if data[first - self.low]} - self.seen
        self.seen |= new
        return len(new)

    def read_blocks(self):
        command = [self.cross("objdump"), "-d", "--no-show-raw-insn", f"--start-address={self.low:#x}", self.kernel]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        targets = {int(found[1], 16) for found in map(re.compile(r".*\tj\w+ +([0-9a-f]+) <").match, lines) if found}
        function, block, ended = "", [], True
        for line in [*lines, "0 <>:"]:
            head = re.match(r"[0-9a-f]+ <(.*)>:", line)
            code = re.match(r" *([0-9a-f]+):\t(.*)", line)
            if head or (code and (ended or int(code[1], 16) in targets)):
                if block and not any(PANIC.match(text) for _, text in block):
                    yield block[0][0], function
                block, ended = [], False
            if head:
                function = head[1]
            elif code and (block or not PADDING.match(line)):
                block.append((int(code[1], 16), code[2]))
                ended = bool(ENDS.match(code[2]))

    def lines_of(self, addresses):
        """{address: "file:line"}; for inlined code, in the function that contains it."""
        text = "\n".join(map(hex, addresses))
        done = subprocess.run([self.cross("addr2line"), "-aie", self.kernel], input=text, check=True, capture_output=True,
                              text=True)
        found = re.split(r"^0x([0-9a-f]+)\n", done.stdout, flags=re.M)[1:]
        return {int(address, 16): re.sub(r"^.*?(?=kernel/)| \(.*", "", places.splitlines()[-1])
                for address, places in zip(found[::2], found[1::2])}

    def print(self):
        lines = self.lines_of(self.blocks)
        counts = collections.Counter(self.blocks.values())
        missed = collections.defaultdict(list)
        for first in self.blocks.keys() - self.seen:
            missed[lines[first].split(":")[0], self.blocks[first]].append(lines[first].split(":")[1])
        for (file, function), numbers in sorted(missed.items()):
            numbers = " ".join(map(str, sorted({int(number) for number in numbers if number.isdigit()})))
            print(f"{file} {function} {len(missed[file, function])} of {counts[function]}: {numbers}")
        print(f"{len(self.seen)} of {len(self.blocks)} blocks")
