"""tools/class grades each entry of a folder, and loses nothing, whatever the entries are."""

import csv
import errno
import json
import os
import shlex
import signal
import subprocess
import sys
import xml.etree.ElementTree

import pexpect
import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../course"))
from sample import ROOT, sample  # noqa: E402
import classroom  # noqa: E402
import intake  # noqa: E402
import page  # noqa: E402
import results  # noqa: E402
import sandbox  # noqa: E402
import similar  # noqa: E402
import tree  # noqa: E402

pytestmark = pytest.mark.needs("git", "bwrap", "parallel")

COMMAND = os.path.join(ROOT, "tools/class")
STAND_IN = os.path.join(ROOT, "tests/course/stand_in.py")
LAB = "1"


class Room:
    """A folder of submissions, and where their results go."""

    def __init__(self, path):
        self.folder = path / "in"
        self.out = path / "out"
        self.folder.mkdir()

    def add(self, name, **what):
        """what: see stand_in.py."""
        name = name if isinstance(name, bytes) else name.encode()
        place = os.path.join(os.fsencode(self.folder), name)
        os.mkdir(place)
        for key, text in what.items():
            path = os.path.join(place, key.encode())
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return place

    def words(self, *more):
        return [COMMAND, "grade", self.folder, "--lab", LAB, "--out", self.out,
                "--grader", STAND_IN, *more]

    def grade(self, *more, **env):
        return subprocess.run(self.words(*more), capture_output=True, text=True,
                              env={**os.environ, **env}, errors="surrogateescape")

    def results(self):
        return {path.name: path.read_bytes() for path in self.out.glob("*.json")}

    def rows(self):
        with open(self.out / "grades.csv", encoding="utf-8", newline="") as file:
            return {row["name"]: row for row in csv.DictReader(file)}


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def expected(name, **how):
    """Of a submission without any of the lab's files."""
    result, lab = sample(name, **how), classroom.find_lab(LAB)
    result["lab"] = lab.name
    result["fingerprint"] = intake.fingerprint(lab.files, {})
    return result


def test_each_entry_has_its_result_and_its_report(room):
    room.add("alice")
    room.add("bob", lost="witness_loop\nprof_bounds below")
    room.add("carol", problem="prof.c:3: expected ';'")
    done = room.grade("--jobs", "2")
    assert done.returncode == 0, done.stderr
    want = {"alice": expected("alice"),
            "bob": expected("bob", lost=["witness_loop", "prof_bounds below"]),
            "carol": expected("carol", problem="prof.c:3: expected ';'")}
    assert room.results() == {f"{name}.json": results.dump(made) for name, made in want.items()}
    for name, made in want.items():
        assert (room.out / f"{name}.txt").read_text("utf-8") == results.to_text(made)
    assert "3 of 3 submissions have a result" in done.stdout
    made = [want[name] for name in sorted(want)]
    assert (room.out / "index.html").read_bytes() == page.page(made, [])
    assert "carol: prof.c:3: expected ';'" in done.stdout


NAMES = [b"plain", b"two words", b"new\nline", b"quo'te", b'dou"ble', b"-rf", b"--lab=9",
         b"$(touch x)", b"`id`", b"; exit", b"back\\slash", b"\xff\xfe", "Zo\u00eb".encode(), b"{}", b"{#}", b"*",
         b".hidden", b"a" * 255, b"&", b"|", b"%41", b"<b>", "\u202egnp".encode(), b"tab\t", b"~",
         b"grades.csv", b"index.html", b" ", b"x.json"]


def test_a_name_may_be_anything(room):
    for name in NAMES:
        room.add(name)
    room.out = room.out.parent / "the class's $results; \xff\n*"
    done = room.grade()
    assert done.returncode == 0, done.stdout + done.stderr
    found = [json.loads(data) for data in room.results().values()]
    assert len(found) == len(NAMES)
    names = {result["submission"] for result in found}
    assert len(names) == len(NAMES)
    assert {"plain", "two words", "new\\x0aline", "back\\\\slash", "\\xff\\xfe", "Zo\u00eb"} <= names
    assert all(result["points"] == 100 for result in found)
    assert set(room.rows()) == {results.not_a_formula(name) for name in names}
    assert not os.path.exists("x")


def test_archives_are_named_without_their_ending_unless_two_would_be_one():
    assert classroom.names_of(["a.tar.gz", "b.zip", "b", "c.d", ".zip"]) == {
        "a.tar.gz": "a", "b.zip": "b.zip", "b": "b", "c.d": "c.d", ".zip": ".zip"}
    assert sorted(classroom.names_of(["a.zip", "a.tar", "a.zip.zip"]).values()) == [
        "a.tar", "a.zip", "a.zip.zip"]
    assert len(set(classroom.names_of(["\udcff", "\\xff", "\n", "\\x0a"]).values())) == 4


def test_files_of_results_are_different_and_short_for_different_names():
    names = ["a", "A", "a b", "a%20b", "é", "-a", ".a", "x" * 300, "x" * 301, "/", "é" * 200, "~"]
    stems = [classroom.stem_of(name) for name in names]
    assert len(set(stems)) == len(names)
    assert all(len(stem.encode()) <= 220 for stem in stems)
    assert all(stem[0] not in ".-" and "/" not in stem for stem in stems)


BROKEN = {
    "status": {"status": "2", "says": "no QEMU here"},
    "killed": {"signal": "9"},
    "nothing": {"writes": "nothing"},
    "half": {"writes": '{"schema": "tally-gr'},
    "other": {"writes": json.dumps(expected("somebody else"))},
    "invalid": {"writes": json.dumps({**expected("invalid"), "points": 200})},
}


def test_a_grader_that_fails_is_a_line_and_the_others_have_their_points(room):
    for name, what in BROKEN.items():
        room.add(name, **what)
    room.add("alice")
    (room.folder / "a file").write_text("no folder")
    done = room.grade()
    assert done.returncode == 1
    assert set(room.results()) == {"alice.json", "a file.json"}
    for name, why in (("status", "it ended with status 2: no QEMU here"),
                      ("killed", "signal 9 ended it"),
                      ("nothing", "it wrote no result"), ("half", "no JSON"),
                      ("other", "is of another submission or lab"), ("invalid", "is not the sum")):
        line, = [line for line in done.stdout.splitlines() if line.startswith(f"  {name}: ")]
        assert why in line
        assert room.rows()[name]["points"] == "" and why in room.rows()[name]["problem"]
    assert room.rows()["alice"]["points"] == "100"
    suites = xml.etree.ElementTree.parse(room.out / "junit.xml").getroot()
    assert {suite.get("name") for suite in suites} == {*BROKEN, "alice", "a file"}


def test_what_a_grader_leaves_is_removed(room, tmp_path):
    (tmp_path / "temporary").mkdir()
    room.add("alice", leaves="a file")
    room.add("bob", leaves="a file", signal="9")
    assert room.grade(TMPDIR=str(tmp_path / "temporary")).returncode == 1
    assert set(room.results()) == {"alice.json"} and os.listdir(tmp_path / "temporary") == []


def test_a_sandbox_in_trouble_is_a_line_too(room, monkeypatch):
    def trouble(*_):
        raise sandbox.Trouble("no room on the disk")

    room.add("alice")
    klass = classroom.Class.make(room.out, room.folder, LAB, [STAND_IN])
    monkeypatch.setattr(classroom.intake, "read_submission", trouble)
    assert classroom.grade_entry(klass, klass.entries[0]) == "no room on the disk"
    assert klass.results() == ([], [("alice", "no room on the disk")])


def test_resume_grades_what_has_no_result_and_what_is_new(room):
    broken = room.add("bob", status="2")
    room.add("alice")
    assert room.grade().returncode == 1
    before = os.stat(room.out / "alice.json").st_mtime_ns
    again = room.grade()
    assert again.returncode == 2 and "--resume" in again.stderr
    os.remove(os.path.join(broken, b"status"))
    room.add("aaron")
    done = room.grade("--resume")
    assert done.returncode == 0, done.stderr
    assert set(room.results()) == {"aaron.json", "alice.json", "bob.json"}
    assert os.stat(room.out / "alice.json").st_mtime_ns == before
    assert not os.listdir(room.out / ".class/failed") and not os.listdir(room.out / ".class/said")


def test_what_is_new_gets_a_name_and_a_result_of_its_own(room):
    for name in "bob.tar", "bob.zip.tar":
        (room.folder / name).write_text("no folder")
    assert room.grade().returncode == 0
    assert set(room.rows()) == {"bob", "bob.zip"}
    for name in "bob.zip", "bob":
        (room.folder / name).write_text("no folder")
    done = room.grade("--resume")
    assert done.returncode == 0 and "4 of 4 submissions have a result" in done.stdout
    assert set(room.rows()) == {"bob", "bob.zip", "bob (2)", "bob.zip (2)"} and len(room.results()) == 4
    klass = classroom.Class.load(room.out)
    assert {os.path.basename(entry.path): entry.name for entry in klass.entries} == {
        "bob.tar": "bob", "bob.zip.tar": "bob.zip", "bob": "bob (2)", "bob.zip": "bob.zip (2)"}


def test_resume_keeps_to_the_lab_and_the_folder(room, tmp_path):
    room.add("alice")
    assert room.grade("--resume").returncode == 2
    assert room.grade().returncode == 0
    done = room.grade("--resume", "--lab", "2")
    assert done.returncode == 2 and "holds results of lab 1" in done.stderr
    room.folder, before = tmp_path / "other", room.results()
    room.folder.mkdir()
    room.add("bob")
    done = room.grade("--resume")
    assert done.returncode == 2 and f"holds results of lab 1, {tmp_path}/in; " in done.stderr
    assert room.results() == before


@pytest.mark.parametrize("key", ["0" * 64, None])
def test_resume_keeps_to_the_tree(room, key):
    """What is left would be graded by other tests than the rest was.  An older tree kept no key."""
    room.add("alice")
    assert room.grade().returncode == 0
    kept, before = room.out / ".class/class.json", room.results()
    text = kept.read_text()
    kept.write_text(text.replace(tree.key(ROOT), key) if key else text.replace('"key": ', '"other": '))
    room.add("bob")
    done = room.grade("--resume")
    assert done.returncode == 2 and f"class: {room.out}: was graded before this tree changed" in done.stderr
    assert room.results() == before


def namespace(words):
    """The command in a machine, as it were, of its own: when its first process ends, all do."""
    return ["unshare", "--map-root-user", "--pid", "--fork", "--kill-child", *words]


def test_what_was_graded_stays_when_the_machine_ends(room):
    """When a has its result and b, which waits for a pipe, has started, the machine ends."""
    room.add("a")
    waiting = room.add("b")
    room.add("c")
    for name in (b"events", b"waits"):
        os.mkfifo(os.path.join(waiting, name))
    machine = subprocess.Popen(namespace(map(str, room.words("--jobs", "1"))),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(waiting, b"events")) as events:
        assert events.read() == "b\n"
    assert set(room.results()) == {"a.json"}
    machine.kill()
    assert machine.wait() == -signal.SIGKILL
    told = subprocess.run([COMMAND, "report", room.out], capture_output=True, text=True)
    assert told.returncode == 1 and "1 of 3 submissions have a result" in told.stdout
    assert "b: the grader failed: its grading did not come to an end" in told.stdout
    for name in (b"events", b"waits"):
        os.remove(os.path.join(waiting, name))
    assert room.grade("--resume").returncode == 0
    assert room.results() == {f"{name}.json": results.dump(expected(name)) for name in "abc"}


def test_the_page_names_those_that_are_alike(room):
    path, = classroom.find_lab(LAB).files
    starter = classroom.starter_files(LAB)[path].decode()
    own = "".join(f"static int own_{n}(int {chr(97 + n)}) {{ return own_{n}(x * {n} + y[z]); }}\n"
                  for n in range(9))
    for name, text in (("alice", own), ("bob", own), ("carol", own.replace("own", "my")), ("dan", ""),
                       ("erin", "")):
        room.add(name, **{path: starter + text})
    room.add("zoe", lost="witness_loop")
    assert room.grade().returncode == 0
    klass = classroom.Class.load(room.out)
    assert klass.files_of("dan") == {path: starter.encode()} and klass.files_of("zoe") == {}
    data = (room.out / "index.html").read_bytes()
    found = klass.results()[0]
    pairs = [similar.Pair("alice", "carol", 100, 100)]  # bob's files are alice's
    assert data == page.page(found, [], pairs, [["alice", "bob"], ["dan", "erin"]])


def test_a_submission_that_changes_while_it_is_graded_is_told(room):
    path, = classroom.find_lab(LAB).files
    made = expected("alice")
    room.add("alice", **{path: "int x;\n", "writes": json.dumps(made)})
    room.add("bob", **{path: "int x;\n"})
    assert room.grade().returncode == 0
    (alice, bob), _ = classroom.Class.load(room.out).results()
    assert (alice["notes"], bob["notes"]) == ([classroom.CHANGED], [])
    assert alice["fingerprint"] == made["fingerprint"]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_what_is_interrupted_leaves_no_grader_behind(room, how, tmp_path):
    waiting = room.add("b", leaves="a file")
    (tmp_path / "temporary").mkdir()
    for name in (b"events", b"waits"):
        os.mkfifo(os.path.join(waiting, name))
    # Whoever runs the tests may have had it ignored, as a shell does for what it starts with `&'.
    grading = subprocess.Popen(room.words(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
                               preexec_fn=lambda: signal.signal(how, signal.SIG_DFL))
    with open(os.path.join(waiting, b"events")) as events:
        assert events.read() == "b\n"
    grading.send_signal(how)
    _, told = grading.communicate()
    assert grading.returncode == 2 and b"--resume grades the rest" in told
    assert os.listdir(tmp_path / "temporary") == []
    # stderr, which all had, is closed, and so nobody is left to read the pipe.
    with pytest.raises(OSError, match="No such device"):
        os.open(os.path.join(waiting, b"waits"), os.O_WRONLY | os.O_NONBLOCK)
    for name in (b"events", b"waits"):
        os.remove(os.path.join(waiting, name))
    assert room.grade("--resume").returncode == 0


def test_nohup_keeps_it_going(room):
    waiting = room.add("b")
    room.add("c")
    for name in (b"events", b"waits"):
        os.mkfifo(os.path.join(waiting, name))
    grading = subprocess.Popen(room.words("--jobs", "1"), stdout=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    with open(os.path.join(waiting, b"events")) as events:
        assert events.read() == "b\n"
    os.killpg(grading.pid, signal.SIGHUP)
    writes = os.open(os.path.join(waiting, b"waits"), os.O_RDWR)  # which waits for nobody
    told, _ = grading.communicate()
    os.close(writes)
    assert grading.returncode == 0 and b"2 of 2 submissions have a result" in told


def test_two_at_once_are_refused(room):
    room.add("alice")
    assert room.grade().returncode == 0
    klass = classroom.Class.load(room.out)
    with klass.lock():
        done = room.grade("--resume")
    assert done.returncode == 2 and "is being graded already" in done.stderr


def test_a_grader_that_is_not_ready_grades_nothing(room):
    room.add("alice")
    done = room.grade(STAND_IN="not ready")
    assert done.returncode == 2 and "not ready" in done.stderr
    assert room.results() == {} and room.grade("--resume").returncode == 0


def test_a_folder_without_submissions_is_told(room):
    done = room.grade()
    assert done.returncode == 2 and "has no submissions" in done.stderr
    room.folder.rmdir()
    done = room.grade()
    assert done.returncode == 2 and "No such file" in done.stderr


def test_results_that_cannot_be_written_are_told(room):
    room.add("alice")
    room.out.write_text("a file")
    for done in room.grade(), room.grade("--resume"):
        assert done.returncode == 2 and done.stderr.startswith(f"class: {room.out}")
        assert "Not a directory" in done.stderr and done.stderr.count("\n") == 1


def test_what_cannot_be_written_whole_leaves_what_was_there(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "file").write_text("old")
    monkeypatch.setattr(classroom.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        classroom.write(str(tmp_path / "file"), b"new")
    assert os.listdir(tmp_path) == ["file"] and (tmp_path / "file").read_text() == "old"


def test_an_unknown_lab_is_told(room):
    room.add("alice")
    done = room.grade("--lab", "99")
    assert done.returncode == 2 and "LAB=99: must be one of" in done.stderr


def test_the_log_has_a_line_a_submission(room):
    for name in "abc":
        room.add(name)
    room.grade()
    head, *lines = (room.out / "joblog.tsv").read_text().splitlines()
    at = head.split("\t").index("Exitval")
    assert [line.split("\t")[at] for line in lines] == ["0"] * 3


def test_a_terminal_gets_a_bar(room):
    room.add("alice")
    command, *words = map(str, room.words())
    seen, status = pexpect.run(shlex.join([command, *words]), withexitstatus=True, timeout=None)
    assert status == 0 and b"100%" in seen


def test_other_machines_are_asked_by_ssh(room, tmp_path):
    """With a stand-in for ssh, which notes whom it was to ask and runs the command here."""
    room.add("it's")
    room.add("bob")
    ssh = tmp_path / "ssh"
    ssh.write_text(f'#!/bin/sh\necho "$1" >>{tmp_path}/asked\nshift\n'
                   '[ "$1" != -- ] || shift\nexec sh -c "$*"\n')
    ssh.chmod(0o755)
    done = room.grade("--sshlogin", "1/far.example", PARALLEL_SSH=str(ssh))
    assert done.returncode == 0, done.stderr
    assert set((tmp_path / "asked").read_text().split()) == {"far.example"}
    assert len(room.results()) == 2


def test_braces_in_the_place_of_the_results_are_refused(room):
    room.add("alice")
    room.out = room.out.parent / "{}"
    done = room.grade()
    assert done.returncode == 2 and "braces" in done.stderr


def test_moreutils_parallel_is_not_taken(room, tmp_path):
    room.add("alice")
    (tmp_path / "parallel").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "parallel").chmod(0o755)
    done = room.grade(PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 2 and "GNU parallel is needed" in done.stderr
