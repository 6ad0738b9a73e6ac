"""Whichever way to an allocation fails for a command, nothing panics, hangs or leaks.

The kernel's allocations are told apart by their call stacks (abi/kstat.h, KFAIL_NEW), and of each the first
two fail, each in a run of its own: that takes a twentieth of the runs that failing every allocation does.
Here are commands, and the guest tests of calls that allocate and take little time; make test-alloc has all.
"""

import glob
import os
import re

import pytest

GUEST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../guest")
KINDS = "bad device dir disk exec fd file futex link pipe".split()
# Takes a minute once; or each run takes a second, and there are a hundred.
LONG = ["dir_many", "dir_remove_parallel", "dir_rename_parallel", "disk_parallel", "disk_full", "disk_names",
        "exec_threads", "file_unlinked"]
# Its two owners damage the disk; it expects that the boot word is missing; it makes allocations fail itself;
# its operations must wait for the disk, which they need not with det=1; leaks cannot remove directories as deep as its.
NEVER = ["disk_two_owners", "kstat_counts", "alloc_fails", "alloc_fails_fd", "disk_room_turns", "dir_deep"]

# It wants ticks as they come on CPUs that run at the same time.
PARALLEL = ["prof_parallel"]
# The same in a second or two: each of some hundred runs takes what one does.
ARGS = {"fuzz_calls": "-w 1 1 1 20", "fuzz_elf": "1 8", "gmon_limit": "work", "gprofil_limit": "work",
        "mem_index_back": "2500", "record_memory_back": "10", "shell_long": "8", "sprofil_memory_back": "10"}


def workloads(is_wanted):
    for path in sorted(glob.glob(f"{GUEST}/*.c") + glob.glob(f"{GUEST}/*.sh")):
        name, ext = os.path.splitext(os.path.basename(path))
        if name in NEVER or not is_wanted(name):
            continue
        with open(path, encoding="utf-8") as file:
            found = re.search(r"^(?:/\*|#) *machine: (.*?) *(?:\*/)?$", file.read(), re.MULTILINE)
        words = dict(word.split("=", 1) for word in (found[1].split() if found else []))
        command = f"sh /t/{name}.sh" if ext == ".sh" else f"/t/{name}"
        yield pytest.param(f"{command} {ARGS.get(name, words.get('args', ''))}".strip(), words, id=name)


def check(machine, command, words):
    settings = {name: words[name] for name in ("mem", "shift", "cpus", "timeout") if name in words}
    kargs = f"{words.get('kargs', '')} fail".strip()
    det = 0 if os.path.basename(command) in PARALLEL else 1
    result = machine.run(f"leaks -s 2 {command}", det=det, kargs=kargs, **{"timeout": 300, **settings})
    assert result.status == 0, result
    done = re.search(r"^leaks: \d+ allocations, status (\d+); (\d+) runs: .*, (\d+) stopped\n\Z", result.stdout, re.M)
    assert done and done[1] == words.get("expect_status", "0") and int(done[2]) > 15, result
    assert done[3] == "0", result


@pytest.mark.parametrize("command", [
    "sh -c 'seq 300 | sort -r | wc >/tmp/o'",
    "sh -c 'mkdir /tmp/d; ln -s /bin/true /tmp/d/s; mv /tmp/d /tmp/e; /tmp/e/s; rm /tmp/e/s'",
    "sh -c 'printf \"#!/bin/sh\\necho $1\\n\" >/tmp/x; chmod +x /tmp/x; /tmp/x hello'",
    "prof --tree --output /tmp/o primes 3000",
    "/t/record_errors",
])
def test_a_command_survives(machine, command):
    check(machine, command, {})


@pytest.mark.parametrize("command,words",
                         workloads(lambda name: name.split("_")[0] in KINDS and name not in LONG))
def test_a_guest_test_survives(machine, command, words):
    check(machine, command, words)
