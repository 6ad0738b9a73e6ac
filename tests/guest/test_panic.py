"""A panic tells the facts, and who called whom; the machine ends with a status of its own."""

import re

import pytest


@pytest.mark.parametrize("det,cpus", [(0, 1), (0, 4), (1, 2)])
def test_a_panic_is_told_and_ends_the_machine(machine, det, cpus):
    result = machine.run("echo not reached", kargs="panic", det=det, cpus=cpus)
    assert result.status == 125
    assert result.stdout == ""
    assert re.search(r"^panic: the boot line asks for it$", result.stderr, re.MULTILINE)
    assert re.search(r"on CPU \d+, thread 1 \(init\); called from$", result.stderr, re.MULTILINE)
    names = re.findall(r"^  kernel/\S+:\d+: (\w+)$", result.stderr, re.MULTILINE)
    assert names == ["panic", "start", "sched_begin", "context_start"], result
    assert result.stderr.endswith("context_start\nrun: the kernel panicked; what it printed stands above\n"), result


def test_the_runner_tells_the_lines_of_the_source(machine, root):
    result = machine.run("echo not reached", kargs="panic")
    found = re.search(r"^  (kernel/main\.c):(\d+): start$", result.stderr, re.MULTILINE)
    assert found, result
    with open(f"{root}/{found[1]}", encoding="utf-8") as source:
        assert "panic(" in source.read().splitlines()[int(found[2]) - 1]
