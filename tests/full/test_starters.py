"""Each lab from its starter to its full marks."""

import os
import re
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))

import answers  # noqa: E402
import build as builds  # noqa: E402
import grading  # noqa: E402
import lab as labs  # noqa: E402
import results  # noqa: E402
import tree  # noqa: E402

pytestmark = pytest.mark.needs("git", "bwrap")

# Points, as the handout or its instructor's notes say, without those that lab 3's handout says are had
# by chance.
BEGUN = {2: 0, 3: 13, 4: 2, 5: 0}
CHANCE = "life_parallel", "life_more"


def test_no_starter_has_a_warning(monkeypatch, tmp_path):
    """Lab 1's kernel has the later labs' starters, too."""
    build = builds.Build(labs.find(ROOT, 1))
    build.base = str(tmp_path / "base")
    compiled, said = builds.compile_in, []
    monkeypatch.setattr(builds, "compile_in", lambda *words: said.append(compiled(*words)))
    build.make_base()
    build.put_in_base(tree.lay_starter)
    text = "".join(said)
    assert "CC    kernel/prof/stacks.c" in text and "warning:" not in text, text


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_starter_is_built_and_earns_less_than_its_solution(number, tmp_path):
    """What works already has its points, and for the rest there are reasons."""
    build = grading.prepared(labs.find(ROOT, number))
    build.make_starter(str(tmp_path / "starter"))
    begun = grading.grade(build, str(tmp_path / "starter"), "begun")
    assert begun["built"] and begun["problem"] == "" and begun["notes"] == []
    points = sum(test["points"] for group in begun["groups"] for test in group["tests"]
                 if not test["test"].startswith(CHANCE))
    assert points == BEGUN.get(number, points) and begun["points"] < 60, results.to_text(begun)
    lost = [test for group in begun["groups"] for test in group["tests"] if test["points"] < test["max"]]
    assert all(test["reason"] for test in lost)
    for name in build.lab.files:
        tree.put(os.path.join(ROOT, name), str(tmp_path / "starter" / name))
    done = grading.grade(build, str(tmp_path / "starter"), "done")
    assert (done["points"], done["max"]) == (labs.FULL, labs.FULL), results.to_text(done)
    if number == 1:  # its tests give what they were answered, of which a starter has no word
        sites = [site for test in build.load("reference.json").values() for site in test["sites"]]
        assert any(re.fullmatch("answers:[0-9a-f]+", site) for site in sites)


def test_lab_0_is_graded_by_its_answers(tmp_path):
    build = grading.prepared(labs.find(ROOT, 0))
    build.make_starter(str(tmp_path / "starter"))
    assert not (tmp_path / "starter/tools/course/answers.py").exists()
    begun = grading.grade(build, str(tmp_path / "starter"), "begun")
    assert (begun["points"], begun["max"]) == (0, labs.FULL)
    assert begun["notes"] and {note.partition(": ")[2] for note in begun["notes"][1:]} == {"no answer"}
    given = build.path("given")

    def points(student, right):
        lines = [f"ID = {student}"] + [f"{name} = {answers.written(name, value)}" for name, value in right.items()]
        (tmp_path / "starter/answers.txt").write_text("\n".join(lines) + "\n")
        return grading.grade(build, str(tmp_path / "starter"), "done")["points"]

    alice, bob = answers.solve(given, "alice"), answers.solve(given, "bob")
    rows = answers.table(answers.run_machine(given, "prof work alice"))
    share = rows[0][0] / sum(ticks for ticks, _ in rows)
    assert rows[0][1] == alice["BUSIEST"]
    assert answers.judge("TICKS_NEEDED", str(round(share * (1 - share) * 10**6)), alice["TICKS_NEEDED"]) == ""
    assert points("alice", alice) == points("bob", bob) == labs.FULL
    assert 0 < points("alice", bob) < 60  # each id has answers of its own
