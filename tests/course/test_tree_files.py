"""Which files are the tree's (tools/course/tree.py): those that git tracks, and what was not added yet."""

import json
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import build as builds  # noqa: E402
import intake  # noqa: E402
import lab as labs  # noqa: E402
import tree  # noqa: E402
import trusted  # noqa: E402

pytestmark = pytest.mark.needs("git")

TRACKED = ["Makefile", "kernel/prof/prof.c", "labs/2-tick/lab.ini"]


def write(folder, names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(name))


@pytest.fixture
def folder(tmp_path):
    """A tree of which nothing is tracked yet."""
    write(tmp_path, TRACKED)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def add(folder):
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True)


def test_what_lies_in_the_tree_is_no_part_of_it(folder):
    add(folder)
    write(folder, ["lab5.tar.gz", "g.zip", "g.zip.7.new", "subs/alice/kernel/prof/prof.c",
                   "subs.grades/grades.csv", "doc.txt", "labs/lab5.tar.gz", "labs/all.ZIP"])
    subprocess.run(["git", "init", "-q", folder / "labs/starter-of-2"], check=True)
    write(folder, ["labs/starter-of-2/README.md"])
    assert tree.names(folder) == TRACKED


def test_what_was_not_added_yet_is_part_of_it_in_its_own_folders(folder):
    add(folder)
    write(folder, ["kernel/new.c", "labs/6-more/lab.ini"])
    os.unlink(folder / "labs/2-tick/lab.ini")
    assert tree.names(folder) == ["Makefile", "kernel/new.c", "kernel/prof/prof.c", "labs/6-more/lab.ini"]


def test_where_nothing_is_tracked_all_is_but_archives(folder):
    write(folder, ["lab5.tar.gz"])
    assert tree.names(folder) == TRACKED


def test_what_students_would_have_that_is_not_tracked_is_told(monkeypatch):
    lab = labs.find(ROOT, 2)
    new = {"doc/grades.csv", "kernel/prof/prof.c.orig", "subs/a", "tests/course/x.py", "labs/2-tick/right/x"}
    tracked = {"kernel/a.c", "doc/a", "tests/course/a.py", "labs/2-tick/lab.ini"}
    found = {"-c": tracked, "-o": new}
    monkeypatch.setattr(tree, "listed", lambda root, which, *_: found[which])
    assert tree.unasked(lab) == ["doc/grades.csv", "kernel/prof/prof.c.orig"]
    found["-c"] = set()
    assert tree.unasked(lab) == []


@pytest.mark.parametrize("tracked", [False, True])
def test_a_name_may_be_no_utf8(folder, tracked):
    name = os.fsdecode(b"kernel/\xff.c")
    add(folder)
    key = tree.key(folder)
    (folder / name).write_bytes(b"x")
    if tracked:
        add(folder)
    assert name in tree.names(folder) and tree.key(folder) != key
    tree.copy(folder, folder / "copy", lambda name: True)
    manifest = json.loads(json.dumps(tree.manifest(folder / "copy")))  # as it is kept
    assert name in manifest
    assert intake.read_submission(str(folder / "copy"), ["kernel/prof/prof.c"], manifest).notes == []


def test_of_a_lab_without_a_kernel_no_run_is_to_grade_one(tmp_path):
    """The workflow needs the result that make grade leaves in the others."""
    for number, there in (0, False), (2, True):
        target = tmp_path / str(number)
        tree.make_starter(labs.find(ROOT, number), str(target), {})
        assert (target / "HANDOUT.md").exists() and (target / ".github/workflows/grade.yml").exists() == there


def test_a_document_that_changes_is_new_in_what_students_begin_with_and_nothing_is_built(monkeypatch, tmp_path):
    build = builds.Build(labs.find(ROOT, 2))
    build.folder = str(tmp_path / "lab")
    document, built = ["old"], []
    monkeypatch.setattr(trusted, "make", lambda *_: None)
    monkeypatch.setattr(builds, "own_programs", lambda *_: set())
    monkeypatch.setattr(tree, "key", lambda root, folders="kernel": "kernel" if folders else document[0])
    monkeypatch.setattr(build, "make_parts", built.append)
    monkeypatch.setattr(build, "starter_manifest", lambda: {"README.md": document[0]})
    for document[0] in "old", "old", "new":
        build.prepare_alone(None)
        assert build.load("manifest.json") == {"README.md": document[0]}
    assert len(built) == 1
