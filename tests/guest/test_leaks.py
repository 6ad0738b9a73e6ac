"""leaks: what the kernel has in use after a command is told, and what its want of memory does to it.
Each guest test runs under it, too (conftest.py)."""

import re


def test_what_a_command_leaves_is_no_leak(machine):
    result = machine.run("leaks sh -c 'mkdir /d; seq 5000 >/d/f; ln /d/f /d/g; exit 7'; echo $?", det=1)
    assert result.stdout == "7\n" and "leaks:" not in result.stderr, result


def test_without_a_command_all_that_is_in_use_is_told(machine):
    told = machine.run("leaks", det=1).stderr
    assert {"pages", "processes", "threads"} <= set(re.findall(r"^leaks: (\w+): [1-9]\d*, 0 before$", told, re.M)), told


def test_a_process_that_stays_is_told(machine):
    result = machine.run("leaks sh -c 'sleep 1000 &'; echo $?", det=1)
    assert result.stdout == "99\n", result
    assert re.search(r"^leaks: processes: \d+, \d+ before$", result.stderr, re.MULTILINE), result


# Every allocation fails once.  tests/full has other commands, and all guest tests.
def test_whichever_allocation_fails_nothing_is_left(machine):
    result = machine.run("leaks -f 1- ls -l /dev", det=1, cpus=1, kargs="fail", timeout=600)
    assert result.status == 0, result
    done = re.fullmatch(r"leaks: (\d+) allocations, status 0; (\d+) runs: .*\n", result.stdout)
    assert done and int(done[2]) == int(done[1]) > 50, result


# What a tool does not get to know is no leave to remove or overwrite.
def test_tools_that_want_for_memory_keep_what_they_must(machine):
    runs = "for c in 'rm -r /' 'cp /bin/true /bin/true' 'ln -f /bin/true /bin/true'; do leaks -f 1- $c; test -s /bin/true || exit; done"
    result = machine.run(runs, det=1, cpus=1, kargs="fail", timeout=600)
    assert result.status == 0, result
    runs = re.findall(r"leaks: \d+ allocations, status (\d); (\d+) runs: ", result.stdout)
    assert [status for status, _ in runs] == ["1", "1", "1"] and all(int(n) > 20 for _, n in runs), result


# One for each way to an allocation: far fewer, and of each function that asks for memory some.
def test_each_way_to_an_allocation_fails(machine):
    ways, twice, tells = (machine.run(f"leaks {options} ls -l /bin", det=1, cpus=1, kargs="fail", timeout=600)
                          for options in ("-s 1", "-s 2", "-s 1 -t"))
    runs = [int(re.fullmatch(r"leaks: \d+ allocations, status 0; (\d+) runs: .*\n", result.stdout)[1])
            for result in (ways, twice, tells)]
    assert [ways.status, twice.status, tells.status] == [0, 0, 0] and runs[0] == runs[2], (ways, twice, tells)
    assert 20 < runs[0] < runs[1] <= 2 * runs[0], runs
    stacks = re.findall(r"fails; called from\n((?:  \S+:\d+: .*\n)+)", tells.stderr)
    assert len(set(stacks)) == len(stacks) == runs[0], tells
    for way in ("sys_execve", "sys_open", "space_fault"):
        assert any(re.search(way, stack) for stack in stacks), (way, tells)


# As a program may that waits for a process which was never made.
def test_what_does_not_end_is_stopped_and_counted(machine):
    result = machine.run("leaks -s 1 sh -c 'ls >/dev/null || while :; do sleep 1; done'", det=1, cpus=1,
                         kargs="fail", timeout=600)
    done = re.fullmatch(r"leaks: \d+ allocations, status 0; (\d+) runs: .* killed, (\d+) stopped\n", result.stdout)
    assert result.status == 0 and done and 0 < int(done[2]) < int(done[1]), result


def test_it_can_be_seen_which_one_failed(machine):
    result = machine.run("leaks -f 3 -t ls", det=1, cpus=1, kargs="fail")
    assert result.status != 0
    assert re.search(r"tally: allocation 3 fails; called from\n.* fail_count.*\n(.*\n)*.* sys_execve",
                     result.stderr), result


def test_without_the_boot_word_none_fails(machine):
    result = machine.run("leaks -f 1 ls", det=1)
    assert result.status == 1 and result.stderr == "leaks: this kernel lets no allocation fail: boot it with KARGS=fail\n", result
