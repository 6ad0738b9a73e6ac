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
    "SIGSEGV": r"write to 0x18 is not permitted",
}


@pytest.mark.parametrize("name", CAUSES)
def test_faults(log, name):
    line = rf"^signal_fault\[\d+\]: killed by {name} at pc 0x4[0-9a-f]{{5}}: ({CAUSES[name]})$"
    assert re.search(line, log, re.MULTILINE), log


def test_sender(log):
    assert re.search(r"^sh\[\d+\]: killed by SIGTERM at pc 0x4[0-9a-f]{5}: sent by process \d+$",
                     log, re.MULTILINE), log


def test_interrupt_is_quiet(log):
    assert "SIGINT" not in log


def test_out_of_memory(machine):
    result = machine.run("/t/mem_exhaust", det=1, mem="24M")
    assert result.status == 0, result
    line = r"^mem_exhaust\[\d+\]: killed by SIGKILL at pc 0x[0-9a-f]+: " \
           r"out of memory on write of 0x[0-9a-f]+$"
    assert re.search(line, result.stderr, re.MULTILINE), result
