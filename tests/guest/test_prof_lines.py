"""prof --lines: which source lines the time goes to, and their text."""

import os
import re
import subprocess

import pytest

from test_prof import WINSIZE, Show

SPINS = """\
#include "inline.h"
#define TURNS(n) __asm__ volatile("1: loop 1b" : : "c"(n))

static void __attribute__((noinline)) one(void)
{
    TURNS(30000000L);\t/* three fourths\a*/\r
}

int main(void)
{
    one();
    another();
    for (volatile int i = 0; i < 1000; i++)
        continue;
    return 3;
}
"""
INLINE = """\
static inline void another(void)
{

    __asm__ volatile("2: loop 2b" : : "c"(10000000L));
}
"""
ROW = re.compile(r"^ *([\d.]+) +[\d.]+ +[\d.]+ +(\d+)  (\S.*?)$", re.MULTILINE)


@pytest.fixture(scope="module")
def spins(machine, tmp_path_factory):
    folder = tmp_path_factory.mktemp("spins")
    (folder / "spins").mkdir()
    (folder / "spins/spins.c").write_text(SPINS)
    (folder / "spins/inline.h").write_text(INLINE)
    (folder / "flat.c").write_text(SPINS)
    (folder / "inline.h").write_text(INLINE)
    cases = {"flat": "flat", "spins": "spins", "rows": "--rows 1 spins", "follow": "--follow sh -c 'spins; spins'",
             "children": "--follow --children sh -c 'spins; spins'"}
    return Show(machine, folder, {name: f"prof --lines {words} 2>/tmp/report; s=$?; cat /tmp/report; sh -c 'exit '$s"
                                  for name, words in cases.items()}, {})


def test_each_tick_is_at_its_line_whose_text_is_shown(spins):
    assert 'inline.h:4  __asm__ volatile("2: loop 2b"' in spins.text("flat", 3)  # a header beside its program, too
    done = spins.text("spins", 3)
    table = [(name, float(share), int(ticks)) for share, ticks, name in ROW.findall(done)]
    assert [name for name, _, _ in table[:2]] == [
        "spins.c:6  TURNS(30000000L); /* three fourths */",  # a tab, \a and \r
        'inline.h:4  __asm__ volatile("2: loop 2b" : : "c"(10000000L));',
    ], done
    ticks = sum(count for *_, count in table)
    assert re.search(rf"^{ticks} ticks, 1000 a second", done, re.MULTILINE), done
    assert abs(table[0][1] - 75) <= 2 and abs(table[1][1] - 25) <= 2, done


def test_a_file_is_one_by_whatever_path_and_two_of_one_name_have_their_folders(machine, tmp_path):
    paths = "one/x.h", "./two/../one//x.h", "two/x.h", "../x.h", "../two/../x.h", "two/y.h"
    (tmp_path / "paths.c").write_text("int main(void)\n{\n" + "".join(
        f'#line 7 "{path}"\n    __asm__ volatile("1: loop 1b" : : "c"({(i + 1) * 2500000}L));\n'
        for i, path in enumerate(paths)) + "    return 0;\n}\n")
    done = machine.run("prof --lines paths", extra=tmp_path, det=1, cpus=1)
    table = {name.split()[0]: int(ticks) for _, ticks, name in ROW.findall(done.stderr) if int(ticks) > 2}
    assert set(table) == {"one/x.h:7", "two/x.h:7", "../x.h:7", "y.h:7"}, done
    for name, want in {"one/x.h:7": 30, "two/x.h:7": 30, "../x.h:7": 90, "y.h:7": 60}.items():
        assert abs(table[name] - want) <= 2, done


def test_rows_are_cut_and_children_are_apart(spins):
    assert [re.sub(r"\d+ more", "n more", name.split("  ")[0])
            for *_, name in ROW.findall(spins.text("rows", 3))] == ["spins.c:6", "(n more)"]
    assert spins.text("follow", 3).count("spins.c:6  TURNS") == 1
    assert spins.text("children", 3).count("spins.c:6  TURNS") == 2


def test_a_name_is_cut_between_characters(machine, tmp_path):
    """Of two bytes each, and one column: the line is as wide as the terminal."""
    (tmp_path / "winsize.c").write_text(WINSIZE)
    (tmp_path / "turns.c").write_text(
        "int main(void)\n{\n"
        '    __asm__ volatile("1: loop 1b" : : "c"(10000000L)); /* ' + 100 * "ä" + " */\n"
        "}\n")
    done = machine.run("for width in 100 101; do winsize $width; prof --lines turns 2>&1; done", extra=tmp_path,
                       det=1, cpus=1)
    lines = re.findall(r"^.*10000000L\)\); /\* ä+\.\.$", done.stdout, re.MULTILINE)
    assert [len(line) for line in lines] == [100, 101], done


def test_a_line_of_any_length_is_whole(machine, tmp_path):
    line = '__asm__ volatile("1: loop 1b" : : "c"(10000000L)); /* ' + 100 * "so " + "on */"
    (tmp_path / "turns.c").write_text("int main(void)\n{\n\t" + line + "\n}\n")
    done = machine.run("prof --lines --output /tmp/report turns; cat /tmp/report", extra=tmp_path, det=1, cpus=1)
    assert f"  turns.c:3  {line}\n" in done.stdout, done


def test_code_without_line_numbers_has_a_row(machine, tmp_path):
    (tmp_path / "plain.c").write_text("/* flags: -g0 */\n" + SPINS.replace(
        '#include "inline.h"', INLINE))
    done = machine.run("prof --lines plain", extra=tmp_path, det=1, cpus=1)
    assert re.search(r"^ *(99|100)\b.* \(no line\)( |$)", done.stderr, re.MULTILINE), done


def test_a_program_without_line_numbers_shows_its_functions(machine, build, tmp_path):
    subprocess.run([os.environ["CROSS"] + "objcopy", "--remove-section=.debug_line", f"{build}/user/bin/primes",
                    tmp_path / "bare"], check=True)
    done = machine.run("prof --lines /bare 20000", extra=tmp_path, det=1, cpus=1)
    assert "/bare: no line numbers; build it with -g.\n" in done.stderr, done
    assert "has_divisor" in done.stderr, done


@pytest.mark.parametrize("other", ["--tree", "--folded"])
def test_lines_and_stacks_contradict_each_other(machine, other):
    done = machine.run(f"prof --lines {other} true", cpus=1)
    assert done.status == 2, done
    assert f"prof: --lines and {other} cannot be given together\n" in done.stderr, done
