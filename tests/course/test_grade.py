"""A grade is for what the kernel does: cheap tricks earn nothing, and cost nothing but their own tests."""

import concurrent.futures
import contextlib
import errno
import fcntl
import glob
import hashlib
import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
import threading
import types

import pytest

from conftest import need

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import build as builds  # noqa: E402
import classroom  # noqa: E402
import grading  # noqa: E402
import lab as labs  # noqa: E402
import machine  # noqa: E402
import results  # noqa: E402
import sandbox  # noqa: E402
import tree  # noqa: E402
import trusted  # noqa: E402

PROF = "kernel/prof/prof.c"
SET = "int prof_set(struct thread *thread, struct prof_table *table)\n{\n"
SOME = "prof_tick_user", "prof_errors memory"
OUT = "#define out(value, port) __asm__ volatile(\"outl %0, %w1\" ::\"a\"(value), \"d\"(port))\n"


@pytest.fixture(scope="session")
def tick():
    need("bwrap", "git")
    return grading.prepared(labs.find(ROOT, 2))


@pytest.mark.parametrize("command,said", [
    (["grade", "--lab", "2", "--prepared", "--test", "none", "doc"], b"grade: T=none: lab 2 has no such test"),
    (["class", "grade", "doc", "--lab", "1", "--out", "OUT", "--grader", "/bin/false"], b"class: the grader is not"),
])
@pytest.mark.needs("bwrap", "git")
def test_a_tool_knows_how_a_program_ended_where_the_ends_of_children_are_ignored(command, said, tmp_path):
    words = [word.replace("OUT", str(tmp_path / "out")) for word in command]
    done = subprocess.run(["tools/" + words[0], *words[1:]], cwd=ROOT, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=600,
                          preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert done.returncode == 2 and said in done.stderr, done


def test_a_submission_may_have_any_name(tick, tmp_path):
    folder = tmp_path / "a\nb\tc"
    folder.mkdir()
    done = subprocess.run(["tools/grade", "--lab", "2", "--test", SOME[0], "--prepared", "--json", tmp_path / "json", folder],
                          cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    assert done.returncode == 0, done
    assert json.loads((tmp_path / "json").read_bytes())["submission"] == "a\\x0ab\\x09c"


class Grade:
    def __init__(self, result):
        self.result = result
        self.tests = {test["test"]: test for group in result["groups"] for test in group["tests"]}


@pytest.fixture
def grade(tick, tmp_path):
    """Grades the right prof.c with some text replaced, in a few of the tests."""

    def run(*replacements, names=SOME, others=()):
        with open(os.path.join(ROOT, PROF), encoding="utf-8") as file:
            text = file.read()
        for old, new in replacements:
            assert text.count(old) == 1
            text = text.replace(old, new)
        for name, data in [(PROF, text), *others]:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data)
        wanted = [tick.lab.test(name) for name in names]
        return Grade(grading.grade(tick, str(tmp_path), "someone", wanted=wanted))

    return run


def test_the_right_solution_has_its_points_and_the_same_bytes_each_time(tick, grade):
    first = grade()
    for name in SOME:
        assert first.tests[name]["verdict"] == "passed"
        assert first.tests[name]["points"] == first.tests[name]["max"] > 0
    assert first.result["problem"] == "" and first.result["built"]
    assert results.dump(first.result) == results.dump(grade().result)
    assert machine.running.settings.values is os.environ  # its settings are for its own machines


def test_to_end_the_test_early_is_not_to_pass_it(grade):
    found = grade((SET, "extern _Noreturn void exit_process(int status);\n" + SET + "    exit_process(0);\n"))
    test = found.tests["prof_tick_user"]
    assert (test["verdict"], test["points"]) == ("failed", 0)
    assert test["reason"] == "its program ended, with status 0, before it had made its checks"


def test_what_tests_print_can_be_printed_by_others(grade):
    line = f"graded: prof_tick_user prof.h:46,prof.h:47 {'0' * 64}\\n"
    found = grade((SET, '#include "core/print.h"\nextern _Noreturn void exit_process(int status);\n' + SET +
                   f'    print("{line}");\n    exit_process(0);\n'))
    test = found.tests["prof_tick_user"]
    assert (test["verdict"], test["points"]) == ("forged", 0)


def test_what_the_kernel_prints_costs_no_points(grade):
    found = grade((SET, '#include "core/print.h"\n' + SET + '    print(".");\n'))
    assert [found.tests[name]["verdict"] for name in SOME] == ["passed"] * len(SOME), found.tests


def judged(log, is_canary=False, status=machine.POWEROFF, whole=False):
    """The verdict on test a, which printed that."""
    import verdict

    token = hashlib.blake2s(b"a b.h:1", key=bytes(32)).hexdigest()
    record = types.SimpleNamespace(verdict="", time=7)
    outcome = types.SimpleNamespace(log=log.replace("TOKEN", token), stdout="", record=record, killed="",
                                    status=status)
    test = types.SimpleNamespace(name="a", is_witness=False, is_canary=is_canary)
    sites = [] if is_canary else ["b.h:1"]  # a right kernel fails a canary
    return verdict.judge(test, outcome, bytes(32), {"sites": sites, "instructions": 7}, 7, None, whole)


@pytest.mark.parametrize("log,word,said", [
    ("..graded: a b.h:1 TOKEN\ntally: exit 0\n", "passed", ""),
    ("graded: a b.h:tick\n1 TOKEN\n.tally: exit 0\n", "failed", "the kernel printed into the line that tells its"),
    ("graded: a b.h:1 TOKENtick\n\ntally: exit 0\n", "failed", "the kernel printed into the line that tells its"),
    ("graded: a b.h:2 TOKEN\ntally: exit 0\n", "forged", "its checks have a token that is not this run's"),
    ("graded: a b.h:1,tick b.h:2 TOKEN\ntally: exit 0\n", "failed", "the kernel printed into the line that tells"),
    ("graded: a b.h:1tick TOKEN\ntally: exit 0\n", "failed", "the kernel printed into the line that tells its"),
    ("tick\ntally: exit 0\n", "failed", "its program ended, with status 0, before it had made its checks"),
    ("no room.tally: exit 1\n", "failed", "no room."),
    ("tick graded: a b.h:1 TOKEN\ngraded: c\nno room\ntally: exit 1\n", "failed", "tick \nno room"),
])
def test_lines_that_the_kernel_prints_into(log, word, said):
    found = judged(log)
    assert found.word == word and found.reason.startswith(said) and bool(said) == bool(found.reason), found.reason


def test_a_report_has_one_line_of_a_panic_and_ones_own_tree_all():
    log = "rax 0\npanic: no lock\n  on CPU 0, thread 3 (a); called from\n  prof_set\nint main(void)\n"
    told = "panic: no lock on CPU 0, thread 3 (a); called from"
    assert judged(log, status=machine.PANIC).reason == told
    assert judged(log, status=machine.PANIC, whole=True).reason.endswith("  prof_set\nint main(void)")


@pytest.mark.parametrize("line,word", [("graded: a b.h:1 TOKEN", "passed"), ("", "failed")])
def test_a_line_of_16_mb_is_judged(line, word):
    """One search for each "graded: " in it would never end."""
    assert judged("graded: " * (2 << 20) + line + "\ntally: exit 0\n").word == word


def test_a_constructor_runs_nowhere(grade, tmp_path):
    found = grade((SET, '__attribute__((constructor)) void begin(void)\n{\n    panic("begun");\n}\n\n' + SET))
    assert found.tests["prof_tick_user"]["verdict"] == "passed"


def test_what_else_was_changed_is_named_and_not_used(grade):
    found = grade(others=[("Makefile", "all:\n\ttouch /tmp/made\n"), ("labs/2-tick/lab.ini", "[lab]\n"),
                          ("tests/guest/prof_tick_user.c", "int main(void) { return 0; }\n")])
    assert found.tests["prof_tick_user"]["verdict"] == "passed"
    for name in "Makefile", "labs/2-tick/lab.ini", "tests/guest/prof_tick_user.c":
        assert f"{name}: changed, not used" in found.result["notes"]


def test_a_test_cannot_be_told_by_its_name(grade):
    """One that could would panic here."""
    found = grade((SET, '#include "core/string.h"\n#include "proc/process.h"\n' + SET +
                   '    if (strncmp(thread->process->name, "prof_", 5) == 0)\n        panic("told");\n'))
    assert found.tests["prof_tick_user"]["verdict"] == "passed"


def test_a_submission_is_compiled_beside_no_solution(tick, tmp_path):
    """It can read what is there, also what was built: that is the starter's, which students have."""
    tick.submission(classroom.starter_files(2), str(tmp_path / "starter"))
    with open(tick.base + "/build/kernel.elf", "rb") as file:
        assert file.read() == (tmp_path / "starter/build/kernel.elf").read_bytes()
    for folder in tick.base, builds.make_pristine(ROOT):
        assert {os.path.basename(path) for path in glob.glob(folder + "/labs/[0-9]*/*")} <= {"lab.ini"}


BIN = "kernel/prof/bin.h"
READS = """__asm__(".pushsection .rodata\\n.incbin \\"labs/tests/bin_random.c\\"\\n.popsection");
"""
TAKES = '__asm__(".pushsection .text\\n.weak fprintf\\nfprintf: ud2\\n.popsection");\n'


@pytest.fixture(scope="session")
def bins():
    need("bwrap", "git")
    return grading.prepared(labs.find(ROOT, 1))


@pytest.mark.parametrize("before,problem", [
    ("", ""), (READS, "labs/tests/bin_random.c"), (TAKES, ""),
])
def test_a_header_of_lab_1_is_compiled_where_no_test_is(bins, tmp_path, before, problem):
    with open(os.path.join(ROOT, BIN), encoding="utf-8") as file:
        text = before + file.read().replace("byte / 2;\n    return true;", "byte / 2 + (byte > 3);\n    return true;")
    (tmp_path / "kernel/prof").mkdir(parents=True)
    (tmp_path / BIN).write_text(text)
    found = Grade(grading.grade(bins, str(tmp_path), "someone", wanted=[bins.lab.test("bin_hand whole")]))
    if problem:
        assert found.result["problem"].startswith("it was not built") and problem in found.result["problem"]
    else:  # the test's own text says so
        assert "counter 3, not 2" in found.tests["bin_hand whole"]["reason"], found.tests["bin_hand whole"]


BOMB = """#if __INCLUDE_LEVEL__ < 60
#include "prof.c"
#include "prof.c"
#endif
#if __INCLUDE_LEVEL__ == 0
"""
FIRST, LAST = '#include "prof/prof.h"\n', "        free_sink(&prof->session[i].sink);\n}\n"


def test_a_bomb_of_includes_is_stopped_soon(grade, monkeypatch):
    assert builds.SUBMITTED["seconds"] <= 30
    monkeypatch.setitem(builds.SUBMITTED, "seconds", 1)
    found = grade((FIRST, BOMB + FIRST), (LAST, LAST + "#endif\n"))
    assert found.result["problem"] == "it was not built: the compiler used more than 1 seconds of CPU time"


def test_a_submission_is_compiled_though_the_clock_of_what_prepared_it_was_ahead(tick, tmp_path):
    def in_the_future(source, target):
        shutil.copy(source, target)
        os.utime(target, (2**32, 2**32))

    lab = builds.Build(tick.lab)
    lab.base = str(tmp_path / "base")
    shutil.copytree(tick.base, lab.base, symlinks=True, copy_function=in_the_future)
    kernels = []
    for build in tick, lab:
        folder = tmp_path / f"of {len(kernels)}"
        with open(os.path.join(ROOT, PROF), "rb") as file:
            build.submission({PROF: file.read()}, str(folder))
        kernels.append((folder / "build/kernel.elf").read_bytes())
    with open(tick.base + "/build/kernel.elf", "rb") as file:
        assert kernels[0] == kernels[1] != file.read()


def test_a_name_of_the_witness_can_be_used_again_and_not_forged(grade):
    own = '__asm__(".text\\n context_start: ret\\n.globl \\"~%s\\"\\n \\"~%s\\": ret\\n");\n'
    found = grade((SET, own % ("", "") + SET), names=["prof_tick_user"])
    assert found.tests["prof_tick_user"]["verdict"] == "passed"
    line = "\\012ffffffff80101000 T context_start"
    found = grade((SET, own % (line, line) + SET), names=["prof_tick_user"])
    assert found.result["problem"] == "it was not built: the kernel has 2 functions context_start, must have one"


@pytest.mark.parametrize("code,verdict,reason", [
    ("    for (;;)\n        ;\n", "hung", "CPU 0 was in prof_set (kernel/prof/prof.c:"),
    ("    irq_hold();\n    for (;;)\n        ;\n", "hung", "CPU 0 was in prof_set (kernel/prof/prof.c:"),
    ("    for (;;)\n        print(\"more and more and more and more and more and more and more\\n\");\n",
     "hung", "(kernel/"),
    ("    *(volatile int *)8 = 1;\n", "panicked", "panic: page fault in the kernel (write of 0x8"),
    # a status that is no number, and the machine is off: newer QEMUs only begin to end there, so the kernel must wait
    (OUT + "    print(\"tally: exit \");\n    for (int i = 0; i < 5000; i++)\n        print(\"1\");\n"
     "    print(\"\\n\");\n    out(0x10, 0xf4);\n    for (;;)\n        __asm__ volatile(\"cli; hlt\");\n",
     "panicked", "the machine went off"),
    # to sleep, of which ACPI's clock would wake it
    (OUT + "    out(0x80000b40, 0xcf8);\n    out(0x601, 0xcfc);\n    out(0x80000b80, 0xcf8);\n    out(1, 0xcfc);\n"
     "    for (;;)\n        __asm__ volatile(\"outw %w0, %w1\" ::\"a\"(0x2400), \"d\"(0x604));\n",
     "hung", "it waits for ever"),
])
def test_what_breaks_the_machine_costs_its_own_tests(grade, monkeypatch, code, verdict, reason):
    monkeypatch.setattr(grading, "BUDGET_MORE", 10**7)  # an endless loop ends the sooner
    found = grade((SET, '#include "core/irq.h"\n#include "core/print.h"\n' + SET + code),
                  names=["prof_tick_user"])
    test = found.tests["prof_tick_user"]
    assert (test["verdict"], test["points"]) == (verdict, 0), test["reason"]
    assert reason in test["reason"]
    assert "panic:" not in reason or ", thread 3 (prof_tick_user)" in test["reason"]
    assert ROOT not in results.to_text(found.result) and "/tmp" not in results.to_text(found.result)


# The memory's layout.  QEMU 7.2 keeps all old ones until its memory is used up; newer ones take long for each.
LAYOUTS = OUT + """    irq_hold();
    for (unsigned i = 0;; i++) {
        out(0x80000058, 0xcf8);
        out(i % 2 ? 0x33333333 : 0x11111111, 0xcfc);
    }
"""


def test_what_uses_up_qemu_costs_its_own_tests(grade, monkeypatch):
    monkeypatch.setattr(machine, "SECONDS", 10)  # QEMU 7.2 takes one
    monkeypatch.setattr(machine, "A_SECOND", 10**9)
    found = grade((SET, '#include "core/irq.h"\n' + SET + LAYOUTS), names=["prof_tick_user"])
    test = found.tests["prof_tick_user"]
    assert (test["verdict"], test["reason"].split(",")[0], test["points"]) in (
        ("panicked", "it broke QEMU itself", 0),
        ("hung", "it was stopped: QEMU needs far more time for its instructions than for others", 0))


def test_what_is_slow_for_qemu_costs_its_own_tests(grade, monkeypatch):
    monkeypatch.setattr(machine, "SECONDS", 1)
    monkeypatch.setattr(machine, "A_SECOND", 10**9)
    found = grade((SET, SET + '    for (;;)\n        __asm__ volatile("mov %%cr3, %%rax; mov %%rax, %%cr3" ::: "rax");\n'),
                  names=["prof_tick_user"])
    test = found.tests["prof_tick_user"]
    assert (test["verdict"], test["points"]) == ("hung", 0)
    assert test["reason"].startswith("it was stopped: QEMU needs far more time")


def test_an_endless_boot_ends(grade):
    found = grade(("void prof_init(struct profile *prof)\n{\n", "void prof_init(struct profile *prof)\n{\n"
                   "    for (;;)\n        ;\n"), names=["prof_tick_user", "prof_full"])
    for name in "prof_tick_user", "prof_full":
        assert found.tests[name]["verdict"] == "hung"
        assert "CPU 0 was in prof_init (kernel/prof/prof.c:" in found.tests[name]["reason"]


def test_a_submission_with_the_mark_of_the_salt_is_not_built(tmp_path):
    """In lab 1 it is part of each test's program."""
    def submission(files, folder):
        os.makedirs(folder + "/build/labs/bin")
        with open(folder + "/build/labs/bin/bin_hand", "wb") as file:
            file.write(machine.MARKER + files["bin.h"])

    build = types.SimpleNamespace(programs={"bin_hand"}, submission=submission)
    with pytest.raises(builds.NotBuilt, match="bin_hand has the text TALLY .* 2 times"):
        grading.run_submission(build, {"bin.h": b"/*" + machine.MARKER}, str(tmp_path), 1, [])


@pytest.mark.parametrize("code,said", [
    ("#error not done\n", "kernel/prof/prof.c:"),
    ('#include "/etc/passwd"\n', "/etc/passwd: No such file"),
    ('__asm__(".incbin \\"/etc/passwd\\"");\n', "/etc/passwd"),
    ('#include "/work/../etc/passwd"\n', "No such file"),
])
def test_what_is_not_compiled_is_told(grade, code, said):
    found = grade((SET, code + SET))
    assert not found.result["built"] and found.result["points"] == 0
    assert found.result["problem"].startswith("it was not built: ") and said in found.result["problem"]
    assert ROOT not in found.result["problem"]
    assert "/tmp" not in found.result["problem"]
    lines = found.result["problem"].splitlines()
    assert len(set(lines)) == len(lines)


def test_a_right_solution_may_have_hundreds_of_warnings(grade):
    unused = "".join(f"static int unused_{i}(void)\n{{\n    return {i};\n}}\n" for i in range(600))
    found = grade((SET, unused + SET), names=SOME[:1])
    assert (found.result["problem"], found.tests[SOME[0]]["verdict"]) == ("", "passed")


@pytest.mark.parametrize("limit", ["time", "memory", "output", "disk", "processes"])
def test_each_limit_of_the_compiler_is_told(limit):
    with pytest.raises(builds.NotBuilt, match=f"the compiler used too much {limit}"):
        builds.compile_in("", [], lambda *_, **limits: sandbox.Done(137, b"", limit, f"used too much {limit}"))


# As they were printed when a signal ended cc1, as or cc1's parent; the last three: a program says so.
@pytest.mark.parametrize("printed,error", [
    ("gcc: fatal error: Killed signal terminated program cc1\ncompilation terminated.\n", sandbox.Trouble),
    ("make: *** [build.mk:71: build/kernel/prof/prof.c.o] Killed\n", sandbox.Trouble),
    ("make: *** [build.mk:71: build/kernel/pass1.map] Error 137\n", sandbox.Trouble),
    ("kernel/prof/prof.c:1:2: error: #error gcc: fatal error: Killed signal terminated program cc1\n", builds.NotBuilt),
    ("kernel/prof/prof.c:1:2: error: Error 137\n", builds.NotBuilt),
    ("kernel/prof/prof.c:1:10: fatal error: Killed signal terminated program cc1: No such file or directory\n",
     builds.NotBuilt),
])
def test_a_compiler_that_the_host_kills_is_not_the_submissions_fault(printed, error):
    with pytest.raises(error):
        builds.compile_in("", [], lambda *_, **limits: sandbox.Done(2, printed.encode()))


def test_a_compiler_that_says_4_mb_of_one_thing_is_understood():
    """One search to the end for each of its lines would take hours."""
    printed = b"make: *** [build.mk:1: \n" * (4 << 20 >> 5)
    with pytest.raises(builds.NotBuilt):
        builds.compile_in("", [], lambda *_, **limits: sandbox.Done(2, printed))


def test_the_tree_is_built_for_one_lab_at_a_time(tmp_path, monkeypatch):
    asked = []

    def run(command, **_):
        asked.append(command[-1])
        with open(tmp_path / "build/lock", "a") as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return types.SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", run)
    for _ in range(2):
        trusted.make(str(tmp_path), "labs")
    assert asked == ["labs", "labs"]


def test_a_key_that_is_damaged_is_not_current(tmp_path):
    build = builds.Build(labs.find(ROOT, 2))
    build.folder = str(tmp_path)
    build.save("key", "abc")
    assert build.is_current("key", "abc") and not build.is_current("key", "abd")
    for damaged in b"", b'"ab', b"\xff":
        (tmp_path / "key").write_bytes(damaged)
        assert not build.is_current("key", "abc")
    (tmp_path / "key").unlink()
    assert not build.is_current("key", "abc")


def test_what_is_saved_is_there_whole_or_as_it_was(tmp_path):
    build = builds.Build(labs.find(ROOT, 2))
    build.folder = str(tmp_path)
    build.save("key", "abc")
    with pytest.raises(TypeError):
        build.save("key", ["begun", object()])
    assert build.load("key") == "abc"


def test_no_variable_of_make_changes_what_is_graded_with():
    with open(os.path.join(ROOT, "build.mk"), encoding="utf-8") as file:
        variables = set(re.findall(r"^(?:override )?(\w+) (?:\?=|:= \$\(or \$\(\1\),)", file.read(), re.MULTILINE))
    assert {"O", "LLVM", "HOSTCC"} <= variables
    harmless = {"V", "CI", "WERROR", "CLANG_FORMAT", "CLANG_TIDY"}  # what is said, and how much
    assert variables - set(trusted.OTHERS_WORDS) == harmless


def test_a_tool_that_the_host_kills_is_not_the_submissions_fault():
    with pytest.raises(sandbox.Trouble, match="nm ended with status 137"):
        grading.Symbols(lambda *_, **limits: sandbox.Done(137, b""), "")
    with pytest.raises(builds.NotBuilt, match="nm, which read its kernel, used too much output"):
        grading.Symbols(lambda *_, **limits: sandbox.Done(137, b"", "output", "used too much output"), "")


class Quick(grading.Runner):
    def __init__(self):
        pass

    def judge(self, number, test, reference):
        import verdict

        return verdict.Verdict("failed" if test.is_canary or number == 1 else "passed")


def test_each_test_that_has_ended_is_told_with_its_points():
    tests = [labs.Test("A", "a", "5 title"), labs.Test("A", "b c", "2 title"), labs.Test(labs.CANARIES, "d", "0 title")]
    told = []
    found = Quick().judge_all(tests, None, 1, told.append)
    assert [each.word for each in found] == ["passed", "failed", "failed"]
    assert [line[:8] for line in told] == ["  1 of 3", "  2 of 3", "  3 of 3"]
    assert sorted(line[8:] for line in told) == ["  a: passed, 5 of 5 points", "  b c: failed, 0 of 2 points", "  d"]


def test_who_waits_at_a_pipe_sees_what_goes_on(tick):
    words = [sys.executable, "-B", "tools/grade", "--lab", "2", "--test", SOME[0]]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    progress, _, report = done.stdout.partition("\n\n")
    assert re.fullmatch(r"Building .*\n(Running each .*\n)?Running 1 test, .*\n  1 of 1  "
                        rf"{SOME[0]}: passed, 5 of 5 points", progress), done.stdout
    assert report.startswith("Lab 2: ")


def test_an_interrupt_begins_no_more_tests(monkeypatch):
    """The second test ends when the others are cancelled, if they are."""
    cancelled = threading.Event()
    shutdown = concurrent.futures.ThreadPoolExecutor.shutdown

    def tell(pool, wait=True, cancel_futures=False):
        shutdown(pool, wait=False, cancel_futures=cancel_futures)
        cancelled.set()
        shutdown(pool, wait=wait)

    monkeypatch.setattr(concurrent.futures.ThreadPoolExecutor, "shutdown", tell)

    class Runner(grading.Runner):
        def __init__(self):
            self.begun = []

        def judge(self, number, test, reference):
            self.begun.append(number)
            if number > 0:
                cancelled.wait()
            raise KeyboardInterrupt

    runner = Runner()
    with pytest.raises(KeyboardInterrupt):
        runner.judge_all(range(1000), None, 1)
    assert len(runner.begun) <= 2


def test_a_disk_is_made_from_another_file_system(tick, tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refused)
    programs = grading.programs_of(tick, tick.tool("."))
    machine.Disk(tick, programs["prof_tick_user"], str(tmp_path / "disk"))
    assert os.path.getsize(tmp_path / "disk/disk.img") > 0


def test_a_machine_is_described_beside_threads_that_start_programs(tick, tmp_path, monkeypatch):
    """Those have this process's environment and folder."""
    monkeypatch.setenv("CPUS", "3")
    changed = []
    for name in "putenv", "unsetenv", "chdir", "fchdir":
        monkeypatch.setattr(os, name, lambda *what: changed.append(what))
    test = next(test for test in tick.lab.tests if test.program == "prof_tick_user")
    disk = machine.Disk(tick, grading.programs_of(tick, tick.tool("."))[test.program], str(tmp_path / "disk"))
    words = machine.Machine(ROOT).command(test, disk, 1000, {"tick": 4096})
    assert changed == []
    assert words[words.index("-smp") + 1] == "1"
    assert f"mem-path=disk.img,size={os.path.getsize(disk.path)}" in words[words.index("-object") + 1]


@pytest.mark.parametrize("place,error", [("/usr/src/app", labs.Failure), ("/usr/local/src", None), ("/srv", None)])
def test_what_a_submission_could_read_is_refused(place, error):
    tool = runpy.run_path(os.path.join(ROOT, "tools/grade"))
    with pytest.raises(error, match=f"{place}: what is below /usr") if error else contextlib.nullcontext():
        tool["need_hidden"](place)


def test_a_kernel_that_passes_a_canary_has_no_points(tick):
    import verdict

    passed = verdict.Verdict("passed")
    canary = labs.Test(labs.CANARIES, "canary_never", "0 what cannot be")
    lab = labs.find(ROOT, 2)
    lab.groups.setdefault(labs.CANARIES, []).append(canary)
    lab.tests.append(canary)
    found = grading.result_of(lab, "someone", {}, [], {test.name: passed for test in lab.tests})
    assert found["points"] == 0 and "canary_never passed" in found["problem"]
    real = {test.name: passed for test in lab.tests if test.name != canary.name}
    real[canary.name] = verdict.Verdict("failed")
    assert grading.result_of(lab, "someone", {}, [], real)["points"] == labs.FULL


def test_a_canary_that_made_its_checks_is_passed():
    assert judged("graded: a b.h:1 TOKEN\ntally: exit 0\n", is_canary=True).word == "passed"


@pytest.mark.parametrize("function", ["int prof_set", "int prof_set_stacks", "int64_t prof_sample", "void prof_stat",
                                      "void prof_stop"])
def test_a_canary_has_the_kernel_do_what_other_tests_have_it_do(tick, tmp_path, function):
    """What fakes checks may begin in any of these."""
    with open(os.path.join(ROOT, PROF), encoding="utf-8") as file:
        text, n = re.subn(rf"^{function}\(.*\n{{\n", r'\g<0>    panic("here");\n', file.read(), flags=re.MULTILINE)
    canary = tick.lab.test("canary_never")
    found = grading.run_submission(tick, {PROF: text.encode()}, str(tmp_path), 1, [canary])[canary.name]
    assert n == 1 and "panic: here" in found.reason, found.reason


@pytest.mark.needs("git")
def test_a_wrong_solution_that_is_not_built_says_nothing_of_the_tests(monkeypatch):
    matrix = runpy.run_path(os.path.join(ROOT, "tools/matrix"))
    lab = labs.find(ROOT, 2)
    patch = matrix["Patch"](lab, min(glob.glob(os.path.join(ROOT, lab.folder, "wrong/*.patch"))))
    monkeypatch.setattr(grading, "grade", lambda *_: grading.result_of(lab, patch.name, {}, [], {}, "not built"))
    _, lost, problem = patch.judge(None)
    assert set(patch.loses) <= set(lost) and problem == "NOT BUILT"


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("words", [["none"], ["2", "none", "nothing"], ["0"]])
def test_a_solution_that_there_is_not_is_told(words):
    done = subprocess.run(["tools/matrix", *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, f"matrix: {' '.join(words)}: there is no such solution\n"), done


# Two ticks at 0x1000, which is counter 0, three at 0x1005, counter 2, one below the histogram.
SEEN = {0x1000: 2, 0x1005: 3, 0xfff: 1}
HISTOGRAM = "histogram 1000 65536 8\ncounter 0 2\ncounter 2 3\noutside 1\n"


@pytest.mark.parametrize("old,new,said", [
    ("", "", ""),
    ("counter 0 2", "counter 0 1", "counter 0, for the code at 0x1000, has 1; 2 ticks of the clock came there"),
    ("counter 0 2", "counter 0 3", "counter 0, for the code at 0x1000, has 3; 2 ticks of the clock came there"),
    ("counter 0 2\n", "", "counter 0, for the code at 0x1000, has 0; 2 ticks"),
    ("counter 2", "counter 3", "counter 3, for the code at 0x1006, has 3; 0 ticks"),
    ("outside 1", "outside 2", "2 ticks are counted as outside; 1 came there"),
    ("outside 1", "outside 0", "0 ticks are counted as outside; 1 came there"),
    ("counter 0 2", "edge 1000", ""),
    ("counter 0 2", "counter 0 3\nedge 1000", "has 3; 0 ticks"),
    ("outside 1", "outside 0\nedge fff", ""),
    ("histogram 1000 65536 8", "histogram 1000 65536 2", "1 ticks are counted as outside; 4 came there"),
    (HISTOGRAM, "histogram\n", "it printed no histogram"),
])
def test_a_witness_finds_each_tick_that_is_not_where_the_host_saw_it(old, new, said):
    import verdict

    assert old in HISTOGRAM
    told = verdict.compare(HISTOGRAM.replace(old, new) if old else HISTOGRAM, SEEN)
    assert said in told and bool(told) == bool(said), told


def test_lines_on_a_histogram_that_the_kernel_prints_are_none():
    import verdict

    salt = bytes(range(32))
    own = f"{HISTOGRAM}signed {hashlib.blake2s(HISTOGRAM.encode(), key=salt).hexdigest()}\n"
    for text in own, "edge 1000\n" + own, "histogram 0 0 1\n" + own, own + "edge 1000\n":
        assert verdict.signed(text, salt) == HISTOGRAM
    for text in own.replace("signed", "edge 1000\nsigned"), own.replace("0 2", "0 3"), HISTOGRAM, "", own[:-9]:
        assert verdict.signed(text, salt) == ""


@pytest.mark.needs("bwrap")
def test_what_a_right_solution_answers_is_not_told(tmp_path):
    import verdict

    lab = labs.find(ROOT, 1)
    sites = ["bin.h:3", "answers:5"]
    tree.make_starter(lab, str(tmp_path), {test.name: {"sites": sites, "instructions": 7} for test in lab.tests})
    with open(tmp_path / lab.folder / "reference.json", encoding="utf-8") as file:
        told = json.load(file)
    assert told and all(entry["sites"] == ["bin.h:3", "answers:"] for entry in told.values())
    assert verdict.like(sites, told[lab.tests[0].name]["sites"]) == ["bin.h:3", "answers:"]
    assert "answers:" not in verdict.explain_missing(["a:1", "answers:5"], ["a:1", "answers:6"])
    assert verdict.explain_missing(["a:1"], ["a:1", "b:2", "answers:6"]) == \
        "it ended without these checks: answers:, b:2"
