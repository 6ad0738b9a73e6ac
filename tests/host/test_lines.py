"""prof's line numbers are those that readelf finds in the same programs."""

import os
import re
import subprocess

import pytest


def rows_of(program):
    """{pc: (file, line)}, as readelf decodes them: of several for one pc, the last.  A line that
    begins where its sequence ends has no instruction."""
    text = subprocess.run([os.environ["CROSS"] + "readelf", "--debug-dump=decodedline", program], check=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}, capture_output=True).stdout
    rows, before = {}, None
    for name, line, pc in re.findall(r"^(\S+) +(\d+|-) +(0x[0-9a-f]+|0)\b", text, re.MULTILINE):
        if line == "0":  # code of no line
            rows.pop(int(pc, 16), None)
        elif line != "-":
            rows[int(pc, 16)] = (os.path.basename(name), int(line))
        elif pc == before:
            rows.pop(int(pc, 16), None)
        before = pc
    return rows


@pytest.mark.parametrize("name", ["user/debug/primes", "user/debug/sh", "tests/debug/gmon_counts"])
def test_each_instruction_has_its_line(build, host, name):
    program = f"{build}/{name}"
    done = subprocess.run([f"{host}/bin/prof_lines", program], check=True, text=True,
                          capture_output=True)
    table = [line.split() for line in done.stdout.splitlines()]
    ours = {int(pc, 16): (os.path.basename(file), int(line)) for pc, file, line in table
            if file != "-"}
    theirs = {pc: row for pc, row in rows_of(program).items() if pc >= min(ours)}
    assert ours == theirs
    assert len(ours) > 500
