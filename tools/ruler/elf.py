"""Reading ELF64 files, as far as the ruler needs it (System V ABI, chapters 4 and 5)."""

import re
import struct

LOAD = 1  # p_type
EXECUTE_SEGMENT = 1  # p_flags
EXECUTE_SECTION = 4  # sh_flags
SYMBOLS = 2  # sh_type
NOTYPE, FUNCTION = 0, 2  # st_info


class Elf:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        head = struct.unpack_from("<16sHHIQQQIHHHHHH", self.data)
        if head[0][:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path}: not an ELF program")
        self.entry = head[4]
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, head[5] + i * head[9])
                         for i in range(head[10])]
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, head[6] + i * head[11])
                         for i in range(head[12])]
        self.symbols = list(self._symbols())
        self.values = {name: value for name, value, *_ in self.symbols}

    def text(self):
        """Address and bytes of the segment with the entry, which user/lib/gmon/ profiles."""
        for kind, _, offset, address, _, nbytes, in_memory, _ in self.segments:
            if kind == LOAD and address <= self.entry < address + in_memory:
                return address, self.data[offset:offset + nbytes]
        raise ValueError("no executable segment")

    def bytes_at(self, address, count):
        for kind, _, offset, first, _, nbytes, *_ in self.segments:
            if kind == LOAD and first <= address < first + nbytes:
                return self.data[offset + address - first:][:count]
        raise ValueError(f"no bytes at {address:#x}")

    def _symbols(self):
        """(name, value, kind, is global, section, size) of each symbol that a section defines."""
        for section in self.sections:
            if section[1] != SYMBOLS:
                continue
            strings = self.sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24):
                name, info, _, home, value, nbytes = struct.unpack_from("<IBBHQQ", self.data, at)
                if 0 < home < len(self.sections):
                    end = self.data.index(b"\0", strings + name)
                    text = self.data[strings + name:end].decode("ascii", "replace")
                    yield text, value, info & 15, info >> 4 != 0, self.sections[home], nbytes

    def functions(self):
        """[(first address, end, name)] by address, each once.  user/bin/prof/program.c makes the same list, so that
        the ruler's functions are prof's."""
        best = {}
        function_end = 0
        by_address = sorted(self.symbols, key=lambda symbol: (symbol[1], -symbol[2]))
        for name, value, kind, is_global, section, nbytes in by_address:
            if kind not in (NOTYPE, FUNCTION) or not section[2] & EXECUTE_SECTION:
                continue
            if not name or name.startswith(".L") or not section[3] <= value < section[3] + section[5]:
                continue
            end = section[3] + section[5]
            if kind == FUNCTION:
                function_end = max(function_end, value + nbytes)
                end = min(value + nbytes, end) if nbytes else end
            elif not is_global:
                if mark := re.fullmatch(r"(.*)\.mark\.\d+", name):  # of <prof.h>
                    name = mark[1]
                    end = function_end if value < function_end else end
                elif value < function_end:
                    continue  # a label of inline assembly within a function
            order = (-(kind == FUNCTION and nbytes > 0), -(kind == FUNCTION), -is_global, name[0] == "_", name)
            if value not in best or order < best[value][0]:
                best[value] = order, end, name
        firsts = sorted(best)
        ends = firsts[1:] + [1 << 64]
        return [(first, min(best[first][1], end), best[first][2])
                for first, end in zip(firsts, ends)]
