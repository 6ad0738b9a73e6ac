"""Every patch of the tree fits the tree: one that does not is a mistake that nobody looks for any more.
A student's tree has neither these patches nor this folder."""

import glob
import os
import re
import runpy
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import lab as labs  # noqa: E402
import patches  # noqa: E402
import tree  # noqa: E402

Solution = runpy.run_path(os.path.join(ROOT, "tools/matrix"))["Patch"]
PATCHES = [name for pattern in ("tests/mutants", "tests/mistakes", "tests/hunts")
           for name in sorted(glob.glob(f"{pattern}/*.patch", root_dir=ROOT))]


@pytest.mark.needs("git")
def test_each_patch_applies():
    assert {os.path.dirname(name) for name in PATCHES} == {"tests/mutants", "tests/mistakes", "tests/hunts"}
    env = {**os.environ, "GIT_CEILING_DIRECTORIES": os.path.dirname(ROOT)}
    failed = [name for name in PATCHES
              if subprocess.run(["git", "apply", "--check", name], cwd=ROOT, env=env, capture_output=True).returncode]
    assert failed == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_each_patch_of_a_lab_applies(number, tmp_path):
    lab = labs.find(ROOT, number)
    tree.lay_starter(lab, str(tmp_path / "starter"))
    for kind in "wrong", "right":
        paths = glob.glob(os.path.join(ROOT, lab.folder, kind, "*.patch"))
        for path in paths:
            Solution(lab, path).submit(str(tmp_path / os.path.basename(path)))
        assert paths


TEXT = "one {\n  a;\n  b;\n}\n\ntwo {\n  a;\n  c;\n}\n"


def changed(folder, hunks, text=TEXT):
    (folder / "x.c").write_text(text)
    (folder / "x.patch").write_text("# what it is\n--- a/x.c\n+++ b/x.c\n" + hunks)
    assert patches.apply(str(folder / "x.patch"), str(folder)) == {"x.c"}
    return (folder / "x.c").read_text()


@pytest.mark.parametrize("hunks,made", [
    ("@@ -9,9 +9,9 @@\n-  b;\n+  B;\n }\n@@\n-  c;\n", "one {\n  a;\n  B;\n}\n\ntwo {\n  a;\n}\n"),
    ("@@\n two {\n-... 2 lines\n }\n", "one {\n  a;\n  b;\n}\n\ntwo {\n}\n"),
    ("@@\n-one {\n-... 2 lines\n-}\n\n+three\n", "\nthree\ntwo {\n  a;\n  c;\n}\n"),
])
def test_a_hunk_is_applied_where_it_fits(tmp_path, hunks, made):
    assert changed(tmp_path, hunks) == made


@pytest.mark.parametrize("hunks,places", [
    ("@@\n-  d;\n", 0), ("@@\n-;\n", 0), ("@@\n-  a;\n", 2), ("@@\n-  a;\n-... 1 lines\n-}\n", 2),
    ("@@\n-one {\n-... 3 lines\n-}\n", 0), ("@@\n-  c;\n@@\n-  b;\n", 1),
    ("@@\n   a;\n-  b;\n@@\n-  b;\n }\n", 1),
])
def test_a_hunk_that_fits_not_one_place_behind_the_one_before_is_told(tmp_path, hunks, places):
    with pytest.raises(labs.Failure, match=rf"x.patch:[467]: must fit x.c at one place, .* fits at {places} \(doc/"):
        changed(tmp_path, hunks)
    assert (tmp_path / "x.c").read_text() == TEXT


def test_a_patch_without_changes_is_told(tmp_path):
    (tmp_path / "x.patch").write_text("# nothing\n")
    with pytest.raises(labs.Failure, match="x.patch: changes no file"):
        patches.read(str(tmp_path / "x.patch"))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_each_test_of_a_lab_has_a_wrong_solution_that_loses_it(number):
    lab, lost = labs.find(ROOT, number), set()
    for path in glob.glob(os.path.join(ROOT, lab.folder, "wrong/*.patch")):
        with open(path, encoding="utf-8") as file:
            lost.update(re.search(r"^# loses: (.*)$", file.read(), re.MULTILINE)[1].split(", "))
    assert {test.name for test in lab.tests if not test.is_canary} == lost
