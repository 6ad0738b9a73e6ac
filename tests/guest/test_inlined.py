"""Functions that the compiler has put into others: prof's table, tree and stacks against the exact counts."""

import collections
import os
import re
import shutil
import subprocess
import sys

import pytest

from test_count import Counted, debug_file, runner
from test_prof import rows
from test_prof_stacks import calls_of, data_of

PROGRAMS = {
    # Nothing but fib is called: all else is in main, helper in parse as well.
    "nested/main.c": r"""
        #include <stdio.h>
        static unsigned long helper(unsigned long x)
        {
            for (int i = 0; i < 50; i++)
                x = x * 6364136223846793005ul + 1442695040888963407ul;
            return x;
        }
        static unsigned long parse(unsigned long x)
        {
            unsigned long sum = 0;
            for (int i = 0; i < 1000; i++)
                sum += helper(x + i);
            return sum;
        }
        static unsigned long render(unsigned long x)
        {
            for (int i = 0; i < 30000; i++)
                x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            return x;
        }
        static unsigned long fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        unsigned long other(unsigned long x);
        int main(void)
        {
            unsigned long sum = 0;
            for (int i = 0; i < 300; i++)
                sum ^= parse(sum + i) + render(sum + 1) + other(sum);
            printf("%lu %lu\n", sum, fib(22));
            return 0;
        }
    """,
    # A second function of a name, which is in its caller, too.
    "nested/other.c": r"""
        static unsigned long helper(unsigned long x)
        {
            for (int i = 0; i < 7000; i++)
                x += x << 5 ^ x >> 3;
            return x;
        }
        unsigned long other(unsigned long x) { return helper(x) + helper(x + 1); }
    """,
}


@pytest.fixture(scope="module")
def programs(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("inlined")
    (folder / "nested").mkdir()
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    shutil.copy(f"{root}/tools/ruler/work/queens.bas", folder)
    return folder


def chains(program, pcs):
    """The functions that have the code at each pc, the innermost first, by addr2line: name and file."""
    done = subprocess.run([os.environ["CROSS"] + "addr2line", "-ai", "-f", "-e", program], text=True, check=True,
                          input="".join(f"{pc:#x}\n" for pc in pcs), capture_output=True)
    found = [part.splitlines() for part in re.split(r"^0x[0-9a-f]+\n", done.stdout, flags=re.MULTILINE)[1:]]
    return {pc: [(name, os.path.basename(place.split(":")[0])) for name, place in zip(lines[::2], lines[1::2])]
            for pc, lines in zip(pcs, found)}


class Exact:
    """Instructions by function: own, and with those of the functions within."""

    def __init__(self, counted, program):
        pcs = {row["pc"]: row["user"] + row["system"] for row in counted.result["pcs"]}
        self.own, self.total, self.instructions = collections.Counter(), collections.Counter(), sum(pcs.values())
        for pc, chain in chains(program, list(pcs)).items():
            names = [f"helper ({file})" if name == "helper" else name for name, file in chain]
            self.own[names[0]] += pcs[pc]
            for name in set(names):
                self.total[name] += pcs[pc]

    def judge(self, ticks, want):
        """As make count does: no row is so far off but in one of 10^5 runs."""
        sys.path += "tools", "tools/ruler"
        import ruler
        n = sum(ticks.values()) if want is self.own else ticks.pop("")
        for name, count in want.items():
            if count * n >= 5 * self.instructions:
                assert ruler.chance_of_row(ticks.get(name, 0), n, count / self.instructions) > 1e-5, \
                    (name, ticks, want, self.instructions)


def count(root, folder, cmd, out, program):
    runner(root, folder, "count", cmd, out)
    return Exact(Counted(out, program), program)


def table(path):
    return {name: ticks for _, _, _, ticks, name, _ in rows(path.read_text())}


def folded(path):
    """Ticks by the innermost function, and by each of the functions; "": all."""
    own, total = collections.Counter(), collections.Counter()
    for line in path.read_text().splitlines():
        names, _, ticks = line.rpartition(" ")
        own[names.split(";")[-1]] += int(ticks)
        total.update({name: int(ticks) for name in {"", *names.split(";")}})
    return own, total


def test_a_program_of_inlined_functions(root, build, programs, tmp_path):
    runner(root, programs, "run", "prof --folded --output /out/folded nested; prof --tree --output /out/tree nested",
           tmp_path / "run")
    runner(root, programs, "run", "prof --html /out/page nested", tmp_path / "page")
    exact = count(root, programs, "nested", tmp_path / "counted", debug_file(build, programs, "nested"))
    assert {"helper (main.c)", "helper (other.c)", "parse", "render", "fib"} < set(exact.own)
    exact.judge(table(tmp_path / "counted/prof.txt"), exact.own)
    own, total = folded(tmp_path / "run/folded")
    exact.judge(own, exact.own)
    for name in "main", "fib", "printf":  # these are called: their time is not all in their own code
        del exact.total[name]
    exact.judge(dict(total), exact.total)
    tree = (tmp_path / "run/tree").read_text().split("\n\n")[0]
    assert re.search(r"^( *)main\n(?:\1  +\S.*\n)*\1  parse\n\1    helper \(main\.c\)$",
                     re.sub(r"(?m)^(?: +[\d.]+){5}  ", "", tree), re.MULTILINE), tree
    (group,) = data_of((tmp_path / "page/page").read_text())["groups"]
    inlined = {path.rpartition(";")[2]: is_inlined for path, _, is_inlined in calls_of(group)}
    assert not inlined["main"]
    assert all(inlined[name] for name in ("parse", "render", "helper (main.c)", "helper (other.c)")), inlined


@pytest.mark.parametrize("cmd", ["sorts 50000", "basic /queens.bas"])
def test_a_program_of_the_image(root, build, programs, tmp_path, cmd):
    exact = count(root, programs, cmd, tmp_path, f"{build}/user/debug/{cmd.split()[0]}")
    ticks = collections.Counter()
    for name, n in table(tmp_path / "prof.txt").items():
        ticks[re.sub(r" \(\w+\.[ch]\)$", "", name)] += n
    exact.judge(ticks, exact.own)
