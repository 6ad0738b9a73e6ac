"""What the log says of a process that a signal ended: program, pid, signal, pc and cause."""

import re

import pytest


@pytest.fixture(scope="module")
def log(machine):
    result = machine.run("/t/signal_fault && sh -c 'kill -TERM $$; :'; echo $?; sh -c 'kill -INT $$; :'; echo $?")
    assert result.stdout == "143\n130\n", result
    return result.stderr


CAUSES = {
    "SIGFPE": "(division|floating point) error",
    "SIGILL": "invalid instruction",
    "SIGTRAP": "breakpoint|debug trap",
    "SIGSEGV": r"write through a NULL pointer plus 24 \(address 0x18\)",
}


@pytest.mark.parametrize("name", CAUSES)
def test_faults(log, name):
    line = rf"^signal_fault\[\d+\]: killed by {name} at pc 0x4[0-9a-f]{{5}}: ({CAUSES[name]})$"
    assert re.search(line, log, re.MULTILINE), log


PROGRAM = """#include <stdlib.h>
struct node { long pad[3]; int value; };
__attribute__((noinline)) int value(struct node *node) { return node->value; }
__attribute__((noinline)) int twice(struct node *node) { return 2 * value(node); }
int main(int argc, char **argv) {
    if (argc > 2) abort();
    if (argc > 1) ((void (*volatile)(void))0)();
    return twice(NULL) + 1;
}
"""
CRASHES = [("", "SIGSEGV", "read through a NULL pointer plus 24 (address 0x18)", ["3: value", "4: twice", "8: main"]),
           ("x", "SIGSEGV", "jump through a NULL pointer (address 0x0)", ["7: main"]),
           ("x y", "SIGABRT", "sent by process", ["6: main"])]


@pytest.mark.parametrize("words,name,cause,calls", CRASHES)
def test_a_crash_is_told_with_lines_of_the_source(machine, tmp_path, words, name, cause, calls):
    (tmp_path / "crasher.c").write_text(PROGRAM)
    stderr = machine.run(f"crasher {words}", extra=tmp_path).stderr
    told = stderr[stderr.index("crasher["):].splitlines()
    assert f": killed by {name} at pc 0x" in told[0] and cause in told[0], stderr
    assert [line for line in told if "crasher.c" in line] == [f"  {tmp_path}/crasher.c:{call}" for call in calls], stderr
    assert re.fullmatch(r"  user/lib/crt0\.S:\d+: _start", told[-1]), stderr


def test_sender(log):
    assert re.search(r"^sh\[\d+\]: killed by SIGTERM at pc 0x4[0-9a-f]{5}: sent by process \d+$",
                     log, re.MULTILINE), log


def test_interrupt_is_quiet(log):
    assert "SIGINT" not in log


def test_out_of_memory(machine):
    result = machine.run("/t/mem_exhaust", det=1, mem="24M")
    assert result.status == 0, result
    line = r"^mem_exhaust\[\d+\]: killed by SIGKILL: memory is out, and it held most: \d+ KiB$"
    assert re.search(line, result.stderr, re.MULTILINE), result
