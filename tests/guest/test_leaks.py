"""leaks: what the kernel has in use after a command is told, and what its want of memory does to it.
Each guest test runs under it, too (conftest.py)."""

import re


def test_what_a_command_leaves_is_no_leak(machine):
    result = machine.run("leaks sh -c 'mkdir /d; seq 5000 >/d/f; ln /d/f /d/g; exit 7'; echo $?", det=1)
    assert result.stdout == "7\n" and "leaks:" not in result.stderr, result


def test_a_process_that_stays_is_told(machine):
    result = machine.run("leaks sh -c 'sleep 1000 &'; echo $?", det=1)
    assert result.stdout == "99\n", result
    assert re.search(r"^leaks: processes: \d+, \d+ before$", result.stderr, re.MULTILINE), result


# Every allocation fails once.  tests/full has other commands, and all guest tests.
def test_whichever_allocation_fails_nothing_is_left(machine):
    result = machine.run("leaks -f 1- ls -l /bin", det=1, cpus=1, kargs="fail", timeout=300)
    assert result.status == 0, result
    done = re.fullmatch(r"leaks: (\d+) allocations; (\d+) runs: .*\n", result.stdout)
    assert done and int(done[2]) > 50, result


def test_it_can_be_seen_which_one_failed(machine):
    result = machine.run("leaks -f 3 -t ls", det=1, cpus=1, kargs="fail")
    assert result.status != 0
    assert re.search(r"tally: allocation 3 fails; called from\n.* fail_count.*\n(.*\n)*.* sys_execve",
                     result.stderr), result


def test_without_the_boot_word_none_fails(machine):
    result = machine.run("leaks -f 1 ls", det=1)
    assert result.status == 1 and "Operation not permitted" in result.stderr, result
