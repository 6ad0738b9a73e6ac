"""What Gradescope and GitHub are given: an autograder's zip, and a starter's workflow."""

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree
import zipfile

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sample import ROOT, sample  # noqa: E402
import classroom  # noqa: E402
import intake  # noqa: E402
import results  # noqa: E402

pytestmark = pytest.mark.needs("git")

STAND_IN = os.path.join(ROOT, "tests/course/stand_in.py")
WORKFLOW = os.path.join(ROOT, "labs/starter-files/.github/workflows/grade.yml")


# --- Gradescope -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    path = tmp_path_factory.mktemp("zip") / "lab.zip"
    done = subprocess.run([os.path.join(ROOT, "tools/class"), "gradescope", "--lab", "1", "--out", path],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize("out, why", [("none/x.zip", "No such file"), ("folder", "Is a directory"),
                                      ("file/x.zip", "Not a directory")])
def test_where_no_zip_can_be_written_a_line_says_so(tmp_path, out, why):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    words = ["gradescope", "--lab", "1", "--out", tmp_path / out]
    done = subprocess.run([os.path.join(ROOT, "tools/class"), *words], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"class: --out {tmp_path / out}: {why}") and done.stderr.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"] and os.listdir(tmp_path / "folder") == []


@pytest.fixture
def autograder(archive, tmp_path):
    """/autograder, as Gradescope makes it of the zip: with unzip's modes."""
    top = tmp_path / "autograder"
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(top / "source")
        for entry in opened.infolist():
            os.chmod(top / "source" / entry.filename, entry.external_attr >> 16 & 0o777)
    shutil.copy2(top / "source/run_autograder", top)
    (top / "results").mkdir()
    (top / "submission").mkdir()
    return top


def run(top, program, **env):
    return subprocess.run([top / program], capture_output=True, text=True, cwd=top,
                          env={**os.environ, "AUTOGRADER": str(top), "GRADER": STAND_IN, **env})


def test_the_zip_has_what_gradescope_looks_for_at_its_top(archive):
    with zipfile.ZipFile(archive) as opened:
        assert opened.testzip() is None
        modes = {entry.filename: entry.external_attr >> 16 & 0o111 for entry in opened.infolist()}
        assert opened.read("lab") == b"1\n"
    assert modes["setup.sh"] and modes["run_autograder"] and modes["tally/tools/grade"]
    assert "tally/kernel/prof/prof.c" in modes and "tally/labs/1-bin/lab.ini" in modes
    assert not [name for name in modes if name.startswith(("tally/build/", "tally/.git/"))]


def test_the_same_tree_gives_the_same_zip(archive, tmp_path):
    again = tmp_path / "again.zip"
    subprocess.run([os.path.join(ROOT, "tools/class"), "gradescope", "--lab=1", f"--out={again}"],
                   check=True, stdout=subprocess.DEVNULL)
    assert again.read_bytes() == archive.read_bytes()


def test_a_submission_has_its_results(autograder):
    (autograder / "submission/lost").write_text("witness_loop\n")
    assert run(autograder, "source/setup.sh").returncode == 0
    done = run(autograder, "run_autograder")
    assert done.returncode == 0, done.stderr
    want = sample("submission", lost=["witness_loop"])
    lab = classroom.find_lab(1)
    want["lab"], want["fingerprint"] = lab.name, intake.fingerprint(lab.files, {})
    assert json.loads((autograder / "results/results.json").read_text()) == results.to_gradescope(want)


@pytest.mark.parametrize("what, text", [("status", "2"), ("signal", "9"), ("writes", "{")])
def test_a_grader_that_fails_gives_no_points(autograder, what, text):
    (autograder / "submission" / what).write_text(text)
    assert run(autograder, "run_autograder").returncode != 0
    assert os.listdir(autograder / "results") == []


def test_an_image_that_cannot_grade_is_not_made(autograder):
    assert run(autograder, "source/setup.sh", STAND_IN="not ready").returncode != 0


# --- GitHub -----------------------------------------------------------------------------------


def steps():
    """The shell text of each `run:`, by the step's name."""
    with open(WORKFLOW, encoding="utf-8") as file:
        parts = re.split(r"^      - ", file.read(), flags=re.MULTILINE)[1:]
    for part in parts:
        found = re.fullmatch(r"name: (\w+)\n(?:        if: .*\n)?        run: (?:\|\n)?(.*)", part,
                             re.DOTALL)
        if found:
            yield found.group(1), re.sub("^ {10}", "", found.group(2), flags=re.MULTILINE)


def test_the_workflow_grades_and_reports(tmp_path):
    """Its steps, run as GitHub does; make is a stand-in that has a result."""
    for path in ("tools/course/results.py", "tools/course/lab.py", "labs/result.schema.json"):
        os.makedirs(tmp_path / os.path.dirname(path), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, path), tmp_path / path)
    (tmp_path / "made.json").write_bytes(results.dump(sample(lost=["witness_loop"])))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/make").write_text('#!/bin/sh\necho "$@" >>asked\n'
                                       '[ "$1" != grade ] || { mkdir build; cp made.json build/grade.json; }\n')
    (tmp_path / "bin/make").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
           "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    found = dict(steps())
    assert list(found) == ["Install", "Grade", "Report"]
    for text in found.values():
        subprocess.run(["bash", "-e", "-c", text], cwd=tmp_path, env=env, check=True)
    assert (tmp_path / "asked").read_text().splitlines() == ["setup", "grade"]
    assert (tmp_path / "summary").read_text() == f"```\n{results.to_text(sample(lost=['witness_loop']))}```\n"
    top = xml.etree.ElementTree.parse(tmp_path / "build/grade.xml").getroot()
    assert (top.get("tests"), top.get("failures")) == ("5", "1")


def test_make_has_the_targets_that_the_workflow_types():
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        makefile = file.read()
    typed = {word for text in dict(steps()).values() for word in re.findall(r"\bmake (\w+)", text)}
    assert typed == {"setup", "grade"}
    assert all(re.search(f"^{target}:", makefile, re.MULTILINE) for target in typed)
