"""The hunts of doc/rewind.md: what a reader types is typed here, and what the page shows is seen."""

import fcntl
import glob
import os
import pathlib
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.needs("gdb", "git")

TOOLS = os.path.join(os.path.dirname(__file__), "../../tools")
HUNTS = ["A corrupted list", "A lost wake-up", "A leaked reference"]


class Typed:
    """A command of the page, and the lines below it."""

    def __init__(self, prompt, command):
        self.prompt, self.command, self.shows = prompt, command, []

    def check(self, screen):
        """Each line is there, after the one before it; gdb breaks lines where it pleases."""
        at, text = 0, "".join(screen.split())
        for line in self.shows:
            pattern = ".*?".join(re.escape("".join(part.split())) for part in line.split("..."))
            found = re.compile(pattern).search(text, at)
            assert found, f"{self.command}: {line!r} is not shown by\n{screen}"
            at = found.end()


def typed_in(page, title):
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)[1]
    found = []
    for line in re.findall(r"^    (.*)$", section, re.MULTILINE):
        prompt = re.match(r"\$ |\(gdb\) ", line)
        if prompt:
            found.append(Typed(prompt[0], line[prompt.end():]))
        else:
            found[-1].shows.append(line.strip())
    return found


@pytest.fixture(scope="module")
def page(root):
    with open(f"{root}/doc/rewind.md", encoding="utf-8") as file:
        return file.read()


@pytest.fixture
def copy(build):
    """The one copy of the tree, for one test at a time."""
    sys.path.insert(0, TOOLS)
    import patching

    with open(f"{build}/hunts.lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        copy = patching.Copy("hunts", "make")
        copy.bring_up_to_date()
        yield copy


def type_in_gdb(copy, commands):
    """What make rewind and each command printed."""
    mark = "== next =="
    script = "".join(f"echo {mark}\\n\n{each.command}\n" for each in commands)
    done = subprocess.run([sys.executable, "-IS", "tools/run", "rewind"], cwd=copy.folder, input=script,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.split(mark)


@pytest.mark.parametrize("title", HUNTS)
def test_a_hunt_goes_as_the_page_says(title, page, copy, build):
    patch, run, rewind, *in_gdb = typed_in(page, title)
    words = re.fullmatch(r"make run ((?:[A-Z]+=\S+ )*)CMD='(.*)'", run.command)
    settings = dict(word.split("=", 1) for word in words[1].split())
    path = os.path.join(os.path.dirname(__file__), "../..", patch.command.removeprefix("git apply "))
    assert rewind.command == "make rewind" and all(each.prompt == "(gdb) " for each in in_gdb)
    copy.apply(path)
    try:
        copy.build("kernel")
        done = copy.run(sys.executable, "-IS", "tools/run", "run", CMD=words[2], REWIND="1", LLVM="0",
                        DEBUG="0", KERNEL="build/kernel.elf", IMAGE=f"{build}/fs.img", **settings)
        run.check(done.stdout)
        screens = type_in_gdb(copy, in_gdb)
        assert len(screens) == len(in_gdb) + 1, screens
        for each, screen in zip([rewind, *in_gdb], screens):
            each.check(screen)
    finally:
        copy.apply(path, "--reverse")


def test_the_page_hunts_with_each_patch(page, root):
    patches = {typed_in(page, title)[0].command for title in HUNTS}
    assert patches == {f"git apply tests/hunts/{name}" for name in os.listdir(f"{root}/tests/hunts")}
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HUNTS


def test_the_page_names_a_test_of_a_lab(page, root):
    names = re.findall(r"make rewind T='(.*?)'", page)
    assert names
    tests = "".join(pathlib.Path(path).read_text(encoding="utf-8") for path in glob.glob(f"{root}/labs/*/lab.ini"))
    for name in names:
        assert re.search(rf"^{re.escape(name)} = ", tests, re.MULTILINE), name
