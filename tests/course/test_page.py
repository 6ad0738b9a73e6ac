"""The instructor's page: its numbers are those of the results, and it needs no other file."""

import html.parser
import json
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sample import GROUPS, sample  # noqa: E402
import page  # noqa: E402
import results  # noqa: E402
from similar import Pair  # noqa: E402

TESTS = [test for tests in GROUPS.values() for test in tests]
ODD = "<script>alert(1)</script> & \"O'Brien\""
FOUND = [sample("alice"),
         sample("bob", lost={"witness_loop": "hung", "prof_tick_user": "failed"}),
         sample("carol", lost=TESTS),
         sample("dan", problem="prof.c:3: error: <stdio.h>\n  #include <stdio.h>"),
         sample("erin", lost={"witness_loop": "panicked"}, notes=["Makefile: changed", "two"]),
         sample(ODD, lost={"prof_bounds above": "hung"})]
UNGRADED = [("zoe", "it ended with status 2\nno QEMU"), (ODD + "2", "why & why")]
PAIRS = [Pair("alice", ODD, 97, 88), Pair("bob", "erin", 64, 0)]


class Reader(html.parser.HTMLParser):
    """.tables {id: rows of texts}, .bars {label: count}, .tags, .links, .figures {what: value}."""

    def __init__(self, data):
        super().__init__()
        self.tables, self.bars, self.figures, self.tags, self.links = {}, {}, {}, [], []
        self.rows = self.cell = self.kind = None
        self.feed(data.decode("utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        self.links += [value for name, value in attrs.items() if name in ("href", "src")]
        if tag == "table":
            self.rows = self.tables[attrs["id"]] = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th", "dt", "dd", "text"):
            self.cell, self.kind = "", attrs.get("class")

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].append(self.cell)
        elif tag == "dt":
            self.what = self.cell
        elif tag == "dd":
            self.figures[self.what] = self.cell
        elif tag == "text" and self.kind == "count":
            self.count = int(self.cell or 0)
        elif tag == "text":
            self.bars[self.cell] = self.count
        if tag in ("td", "th", "dt", "dd", "text"):
            self.cell = None


def read(found=FOUND, ungraded=UNGRADED, **more):
    return Reader(page.page(found, ungraded, **more))


def test_the_figures_are_those_of_the_results():
    points = [result["points"] for result in FOUND]
    assert points == [100, 60, 0, 0, 80, 85]
    assert read().figures == {
        "submissions": "8", "with a result": "6", "mean": page.number(statistics.mean(points)),
        "median": "70", "full marks": "1", "could not be graded": "1", "the grader failed": "2"}


def test_each_result_is_in_one_column_of_the_distribution():
    bars = read().bars
    assert bars == {"0–9": 2, "10–19": 0, "20–29": 0, "30–39": 0, "40–49": 0, "50–59": 0,
                    "60–69": 1, "70–79": 0, "80–89": 2, "90–99": 0, "100": 1}
    for low in range(0, 101):
        results_of_one = [{**sample(), "points": low}]
        label, = [label for label, count in page.columns(results_of_one) if count]
        assert label == ("100" if low == 100 else f"{low // 10 * 10}–{low // 10 * 10 + 9}")


def test_points_lost_are_those_of_the_graded_ones():
    head, *rows = read().tables["tests"]
    assert head == ["group", "test", "points", "lost by", "points lost", "", "how"]
    for group, test, most, count, points, _, how in rows:
        name, = [name for name in TESTS if test.startswith(name + "what ")]
        cases = [case for result in FOUND if result["built"] for case in results.tests_of(result)
                 if case["test"] == name]
        lost = [case for case in cases if case["points"] < case["max"]]
        assert group in GROUPS and int(most) == GROUPS[group][name]
        assert int(count) == len(lost)
        assert int(points) == sum(case["max"] - case["points"] for case in lost)
        said = dict(part.rsplit(" ", 1) for part in how.split(", "))
        assert {what: int(number) for what, number in said.items()} == {
            verdict: sum(case["verdict"] == verdict for case in lost)
            for verdict in {case["verdict"] for case in lost}}
    assert len(rows) == len(TESTS)
    assert sum(int(row[4]) for row in rows) == sum(100 - result["points"] for result in FOUND
                                                   if result["built"])


def test_who_could_not_be_graded_and_why():
    assert read().tables["problems"][1:] == [
        ["dan", "prof.c:3: error: <stdio.h>  #include <stdio.h>"]]
    assert read().tables["failures"][1:] == [
        ["zoe", "it ended with status 2no QEMU"], [ODD + "2", "why & why"]]
    assert "problems" not in read([sample()], []).tables


def test_each_note_is_a_line():
    assert read().tables["notes"][1:] == [["erin", "Makefile: changed"], ["erin", "two"]]


def test_similar_ones_are_named():
    seen = read(pairs=PAIRS, groups=[["alice", "bob"]]).tables
    assert seen["similar"][1:] == [["alice", "97 %", ODD, "88 %"],
                                   ["bob", "64 %", "erin", "below 60 %"]]
    assert seen["equal"][1:] == [["alice, bob"]]
    assert read(ids=[("ann", ["alice", "bob"])]).tables["ids"][1:] == [["ann", "alice, bob"]]
    assert b"No two are alike" in page.page(FOUND, [])


def test_every_result_has_its_row_with_its_points():
    head, *rows = read().tables["all"]
    assert head == ["submission", "points"] + TESTS
    assert [(row[0], int(row[1])) for row in rows] == [
        (result["submission"], result["points"]) for result in FOUND]
    for row, result in zip(rows, FOUND):
        for cell, test in zip(row[2:], results.tests_of(result)):
            assert cell == (str(test["points"]) if test["points"] else page.SIGNS[test["verdict"]])


def test_the_page_needs_no_other_file_and_runs_nothing():
    seen = read(pairs=PAIRS)
    assert not {"script", "link", "img", "iframe", "object", "base"} & set(seen.tags)
    assert all(re.fullmatch(r"[\w%.~-]+\.txt", link) for link in seen.links)
    assert len(seen.links) == len(FOUND)
    data = page.page(FOUND, UNGRADED).decode()
    assert not re.search(r"http|url\(|@import| on\w+=", data)


def test_what_a_submission_says_is_no_markup():
    data = page.page(FOUND, UNGRADED, [Pair(ODD, ODD, 99, 99)], [[ODD, ODD]], [(ODD, [ODD, ODD])]).decode()
    assert "<script" not in data and "<stdio" not in data
    assert "&lt;script&gt;" in data


def test_equal_results_have_equal_pages():
    turned = json.loads(json.dumps(FOUND), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert list(turned[0]) != list(FOUND[0])
    assert page.page(turned, UNGRADED, PAIRS) == page.page(FOUND, UNGRADED, PAIRS)


def test_a_class_without_results_has_a_page():
    assert read([], UNGRADED).figures == {"submissions": "2", "with a result": "0",
                                          "the grader failed": "2"}
