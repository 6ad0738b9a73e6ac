"""A result of the grader, as its schema says; and what it becomes for other programs."""

import copy
import csv
import importlib.machinery
import importlib.util
import io
import json
import os
import subprocess
import sys
import xml.etree.ElementTree

import jsonschema
import pytest

from conftest import need

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sample import ROOT, sample  # noqa: E402
import grading  # noqa: E402
import lab as labs  # noqa: E402
import results  # noqa: E402

COMMAND = [sys.executable, "-B", os.path.join(ROOT, "tools/course/results.py")]


@pytest.fixture(scope="module")
def schema():
    with open(results.SCHEMA, encoding="utf-8") as file:
        return json.load(file)


def spoiled():
    """Results that are none, each for one reason, by what is wrong with them."""
    def change(path, value):
        result = copy.deepcopy(sample())
        *way, last = path
        place = result
        for step in way:
            place = place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
        return result

    test = ("groups", 0, "tests", 0)
    yield from {
        "another schema": change(["schema"], "tally-grade-2"),
        "no fingerprint": change(["fingerprint"], None),
        "a short fingerprint": change(["fingerprint"], "abc"),
        "a word too many": change(["seconds"], 12),
        "points that are no number": change(["points"], "100"),
        "points that are a truth": change(["groups", 0, "tests", 0, "points"], True),
        "points below 0": change([*test, "points"], -1),
        "half a point": change([*test, "points"], 0.5),
        "built that is a number": change(["built"], 1),
        "notes that are no list": change(["notes"], "one"),
        "a note that is no text": change(["notes"], [1]),
        "an unknown verdict": change([*test, "verdict"], "ok"),
        "a control character": change([*test, "reason"], "\x1b[31mred"),
        "a name of two lines": change(["submission"], "a\nb"),
        "a lab that leads elsewhere": change(["lab"], "../2-tick"),
        "a test without a title": change([*test, "title"], None),
        "a group that is a list": change(["groups", 0], []),
    }.items()


def test_the_schema_is_a_schema(schema):
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("result", [
    sample(), sample("bob", lost={"prof_bounds below": "hung", "witness_loop": "panicked"}),
    sample("carol", problem="prof.c:3: expected ';'\n  int x", notes=["Makefile: changed"])])
def test_a_result_is_as_the_schema_says(schema, result):
    jsonschema.Draft202012Validator(schema).validate(result)
    assert results.check(result) == []


@pytest.mark.parametrize("what, result", spoiled(), ids=[what for what, _ in spoiled()])
def test_what_the_schema_refuses_is_refused(schema, what, result):
    assert not jsonschema.Draft202012Validator(schema).is_valid(result), what
    assert results.check(result), what


def test_a_line_has_no_end_of_line():
    assert results.check(sample("alice\n"))


def test_what_is_no_result_is_not_written():
    with pytest.raises(results.Invalid, match="fingerprint"):
        results.dump({**sample(), "fingerprint": "abc"})


def test_points_that_do_not_add_up_are_refused():
    result = sample()
    result["points"] = 99
    assert results.check(result) == ["result: points is not the sum of its groups'"]
    result = sample()
    result["groups"][1]["points"] = 29
    assert "group 'The task half': points is not the sum of its tests'" in results.check(result)


def test_one_who_forges_may_have_nothing():
    result = sample(lost={"witness_loop": "forged"})
    assert result["points"] == 80 and results.check(result) == []
    result["points"] = 0
    assert results.check(result) == []


def test_equal_results_have_equal_bytes():
    result = sample("dora", lost=["prof_tick_user"])
    turned = json.loads(json.dumps(result), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert list(turned) != list(result)
    assert results.dump(turned) == results.dump(result)


def test_a_file_is_read_back_as_it_was_written(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(results.dump(sample("Zoë", notes=["two\nlines"])))
    assert results.load(path) == sample("Zoë", notes=["two\nlines"])


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'"\xff"', b"null", b'{"points": 100}'])
def test_a_file_that_is_no_result_is_told(tmp_path, data):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(results.Invalid):
        results.load(path)


def test_what_is_no_text_is_written_as_escapes():
    result = sample("a\udcffb", notes=["\x1b[31m\x00 \u202e \t."])
    written = json.loads(results.dump(result))
    assert written["submission"] == "a\\xffb"
    assert written["notes"] == ["\\x1b[31m\\x00 \\u202e \t."]


# --- For the student --------------------------------------------------------------------------


def test_the_report_tells_points_reasons_and_how_to_run_it_again():
    lines = results.to_text(sample("eve", lost={"prof_bounds below": "hung"},
                                   notes=["Makefile: changed, not used"])).splitlines()
    assert lines[:2] == ["Lab 2: The tick -- eve", "85 of 100 points"]
    assert "  Makefile: changed, not used" in lines
    assert "The interrupt half: 35 of 50" in lines
    at = lines.index("    0 of 15  prof_bounds below: what prof_bounds shows")
    assert [line.strip() for line in lines[at + 1:at + 6]] == [
        "hung", '| want 1 < 2 & "3"', "| got  hung",
        "read:  doc/course/2-tick/handout.md#the-interrupt-half",
        "again: make grade T='prof_bounds below'"]
    assert sum("want 1 < 2" in line for line in lines) == 1


def test_the_report_ends_with_the_points_and_says_how_many_are_for_hidden_tests():
    result = sample("eve", lost={"prof_bounds below": "hung"})
    assert results.to_text(result).endswith("\n\n85 of 100 points\n")
    seen = {**result, "groups": result["groups"][:1], "points": 35, "max": 50}
    assert results.to_text(seen).endswith("\n\n35 of 50 points; the other 50 are for hidden tests\n")


def test_the_report_of_one_test_tells_of_no_other():
    result = sample("eve", lost={"prof_bounds below": "hung", "prof_tick_user": "failed"})
    lines = results.to_text(result, "prof_bounds below").splitlines()
    assert lines[:3] == ["Lab 2: The tick -- eve",
                         "    0 of 15  prof_bounds below: what prof_bounds shows", " " * 13 + "hung"]
    assert len(lines) == 7 and lines[-1].endswith("again: make grade T='prof_bounds below'")


def test_the_report_tells_why_nothing_was_graded():
    lines = results.to_text(sample(problem="prof.c:3: error: x\n  x;")).splitlines()
    assert lines[1:6] == ["0 of 100 points", "", "This could not be graded:",
                          "  prof.c:3: error: x", "    x;"]


# --- JUnit ------------------------------------------------------------------------------------


def test_junit_has_a_case_for_each_test_and_says_how_it_ended():
    result = sample("fay <&>", lost={"prof_tick_user": "failed", "prof_fault_later": "panicked"})
    top = xml.etree.ElementTree.fromstring(results.to_junit([result]))
    suite, = top
    assert top.tag == "testsuites" and suite.tag == "testsuite" and suite.get("name") == "fay <&>"
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["5", "1", "1"]
    names = [test["test"] for test in results.tests_of(result)]
    assert [case.get("name") for case in suite] == names
    assert suite[0].get("classname") == "2-tick.The interrupt half"
    assert [(case.get("name"), told.tag, told.get("type")) for case in suite for told in case] == [
        ("prof_tick_user", "failure", "failed"), ("prof_fault_later", "error", "panicked")]
    assert suite[0][0].text == "want 1 < 2 & \"3\"\ngot  failed"


def test_junit_tells_what_was_not_graded():
    data = results.to_junit([sample("gus", problem="no file")], [("hal", "it ended with status 2")])
    top = xml.etree.ElementTree.fromstring(data)
    assert [suite.get("name") for suite in top] == ["gus", "hal"]
    assert [suite.get("errors") for suite in top] == ["6", "1"] and top.get("errors") == "7"
    assert top[1][0][0].text == "it ended with status 2"


def test_junit_is_xml_whatever_the_text():
    result = sample("\x00\ud800\uffff")
    result["groups"][0]["tests"][0].update(verdict="failed", title="\x08", reason="\x1b]0;x\x07")
    top = xml.etree.ElementTree.fromstring(results.to_junit([result]))
    assert top[0].get("name") == "\\x00\\ud800\\uffff" and top[0][0][0].text == "\\x1b]0;x\\x07"


# --- Gradescope -------------------------------------------------------------------------------


def test_gradescope_has_the_points_of_each_test():
    result = sample(lost={"prof_bounds above": "failed"}, notes=["a note"])
    made = results.to_gradescope(result)
    assert made["score"] == 85 and "a note" in made["output"]
    tests = list(results.tests_of(result))
    assert [(test["score"], test["max_score"]) for test in made["tests"]] == [
        (test["points"], test["max"]) for test in tests]
    assert made["tests"][2]["name"] == "The interrupt half: prof_bounds above"
    assert "want 1 < 2" in made["tests"][2]["output"]
    assert [test["visibility"] for test in made["tests"]] == ["visible"] * 4 + ["after_due_date"]
    assert set(made) <= {"score", "output", "tests", "extra_data"}


def test_gradescope_tells_why_nothing_was_graded():
    made = results.to_gradescope(sample(problem="no file kernel/prof/prof.c"))
    assert made["score"] == 0 and "no file kernel/prof/prof.c" in made["output"]


# --- CSV --------------------------------------------------------------------------------------


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))


CLASS = [sample("alice"), sample('b,"ob', lost={"prof_bounds below": "hung"}),
         sample("=1+1", problem="a\nb")]


def test_grades_csv_has_a_row_a_submission_and_a_column_a_test():
    rows = rows_of(results.grades_csv(CLASS, [("dan", "status 2")]))
    tests = [test["test"] for test in results.tests_of(CLASS[0])]
    assert rows[0] == ["name", "points", "max", "built", "problem"] + tests
    assert rows[1] == ["alice", "100", "100", "yes", "", "20", "15", "15", "30", "20"]
    assert rows[2] == ['b,"ob', "85", "100", "yes", "", "20", "0", "15", "30", "20"]
    assert rows[3] == ["'=1+1", "0", "100", "no", "a\nb", "0", "0", "0", "0", "0"]
    assert rows[4] == ["dan", "", "", "", "the grader failed: status 2"] + [""] * 5


def test_moodle_csv_gives_no_grade_to_what_was_not_graded():
    assert rows_of(results.moodle_csv(CLASS, [("dan", "status 2")])) == [
        ["Username", "Lab 2: The tick", "Feedback"],
        ["alice", "100", "full marks"],
        ['b,"ob', "85", "lost: prof_bounds below (15, hung)"],
        ["'=1+1", "0", "not graded: a"],
        ["dan", "-", "not graded yet"]]


def test_canvas_csv_has_the_columns_that_its_importer_looks_for():
    rows = rows_of(results.canvas_csv(CLASS, [("dan", "status 2")]))
    assert rows[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Lab 2: The tick"]
    assert "Points Possible" in rows[1][0] and rows[1][5] == "100"
    assert [(row[3], row[5]) for row in rows[2:]] == [
        ("alice", "100"), ('b,"ob', "85"), ("'=1+1", "0"), ("dan", "")]


@pytest.mark.parametrize("make", [results.grades_csv, results.moodle_csv, results.canvas_csv])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_of_a_csv_is_a_formula_whatever_is_taken_for_its_end(make, delimiter):
    odd = "=1;=1\t=1\t;@1"
    problem = f"{odd}, =1\n-1"
    data = make([sample(odd, problem=problem)], [(odd + "2", problem)]).decode("utf-8")
    cells = [cell for row in csv.reader(io.StringIO(data, newline=""), delimiter=delimiter) for cell in row]
    assert [cell for cell in cells if cell[:1] in tuple("=+-@\t\r")] in ([], ["-"])  # Moodle's for no grade
    assert all(line.startswith('"') and line.endswith('"') for line in data.split("\r\n")[:-1])


# --- The command ------------------------------------------------------------------------------


def test_a_report_has_nothing_that_a_terminal_obeys():
    text = results.to_text(sample("i\udcff", problem="#error \x1b]0;mine\x07 \r\u202e"))
    assert "#error \\x1b]0;mine\\x07 \\x0d\\u202e" in text and "i\\xff" in text
    text.encode("utf-8")


def test_the_command_prints_each_form(tmp_path):
    path = tmp_path / "-x.json"
    path.write_bytes(results.dump(sample("ivy")))
    for form, want in (("text", results.to_text(sample("ivy")).encode()),
                       ("junit", results.to_junit([sample("ivy")]))):
        done = subprocess.run(COMMAND + [form, path], capture_output=True)
        assert (done.returncode, done.stdout) == (0, want)
    done = subprocess.run(COMMAND + ["gradescope", path], capture_output=True)
    assert json.loads(done.stdout) == results.to_gradescope(sample("ivy"))


def test_the_command_says_what_is_wrong(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b"{")
    done = subprocess.run(COMMAND + ["text", path], capture_output=True, text=True)
    assert done.returncode == 2 and "no JSON" in done.stderr and "Traceback" not in done.stderr
    assert subprocess.run(COMMAND + ["pdf", path], capture_output=True).returncode == 2


@pytest.mark.parametrize("lab,verdicts,name", [
    (2, {"prof_sum": "passed", "tick_owed stop": "failed", "tick_owed stat": "hung"}, "tick_owed stop"),
    (2, {"prof_sum": "not run", "tick_owed stop": "panicked"}, "tick_owed stop"),
    (2, {"prof_sum": "passed"}, None),
    (3, {"life_fork exact": "failed"}, None),  # on two CPUs, which QEMU does not record
])
def test_the_grader_says_how_to_see_the_first_wrong_test_again(lab, verdicts, name):
    loader = importlib.machinery.SourceFileLoader("grade", f"{ROOT}/tools/grade")
    grade = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(grade)
    result = {"groups": [{"tests": [{"test": test, "verdict": verdict} for test, verdict in verdicts.items()]}]}
    text = f"\nrewind: make rewind LAB={lab} T='{name}'\n" if name else ""
    assert grade.hint(labs.find(ROOT, lab), result) == text


def test_a_command_to_see_a_test_again_is_of_the_lab_and_none_for_what_students_have_not():
    lab = labs.find(ROOT, 2)
    found = results.tests_of(grading.result_of(lab, "someone", {}, [], {}))
    again = {test["test"]: test["rerun"] for test in found}
    hidden = [test.name for name, group in lab.groups.items() if name.endswith(labs.HIDDEN) for test in group]
    assert hidden and all(again.pop(name) == "" for name in hidden)
    assert again and all(command == f"make grade LAB=2 T='{name}'" for name, command in again.items())


@pytest.mark.parametrize("command,said", [
    ("grade", "say which lab, one of "), ("grade LAB=9", "LAB=9: must be one of "),
    ("handout LAB=9 TO=/tmp/never", "LAB=9: must be one of "),
    ("rewind T=none", "say which lab, one of "), ("rewind T=none LAB=9", "LAB=9: must be one of "),
    ("rewind T=none LAB=x", "LAB=x: must be one of ")])
def test_a_lab_that_is_missing_or_mistyped_is_told(command, said):
    need(*["gdb"] * command.startswith("rewind"))
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", *command.split()], cwd=ROOT, env=env, capture_output=True, text=True)
    numbers = sorted(labs.folders(ROOT))
    told = f"{command.split()[0]}: {said}{', '.join(map(str, numbers))}; for example: LAB={numbers[-1]}\n"
    assert done.returncode == 2 and done.stderr.startswith(told), done


def test_a_file_that_is_missing_is_named():
    done = subprocess.run([f"{ROOT}/tools/grade", "--lab", "0"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == f"grade: {ROOT}/answers.txt: No such file or directory\n", done


def test_a_mistyped_submission_has_no_result(tmp_path):
    """And not 0 points."""
    done = subprocess.run([f"{ROOT}/tools/grade", "--lab", "2", tmp_path / "none"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.endswith("none: No such file or directory\n")
