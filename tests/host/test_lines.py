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


SOURCE = """\
#include "more.h"

int twice(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += half(i);
    return sum;
}

void _start(void)
{
    twice(9);
    for (;;)
        ;
}
"""
MORE = "static int half(int n)\n{\n    if (n > 3)\n        return n / 2;\n    return 0;\n}\n"


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/more.h").write_text(MORE)
    (tmp_path / "small.c").write_text(SOURCE)
    return tmp_path


def table_of(host, program):
    """{pc: (file, line)}, as prof reads them."""
    done = subprocess.run([f"{host}/bin/prof_lines", program], check=True, text=True, capture_output=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    return {int(pc, 16): (file, int(line)) for pc, file, line in rows if file != "-"}


@pytest.mark.parametrize("version", [2, 3, 4, 5])
def test_each_version_of_dwarf_is_read(version, host, sources):
    subprocess.run([os.environ["CROSS"] + "gcc", f"-gdwarf-{version}", "-static", "-nostdlib", "-Ifolder",
                    "-o", "small", "small.c"], cwd=sources, check=True)
    ours = table_of(host, sources / "small")
    assert {pc: (os.path.basename(file), line) for pc, (file, line) in ours.items()} == rows_of(sources / "small")
    # DWARF 5 alone has the folder that the compiler ran in.
    start = f"{sources}/" if version == 5 else ""
    assert {file for file, _ in ours.values()} == {f"{start}small.c", f"{start}folder/more.h"}


@pytest.mark.needs("tcc")
def test_the_lines_of_tcc_are_read(host, sources):
    """It writes stabs, or DWARF, by its version.  Each function has its own lines."""
    subprocess.run(["tcc", "-g", "-static", "-nostdlib", "-nostdinc", "-Ifolder", "-o", "small", "small.c"],
                   cwd=sources, check=True)
    listed = subprocess.run([os.environ["CROSS"] + "nm", "-nS", sources / "small"], check=True, text=True,
                            capture_output=True).stdout
    places = {name: (int(start, 16), int(size, 16))
              for start, size, name in re.findall(r"^(\w+) (\w+) \w (\w+)$", listed, re.MULTILINE)}
    ours = table_of(host, sources / "small")
    for name, file, first, last in (("half", "more.h", 1, 6), ("twice", "small.c", 3, 9),
                                    ("_start", "small.c", 11, 16)):
        start, nbytes = places[name]
        lines = [ours[pc] for pc in ours if start <= pc < start + nbytes]
        assert {os.path.basename(file) for file, _ in lines} == {file}
        assert first <= min(line for _, line in lines) and max(line for _, line in lines) <= last
        assert len({line for _, line in lines}) >= 2
