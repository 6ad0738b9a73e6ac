"""What the students of a lab begin with: make handout."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import lab as labs  # noqa: E402

pytestmark = pytest.mark.needs("git", "bwrap")

NUMBERS = sorted(labs.folders(ROOT))


def handout(*words):
    return subprocess.run([os.path.join(ROOT, "tools/handout"), *map(str, words)], capture_output=True,
                          text=True)


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


@pytest.fixture(scope="session", params=NUMBERS)
def starter(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("handout") / "starter"
    done = handout(request.param, folder)
    assert done.returncode == 0, done.stderr
    return labs.find(ROOT, request.param), str(folder)


def test_it_has_no_solution_of_its_own_lab_or_a_later_one(starter):
    lab, folder = starter
    for number in NUMBERS:
        other = labs.find(ROOT, number)
        for name in other.files:
            if number < lab.number and number > 0:
                same = name not in [each for n in NUMBERS if n >= lab.number
                                    for each in labs.find(ROOT, n).files]
                assert (read(folder, name) == read(ROOT, name)) == same
            elif number >= max(lab.number, 1):
                assert read(folder, name) != read(ROOT, name)
    listed = git(folder, "ls-files").splitlines()
    for name in listed:
        assert not name.endswith("instructor.md")
        assert not name.startswith(("tests/mutants/", "tests/course/", "tools/class"))
        assert "/wrong/" not in name and "/right/" not in name and "/starter/" not in name
        assert not name.endswith("/starter.patch")
        assert not name.startswith("labs/") or not name[5].isdigit() or name.startswith(lab.folder)


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True,
                          check=True).stdout


def test_hidden_tests_are_not_in_it(starter):
    lab, folder = starter
    hidden = {test.program for test in lab.tests if test.group.endswith(labs.HIDDEN)} - \
        {test.program for test in lab.tests if not test.group.endswith(labs.HIDDEN)}
    listed = git(folder, "ls-files")
    for program in hidden:
        assert f"/{program}.c" not in listed
    ini = read(folder, lab.folder, "lab.ini")
    assert labs.HIDDEN not in ini
    assert sum(test.points for test in lab.tests if not test.group.endswith(labs.HIDDEN)) == \
        sum(test.points for test in labs.Lab(folder, lab.folder).tests)


def test_it_begins_with_the_handout_and_one_commit(starter):
    lab, folder = starter
    assert read(folder, "HANDOUT.md") == read(ROOT, lab.handout)
    assert git(folder, "log", "--format=%s").splitlines() == [f"Lab {lab.number}: {lab.title}"]
    assert git(folder, "status", "--porcelain") == ""


def make(folder, *words):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS")) and k != "T"}
    return subprocess.run(["make", *words], cwd=folder, env=env, capture_output=True, text=True,
                          check=True).stdout


def test_each_target_that_its_help_names_has_its_program(starter):
    _, folder = starter
    targets = re.findall(r"^  make ([a-z-]+)", make(folder, "help"), re.MULTILINE)
    assert {"qemu", "setup", "grade", "test"} < set(targets)
    assert not {"handout", "mutants", "matrix", "conformance", "bench"} & set(targets)
    started = set(re.findall(r"(?<![\w./+-])(?:tools|tests)/[\w./-]+", make(folder, "-n", *targets)))
    assert {"tools/run", "tools/setup", "tools/grade"} < started
    assert [name for name in started if not os.path.exists(os.path.join(folder, name))] == []


def test_the_points_of_a_lab_are_a_hundred():
    for number in NUMBERS:
        lab = labs.find(ROOT, number)
        assert sum(test.points for test in lab.tests) == labs.FULL
        handout_text = read(ROOT, lab.handout)
        for group in lab.groups:
            if group != labs.CANARIES and not group.endswith(labs.HIDDEN):
                assert f"\n## {group}\n" in handout_text or f"\n### {group}\n" in handout_text, group


def test_it_is_the_same_each_time(tmp_path):
    number = NUMBERS[-1]
    commits = []
    for name in "one", "two":
        assert handout(number, tmp_path / name).returncode == 0
        commits.append(git(tmp_path / name, "rev-parse", "HEAD"))
    assert commits[0] == commits[1]
    done = handout(number, tmp_path / "lab.tar.gz")
    assert done.returncode == 0, done.stderr
    with tarfile.open(tmp_path / "lab.tar.gz") as tar:
        names = tar.getnames()
    assert "lab/HANDOUT.md" in names and "lab/.git/HEAD" in names


@pytest.mark.parametrize("words,said", [
    (["9", "/tmp/never"], "LAB=9: must be one of"),
    (["x", "/tmp/never"], "LAB=x: must be one of"),
    ([NUMBERS[-1], "/tmp"], "TO=/tmp: is there already"),
    (["", ""], "say which lab and where to: make handout LAB=2 TO=DIR"),
])
def test_bad_words_are_told(words, said):
    done = handout(*words)
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("to", ["starter", "starter.tar"])
def test_a_part_of_it_is_not_left(tmp_path, to):
    (tmp_path / "git").write_text("#!/bin/sh\n"
                                  "test $1 != commit || { kill -INT $PPID; exec sleep 60; }\n"
                                  f"exec {shutil.which('git')} \"$@\"\n")
    (tmp_path / "git").chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    # Whoever runs the tests may have had it ignored, as a shell does for what it starts with `&'.
    done = subprocess.run([f"{ROOT}/tools/handout", str(NUMBERS[-1]), tmp_path / to], env=env, capture_output=True,
                          text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert (done.returncode, done.stderr) == (2, "handout: interrupted\n"), done
    assert sorted(os.listdir(tmp_path)) == ["git"]
