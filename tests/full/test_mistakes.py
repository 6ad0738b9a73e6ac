"""A mistake in the kernel is told as its patch in tests/mistakes promises."""

import glob
import os
import re
import subprocess
import sys

import pexpect
import pytest

pytestmark = pytest.mark.needs("git")

NAMES = [os.path.basename(path).removesuffix(".patch") for path in
         sorted(glob.glob(os.path.join(os.path.dirname(__file__), "../mistakes/*.patch")))]


def test_each_mistake_is_told(root):
    done = subprocess.run([sys.executable, "-B", "tools/mistakes", "make", *NAMES], cwd=root,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert NAMES
    screens = re.split(r"\n(?=## |\d+ mistakes)", done.stdout)
    wrong = [screen for screen in screens if ": the screen does not show: " in screen]
    assert done.returncode == 0, "\n".join(wrong or screens[-1:]) + done.stderr


def test_a_key_tells_where_a_kernel_loops_that_takes_no_interrupts(root, tmp_path):
    sys.path.insert(0, f"{root}/tools")
    import patching

    copy = patching.Copy("held", "make")
    copy.bring_up_to_date()
    copy.apply(f"{root}/tests/mistakes/loop-held.patch")
    try:
        copy.build("kernel", "DEBUG=0")
        env = dict(os.environ, KERNEL=f"{copy.folder}/build/kernel.elf", DISK=f"{tmp_path}/disk.img")
        terminal = pexpect.spawn("tools/run", ["qemu"], cwd=root, env=env, timeout=600, encoding="utf-8")
        terminal.expect("tally\\$ ")
        terminal.send("echo be''fore; sync\r")
        terminal.expect("\nbefore\r?\n")
        text = ""
        while "(sync), in system call sync, interrupts off: in" not in text:  # it may still be on its way there
            terminal.send("\x01b")
            terminal.expect("tally: all CPUs have told\r?\n")
            text = terminal.before
        assert re.search(r"kernel/sys/sys_file.c:\d+: sys_sync\r?\n", text)
        terminal.send("\x01x")
        terminal.expect(pexpect.EOF)
    finally:
        copy.apply(f"{root}/tests/mistakes/loop-held.patch", "--reverse")


def test_the_index_has_each_under_what_its_screen_shows(root):
    with open(f"{root}/doc/mistakes.md", encoding="utf-8") as file:
        rows = re.findall(r"^\| (.*) \| .* \| ([a-z, -]*[a-z]) \|$", file.read(), re.MULTILINE)
    rows = [(re.findall("`(.*?)`", seen), names.split(", ")) for seen, names in rows if names != "examples"]
    assert sorted(name for _, names in rows for name in names) == sorted(NAMES)
    for seen, names in rows:
        patterns = [".*".join(map(re.escape, part.split("..."))) for part in seen]
        for name in names:
            with open(f"{root}/tests/mistakes/{name}.patch", encoding="utf-8") as file:
                shows = "".join(line for line in file if line.startswith("# shows: "))
            assert not patterns or any(re.search(pattern, shows) for pattern in patterns), (name, patterns, shows)
