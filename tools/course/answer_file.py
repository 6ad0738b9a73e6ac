#!/usr/bin/env python3
"""Lab 0: reads answers.txt, and does not know the right answers (answers.py does).

    tools/course/answer_file.py [FILE]      prints which answers are missing or malformed
"""

import configparser
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAB = os.path.join(ROOT, "labs/0-find")
NBYTES_MAX = 64 << 10


def read_lab():
    """[(question, points)] of lab.ini, in order."""
    ini = configparser.ConfigParser(delimiters="=", interpolation=None)
    ini.optionxform = str
    with open(os.path.join(LAB, "lab.ini"), encoding="utf-8") as file:
        ini.read_file(file)
    return [(key.split()[1], int(text.split()[0])) for section in ini.sections()
            for key, text in ini[section].items() if key.startswith("answer ")]


def shown(text):
    """A student's text for a message: short, and on one line."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def parse(answers):
    """({name: value}, {name: mistake in its line}, mistake in the file).  A line that is no answer has the name ""."""
    if len(answers) > NBYTES_MAX:
        return {}, {}, f"answers.txt has {len(answers)} bytes, and may have {NBYTES_MAX}"
    text = answers.decode("utf-8", "replace").lstrip("\ufeff")
    names = {"ID"} | {question for question, _ in read_lab()}
    values, wrong = {}, {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        name, equals, value = (part.strip() for part in line.partition("="))
        if not line:
            continue
        if not equals or name not in names:
            wrong.setdefault("", f"line {number}, {shown(line)}: not NAME = VALUE with a name that "
                                 "the handout has")
        elif name in values:
            wrong[name] = f"{name} stands twice, the second time in line {number}"
        else:
            values[name] = value
    return values, wrong, ""


def read_id(values, student=""):
    """(the id or "", the mistake or "").  student: the id that it must be, if known."""
    own = values.get("ID", "")
    if not own:
        return "", "there is no ID in answers.txt, and the answer depends on it"
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", own):
        return "", f"ID = {shown(own)}: an id has 1 to 32 letters, digits, and . _ -"
    if student and own != student:
        return "", f"ID = {shown(own)}: these are the answers of another id than {student}"
    return own, ""


def notes_on_id(answers, name):
    """A list of notes on the id; name: the submission's."""
    own, _ = read_id(parse(answers)[0])
    return [f"ID = {own}: is not {name}, the submission's name"] if own not in ("", name) else []


def is_number(question):
    return question.endswith(("_ADDRESS", "_SCALE", "_SHARE")) or question in ("COUNTER", "LINE", "TICKS_NEEDED")


def is_choice(question):
    return question.endswith("_WHY")


def is_like(text, choice):
    """Whether a student wrote that choice's words."""
    return text.lower().rstrip(".") == choice.lower().rstrip(".")


def choices():
    """All choices that why.c prints, right and wrong ones."""
    with open(os.path.join(LAB, "programs/why.c"), encoding="utf-8") as file:
        return re.findall(r'"([^"]+)"', file.read())


def read_number(text):
    """A number in decimal, or in hexadecimal with 0x; otherwise None."""
    if re.fullmatch(r"0[xX][0-9a-fA-F]{1,16}", text):
        return int(text, 16)
    return int(text) if re.fullmatch(r"[0-9]{1,20}", text) else None


def problem_with(question, text):
    """Why the text is no answer to the question, or ""."""
    if not text:
        return "no answer"
    if is_choice(question) and not (re.fullmatch("[a-dA-D]", text) or any(is_like(text, each) for each in choices())):
        return f"{shown(text)} is neither a letter, a to d, nor the words of a choice"
    if is_number(question) and read_number(text) is None:
        return f"{shown(text)} is no number: digits, or 0x and hexadecimal digits"
    return ""


def look(answers):
    """[(question, points that it can have, problem or "")] in lab.ini's order."""
    values, wrong, problem = parse(answers)
    rows = [("ID", 0, problem or wrong.get("ID") or read_id(values)[1])]
    for question, points in read_lab():
        why = problem or wrong.get(question) or problem_with(question, values.get(question, ""))
        if why == "no answer" and "" in wrong:
            why += "; " + wrong[""]
        rows.append((question, points, why))
    return rows


def notes_on_form(answers):
    """A list of missing and malformed answers.  Before the deadline a student sees only these notes."""
    return [f"{question}: {problem}" for question, _, problem in look(answers) if problem]


def main(path="answers.txt"):
    with open(path, "rb") as file:
        rows = look(file.read(NBYTES_MAX + 1))
    for question, points, problem in rows:
        print(f"{question:<16} {points:3}  {problem or 'answered'}" if points else
              f"{question:<16}      {problem or 'given'}")
    print("The points come after the deadline; until then nobody says which are right.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:2]))
    except OSError as error:
        sys.exit(f"answer_file.py: {error}")
