"""What the pages for students say to type and to change does what they say."""

import glob
import os
import re
import shutil
import sys
import textwrap

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))

import patching  # noqa: E402

pytestmark = pytest.mark.needs("git")


def page(name):
    with open(os.path.join(ROOT, "doc", name), encoding="utf-8") as file:
        return file.read()


def blocks(text):
    """The indented pieces of code of a page."""
    return [textwrap.dedent(block).strip("\n") for block in re.findall(r"(?:^ {7}.*\n|^\n(?= {7}))+", text, re.MULTILINE)]


def replace(copy, name, old, new, after=""):
    """Puts new where old stands first behind another text; without one, old is there just once."""
    path = os.path.join(copy.folder, name)
    with open(path, encoding="utf-8") as file:
        head, after, text = file.read().partition(after) if after else ("", "", file.read())
    assert after or text.count(old) == 1, (name, old)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + after + text.replace(old, new, 1))


def write(copy, name, text, mode="w"):
    with open(os.path.join(copy.folder, name), mode, encoding="utf-8") as file:
        file.write(text + "\n")


def outcome(copy, name, *words):
    done = copy.run("make", "test", f"T={name}", *words)
    return done.returncode, done.stdout


def leave_out_tests(copy, *kept):
    """No recipe needs tests and labs, which are most of the files that make compiles."""
    shutil.rmtree(os.path.join(copy.folder, "labs"))
    shutil.rmtree(os.path.join(copy.folder, "tests/guest/manuals"))
    for path in glob.glob(os.path.join(copy.folder, "tests/guest/*.c")):
        if os.path.relpath(path, copy.folder) not in kept:
            os.unlink(path)


def add_the_call(copy):
    line, handler, test = blocks(page("adding-a-syscall.md"))
    name = "kernel/include/abi/syscalls.h"
    with open(os.path.join(copy.folder, name), encoding="utf-8") as file:
        last = list(re.finditer(r"^ *CALL\((\d+),.*$", file.read(), re.MULTILINE))[-1]
    replace(copy, name, last[0], f"{last[0]} \\\n    " + line.replace("(N,", f"({int(last[1]) + 1},"))
    write(copy, "kernel/sys/sys_proc.c", "\n" + handler, "a")
    replace(copy, "kernel/sys/sys_proc.c", '#include "arch/usercopy.h"\n', '#include "arch/usercopy.h"\n#include "core/cpu.h"\n')
    write(copy, "tests/guest/cpu_count.c", test)


def add_the_device(copy):
    function, row = blocks(page("adding-a-device.md"))
    number, place = re.findall(r"`(#define DEV_LOCKED \d+|\{\"/dev/locked\".*?,)`", page("adding-a-device.md"))
    replace(copy, "kernel/include/abi/device.h", "#define DEV_NULL", f"{number}\n#define DEV_NULL")
    replace(copy, "kernel/dev/char.c", "static const struct char_device devices[]",
            f"{function}\n\nstatic const struct char_device devices[]")
    replace(copy, "kernel/dev/char.c", "    [DEV_NULL] =", f"    {row}\n    [DEV_NULL] =")
    replace(copy, "mkfs/mkfs.c", '        {"/dev/null"', f'        {place}\n        {{"/dev/null"')


def add_the_program(copy):
    write(copy, "user/bin/rate.c", blocks(page("adding-a-program.md"))[0])


def test_the_recipes():
    """In one copy, whose programs are all built anew if a call is added."""
    copy = patching.Copy("recipes", "make")
    copy.bring_up_to_date()
    test_of_tour = re.search(r"for `stat->.*?`, run `make test T=(\S+)`", page("tour.md"))[1]
    leave_out_tests(copy, test_of_tour)
    add_the_call(copy)
    add_the_device(copy)
    add_the_program(copy)
    for words in [], ["DEBUG=1"]:
        status, said = outcome(copy, "tests/guest/cpu_count.c", *words)
        assert status == 0 and "1 passed" in said, said
    done = copy.run("tools/run", "CMD=rate; echo a >/dev/locked", KERNEL="", IMAGE="")
    assert done.returncode == 1 and re.search(r"(?m)^\d+\n.*Operation not permitted", done.stdout), done.stdout
    replace(copy, "kernel/sys/sys_proc.c", "return cpu_count;", "return 2;")
    status, said = outcome(copy, "tests/guest/cpu_count.c")
    assert status == 2 and "1 failed" in said, said

    words = re.search(r"`make run (KARGS=panic) (CMD=true)`", page("tour.md")).groups()
    done = copy.run("make", "run", *words, KERNEL="", IMAGE="")
    assert done.returncode == 2 and "panic: the boot line asks for it" in done.stdout, done.stdout
    wrong, right = re.search(r"in `count\(\)` of `prof/prof.c` write\s+`(.*?)` for `(.*?)`", page("tour.md")).groups()
    replace(copy, "kernel/prof/prof.c", right, wrong, "static int count(")
    status, said = outcome(copy, test_of_tour)
    assert status == 2 and "1 failed" in said, said
