"""tools/class grade --slurm, on a Slurm of this machine's own.  `make test-slurm` runs it: Slurm is
not among what `make setup` installs."""

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = HERE, os.path.join(HERE, "../full")
import slurm as slurms  # noqa: E402
from test_class import NAMES, Room, expected, results  # noqa: E402


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    assert not slurms.missing(), f"{slurms.missing()}: make setup-slurm installs what is missing"
    assert os.geteuid() == 0, "Slurm's daemons are started as root"
    # A socket's path is 107 bytes at most.
    service = slurms.Slurm(tmp_path_factory.mktemp("slurm"))
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def grade(room, slurm, *more):
    return room.grade("--slurm", *more, **slurm.env)


def test_slurm_gives_what_parallel_gives(room, slurm, tmp_path):
    for name in NAMES:
        room.add(name)
    room.add("bob", lost="witness_loop")
    room.add("carol", problem="prof.c:3: expected ';'")
    room.add("dan", status="2", says="no QEMU here")
    done = grade(room, slurm)
    assert done.returncode == 1, done.stderr + slurm.logs()
    assert "submissions in 2 tasks" in done.stdout
    assert "dan: the grader failed: it ended with status 2: no QEMU here" in done.stdout
    of_slurm = room.results(), room.rows(), (room.out / "index.html").read_bytes()
    room.out = tmp_path / "parallel"
    assert room.grade().returncode == 1
    assert of_slurm == (room.results(), room.rows(), (room.out / "index.html").read_bytes())
    assert len(of_slurm[0]) == len(NAMES) + 2


def test_each_task_has_many_submissions(room, slurm):
    for number in range(9):
        room.add(f"s{number}")
    room.out = room.out.parent / "the class's $results; %a *"
    done = grade(room, slurm, "--jobs", "3")
    assert done.returncode == 0, done.stderr
    logs = [(room.out / f".class/tasks/{task}.log").read_text() for task in (1, 2, 3)]
    assert sorted("".join(logs).splitlines()) == [f"s{number}: graded" for number in range(9)]
    assert [len(log.splitlines()) for log in logs] == [3, 3, 3]


def test_a_task_that_is_ended_leaves_the_rest_to_resume(room, slurm):
    """The grader of `b` cancels its whole job; what was graded before it stays."""
    room.add("a")
    room.add("b", cancels="yes")
    room.add("c")
    done = grade(room, slurm, "--jobs", "1")
    assert done.returncode == 1
    assert set(room.results()) == {"a.json"}
    assert "c: the grader failed: its grading did not come to an end" in done.stdout
    os.remove(room.folder / "b/cancels")
    assert grade(room, slurm, "--resume").returncode == 0
    assert room.results() == {f"{name}.json": results.dump(expected(name)) for name in "abc"}


def test_a_job_that_slurm_refuses_is_told(room, slurm):
    room.add("a")
    done = grade(room, slurm, "--sbatch=--partition=none")
    assert done.returncode == 2 and "sbatch refused the job" in done.stderr


def test_a_slurm_that_does_not_answer_is_told(room, slurm, tmp_path):
    room.add("a")
    done = room.grade("--slurm", **{**slurm.env, "SLURM_CONF": str(tmp_path / "none")})
    assert done.returncode == 2 and "Slurm does not answer" in done.stderr
