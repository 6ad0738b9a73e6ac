"""Lab 0: the answers of one id are right for it and not for another; what a bad file is told."""

import os
import subprocess
import sys
import types

import pytest

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/course"))
import answer_file  # noqa: E402
import answers  # noqa: E402
import grading  # noqa: E402
import lab as labs  # noqa: E402
import results  # noqa: E402

RIGHT = {  # as solve() would say of an id
    "TICK_ADDRESS": 0xffffffff80100000, "RETURN_ADDRESS": {0xffffffff80200005, 0xffffffff80200105},
    "BUSIEST": "maple", "TICKS_NEEDED": 164012, "COUNTER": 475, "LAST_ADDRESS": 0x4013d5,
    "CALLER": "spring", "CALLER_SHARE": 47, "LINE": 67, "SKEW_TRUE": "carry",
    "SKEW_FALSE": "north", "SKEW_WHY": "c", "COARSE_ROOM": "attic", "COARSE_SCALE": 0x800,
    "COARSE_WHY": "c", "FEW_WHY": "a",
}
OF_ALL = {"TICK_ADDRESS", "RETURN_ADDRESS"}  # whatever the id


def text_of(right, student="ann", **changes):
    """answers.txt with these answers; a change to None leaves the line out."""
    values = {"ID": student, **{k: answers.written(k, v) for k, v in right.items()}, **changes}
    return "".join(f"{k} = {v}\n" for k, v in values.items() if v is not None).encode()


@pytest.fixture
def judged(monkeypatch):
    """check() against RIGHT, without a machine: {question: (points, reason)}."""
    def solve(_, student):
        return {k: v for k, v in RIGHT.items() if student or k in OF_ALL}

    def run(text, student=""):
        rows = answers.check(text, "given", student)
        assert [(question, most) for question, _, most, _ in rows] == answer_file.read_lab()
        return {question: (points, reason) for question, points, _, reason in rows}

    monkeypatch.setattr(answers, "solve", solve)
    return run


def total(rows):
    return sum(points for points, _ in rows.values())


def test_points_add_up_to_100():
    assert sum(points for _, points in answer_file.read_lab()) == 100


def test_the_lab_asks_what_is_solved():
    assert {question for question, _ in answer_file.read_lab()} == set(RIGHT) == set(answers.SEEN_BY)


def test_the_file_that_a_student_gets_asks_all(judged):
    with open(os.path.join(ROOT, "labs/0-find/starter/answers.txt"), "rb") as file:
        rows = judged(file.read())
    assert {reason for _, reason in rows.values()} == {"no answer"}


def test_a_student_is_told_what_is_no_answer(tmp_path):
    path = tmp_path / "answers.txt"
    path.write_bytes(text_of(RIGHT, "", LINE="x", FEW_WHY="", CALLER="winter"))
    done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools/course/answer_file.py"),
                           str(path)], capture_output=True, text=True)
    said = {line.split()[0]: line.split(None, 2)[-1] for line in done.stdout.splitlines()[1:]}
    assert done.stdout.startswith("ID                    there is no ID in answers.txt")
    assert said["LINE"] == "'x' is no number: digits, or 0x and hexadecimal digits"
    assert said["FEW_WHY"] == "no answer"
    assert said["CALLER"] == "answered"
    assert done.returncode == 0


def test_right_answers_have_all_points(judged):
    rows = judged(text_of(RIGHT), "ann")
    assert total(rows) == 100
    assert {reason for _, reason in rows.values()} == {""}


@pytest.mark.parametrize("value", ["0x4013D5", "4199381", "0x4013d5   # by nm", "0x00004013d5"])
def test_a_number_may_be_written_otherwise(judged, value):
    assert judged(text_of(RIGHT, LAST_ADDRESS=value))["LAST_ADDRESS"] == (8, "")


@pytest.mark.parametrize("question, value, points", [
    ("TICKS_NEEDED", 162371, 0), ("TICKS_NEEDED", 162372, 10),
    ("TICKS_NEEDED", 165652, 10), ("TICKS_NEEDED", 165653, 0),
    ("CALLER_SHARE", 45, 0), ("CALLER_SHARE", 46, 8), ("CALLER_SHARE", 48, 8), ("CALLER_SHARE", 49, 0),
])
def test_what_depends_on_a_few_ticks_may_be_a_little_off(judged, question, value, points):
    assert judged(text_of(RIGHT, **{question: value}))[question][0] == points


WORDS = "QEMU takes an interrupt only where a block begins; the block before it is a long one"


@pytest.mark.parametrize("value", ["c", "C", WORDS, WORDS.lower() + "."])
def test_a_choice_is_a_letter_or_its_words(judged, value):
    assert judged(text_of(RIGHT, SKEW_WHY=value))["SKEW_WHY"] == (6, "")


@pytest.mark.parametrize("address, counter, last", [
    (0x400000, 0, 0x40000a), (0x40000a, 0, 0x40000a), (0x40000b, 1, 0x400015), (0x4013d0, 475, 0x4013d5)])
def test_a_counter_has_a_last_address(address, counter, last):
    assert answers.counter_of(address) == answers.counter_of(last) == (counter, last)
    assert answers.counter_of(last + 1)[0] == counter + 1


def test_before_the_deadline_gradescope_shows_the_form_of_the_answers_only(judged, tmp_path):
    (tmp_path / "answers.txt").write_bytes(text_of(RIGHT, LINE="x", BUSIEST="larch"))
    build = types.SimpleNamespace(lab=labs.find(ROOT, 0), path=str, load=lambda _: {})
    shown = results.to_gradescope(grading.grade(build, str(tmp_path), "ann"))
    assert {test["visibility"] for test in shown["tests"]} == {"after_due_date"}
    assert shown["output"].splitlines() == ["The points come after the deadline.",
                                            "LINE: 'x' is no number: digits, or 0x and hexadecimal digits"]


def test_each_right_address_is_taken(judged):
    for address in RIGHT["RETURN_ADDRESS"]:
        assert judged(text_of(RIGHT, RETURN_ADDRESS=f"{address:#x}"))["RETURN_ADDRESS"][0] == 8


def test_a_function_may_have_its_parentheses(judged):
    assert judged(text_of(RIGHT, BUSIEST="maple()"))["BUSIEST"] == (6, "")


@pytest.mark.parametrize("question, value, reason", [
    ("BUSIEST", "larch", "'larch' is not right; see: prof work ID"),
    ("CALLER_SHARE", "31", "31 is not within 1 of it; see: prof --tree work ID"),
    ("CALLER_SHARE", "-47", "'-47' is no number: digits, or 0x and hexadecimal digits"),
    ("CALLER_SHARE", "47.0", "'47.0' is no number: digits, or 0x and hexadecimal digits"),
    ("COUNTER", "__import__('os').abort()", "\"__import__('os').abort()\" is no number: digits, or 0x"
                                            " and hexadecimal digits"),
    ("TICK_ADDRESS", "ffffffff80100000", "'ffffffff80100000' is no number: digits, or 0x and "
                                         "hexadecimal digits"),
    ("SKEW_WHY", "c)", "'c)' is neither a letter, a to d, nor the words of a choice"),
    ("SKEW_WHY", "b", "'b' is not right; see: why ID"),
    ("LINE", "", "no answer"),
    ("LINE", None, "no answer"),
    ("LINE", "9" * 5000, "'" + "9" * 40 + "...' is no number: digits, or 0x and hexadecimal digits"),
])
def test_one_wrong_answer_costs_its_points(judged, question, value, reason):
    rows = judged(text_of(RIGHT, **{question: value}))
    assert rows[question] == (0, reason)
    assert total(rows) == 100 - dict(answer_file.read_lab())[question]


@pytest.mark.parametrize("student, reason", [
    ("", "there is no ID in answers.txt, and the answer depends on it"),
    ("ann; poweroff", "ID = 'ann; poweroff': an id has 1 to 32 letters, digits, and . _ -"),
    ("-ann", "ID = '-ann': an id has 1 to 32 letters, digits, and . _ -"),
    ("a" * 33, "ID = '" + "a" * 33 + "': an id has 1 to 32 letters, digits, and . _ -"),
    ("bob", "ID = 'bob': these are the answers of another id than ann"),
])
def test_a_bad_id_costs_what_depends_on_it(judged, student, reason):
    rows = judged(text_of(RIGHT, student), "ann")
    assert {why for question, (_, why) in rows.items() if question not in OF_ALL} == {reason}
    assert total(rows) == 16


@pytest.mark.parametrize("name, notes", [
    ("ann", []), ("bob", ["ID = ann: is not bob, the submission's name"])])
def test_an_id_that_is_not_the_submissions_name_is_noted(judged, tmp_path, name, notes):
    (tmp_path / "answers.txt").write_bytes(text_of(RIGHT))
    build = types.SimpleNamespace(lab=labs.find(ROOT, 0), path=str, load=lambda _: {})
    found = grading.grade(build, str(tmp_path), name)
    assert (found["points"], found["notes"]) == (100, notes)


def test_a_line_that_is_no_answer_is_told(judged):
    rows = judged(text_of(RIGHT, LINE=None) + b"LINES = 67\n")
    assert rows["LINE"] == (0, "no answer; line 17, 'LINES = 67': not NAME = VALUE with a name that "
                               "the handout has")
    assert total(rows) == 94


def test_the_same_name_twice_counts_as_neither(judged):
    rows = judged(text_of(RIGHT) + b"LINE = 70\n")
    assert rows["LINE"] == (0, "LINE stands twice, the second time in line 18")
    assert total(rows) == 94


def test_bytes_that_are_no_text_spoil_their_line_only(judged):
    assert total(judged(b"\xff\xfe\x00 =\n" + text_of(RIGHT))) == 100


def test_a_file_from_windows_is_read(judged):
    assert total(judged(b"\xef\xbb\xbf" + text_of(RIGHT).replace(b"\n", b"\r\n"))) == 100


def test_a_large_file_is_not_read(judged):
    rows = judged(text_of(RIGHT) + b"#" * (64 << 10))
    assert total(rows) == 0
    assert rows["LINE"][1].endswith("and may have 65536")


def test_without_the_folder_it_says_what_to_do(tmp_path):
    done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools/course/answers.py"),
                           "solve", str(tmp_path), "ann"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "kernel.elf: no such file; make the folder with tools/course/answers.py give" \
        in done.stderr
