"""What is taken from a submission (tools/course/intake.py): the lab's files, whatever they come in; and
that each thing that can be wrong with one is a line in the report."""

import hashlib
import io
import lzma
import os
import pathlib
import random
import resource
import shlex
import shutil
import socket
import struct
import subprocess
import sys
import tarfile
import tempfile
import tracemalloc
import zipfile

import pytest

from conftest import need

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools/course"))
import archive
import intake
import sandbox

USER = 12345  # neither root nor nobody
TICK, STACKS = "kernel/prof/prof.c", "kernel/prof/stacks.c"
LAB = [TICK]
TREE = {"Makefile": b"all:\n", "README.md": b"# Tally\n", TICK: b"starter\n",
        "kernel/prof/prof.h": b"header\n", "user/bin/cat.c": b"cat\n"}
STARTER = {name: hashlib.sha256(data).hexdigest() for name, data in TREE.items()}
SOLVED = dict(TREE, **{TICK: b"solved\n"})


def read(path, lab=LAB, **limits):
    return intake.read_submission(str(path), lab, STARTER, **limits)


def taken(path, **limits):
    """Its file, when there is nothing to say."""
    submission = read(path, **limits)
    assert (submission.problem, submission.notes) == ("", [])
    return submission.files


def problem(path, **limits):
    submission = read(path, **limits)
    assert submission.files == {}
    return submission.problem


def write(folder, files):
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.fixture
def folder(tmp_path):
    return write(tmp_path / "alice", SOLVED)


def git(folder, *words):
    need("git", "bwrap")  # the tree's tools start it in the sandbox
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main",
                "-c", "safe.directory=*"]
    return subprocess.run(["git", *identity, "-C", str(folder), *words], check=True,
                          capture_output=True).stdout


def commit(folder):
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "solved")


# --- what it comes in ------------------------------------------------------------------------------


def make_tar(path, files, mode="w", form=tarfile.PAX_FORMAT, top=""):
    with tarfile.open(path, mode, format=form) as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(top + name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def make_zip(path, files, method=zipfile.ZIP_DEFLATED, top=""):
    with zipfile.ZipFile(path, "w", method) as zip_file:
        for name, data in files.items():
            zip_file.writestr(top + name, data)
    return path


FORMS = {
    "folder": lambda to, top: write(to / "f", {top + k: v for k, v in SOLVED.items()}),
    "tar": lambda to, top: make_tar(to / "x.tar", SOLVED, top=top),
    "gnu": lambda to, top: make_tar(to / "x.tar", SOLVED, form=tarfile.GNU_FORMAT, top=top),
    "ustar": lambda to, top: make_tar(to / "x.tar", SOLVED, form=tarfile.USTAR_FORMAT, top=top),
    "gz": lambda to, top: make_tar(to / "x.tgz", SOLVED, "w:gz", top=top),
    "xz": lambda to, top: make_tar(to / "x.tar.xz", SOLVED, "w:xz", top=top),
    "bz2": lambda to, top: make_tar(to / "x.tar.bz2", SOLVED, "w:bz2", top=top),
    "zip": lambda to, top: make_zip(to / "x.zip", SOLVED, top=top),
    "stored": lambda to, top: make_zip(to / "x.zip", SOLVED, zipfile.ZIP_STORED, top=top),
    "no suffix": lambda to, top: make_tar(to / "upload", SOLVED, "w:gz", top=top),
}


@pytest.mark.parametrize("top", ["", "./", "alice/", "a b/c/", "x" * 120 + "/"])
@pytest.mark.parametrize("form", FORMS)
def test_the_labs_file_is_taken_from(tmp_path, form, top):
    assert taken(FORMS[form](tmp_path, top)) == {TICK: b"solved\n"}


@pytest.mark.parametrize("tool", ["tar -cf", "tar -czf", "tar --format=v7 -cf", "tar --format=posix -cf",
                                  "tar --format=oldgnu -cf", "tar --format=ustar -cJf"])
def test_it_is_taken_from_what_gnu_tar_makes(folder, tool):
    path = str(folder) + ".tar"
    subprocess.run([*tool.split(), path, folder.name], cwd=folder.parent, check=True)
    assert taken(path) == {TICK: b"solved\n"}


def test_several_files_are_in_the_labs_order(folder):
    write(folder, {STACKS: b"stacks\n"})
    files = read(folder, [STACKS, TICK]).files
    assert list(files.items()) == [(STACKS, b"stacks\n"), (TICK, b"solved\n")]


def test_only_the_labs_file_is_enough(tmp_path):
    assert taken(write(tmp_path / "a", {TICK: b"solved\n"})) == {TICK: b"solved\n"}


def test_a_file_without_its_folders_is_taken_for_the_labs(tmp_path):
    write(tmp_path / "a", {"prof.c": b"solved\n"})
    for path in tmp_path / "a", tmp_path / "a/prof.c":
        assert read(path).files == {TICK: b"solved\n"}
    assert read(tmp_path / "a").notes == [f"prof.c: taken as {TICK}"]


def test_a_tree_is_found_in_the_folders_that_its_owner_has_it_in(tmp_path):
    below = "home/alice/lectures/2026/os/labs/two/tally/"
    assert read(make_tar(tmp_path / "x.tar", {below + TICK: b"solved\n"})).files == {TICK: b"solved\n"}


def test_an_archive_alone_in_a_folder_is_read(tmp_path):
    (tmp_path / "a").mkdir()
    make_zip(tmp_path / "a/work.zip", SOLVED)
    submission = read(tmp_path / "a")
    assert (submission.files, submission.notes) == ({TICK: b"solved\n"}, ["taken from work.zip"])


def test_a_zip_with_backslashes_is_read(tmp_path):
    files = {name.replace("/", "\\"): data for name, data in {"a/" + TICK: b"solved\n"}.items()}
    assert taken(make_zip(tmp_path / "x.zip", files)) == {TICK: b"solved\n"}


def test_a_zip_with_long_numbers_is_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as zip_file:
        with zip_file.open(TICK, "w", force_zip64=True) as file:
            file.write(b"solved\n")
    assert taken(tmp_path / "x.zip") == {TICK: b"solved\n"}


def test_a_large_file_is_read_whole(tmp_path):
    data = random.Random(1).randbytes(100000).hex().encode()
    for make in make_tar, make_zip:
        assert taken(make(tmp_path / "x", {TICK: data})) == {TICK: data}


# --- git -------------------------------------------------------------------------------------------


@pytest.fixture(params=[None, USER] if os.geteuid() == 0 else [None], ids=lambda user: user or "self")
def as_user(request):
    """Calls a function in a process of the user's, who owns the folder; the sandbox is used there."""

    def call(folder, function):
        if request.param is None:
            return function()
        for path, _, names in os.walk(folder):
            for name in [path] + [os.path.join(path, name) for name in names]:
                os.chown(name, request.param, request.param, follow_symlinks=False)
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setgid(request.param)
                os.setuid(request.param)
                with open(write_end, "w", encoding="utf-8") as file:
                    file.write(repr(function()))
            finally:
                os._exit(0)
        os.close(write_end)
        with open(read_end, encoding="utf-8") as file:
            text = file.read()
        os.waitpid(child, 0)
        return eval(text, {"Submission": intake.Submission})

    return call


@pytest.fixture
def open_folder():
    """A folder of submissions that every user can reach, with one in it."""
    top = tempfile.mkdtemp(prefix="tally-test-")
    os.chmod(top, 0o755)
    path = os.path.join(top, "alice")
    yield write(pathlib.Path(path), SOLVED)
    shutil.rmtree(top)


def test_a_clones_work_tree_is_taken_not_its_commit(folder):
    commit(folder)
    (folder / TICK).write_bytes(b"not committed\n")
    assert taken(folder) == {TICK: b"not committed\n"}


@pytest.mark.parametrize("kind", ["bundle HEAD", "bundle main", "bare", "packed bare", "bare without a HEAD"])
def test_the_last_commit_is_taken_from_a(open_folder, as_user, kind):
    commit(open_folder)
    top = open_folder.parent
    path = str(top / "handed-in")
    if kind.startswith("bundle"):
        git(open_folder, "bundle", "create", path, kind.split()[1])
    else:
        git(top, "clone", "-q", "--bare", str(open_folder), path)
        if kind == "packed bare":
            git(path, "repack", "-adq")
            git(path, "pack-refs", "--all")
        if kind == "bare without a HEAD":  # as where `git init --bare` says master, and main was pushed
            git(path, "symbolic-ref", "HEAD", "refs/heads/none")
    assert as_user(top, lambda: read(path)) == intake.Submission({TICK: b"solved\n"}, [], "")


def test_in_a_repository_what_else_was_changed_is_named(open_folder):
    write(open_folder, {"Makefile": b"changed\n", "extra/a": b"", "extra/b": b""})
    os.symlink("/etc/passwd", open_folder / "link")
    commit(open_folder)
    git(open_folder, "bundle", "create", "../b", "HEAD")
    assert read(open_folder.parent / "b").notes == [
        "Makefile: changed, not used", "link: a link, not used", "extra/: added (2 files), not used"]


@pytest.fixture
def marker():
    path = tempfile.mktemp(prefix="tally-marker-")
    yield path
    if os.path.exists(path):
        os.unlink(path)


def test_a_repositorys_programs_are_not_run(folder, marker):
    commit(folder)
    git(folder, "config", "core.fsmonitor", f"touch {shlex.quote(marker)}; false")
    git(folder, "config", "core.pager", f"touch {shlex.quote(marker)}")
    for name in os.listdir(folder / ".git/hooks") + ["post-checkout", "post-index-change"]:
        hook = folder / ".git/hooks" / name.replace(".sample", "")
        hook.write_text(f"#!/bin/sh\ntouch {shlex.quote(marker)}\n", encoding="utf-8")
        hook.chmod(0o755)
    assert taken(folder) == {TICK: b"solved\n"}
    shutil.copytree(folder / ".git", folder.parent / "bare")
    git(folder.parent / "bare", "config", "core.bare", "true")
    assert read(folder.parent / "bare").files == {TICK: b"solved\n"}
    assert not os.path.exists(marker)
    git(folder, "status")  # which does run them
    assert os.path.exists(marker)


def test_a_repository_does_not_reach_anothers_objects(folder, tmp_path):
    commit(folder)
    git(tmp_path, "clone", "-q", "--bare", "--shared", str(folder), "bare")
    assert git(tmp_path / "bare", "show", "HEAD:" + TICK) == b"solved\n"
    assert problem(tmp_path / "bare").startswith("the git repository cannot be read")


def test_a_git_file_that_points_elsewhere_is_not_followed(folder, tmp_path):
    commit(write(tmp_path / "other", {"secret": b""}))
    (folder / ".git").write_text(f"gitdir: {tmp_path}/other/.git\n", encoding="utf-8")
    assert taken(folder) == {TICK: b"solved\n"}


def test_a_bundle_that_is_cut_or_empty_is_a_problem(folder, tmp_path):
    commit(folder)
    git(folder, "bundle", "create", str(tmp_path / "b"), "HEAD")
    data = (tmp_path / "b").read_bytes()
    for size in len(data) // 2, len(data) - 30, 40, 16:
        (tmp_path / "b").write_bytes(data[:size])
        assert problem(tmp_path / "b").startswith("the git ")


@pytest.mark.parametrize("name", [TICK, "Makefile"])
@pytest.mark.parametrize("content", [None, b"", b"garbage"])
def test_a_repository_without_one_of_its_objects_is_a_problem(folder, tmp_path, name, content):
    commit(folder)
    git(tmp_path, "clone", "-q", "--bare", str(folder), "bare")
    digest = git(folder, "rev-parse", "HEAD:" + name).decode().strip()
    path = tmp_path / "bare/objects" / digest[:2] / digest[2:]
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert problem(tmp_path / "bare").startswith("the git repository ")


def test_an_empty_bare_repository_is_a_problem(tmp_path):
    git(tmp_path, "init", "-q", "--bare", "bare")
    assert problem(tmp_path / "bare") == "the git repository cannot be read: no commit"


def test_a_bundle_of_several_branches_without_a_head_is_a_problem(folder, tmp_path):
    commit(folder)
    git(folder, "branch", "-m", "one")
    git(folder, "branch", "two")
    git(folder, "bundle", "create", str(tmp_path / "b"), "--branches")
    assert "has no HEAD" in problem(tmp_path / "b")
    git(folder, "bundle", "create", str(tmp_path / "b"), "one")
    assert taken(tmp_path / "b") == {TICK: b"solved\n"}


# --- what else was changed -------------------------------------------------------------------------


def test_other_changes_are_named_and_not_used(folder):
    write(folder, {"Makefile": b"evil:\n", "tools/grade.ini": b"", "user/bin/mine.c": b"",
                   "mine/a": b"", "mine/b/c": b"", "TEST": b""})
    os.unlink(folder / "README.md")
    os.symlink("/etc/passwd", folder / "user/passwd")
    os.mkfifo(folder / "user/pipe")
    submission = read(folder)
    assert (submission.problem, submission.files) == ("", {TICK: b"solved\n"})
    assert submission.notes == [
        "Makefile: changed, not used", "user/passwd: a link to /etc/passwd, not used",
        "user/pipe: a pipe, not used", "TEST: added, not used", "mine/: added (2 files), not used",
        "tools/: added (1 files), not used", "user/bin/mine.c: added, not used",
        "README.md: removed; the original one is used"]


def test_many_notes_are_counted(folder):
    write(folder, {f"new{number:03}": b"" for number in range(500)})
    notes = read(folder).notes
    assert len(notes) == intake.NOTES_MOST + 1 and notes[-1] == "and 440 more notes"


def test_many_removed_files_are_one_note(tmp_path):
    names = {f"user/{number}.c": "00" for number in range(50)}
    write(tmp_path / "a", {TICK: b"solved\n", "Makefile": b"all:\n"})
    submission = intake.read_submission(str(tmp_path / "a"), LAB, dict(STARTER, **names))
    assert submission.notes == ["53 files of the starter are not there; the original ones are used"]


# --- what can be wrong with the lab's file ---------------------------------------------------------


@pytest.mark.parametrize("data, note", [
    (b"int a;\r\nint b;\r\n", "lines end with CR LF"),
    (b"\xef\xbb\xbfint a;\n", "begins with a byte order mark"),
    (b"int a;\0\n", "has NUL bytes"),
    ("int a;\n".encode("utf-16"), "is UTF-16, which no compiler reads; save it as UTF-8"),
    (b" \n", "empty"),
    (b"", "empty"),
])
def test_odd_contents_are_kept_and_noted(folder, data, note):
    (folder / TICK).write_bytes(data)
    submission = read(folder)
    assert (submission.files, submission.notes) == ({TICK: data}, [f"{TICK}: {note}"])


def test_a_file_of_just_the_limit_is_taken(folder):
    (folder / TICK).write_bytes(b"x" * 1000)
    assert taken(folder, limit=1000) == {TICK: b"x" * 1000}
    assert problem(folder, limit=999) == f"{TICK}: has 1 kB, and may have 999 bytes"


def hole(path, size):
    with open(path, "wb") as file:
        file.truncate(size)


def test_ten_gigabytes_are_not_read(folder, tmp_path):
    hole(folder / "big", 10 << 30)
    assert read(folder).files == {TICK: b"solved\n"}
    hole(folder / "README.md", 10 << 30)
    assert "README.md: changed, not used" in read(folder).notes
    hole(folder / TICK, 10 << 30)
    assert problem(folder) == f"{TICK}: has 10.7 GB, and may have 262 kB"
    hole(tmp_path / "x.tar", 10 << 30)
    assert problem(tmp_path / "x.tar").startswith("the archive has 10.7 GB")
    make_zip(tmp_path / "x.zip", SOLVED)
    os.truncate(tmp_path / "x.zip", 10 << 30)
    assert problem(tmp_path / "x.zip").startswith("the archive has 10.7 GB")


def replaced(folder, make):
    os.unlink(folder / TICK)
    make(str(folder / TICK))
    return folder


def make_socket(path):
    here = os.getcwd()
    os.chdir(os.path.dirname(path))  # the name of a socket may have 107 bytes
    try:
        socket.socket(socket.AF_UNIX).bind(os.path.basename(path))
    finally:
        os.chdir(here)


@pytest.mark.parametrize("make, said", [
    (lambda path: None, "missing"),
    (os.mkdir, "a folder, and must be a file"),
    (os.mkfifo, "a pipe, and must be a plain file"),
    (make_socket, "a socket, and must be a plain file"),
    (lambda path: os.symlink("/dev/zero", path),
     "a link to /dev/zero, which is not followed; hand in the file itself"),
    (lambda path: os.symlink("prof.h", path),
     "a link to prof.h, which is not followed; hand in the file itself"),
])
def test_in_the_place_of_the_file_there_is(folder, make, said):
    assert problem(replaced(folder, make)) == f"{TICK}: {said}"


@pytest.mark.parametrize("make", [lambda path: write(path, SOLVED), lambda path: make_zip(path, SOLVED),
                                  lambda path: write(path.parent, {path.name: b"solved\n"})])
def test_a_submission_that_is_a_link_is_not_followed(tmp_path, make):
    """It may be to another's."""
    (tmp_path / "mine").mkdir()
    make(tmp_path / "prof.c")
    assert read(tmp_path / "prof.c").files
    os.symlink(tmp_path / "prof.c", tmp_path / "mine/prof.c")
    assert problem(tmp_path / "mine/prof.c") == \
        f"a link to {tmp_path}/prof.c, which is not followed; hand in the file or folder itself"
    with pytest.raises((archive.Bad, OSError)):  # nor if it becomes one just then
        archive.open_plain(tmp_path / "mine/prof.c")
    with pytest.raises((archive.Bad, OSError)):
        archive.descend(tmp_path / "mine/prof.c", b"")


def test_a_folder_that_is_a_link_is_not_followed(folder, tmp_path):
    os.rename(folder / "kernel", tmp_path / "kernel")
    os.symlink(tmp_path / "kernel", folder / "kernel")
    submission = read(folder)
    assert submission.problem == f"{TICK}: missing"
    assert f"kernel: a link to {tmp_path}/kernel, not used" in submission.notes


def test_a_file_that_cannot_be_read_is_a_problem(open_folder, as_user):
    if os.geteuid() == 0 and as_user(open_folder, os.geteuid) == 0:
        return  # root reads all; the same as the user shows it
    os.chmod(open_folder / TICK, 0)
    submission = as_user(open_folder, lambda: read(open_folder))
    assert submission.problem == f"{TICK}: cannot be read: Permission denied"


def test_a_folder_that_cannot_be_read_is_noted(open_folder, as_user):
    if os.geteuid() == 0 and as_user(open_folder, os.geteuid) == 0:
        return
    os.chmod(open_folder / "user", 0)
    submission = as_user(open_folder, lambda: read(open_folder))
    os.chmod(open_folder / "user", 0o755)
    assert submission.files == {TICK: b"solved\n"}
    assert "user: cannot be read: Permission denied, not used" in submission.notes


def test_one_of_two_files_is_not_enough(folder):
    assert problem(folder, lab=[TICK, STACKS]) == f"{STACKS}: missing"


@pytest.mark.parametrize("other", ["kernel/prof/Prof.c", "Kernel/Prof/PROF.C"])
def test_a_name_in_other_letters_is_pointed_out(folder, other):
    os.unlink(folder / TICK)
    write(folder, {other: b"solved\n"})
    assert problem(folder) == f"{TICK}: missing; there is {other}, but upper and lower case differ"


def test_an_empty_folder_is_a_problem(tmp_path):
    (tmp_path / "empty").mkdir()
    assert problem(tmp_path / "empty") == "there is no file in it"


def test_nothing_a_file_of_another_kind_or_a_pipe_is_a_problem(tmp_path):
    assert problem(tmp_path / "none") == "cannot be read: No such file or directory"
    (tmp_path / "letter.doc").write_bytes(b"\xd0\xcf\x11\xe0" * 100)
    (tmp_path / "x.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + b"\0" * 100)
    os.mkfifo(tmp_path / "pipe")
    assert problem(tmp_path / "letter.doc") == "neither a folder nor a tar, a zip or a git bundle"
    assert problem(tmp_path / "x.7z").startswith("a 7z archive, which is not read")
    assert problem(tmp_path / "pipe").startswith("a pipe, and no folder")
    assert problem("/dev/zero").startswith("a device, and no folder")


def test_two_trees_are_a_problem(tmp_path):
    for name in "one", "two":
        write(tmp_path / "a" / name, SOLVED)
    assert problem(tmp_path / "a") == "more than one tree: one/, two/; hand in one"


def test_the_tree_with_more_of_the_labs_files_is_taken(tmp_path):
    write(tmp_path / "a/old", {TICK: b"old\n"})
    write(tmp_path / "a/new", {TICK: b"new\n", STACKS: b"stacks\n"})
    assert read(tmp_path / "a", [TICK, STACKS]).files == {TICK: b"new\n", STACKS: b"stacks\n"}


def test_what_is_deep_is_not_followed_for_ever(folder):
    path = "/".join(["d"] * 60)
    (folder / path).mkdir(parents=True)
    submission = read(folder)
    assert (submission.files, submission.notes) == ({TICK: b"solved\n"}, ["d/: added (1 files), not used"])


@pytest.mark.parametrize("make", [make_tar, make_zip])
def test_a_name_that_is_long_or_deep_is_not_used(tmp_path, make):
    deep = "d/" * (intake.PARTS_MOST + 1)
    names = [deep + "x", "n" * (intake.NAME_MOST + 1), "d/" * 2000 + TICK]
    submission = read(make(tmp_path / "x", {**SOLVED, **dict.fromkeys(names, b"")}))
    assert submission.files == {TICK: b"solved\n"}
    said = "the name is too long or has too many folders, not used"
    assert submission.notes == [f"{intake.show(name.encode())}: {said}" for name in names]
    good = ["d/" * intake.PARTS_MOST + "x", "n" * intake.NAME_MOST]
    notes = read(make(tmp_path / "y", {**SOLVED, **dict.fromkeys(good, b"")})).notes
    assert notes == ["d/: added (1 files), not used", f"{intake.show(good[1].encode())}: added, not used"]


def test_many_names_that_are_too_deep_are_one_note(tmp_path):
    names = [f"{'d/' * 2000}{number}" for number in range(50)]
    notes = read(make_tar(tmp_path / "x.tar", {**SOLVED, **dict.fromkeys(names, b"")})).notes
    assert len(notes) == intake.REFUSED_MOST + 1
    assert notes[-1] == "45 more names are too long or have too many folders, not used"


def test_of_a_names_folders_only_those_are_looked_at_that_lead_to_what_is_new(tmp_path, monkeypatch):
    """And a name is folded once, however many of the lab's files are missing."""
    seen = {"folders": 0, "folded": 0}
    folders_of, folded = intake.folders_of, intake.folded

    def counted_folders(name):
        for folder in folders_of(name):
            seen["folders"] += 1
            yield folder

    def counted_folded(name):
        seen["folded"] += 1
        return folded(name)

    monkeypatch.setattr(intake, "folders_of", counted_folders)
    monkeypatch.setattr(intake, "folded", counted_folded)
    names = [f"{'d/' * 40}{number}" for number in range(1000)]
    path = make_tar(tmp_path / "x.tar", {**SOLVED, **dict.fromkeys(names, b"")})
    assert "missing" in problem(path, lab=[TICK, "user/a.c", "user/b.c", "user/c.c"])
    assert seen["folders"] < 1100 and seen["folded"] < 1100


def test_more_files_than_can_be_looked_at_are_a_problem(folder, monkeypatch):
    monkeypatch.setattr(archive, "ENTRIES_MOST", 30)
    assert taken(folder)
    write(folder, {f"new/{number}": b"" for number in range(30)})
    tar = make_tar(folder.parent / "x.tar", {f"{number}": b"" for number in range(31)})
    zip_file = make_zip(folder.parent / "x.zip", {f"{number}": b"" for number in range(31)})
    for path in folder, tar, zip_file:
        assert problem(path) == archive.TOO_MANY


# --- names -----------------------------------------------------------------------------------------

OUTSIDE = ["../" + TICK, "/" + TICK, "a/../../" + TICK, "kernel/../" + TICK, "C:\\x", "..\\x"]


@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize("make", [make_tar, make_zip])
def test_a_name_that_leads_out_is_not_used(tmp_path, make, name):
    submission = read(make(tmp_path / "x", {**SOLVED, name: b"evil\n"}))
    assert submission.files == {TICK: b"solved\n"}
    shown = [name.replace("\\", "\\\\"), name.replace("\\", "/")]
    assert submission.notes in [[f"{one}: leads out of the tree, not used"] for one in shown]


@pytest.mark.parametrize("make", [make_tar, make_zip])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_of_the_same_name_the_last_counts(tmp_path, make):
    path = tmp_path / "x"
    files = [(TICK, b"first\n"), ("./" + TICK, b"second\n"), (TICK + "/", b"")]
    if make is make_tar:
        with tarfile.open(path, "w") as tar:
            for name, data in files[:2]:
                info = tarfile.TarInfo(name)
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    else:
        with zipfile.ZipFile(path, "w") as zip_file:
            for name, data in files[:2]:
                zip_file.writestr(name, data)
    submission = read(path)
    assert submission.files == {TICK: b"second\n"}
    assert submission.notes == [f"{TICK}: is there more than once; the last one counts"]


@pytest.mark.parametrize("make", [make_tar, make_zip])
@pytest.mark.parametrize("other", ["kernel/prof/PROF.C", "Kernel/prof/prof.c"])
def test_names_that_differ_in_case_are_two(tmp_path, make, other):
    submission = read(make(tmp_path / "x", {other: b"evil\n", **SOLVED}))
    assert submission.files == {TICK: b"solved\n"}
    assert submission.notes[0].split(" ")[0].rstrip(":/") in other


def test_names_that_differ_in_their_unicode_form_are_two(tmp_path):
    names = ["kernel/u\u0308ber/prof.c", "kernel/\u00fcber/prof.c"]
    path = make_tar(tmp_path / "x", {names[0]: b"one\n", names[1]: b"two\n"})
    assert read(path, names[:1]).files == {names[0]: b"one\n"}
    assert read(path, names[1:]).files == {names[1]: b"two\n"}
    path = make_tar(tmp_path / "x", {names[0]: b"one\n"})
    assert "there is" in problem(path, lab=names[1:])


def test_names_that_are_not_text_are_shown_with_escapes(folder):
    for name in b"\xff\xfe.c", b"new\nline", b"\x1b[31mred", "\u202ereversed".encode():
        (folder / os.fsdecode(name)).write_bytes(b"")
    assert read(folder).notes == [
        "\\x1b[31mred: added, not used", "new\\nline: added, not used",
        "\\u202ereversed: added, not used", "\\xff\\xfe.c: added, not used"]


def test_a_name_that_is_not_utf8_in_a_tar_and_a_zip(tmp_path):
    with tarfile.open(tmp_path / "x.tar", "w", format=tarfile.GNU_FORMAT) as tar:
        tar.addfile(tarfile.TarInfo(b"\xe9t\xe9.c".decode("utf-8", "surrogateescape")))
        info = tarfile.TarInfo(TICK)
        info.size = 7
        tar.addfile(info, io.BytesIO(b"solved\n"))
    make_zip(tmp_path / "x.zip", {"XtX.c": b"", TICK: b"solved\n"})
    data = (tmp_path / "x.zip").read_bytes().replace(b"XtX.c", b"\xe9t\xe9.c")
    (tmp_path / "x.zip").write_bytes(data)
    for name in "x.tar", "x.zip":
        submission = read(tmp_path / name)
        assert submission.files == {TICK: b"solved\n"}
        assert submission.notes == ["\\xe9t\\xe9.c: added, not used"]


# --- archives that lie -----------------------------------------------------------------------------


def special(path, kind, link=""):
    with tarfile.open(path, "w") as tar:
        info = tarfile.TarInfo(TICK)
        info.type, info.linkname = kind, link
        tar.addfile(info)
    return path


@pytest.mark.parametrize("kind, said", [
    (tarfile.SYMTYPE, "a link to /etc/passwd, which is not followed; hand in the file itself"),
    (tarfile.LNKTYPE, "a link to /etc/passwd, which is not followed; hand in the file itself"),
    (tarfile.CHRTYPE, "a device, and must be a plain file"),
    (tarfile.BLKTYPE, "a device, and must be a plain file"),
    (tarfile.FIFOTYPE, "a pipe, and must be a plain file"),
    (tarfile.DIRTYPE, "a folder, and must be a file"),
])
def test_in_a_tar_the_file_is(tmp_path, kind, said):
    assert problem(special(tmp_path / "x.tar", kind, "/etc/passwd")) == f"{TICK}: {said}"


def test_a_link_in_a_zip_is_not_followed(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as zip_file:
        info = zipfile.ZipInfo(TICK)
        info.create_system, info.external_attr = 3, 0o120777 << 16
        zip_file.writestr(info, "/etc/passwd")
    assert problem(tmp_path / "x.zip").startswith(f"{TICK}: a link, which is not followed")


def test_an_encrypted_zip_is_told(tmp_path):
    data = bytearray(make_zip(tmp_path / "x.zip", {TICK: b"solved\n"}).read_bytes())
    for magic, at in (b"PK\3\4", 6), (b"PK\1\2", 8):
        data[data.index(magic) + at] |= 1
    (tmp_path / "x.zip").write_bytes(data)
    assert problem(tmp_path / "x.zip") == f"{TICK}: encrypted, and must be a plain file"


def test_a_zip_of_a_method_that_is_not_read_is_told(tmp_path):
    make_zip(tmp_path / "x.zip", {TICK: b"solved\n"}, zipfile.ZIP_LZMA)
    assert problem(tmp_path / "x.zip").startswith(f"{TICK}: packed by method 14")


@pytest.mark.parametrize("keep", [4, 30, 60, -1, -10, -30])
def test_a_zip_cut_short_is_a_problem(tmp_path, keep):
    data = make_zip(tmp_path / "x.zip", SOLVED).read_bytes()
    (tmp_path / "x.zip").write_bytes(data[:keep])
    assert "zip is damaged" in problem(tmp_path / "x.zip")


def test_a_zip_whose_bytes_changed_is_a_problem(tmp_path):
    data = make_zip(tmp_path / "x.zip", {TICK: b"solved\n"}, zipfile.ZIP_STORED).read_bytes()
    (tmp_path / "x.zip").write_bytes(data.replace(b"solved", b"solvex"))
    assert problem(tmp_path / "x.zip") == f"{TICK}: the zip is damaged (a file's bytes)"


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_a_tar_cut_short_is_a_problem(tmp_path, mode):
    data = make_tar(tmp_path / "x.tar", {TICK: random.Random(1).randbytes(5000)}, mode).read_bytes()
    for size in 700, 1536, 3000:
        (tmp_path / "x.tar").write_bytes(data[:size])
        assert "cut short" in problem(tmp_path / "x.tar") or "neither" in problem(tmp_path / "x.tar")


def test_a_tar_cut_short_behind_the_file_is_a_problem(tmp_path):
    """As what else it had is not known."""
    data = make_tar(tmp_path / "x.tar", {TICK: b"solved\n", "Makefile": b"x" * 5000}).read_bytes()
    (tmp_path / "x.tar").write_bytes(data[:3000])
    assert problem(tmp_path / "x.tar") == "the archive is cut short"


def bounded(function):
    """Runs it in a process that may take 50 MiB of memory more than this one, and 20 s of CPU time."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with open("/proc/self/statm", encoding="ascii") as file:
                used = int(file.read().split()[0]) * 4096
            resource.setrlimit(resource.RLIMIT_AS, (used + (50 << 20), used + (50 << 20)))
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            function()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Zeros(io.RawIOBase):
    """A file of zeros for tarfile to pack."""

    def read(self, nbytes=-1):
        return bytes(nbytes)


@pytest.mark.parametrize("mode, size", [("w:gz", 100 << 20), ("w:bz2", 100 << 20), ("w:xz", 100 << 20)])
def test_a_tar_bomb_is_not_unpacked_to_its_end(tmp_path, monkeypatch, mode, size):
    with tarfile.open(tmp_path / "x", mode, **{"preset": 0} if mode == "w:xz" else {"compresslevel": 1}) as tar:
        info = tarfile.TarInfo("zeros")
        info.size = size
        tar.addfile(info, Zeros())
        info = tarfile.TarInfo(TICK)
        info.size = 7
        tar.addfile(info, io.BytesIO(b"solved\n"))
    monkeypatch.setattr(archive, "UNPACKED_MOST", 80 << 20)
    assert os.path.getsize(tmp_path / "x") < 1 << 20

    def check():
        assert "unpacks to more than" in problem(tmp_path / "x")

    assert bounded(check) == 0


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    """Neither one that says its size nor one that says that it is small."""
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as zip_file:
        with zip_file.open(TICK, "w", force_zip64=True) as file:
            for _ in range(100):
                file.write(bytes(1 << 20))
    data = bytearray((tmp_path / "x.zip").read_bytes())
    at = data.index(b"PK\1\2")
    assert struct.unpack_from("<I", data, at + 24)[0] == 100 << 20

    def check():
        assert "has 105 MB" in problem(tmp_path / "x.zip")
        struct.pack_into("<I", data, at + 24, 1000)
        (tmp_path / "x.zip").write_bytes(data)
        assert "the zip is damaged" in problem(tmp_path / "x.zip")

    assert bounded(check) == 0


def test_a_zips_file_is_unpacked_no_further_than_its_directory_says(tmp_path, monkeypatch):
    """Also if the checksum is of all that is packed: the bytes of all files are counted by their sizes."""
    data = bytearray(make_zip(tmp_path / "x.zip", {TICK: bytes(1 << 20)}).read_bytes())
    struct.pack_into("<I", data, data.index(b"PK\1\2") + 24, 1)
    (tmp_path / "x.zip").write_bytes(data)
    unpacked = []
    unpack = archive.zip_unpack
    monkeypatch.setattr(archive, "zip_unpack", lambda *words: unpacked.append(unpack(*words)) or unpacked[-1])
    assert problem(tmp_path / "x.zip", limit=2 << 20) == f"{TICK}: the zip is damaged (a file's bytes)"
    assert sum(map(len, unpacked)) == 2


def test_what_a_zip_packs_in_too_many_bytes_is_not_read(tmp_path, monkeypatch):
    """Each of many entries could point to the same bytes, of which nothing is unpacked."""
    nothing = b"\0\0\0\xff\xff" * 100000  # blocks of deflate, each of no byte
    data = bytearray(make_zip(tmp_path / "x.zip", {TICK: nothing}, zipfile.ZIP_STORED).read_bytes())
    for magic, method, size in (b"PK\3\4", 8, 22), (b"PK\1\2", 10, 24):
        at = data.index(magic)
        struct.pack_into("<H", data, at + method, 8)
        struct.pack_into("<I", data, at + size, 1)
    (tmp_path / "x.zip").write_bytes(data)
    packed = []
    unpack = archive.zip_unpack
    monkeypatch.setattr(archive, "zip_unpack", lambda *words: packed.append(words[1]) or unpack(*words))
    assert problem(tmp_path / "x.zip") == f"{TICK}: the zip is damaged (a file's bytes)"
    assert sum(map(len, packed)) < 5000


def test_a_zips_directory_of_gigabytes_is_not_read(tmp_path):
    size = 200 << 20
    hole(tmp_path / "x.zip", size)
    with open(tmp_path / "x.zip", "r+b") as file:
        file.write(b"PK\3\4")
        file.seek(size)
        file.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 65535, 65535, size, 0, 0))

    def check():
        assert problem(tmp_path / "x.zip").startswith("the zip has too many files")

    assert bounded(check) == 0


def test_an_xz_that_wants_much_memory_is_a_problem(tmp_path):
    small = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}]
    packed = bytearray(lzma.compress(bytes(2000), filters=small))
    at = 12 + 4  # stream header, block header's size and flags, filter id and size of its properties
    packed[at] = 36  # 1 GiB
    crc = archive.zlib.crc32(packed[12:12 + 8])
    struct.pack_into("<I", packed, 12 + 8, crc)
    (tmp_path / "x").write_bytes(packed)
    with pytest.raises(archive.Bad, match="[Mm]emory"):
        with archive.open_plain(tmp_path / "x") as file:
            archive.Stream(file).take(10)


@pytest.mark.parametrize("kind", [b"L", b"K", b"x", b"g"])
def test_a_tars_long_name_of_gigabytes_is_not_read(tmp_path, kind):
    info = tarfile.TarInfo("long")
    info.type, info.size = kind, 4 << 30
    header = info.tobuf(tarfile.GNU_FORMAT)
    (tmp_path / "x.tar").write_bytes(header)
    os.truncate(tmp_path / "x.tar", 200 << 20)

    def check():
        assert problem(tmp_path / "x.tar") == "the archive has a name that is too long"

    assert bounded(check) == 0


def test_a_tars_long_header_takes_no_memory_for_what_nobody_asks_for():
    """Nor a copy of what is left, for each of its records."""
    records = b"".join(b"16 %011d=\n" % number for number in range(20000)) + b"15 path=a/name\n"
    tracemalloc.start()
    try:
        assert archive.pax_records(records) == {b"path": b"a/name"}
        assert tracemalloc.get_traced_memory()[1] < len(records) // 10
    finally:
        tracemalloc.stop()


def test_a_sparse_file_in_a_tar_is_not_taken_and_those_behind_it_are(tmp_path):
    write(tmp_path / "a", SOLVED)
    hole(tmp_path / "a/big", 10 << 30)
    with open(tmp_path / "a/big", "r+b") as file:
        for index in range(30):  # more pieces than the header has room for
            file.seek(index << 20)
            file.write(b"x")
    for form in "gnu", "posix":
        subprocess.run(["tar", f"--format={form}", "-cSf", "x.tar", "a/big", "a/kernel"], cwd=tmp_path,
                       check=True)
        submission = read(tmp_path / "x.tar")
        assert submission.files == {TICK: b"solved\n"}
        assert "big: a sparse file, not used" in submission.notes


@pytest.mark.parametrize("form", ["tar", "gnu", "gz", "zip", "stored"])
def test_no_change_of_an_archives_bytes_is_more_than_a_problem(tmp_path, form):
    """No exception; and where the archive has a checksum of the contents, they are right or not taken."""
    path = FORMS[form](tmp_path, "alice/")
    whole = path.read_bytes()
    chance = random.Random(form)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data))
            data[at] = chance.choice([0, 255, 128, data[at] ^ 1 << chance.randrange(8)])
        path.write_bytes(data[:chance.choice([len(data), chance.randrange(len(data))])])
        submission = read(path)
        assert bool(submission.problem) == (submission.files == {})
        if form not in ("tar", "gnu"):  # they have no checksum of the contents
            assert submission.files in ({}, {TICK: b"solved\n"}, {TICK: b"starter\n"})


# --- the end ---------------------------------------------------------------------------------------


def test_a_failure_of_the_sandbox_is_no_fault_of_the_submission(folder, tmp_path, monkeypatch):
    commit(folder)
    git(folder, "bundle", "create", str(tmp_path / "b"), "HEAD")
    monkeypatch.setattr(sandbox, "TOOLS", ("bwrap", "no-such-tool"))
    with pytest.raises(sandbox.Trouble, match="no-such-tool: not installed"):
        read(tmp_path / "b")


@pytest.mark.needs("git", "bwrap")
def test_nothing_is_left_behind(folder, tmp_path, monkeypatch):
    commit(folder)
    git(folder, "bundle", "create", str(tmp_path / "b"), "HEAD")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    descriptors = len(os.listdir("/proc/self/fd"))
    for path in folder, tmp_path / "b", make_zip(tmp_path / "x", SOLVED):
        assert read(path).files
    assert os.listdir(tmp_path / "temporary") == [] and len(os.listdir("/proc/self/fd")) == descriptors
