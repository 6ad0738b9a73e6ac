"""Programs with -pg that follow OpenBSD's manual: however they end, the host's gprof reads the calls."""

import re

import pytest

from test_gprof import KNOWN, debug_file, flat_calls, gprof, graph_calls, runner, seconds

ENDS = {"exit": "_exit(3)", "SIGKILL": "kill(getpid(), SIGKILL)", "SIGSEGV": "*(volatile int *)8 = sink",
        "SIGABRT": "abort()"}


@pytest.fixture(scope="module")
def ran(root, tmp_path_factory):
    """The folder of the programs, after one run of each with each layout: out/LAYOUT/END has its file."""
    folder = tmp_path_factory.mktemp("ran")
    for end, code in ENDS.items():
        text = KNOWN.replace("FLAGS", "-pg").replace("return 0", code)
        (folder / f"by_{end}.c").write_text("/* dialect: openbsd */\n#include <signal.h>\n#include <stdlib.h>\n"
                                            "#include <unistd.h>\n" + text)
    runner(root, "run", folder, f"for f in bsd gnu; do mkdir /out/$f; for e in {' '.join(ENDS)}; do "
           "mkdir /out/$f/$e; GMON_FORMAT=$f PROFDIR=/out/$f/$e by_$e; done; done; true",
           OUT=str(folder / "out"), KARGS="hz=10000")
    return folder


@pytest.mark.parametrize("layout", ["bsd", "gnu"])
@pytest.mark.parametrize("end", ENDS)
def test_gprof_shows_exactly_the_calls_of_a_program_that_does_not_return(build, ran, end, layout):
    file, = (ran / "out" / layout / end).iterdir()
    assert (file.read_bytes()[:4] == b"gmon") == (layout == "gnu")
    shown = gprof(debug_file(build, ran, f"by_{end}"), file)
    assert flat_calls(shown) == {"f1": 2000, "f2": 1000, "f3": 1, "main": 1}
    assert graph_calls(shown) == {("main", "f1"): (2000, 2000), ("main", "f2"): (1000, 1000),
                                  ("main", "f3"): (1, 1), ("__start", "main"): (1, 1)}
    times = seconds(shown)
    assert times["f1"] > 0.05 and abs(times["f1"] / times["f2"] - 2) < 0.6


@pytest.mark.parametrize("layout", ["bsd", "gnu"])
def test_prof_says_what_the_counters_do_not_show(root, ran, layout):
    """gprofil_totals.c has what the kernel writes; here several CPUs in parallel, whose ticks are skewed."""
    shown = runner(root, "run", ran, f"GMON_FORMAT={layout} PROFDIR=/tmp by_SIGKILL 2>/dev/null; "
                   "prof -r by_SIGKILL /tmp/gmon.by_SIGKILL.*", CPUS="2", DET="0").stdout
    assert "\nSKEWED: " in shown and "elapsed" not in shown


def test_prof_reads_the_file_whatever_the_size_of_the_text(root, tmp_path):
    """The counters reach to the next multiple of 8 bytes of text."""
    for more in range(0, 8, 2):
        (tmp_path / f"more{more}.c").write_text(
            "/* dialect: openbsd */\n" + KNOWN.replace("FLAGS", "-pg") +
            f'__asm__(".pushsection .fini, \\"ax\\"; .skip {more}, 0x90; .popsection");\n')
    done = runner(root, "run", tmp_path, "for f in bsd gnu; do for n in 0 2 4 6; do mkdir -p /tmp/$f/$n; "
                  "cd /tmp/$f/$n; cp /bin/more$n .; GMON_FORMAT=$f ./more$n; "
                  "prof -r ./more$n *.out; PATH=. /bin/prof -m *.out; done; done 2>&1")
    assert len(re.findall(r"^\d+ ticks, ", done.stdout, re.MULTILINE)) == 16, done.stdout


def test_that_there_is_no_file_is_told_on_the_console(root, ran):
    """gprofil_disk_full.c has the rest: the status stays, and no part of a file is left."""
    said = runner(root, "run", ran, "mkdir /tmp/d; cd /tmp/d; rmdir /tmp/d; by_exit; echo $?", REWIND="0")
    assert said.stdout == "3\n"
    assert re.search(r"^by_exit\[(\d+)\]: cannot write gmon\.by_exit\.\1\.out: No such file or directory$", said.stderr,
                     re.MULTILINE)
