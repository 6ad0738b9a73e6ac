"""A kernel and programs that gdb steps well in: O=-Og, here with DEBUG=1."""

import glob
import os
import re
import subprocess
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../guest"))

from test_gdb import lines_in_order, session  # noqa: E402

pytestmark = pytest.mark.needs("gdb")

SCRIPT = """
break inode_unlock
continue
info args
tally-locks
finish
delete
tally-break cat:main
continue
next
info locals
"""


def test_og_and_debug(root, tmp_path, monkeypatch):
    for name in "KERNEL", "IMAGE":
        monkeypatch.delenv(name)
    words = ["O=-Og", "DEBUG=1"]
    done = subprocess.run(["tools/run", *words, "CMD=seq 3 | sort -r"], cwd=root, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "3\n2\n1\n"), done.stderr
    assert os.path.exists(f"{root}/build/Og/debug/kernel.elf")

    out = session(root, tmp_path, SCRIPT, [*words, "KARGS=run=true; cat /usr/src/user/bin/true.c; true"])
    _, _, arguments, locks, _, _, _, at_main, _, values = out
    assert re.search(r"^inode = 0xffff", arguments, re.MULTILINE)
    assert "main (argc=2," in at_main
    for text in arguments, values:
        assert "optimized out" not in text
    assert lines_in_order(locks, r"runs on CPU 0 took the mutex 'inode' 0xffff[0-9a-f]+$", r"kernel/fs/\w+.c:\d+: \w+$"), locks


def test_breakpoints_of_the_tour_and_the_labs_are_in_the_functions_that_they_name(root):
    text = ""
    for path in f"{root}/doc/tour.md", *glob.glob(f"{root}/doc/course/*/handout.md"):
        with open(path, encoding="utf-8") as page:
            text += page.read()
    names = set(re.findall(r"(?:`|\(gdb\) )break (\w+)", text))
    assert {"fork_process", "prof_kernel_tick"} < names
    subprocess.run(["make", "-s", "kernel", "O=-Og"], cwd=root, check=True)
    for name in names:
        gdb = [os.environ["GDB"], "-nx", "-batch", "-ex", f"break {name}", "build/Og/kernel.elf"]
        told = subprocess.run(gdb, cwd=root, capture_output=True, text=True, check=True).stdout
        place = re.search(r": file (.*), line (\d+)\.", told)
        with open(f"{root}/{place[1]}", encoding="utf-8") as source:
            before = source.read().splitlines()[:int(place[2])]
        begin = max(i for i, line in enumerate(before) if re.search(rf"^\w.*\b{name}\(", line))
        assert "}" not in before[begin:], told
