"""Whichever of the kernel's allocations for a guest test fails, nothing panics, hangs or leaks.

Of a test's first 100 allocations each fails in a run of its own, then about one in a hundredth of their
number: the runs of tests with many allocations are alike.  It takes hours, so make test-alloc runs it.
"""

import glob
import os
import re

import pytest

HERE = os.path.join(os.path.dirname(__file__), "../guest")

# What makes the machine wait, or takes a minute once, is no test to run hundreds of times; the disk's
# two owners damage it.
LONG = ["disk_crowd", "disk_full", "disk_names", "disk_two_owners", "dir_rename_race", "record_init"]


def workloads():
    for path in sorted(glob.glob(f"{HERE}/*.c") + glob.glob(f"{HERE}/*.sh")):
        name, ext = os.path.splitext(os.path.basename(path))
        if name not in LONG:
            with open(path, encoding="utf-8") as file:
                found = re.search(r"^(?:/\*|#) *machine: (.*?) *(?:\*/)?$", file.read(), re.MULTILINE)
            words = dict(word.split("=", 1) for word in (found[1].split() if found else []))
            yield pytest.param(f"sh /t/{name}.sh" if ext == ".sh" else f"/t/{name}", words, id=name)


@pytest.mark.parametrize("command,words", workloads())
def test_it_survives(machine, command, words):
    settings = {name: words[name] for name in ("mem", "shift", "cpus") if name in words}
    kargs = f"{words.get('kargs', '')} fail".strip()
    result = machine.run(f"leaks -f 1- -d 100 {command} {words.get('args', '')}".strip(), det=1, kargs=kargs,
                         timeout=1200, **settings)
    assert result.status == 0, result
    assert re.fullmatch(r"leaks: \d+ allocations; \d+ runs: .*\n", result.stdout), result
