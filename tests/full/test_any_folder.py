"""The tree works in a folder of any name."""

import os
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../guest"))

from test_gdb import session  # noqa: E402

pytestmark = pytest.mark.needs("gdb")

NAME = "Anna's tälly, 2=$x"


# One object of each rule is made in the folder.  The others are copies of the tree's.
ANEW = ("kernel/main.c.o", "kernel/arch/x86/entry.S.o", "user/lib/stdio/printf.c.o", "user/lib/crt0.S.o",
        "user/obj/seq.c.o")


def made(folder, *words):
    """What a make says that has none of this one's settings, and nothing else that it could do without."""
    left_out = "MAKE", "MFLAGS", "KERNEL", "IMAGE", "HOME", "USER", "TERM", "LANG"
    env = {k: v for k, v in os.environ.items() if not k.startswith(left_out)} | {"LC_ALL": "C"}
    done = subprocess.run(["make", "--no-print-directory", *words], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_tree_works_in_a_folder_of_any_name(root, tmp_path, monkeypatch):
    tree = tmp_path / NAME
    shutil.copytree(root, tree, symlinks=True, ignore=shutil.ignore_patterns("build", ".git"))
    for name in "kernel", "user":
        shutil.copytree(f"{root}/build/{name}", tree / "build" / name)
    for name in ANEW:
        (tree / "build" / name).unlink()
    said = made(tree, "all")
    assert said.count("CC  ") == len(ANEW), said
    nm = subprocess.run([os.environ["CROSS"] + "nm", tree / "build/kernel.elf"], check=True, capture_output=True,
                        text=True).stdout
    for name, source in ("entry_syscall", "arch/x86/entry.S"), ("kernel_main", "main.c"):
        address = next(line.split()[0] for line in nm.splitlines() if line.endswith(" " + name))
        line = subprocess.run([os.environ["CROSS"] + "addr2line", "-e", tree / "build/kernel.elf", address], check=True,
                              capture_output=True, text=True).stdout
        assert line.startswith(f"./kernel/{source}:"), line

    (tmp_path / "Anna's programs, too").mkdir()
    (tmp_path / "Anna's programs, too/hi.c").write_text('#include <stdio.h>\nint main(void) { puts("hi"); }\n')
    shown = made(tree, "run", "EXTRA=../Anna's programs, too", "OUT=../Anna's results, here", "CMD=hi; echo x >/out/y")
    assert shown.endswith("hi\n")
    assert (tmp_path / "Anna's results, here/y").read_text() == "x\n"

    shown = made(tree, "run", f"KERNEL={tree}/build/kernel.elf", f"IMAGE={tree}/build/fs.img", "CMD=echo so")
    assert shown == "so\n"

    assert "no function is off by more than" in made(tree, "count", "CMD=primes 1000")

    for name in "KERNEL", "IMAGE":
        monkeypatch.delenv(name)
    (tmp_path / "for gdb, too").mkdir()
    _, at_main = session(tree, tmp_path / "for gdb, too", "tally-break seq:main\ncontinue\n", ["KARGS=run=true; seq 3"])
    assert "main (argc=2," in at_main and "user/bin/seq.c:" in at_main, at_main
