"""Every patch of the tree fits the tree: one that does not is a mistake that nobody looks for any more.
A student's tree has neither these patches nor this folder."""

import glob
import os
import re
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import lab as labs  # noqa: E402

PATCHES = [name for pattern in ("tests/mutants", "tests/mistakes", "tests/hunts", "labs/*/wrong", "labs/*/right")
           for name in sorted(glob.glob(f"{pattern}/*.patch", root_dir=ROOT))]


@pytest.mark.needs("git")
def test_each_patch_applies():
    solutions = {f"{lab}/{kind}" for lab in glob.glob("labs/[1-9]-*", root_dir=ROOT) for kind in ("wrong", "right")}
    assert {os.path.dirname(name) for name in PATCHES} == {"tests/mutants", "tests/mistakes", "tests/hunts", *solutions}
    env = {**os.environ, "GIT_CEILING_DIRECTORIES": os.path.dirname(ROOT)}
    failed = [name for name in PATCHES
              if subprocess.run(["git", "apply", "--check", name], cwd=ROOT, env=env, capture_output=True).returncode]
    assert failed == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_each_test_of_a_lab_has_a_wrong_solution_that_loses_it(number):
    lab, lost = labs.find(ROOT, number), set()
    for path in glob.glob(os.path.join(ROOT, lab.folder, "wrong/*.patch")):
        with open(path, encoding="utf-8") as file:
            lost.update(re.search(r"^# loses: (.*)$", file.read(), re.MULTILINE)[1].split(", "))
    assert {test.name for test in lab.tests if not test.is_canary} == lost
