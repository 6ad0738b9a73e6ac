"""What a lab begins with is the tree's own code but for what is to be written, and stays so; and its
handout says what it is graded by."""

import os
import re
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import build as builds  # noqa: E402
import lab as labs  # noqa: E402
import patches  # noqa: E402
import tree  # noqa: E402


def read(name):
    with open(os.path.join(ROOT, name), "rb") as file:
        return file.read()


def test_no_starter_has_a_file_of_the_solution(tmp_path):
    for number in sorted(labs.folders(ROOT))[1:]:
        lab = labs.find(ROOT, number)
        tree.lay_starter(lab, str(tmp_path / lab.name))
        assert [name for name in lab.files if (tmp_path / lab.name / name).read_bytes() == read(name)] == []


def test_a_file_that_a_starter_does_not_change_is_told(tmp_path):
    lab = labs.find(ROOT, 3)
    lab.files = [*lab.files, "kernel/prof/table.c"]
    with pytest.raises(labs.Failure, match="does not change kernel/prof/table.c, so students would have the solution"):
        tree.lay_starter(lab, str(tmp_path))


def test_a_starter_whose_source_has_changed_is_told(tmp_path):
    lab = labs.find(ROOT, 1)
    for name in *lab.files, f"{lab.folder}/lab.ini", f"{lab.folder}/{tree.PATCH}":
        tree.put(os.path.join(ROOT, name), str(tmp_path / "root" / name))
    source = tmp_path / "root" / lab.files[0]
    (_, lines), *_ = patches.read(os.path.join(ROOT, lab.folder, tree.PATCH))[lab.files[0]]
    kept = next(line[1:] for line in lines if line.startswith(" ") and line.strip())
    source.write_text(source.read_text().replace(f"\n{kept}\n", f"\n{kept} changed\n"))
    with pytest.raises(labs.Failure, match=r"starter.patch:3: must fit kernel/prof/bin.h at one place.* at 0 "):
        tree.lay_starter(labs.Lab(str(tmp_path / "root"), lab.folder), str(tmp_path / "to"))


@pytest.mark.needs("git", "bwrap")
def test_prof_says_that_a_starters_kernel_takes_no_stacks(machine, tmp_path):
    """Lab 4's, which has all but lab 5."""
    build = builds.Build(labs.find(ROOT, 4))
    build.base = str(tmp_path / "base")
    build.make_base()
    for option in "--tree", "--folded":
        done = machine.run(f"prof {option} primes 20000", det=1, kernel=build.base + "/build/kernel.elf")
        assert "ticks without a stack: this kernel takes no stack samples (lab 5).\n" in done.stdout + done.stderr, done
    env = {**os.environ, "KERNEL": build.base + "/build/kernel.elf", "OUT": str(tmp_path)}
    done = subprocess.run([ROOT + "/tools/run", "flame", "DET=1", "CMD=primes 20000"], env=env, capture_output=True,
                          text=True)
    assert done.returncode == 0, done
    report = (tmp_path / "prof.txt").read_text()
    assert "times_modulo" in report and "This kernel takes no call stacks (lab 5): the page has" in report
    assert re.search(r'[\[,]0,"times_modulo",\d+,0,0,', (tmp_path / "flame.html").read_text())
    done = subprocess.run([ROOT + "/tools/run", "demo"], env=env, capture_output=True, text=True)
    assert done.returncode == 1 and "no flame graphs before lab 5 is done" in done.stderr, done


def test_a_submission_brings_all_files_in_which_the_solution_is():
    """A submission can read the other files of the tree that it is compiled in."""
    for number in sorted(labs.folders(ROOT))[1:]:
        lab = labs.find(ROOT, number)
        assert patches.read(os.path.join(ROOT, lab.folder, tree.PATCH)).keys() == set(lab.files), lab.name


OF_TESTS = r"(\d+) of the 100 are for tests that you have"
OF_WITNESSES = r"witness tests, worth (\d+) points"


def handout_of(lab):
    with open(os.path.join(ROOT, lab.handout), encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("pattern", [OF_TESTS, OF_WITNESSES])
def test_there_is_a_handout_that_says_how_many_points_are_for_some_tests(pattern):
    assert any(re.search(pattern, handout_of(labs.find(ROOT, number))) for number in labs.folders(ROOT))


@pytest.mark.parametrize("number", labs.folders(ROOT))
def test_a_handout_says_what_it_is_graded_by(number):
    lab = labs.find(ROOT, number)
    text = handout_of(lab)
    points = {group.removesuffix(labs.HIDDEN): sum(test.points for test in tests)
              for group, tests in lab.groups.items() if group != labs.CANARIES}
    assert sum(points.values()) == labs.FULL
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    assert set(points) <= set(headings)
    rows = {what.partition(",")[0]: int(n) for what, n in re.findall(r"^\| ([^|]+) \| (\d+) \|", text, re.MULTILINE)
            if what.partition(",")[0] in points}
    assert rows in ({}, points), "a handout need not have the table, as the report of make grade names the points"
    hidden = sum(test.points for test in lab.tests if test.group.endswith(labs.HIDDEN))
    for said in re.findall(OF_TESTS, text):
        assert int(said) == labs.FULL - hidden
    for said in re.findall(OF_WITNESSES, text):
        assert int(said) == sum(test.points for test in lab.tests if test.is_witness)
