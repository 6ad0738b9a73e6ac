"""Programs built with -pg: the host's gprof, as it is, reads the calls that they counted."""

import glob
import os
import re
import struct
import subprocess
import sys

import pytest

KNOWN = """/* flags: FLAGS */
#define WORK __attribute__((noinline)) void
static volatile int sink;
WORK f3(void) { sink++; }
WORK f2(void) { for (volatile int i = 0; i < 300; i++) ; }
WORK f1(void) { for (volatile int i = 0; i < 300; i++) ; }
int main(void)
{
    for (int i = 0; i < 1000; i++) { f1(); f2(); f1(); }
    f3();
    return 0;
}
"""


def runner(root, what, folder, command, **settings):
    env = {**os.environ, "EXTRA": str(folder), "IMAGE": "", "DET": "1", "SHIFT": "6",
           "CMD": command, **settings}
    done = subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


def profile(root, folder, command):
    return runner(root, "profile", folder, command).stdout


def gprof(program, *words):
    done = subprocess.run([os.environ["CROSS"] + "gprof", "-b", *words[:-1], program, words[-1]],
                          check=True, capture_output=True, text=True)
    assert not done.stderr
    return done.stdout


def debug_file(build, folder, name):
    """The program with its debug information."""
    of = next(path for path in glob.glob(f"{glob.escape(build)}/extra/*")
              if os.path.realpath(path + "/src") == os.path.realpath(folder))
    return f"{of}/debug/{name}"


def flat_calls(text):
    """{function: calls} of gprof's flat profile."""
    flat = text.partition("Call graph")[0]
    rows = re.findall(r"^ *\d+\.\d+ +\d+\.\d+ +\d+\.\d+ +(\d+) .*? (\w+)$", flat, re.MULTILINE)
    return {name: int(calls) for calls, name in rows}


def seconds(text):
    """{function, or function (file:line @ address): its own seconds} of the flat profile."""
    rows = re.findall(r"^ *\d+\.\d+ +\d+\.\d+ +(\d+\.\d+) .*?(\w+(?: \(\S+ @ \w+\))?)$", text,
                      re.MULTILINE)
    return {name: float(value) for value, name in rows}


def graph_calls(text):
    """{(caller, function): (calls, all calls)} of gprof's call graph."""
    graph, calls = text.partition("Call graph")[2], {}
    for entry in re.split(r"^-+$", graph, flags=re.MULTILINE):
        parents, _, _ = entry.partition("\n[")
        own = re.search(r"^\[\d+\].* (\w+) \[\d+\]$", entry, re.MULTILINE)
        for count, total, name in re.findall(r" (\d+)/(\d+) +(\w+) \[\d+\]$", parents, re.MULTILINE):
            calls[name, own[1]] = int(count), int(total)
    return calls


@pytest.mark.parametrize("flags", ["-pg", "-pg -mfentry"])
def test_gprof_shows_exactly_the_calls(root, build, tmp_path, flags):
    (tmp_path / "known.c").write_text(KNOWN.replace("FLAGS", flags))
    shown = profile(root, tmp_path, "known")
    out = tmp_path / "out"
    runner(root, "run", tmp_path, "for f in bsd gnu; do GMON_FORMAT=$f known; mv gmon.out /out/$f; done",
           OUT=str(out))
    program = debug_file(build, tmp_path, "known")
    assert "cost the same; prof --tree measures" in shown
    assert (out / "gnu").read_bytes()[:4] == b"gmon"
    for text in shown, gprof(program, out / "bsd"), gprof(program, out / "gnu"):
        assert flat_calls(text) == {"f1": 2000, "f2": 1000, "f3": 1, "main": 1}
        assert graph_calls(text) == {("main", "f1"): (2000, 2000), ("main", "f2"): (1000, 1000),
                                     ("main", "f3"): (1, 1), ("__start", "main"): (1, 1)}


# manual: openbsd, DESCRIPTION: gprof at-exit
# manual: openbsd, FILES: file-name
def test_gprof_reads_what_the_kernel_writes(root, build, tmp_path):
    (tmp_path / "known.c").write_text("/* dialect: openbsd */\n" + KNOWN.replace("FLAGS", "-pg"))
    done = runner(root, "run", tmp_path, "for f in bsd gnu; do mkdir /out/$f; cd /out/$f; GMON_FORMAT=$f known; "
                  "prof -m *.out known; done", OUT=str(tmp_path / "out"), KARGS="hz=10000")
    _, *reports = re.split(r"^ *% ", done.stdout + done.stderr, flags=re.MULTILINE)
    assert len(reports) == 2, done.stdout
    for shown in reports:
        ticks = sum(int(n) for n in re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) ", shown, re.MULTILINE))
        assert ticks > 1000 and f"\n{ticks} ticks, 10000 a second; " in shown and "elapsed" not in shown
    for form in "bsd", "gnu":
        file, = (tmp_path / "out" / form).iterdir()
        assert re.fullmatch(r"gmon\.known\.\d+\.out", file.name)
        text = gprof(debug_file(build, tmp_path, "known"), file)
        assert flat_calls(text) == {"f1": 2000, "f2": 1000, "f3": 1, "main": 1}
        assert graph_calls(text)["main", "f1"] == (2000, 2000)
        assert set(seconds(text)) >= {"f1", "f2"}


@pytest.fixture(scope="module")
def ran(root, tmp_path_factory):
    """The program's folder after two runs, without GMON_FORMAT and with a wrong one; and stderr."""
    folder = tmp_path_factory.mktemp("ran")
    (folder / "known.c").write_text(KNOWN.replace("FLAGS", "-pg"))
    done = runner(root, "run", folder, "known; mv gmon.out /out; GMON_FORMAT=elf known; mv gmon.out /out/elf",
                  OUT=str(folder / "out"))
    return folder, done.stderr


def test_gprof_shows_lines_and_annotates_the_source(build, ran):
    folder, _ = ran
    program, file = debug_file(build, folder, "known"), folder / "out/gmon.out"

    functions = seconds(gprof(program, "-p", file))
    lines = seconds(gprof(program, "-p", "-l", file))
    line_of = {text.split("(")[0].split()[-1]: number
               for number, text in enumerate(KNOWN.splitlines(), 1) if text.startswith("WORK")}
    for name in "f1", "f2":
        found = {place: value for place, value in lines.items() if place.startswith(name + " (known.c:")}
        assert {int(re.search(r":(\d+) ", place)[1]) for place in found} == {line_of[name]}
        assert abs(sum(found.values()) - functions[name]) < 0.011  # rounded to hundredths

    annotated = gprof(program, "-A", file)
    counts = re.findall(r"^ +(\d+) -> (?:WORK )?(\w+|{)", annotated, re.MULTILINE)
    assert {name: int(count) for count, name in counts} == {"f1": 2000, "f2": 1000, "f3": 1, "{": 1}


LARGE = """/* flags: -pg */
#include <abi/gmon.h>
#include "ROOT/user/lib/gmon/writer.h"
#include <sys/gmon.h>

void f1(void) {}
int main(void)
{
    struct ticks ticks;
    struct writer w;
    unsigned long f = (unsigned long)f1, calls = (2ul << 32) + 5;

    moncontrol(0);
    if (!__ticks_begin(&ticks, f, f + 64, true))
        return 1;
    __ticks_pause(&ticks, 0);
    ((unsigned *)ticks.counters)[0] = 200003;
    ((unsigned *)ticks.counters)[1] = 65535;
    __writer_begin(&w, "/out/large", true, &ticks);
    __writer_call(&w, (unsigned long)main + 8, f + 4, calls);
    __writer_end(&w);
    return 0;
}
"""


def test_gnus_layout_has_counts_of_any_size(root, build, tmp_path):
    (tmp_path / "large.c").write_text(LARGE.replace("ROOT", root))
    runner(root, "run", tmp_path, "large", OUT=str(tmp_path / "out"))
    text = gprof(debug_file(build, tmp_path, "large"), tmp_path / "out/large")
    assert flat_calls(text) == {"f1": (2 << 32) + 5}
    assert seconds(text)["f1"] == 265.54


def test_an_unknown_layout_is_told(ran):
    folder, said = ran
    assert said.count("GMON_FORMAT=elf: must be bsd or gnu") == 1
    assert int.from_bytes((folder / "out/elf").read_bytes()[20:24], "little") == 0x51879


def test_a_program_without_the_line_counts_no_calls(root, tmp_path):
    (tmp_path / "known.c").write_text(KNOWN.replace("/* flags: FLAGS */", ""))
    text = profile(root, tmp_path, "known")
    assert "f1" in text and "Call graph" not in text and not flat_calls(text)


MONITORED = """FLAGS
#include <mon.h>
static volatile int sink;
__attribute__((noinline)) void f1(void) { for (int i = 0; i < 300; i++) sink = i; }
__attribute__((noinline)) void f2(void) { for (int i = 0; i < 100; i++) sink = i; }
__attribute__((noinline)) void f3(void) { for (int i = 0; i < 100000; i++) sink = i; }
int main(void)
{
    extern int etext(void);
    static WORD buffer[COUNT];
    f3();
    monitor((int (*)(void))LOW, etext, buffer, COUNT, 10);
    for (int i = 0; i < 6000; i++) { f1(); f2(); }
    monitor(0, 0, 0, 0, 0);
    f3();
    return 0;
}
"""


# manual: monitor, MONITOR: readers
@pytest.mark.parametrize("flags,low,count", [("", "2", 65536), ("/* flags: -pg */", "2", 65536),
                                             ("", "f1", 4000)])
def test_gprof_and_prof_read_what_monitor_writes(root, build, tmp_path, flags, low, count):
    text = MONITORED.replace("FLAGS", flags).replace("COUNT", str(count)).replace("LOW", low)
    (tmp_path / "known.c").write_text(text)
    shown = runner(root, "run", tmp_path, "known; prof -m mon.out known; mv mon.out /out",
                   OUT=str(tmp_path / "out"), KARGS="hz=10000")
    program, file = debug_file(build, tmp_path, "known"), tmp_path / "out/mon.out"
    low_pc, high_pc, size = struct.unpack("<QQi", file.read_bytes()[:20])
    bin_bytes, uneven = divmod(high_pc - low_pc, (size - 40) // 2)  # 40: sizeof(struct gmonhdr)
    assert not uneven and bin_bytes & (bin_bytes - 1) == 0
    found = seconds(gprof(program, file))
    assert 0.1 < found["f1"] == pytest.approx(3 * found["f2"], rel=0.3)
    assert "f3" not in found or found["f3"] == 0
    row = re.search(r"(?:^| )(\d+) +(?:(\d+) +[\d.]+ +)?f1\b", shown.stdout + shown.stderr, re.MULTILINE)
    assert abs(int(row[1]) / 10000 - found["f1"]) < 0.006
    if flags:
        calls = {name: n for name, n in flat_calls(gprof(program, file)).items() if name[0] == "f"}
        assert calls == {"f1": 6000, "f2": 6000, "f3": 1}
        assert row[2] == "6000"


MARKS = """/* flags: FLAGS */
DEFINE
#include <prof.h>
#define SPIN(n) { long left = n; __asm__ volatile("1: dec %0; jnz 1b" : "+r"(left)); }
__attribute__((noinline)) void work(void)
{
    SPIN(3000);
    _Pragma("GCC unroll 3") for (int k = 0; k < 3; k++) {
        MARK(inner);
        SPIN(3000);
    }
    MARK(1_last);
    SPIN(6000);
}
int main(void) { for (int i = 0; i < 500; i++) work(); return 0; }
"""


BEHIND = """/* flags: FLAGS -fno-toplevel-reorder */
#define MARK
#include <prof.h>
static void helper(void);
__attribute__((noinline)) void first(void) { for (int i = 0; i < 1000; i++) { MARK(inner); helper(); } }
__attribute__((noinline)) static void helper(void) { for (volatile int i = 0; i < 3000; i++) ; }
int main(void) { first(); return 0; }
"""


def calls_shown(text):
    """{function: (ticks, calls)} of the rows of prof's report that have calls."""
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+) +(\d+) +[\d.]+  (\S+)(?: +#+)?$", text, re.MULTILINE)
    assert len({name for _, _, name in rows}) == len(rows)
    return {name: (int(ticks), int(calls)) for ticks, calls, name in rows}


# manual: monitor, MARK: shown
@pytest.mark.parametrize("flags", ["-pg", "-pg -mfentry"])
def test_prof_shows_the_marks(root, build, tmp_path, flags):
    (tmp_path / "marks.c").write_text(MARKS.replace("FLAGS", flags).replace("DEFINE", "#define MARK"))
    (tmp_path / "behind.c").write_text(BEHIND.replace("FLAGS", flags))
    shown = runner(root, "run", tmp_path, "marks; mv gmon.out /out; prof -m /out/gmon.out -g marks; "
                   "echo; echo without; prof -m /out/gmon.out -l marks; echo; echo without; behind; prof -r -l behind",
                   OUT=str(tmp_path / "out"), KARGS="hz=10000")
    found, without, behind = map(calls_shown, (shown.stdout + shown.stderr).split("\nwithout\n"))
    assert {name: calls for name, (_, calls) in behind.items()} == {"first": 1001, "main": 1}
    assert {name: calls for name, (_, calls) in found.items()} == \
        {"work": 500, "inner": 1500, "1_last": 500, "main": 1}
    each = found["work"][0]
    assert each > 1000
    assert found["inner"][0] == pytest.approx(3 * each, rel=0.2)
    assert found["1_last"][0] == pytest.approx(2 * each, rel=0.2)
    assert {name: calls for name, (_, calls) in without.items()} == {"work": 500, "main": 1}
    assert without["work"][0] == sum(ticks for ticks, _ in found.values()) - found["main"][0]
    text = gprof(debug_file(build, tmp_path, "marks"), tmp_path / "out/gmon.out")
    assert flat_calls(text) == {"work": 500, "main": 1}  # gprof leaves symbols of no type out


# manual: monitor, MARK: not-defined
def test_a_mark_is_nothing_unless_MARK_is_defined(root, build, tmp_path):
    (tmp_path / "marks.c").write_text(MARKS.replace("FLAGS", "-pg").replace("DEFINE", ""))
    (tmp_path / "plain.c").write_text(re.sub(r"MARK\(.*\);|#include.*|DEFINE", "",
                                             MARKS.replace("FLAGS", "-pg")))
    runner(root, "run", tmp_path, "true")
    codes = [subprocess.run([os.environ["CROSS"] + "objdump", "-d", "--no-addresses",
                             "--disassemble=work", debug_file(build, tmp_path, name)],
                            check=True, capture_output=True, text=True).stdout.partition("section")[2]
             for name in ("marks", "plain")]
    assert codes[0] == codes[1] and "work" in codes[0]
