#!/usr/bin/env python3
"""Converts results of tools/grade for other programs.

labs/result.schema.json describes a result.  As a command, for one result:

    tools/course/results.py text FILE.json         for the student, to read
    tools/course/results.py junit FILE.json        JUnit XML, for programs that show the tests of a build
    tools/course/results.py gradescope FILE.json   Gradescope's results.json

For a class (tools/class report), rows of CSV:

    grades   one column for each test, to read in a spreadsheet
    moodle   for Moodle's Grades > Import > CSV file.  Map Username to a user's username, email or ID number,
             depending on how the submissions are named.  Map the lab's column to a grade item, and Feedback to
             that item's feedback.  "-" is no grade.
    canvas   for Canvas's Gradebook > Import, with Canvas's columns before the lab's, and Points Possible below
             the header.  Canvas finds a student by SIS Login ID, which is the submission's name; an empty cell
             changes no grade.

The formats are as documented at gradescope-autograders.readthedocs.io (Autograder Specifications),
docs.moodle.org (Grade import) and in Canvas's guide (How do I import grades in the Gradebook?).
"""

import csv
import io
import json
import os
import re
import sys
import xml.etree.ElementTree

import lab as labs

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMA = os.path.join(ROOT, "labs/result.schema.json")
HIDDEN = " (hidden)"
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


class Invalid(Exception):
    """The data is no result; the text says why."""


# --- The result -------------------------------------------------------------------------------


def plain(text):
    """text with escapes for control characters, and for bytes that are no characters."""
    def escape(char):
        if char.isprintable() or char in "\n\t":
            return char
        code = ord(char)
        if 0xDC80 <= code <= 0xDCFF:  # a byte that was not UTF-8, as Python reads it
            code -= 0xDC00
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 \
            else f"\\U{code:08x}"

    return text if text.isprintable() else "".join(map(escape, text))


def plain_line(text):
    """plain() as one line, without tabs."""
    return plain(text).replace("\n", "\\x0a").replace("\t", "\\x09")


def plain_all(value):
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [plain_all(item) for item in value]
    if isinstance(value, dict):
        return {key: plain_all(item) for key, item in value.items()}
    return value


def matches(pattern, text):
    """Finds a schema's pattern: its $ is the end only, Python's $ also matches before a last newline."""
    return re.search(re.sub(r"\$$", r"\\Z", pattern), text)


def mistakes(value, rule, schema, where="result"):
    """The lines in which value breaks rule.  Knows only the words of JSON Schema that SCHEMA uses."""
    if "$ref" in rule:
        yield from mistakes(value, schema["$defs"][rule["$ref"].rsplit("/", 1)[1]], schema, where)
        return
    if "const" in rule and value != rule["const"] or "enum" in rule and value not in rule["enum"]:
        yield f"{where}: is {value!r}, want {rule.get('const') or ' or '.join(rule['enum'])}"
    elif "type" in rule and (not isinstance(value, TYPES[rule["type"]])
                             or isinstance(value, bool) != (rule["type"] == "boolean")):
        yield f"{where}: want a value of type {rule['type']}, got {value!r:.60}"
    elif isinstance(value, str) and not matches(rule.get("pattern", ""), value):
        yield f"{where}: {value!r:.60} is not of the form {rule['pattern']}"
    elif isinstance(value, int) and value < rule.get("minimum", value):
        yield f"{where}: {value} is less than {rule['minimum']}"
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from mistakes(item, rule["items"], schema, f"{where}[{number}]")
    elif isinstance(value, dict):
        yield from (f"{where}: has no {name!r}" for name in rule["required"] if name not in value)
        for name, item in value.items():
            if name in rule["properties"]:
                yield from mistakes(item, rule["properties"][name], schema, f"{where}.{name}")
            else:
                yield f"{where}: {name!r} is not known"


def wrong_sums(result):
    for group in result["groups"]:
        for name in ("points", "max"):
            if group[name] != sum(test[name] for test in group["tests"]):
                yield f"group {group['name']!r}: {name} is not the sum of its tests'"
    forged = any(test["verdict"] == "forged" for test in tests_of(result))
    if result["points"] != sum(group["points"] for group in result["groups"]) and \
            not (forged and result["points"] == 0):
        yield "result: points is not the sum of its groups'"
    if result["groups"] and result["max"] != sum(group["max"] for group in result["groups"]):
        yield "result: max is not the sum of its groups'"


def check(result):
    """A list of mistakes: empty if the result follows the schema."""
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    return list(mistakes(result, schema, schema)) or list(wrong_sums(result))


def order(value, rule, schema):
    """value with keys in the schema's order, so that equal results have equal bytes."""
    rule = schema["$defs"][rule["$ref"].rsplit("/", 1)[1]] if "$ref" in rule else rule
    if isinstance(value, dict):
        return {name: order(value[name], rule["properties"][name], schema)
                for name in rule["properties"]}
    if isinstance(value, list):
        return [order(item, rule["items"], schema) for item in value]
    return value


def dump(result):
    """The bytes of result's JSON file.  Raises Invalid if it does not follow the schema."""
    result = plain_all(result)
    wrong = check(result)
    if wrong:
        raise Invalid("; ".join(wrong))
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    text = json.dumps(order(result, schema, schema), indent=1, ensure_ascii=False)
    return (text + "\n").encode("utf-8")


def load(path):
    """The result in a file.  Raises Invalid if the file holds none; OSError."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        result = json.loads(data)
    except ValueError as error:  # also for a wrong encoding
        raise Invalid(f"no JSON: {error}")
    wrong = check(result)
    if wrong:
        raise Invalid("; ".join(wrong[:3]))
    return result


def tests_of(result):
    for group in result["groups"]:
        yield from group["tests"]


def lab_name(result):
    """Lab 2: The tick"""
    return f"Lab {result['lab'].split('-')[0]}: {result['title']}"


# --- For the student --------------------------------------------------------------------------


def indented(text, by):
    return [f"{by}{line}".rstrip() for line in text.splitlines()]


def text_of_test(test):
    yield f"  {test['points']:3} of {test['max']:2}  {test['test']}: {test['title']}"
    if test["verdict"] == "passed":
        return
    yield f"             {test['verdict']}"
    yield from indented(test["reason"], " " * 13 + "| ")
    if test["handout"]:
        yield f"             read:  {test['handout']}"
    if test["rerun"]:
        yield f"             again: {test['rerun']}"


def points_text(result):
    hidden = labs.FULL - result["max"]
    more = f"; the other {hidden} are for hidden tests" if hidden > 0 else ""
    return f"{result['points']} of {result['max']} points{more}"


def to_text(result, wanted=None):
    """The report for a student.  wanted: the name of the only test to report."""
    result = plain_all(result)  # a compiler's messages quote a student's file as it is
    lines = [f"{lab_name(result)} -- {result['submission']}"]
    lines += [] if wanted else [points_text(result)]
    if result["problem"]:
        lines += ["", "This could not be graded:"] + indented(result["problem"], "  ")
    if result["notes"]:
        lines += ["", "Notes:"] + indented("\n".join(result["notes"]), "  ")
    for group in result["groups"]:
        lines += [] if wanted else ["", f"{group['name']}: {group['points']} of {group['max']}"]
        for test in group["tests"]:
            if wanted in (None, test["test"]):
                lines += text_of_test(test)
    if result["groups"] and not wanted:
        lines += ["", points_text(result)]  # again, as a terminal shows the last lines
    return "\n".join(lines) + "\n"


# --- JUnit XML --------------------------------------------------------------------------------


def element(parent, tag, **attributes):
    return xml.etree.ElementTree.SubElement(parent, tag, attributes)


def junit_case(suite, result, group, test):
    case = element(suite, "testcase", classname=plain(f"{result['lab']}.{group['name']}"),
                   name=plain(test["test"]))
    if test["verdict"] == "passed":
        return
    # A failure: the test reported it.  An error: the test did not end by itself.
    tag = "failure" if test["verdict"] in ("failed", "forged") else "error"
    points = f"{test['points']} of {test['max']} points"
    told = element(case, tag, type=test["verdict"],
                   message=plain(f"{test['title']}: {test['verdict']}, {points}"))
    told.text = plain(test["reason"])


def junit_problem(suite, classname, kind, text):
    case = element(suite, "testcase", classname=classname, name="submission")
    told = element(case, "error", type=kind, message=plain(text).partition("\n")[0])
    told.text = plain(text)


def junit_suite(parent, result):
    suite = element(parent, "testsuite", name=plain(result["submission"]))
    if result["problem"]:
        junit_problem(suite, result["lab"], "not graded", result["problem"])
    for group in result["groups"]:
        for test in group["tests"]:
            junit_case(suite, result, group, test)
    return suite


def to_junit(results, ungraded=()):
    """The bytes of an XML file with a suite for each result.  ungraded: [(submission, why)]."""
    top = xml.etree.ElementTree.Element("testsuites")
    suites = [junit_suite(top, result) for result in results]
    for name, why in ungraded:
        suites.append(element(top, "testsuite", name=plain(name)))
        junit_problem(suites[-1], "grader", "the grader failed", why)
    for suite in suites:
        for name, count in (("tests", len(suite)), ("failures", len(suite.findall("*/failure"))),
                            ("errors", len(suite.findall("*/error")))):
            suite.set(name, str(count))
    for name in ("tests", "failures", "errors"):
        top.set(name, str(sum(int(suite.get(name)) for suite in suites)))
    xml.etree.ElementTree.indent(top)
    return xml.etree.ElementTree.tostring(top, encoding="utf-8", xml_declaration=True) + b"\n"


# --- Gradescope -------------------------------------------------------------------------------


def is_answer(test):
    """Whether it is a test of lab 0.  No student sees its verdict before the deadline: guessing would be enough."""
    return test["test"].startswith("answer ")


def gradescope_test(group, test):
    lines = [test["title"]]
    if test["verdict"] != "passed":
        lines += [f"{test['verdict']}:", test["reason"]]
        lines += [f"read:  {test['handout']}"] if test["handout"] else []
        lines += [f"again: {test['rerun']}"] if test["rerun"] else []
    return {"name": f"{group['name']}: {test['test']}",
            "score": test["points"], "max_score": test["max"], "output": "\n".join(lines),
            "visibility": "after_due_date" if group["name"].endswith(HIDDEN) or is_answer(test) else "visible"}


def to_gradescope(result):
    """The contents of /autograder/results/results.json, for Gradescope."""
    output = ["The points come after the deadline."] if any(map(is_answer, tests_of(result))) else \
        [f"{result['points']} of {result['max']} points"]
    output += ["This could not be graded:", result["problem"]] if result["problem"] else []
    return {"score": result["points"],
            "output": "\n".join(output + result["notes"]),
            "tests": [gradescope_test(group, test)
                      for group in result["groups"] for test in group["tests"]],
            "extra_data": {"schema": result["schema"], "fingerprint": result["fingerprint"]}}


# --- CSV --------------------------------------------------------------------------------------


def csv_bytes(rows):
    """CSV as in RFC 4180.  All cells have quotes: many spreadsheets end a cell without quotes at a semicolon."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode("utf-8")


def not_a_formula(cell):
    """Keeps a spreadsheet from computing a cell: a student may choose a file's name.  This also holds behind a
    semicolon, a tab or a newline, where some spreadsheets begin a new cell and ignore its quotes."""
    return re.sub(r"(\A|[;\t\r\n])(?=[=+\-@\t\r])", r"\1'", cell) if isinstance(cell, str) else cell


def summary(result):
    """One line that says where points were lost."""
    if result["problem"]:
        return "not graded: " + result["problem"].partition("\n")[0]
    lost = [f"{test['test']} ({test['max'] - test['points']}, {test['verdict']})"
            for test in tests_of(result) if test["points"] < test["max"]]
    return "lost: " + ", ".join(lost) if lost else "full marks"


def columns(results):
    """The tests of all results, as (group, test), each once."""
    seen = {}
    for result in results:
        for group in result["groups"]:
            for test in group["tests"]:
                seen[group["name"], test["test"]] = True
    return list(seen)


def grades_csv(results, ungraded=()):
    tests = columns(results)
    rows = [["name", "points", "max", "built", "problem"] + [test for _, test in tests]]
    for result in results:
        points = {(group["name"], test["test"]): test["points"]
                  for group in result["groups"] for test in group["tests"]}
        rows.append([result["submission"], result["points"], result["max"],
                     "yes" if result["built"] else "no", result["problem"]]
                    + [points.get(test, "") for test in tests])
    rows += [[name, "", "", "", f"the grader failed: {why}"] + [""] * len(tests)
             for name, why in ungraded]
    return csv_bytes([[not_a_formula(cell) for cell in row] for row in rows])


def moodle_csv(results, ungraded=()):
    lab = lab_name(results[0]) if results else "Lab"
    rows = [["Username", lab, "Feedback"]]
    rows += [[not_a_formula(result["submission"]), result["points"],
              not_a_formula(summary(result))] for result in results]
    return csv_bytes(rows + [[not_a_formula(name), "-", "not graded yet"] for name, _ in ungraded])


def canvas_csv(results, ungraded=()):
    lab = lab_name(results[0]) if results else "Lab"
    most = results[0]["max"] if results else 0
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", lab],
            ["    Points Possible", "", "", "", "", most]]
    found = [(not_a_formula(result["submission"]), result["points"]) for result in results] \
        + [(not_a_formula(name), "") for name, _ in ungraded]
    return csv_bytes(rows + [[name, "", "", name, "", points] for name, points in found])


# --- The command ------------------------------------------------------------------------------

FORMATS = {
    "text": lambda result: to_text(result).encode("utf-8"),
    "junit": lambda result: to_junit([result]),
    "gradescope": lambda result: json.dumps(to_gradescope(result), indent=1).encode("utf-8"),
}


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in FORMATS:
        print(f"usage: results.py {'|'.join(FORMATS)} FILE.json", file=sys.stderr)
        return 2
    try:
        sys.stdout.buffer.write(FORMATS[arguments[0]](load(arguments[1])))
    except (OSError, Invalid) as error:
        print(f"results.py: {arguments[1]}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
