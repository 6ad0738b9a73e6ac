"""The pictures that git keeps: they are what tools/pictures draws, can be read, and are shown with a text."""

import glob
import importlib.machinery
import importlib.util
import os
import re
import sys
import xml.etree.ElementTree as xml

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from test_flame import browser  # noqa: E402, F401: a fixture

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SVG = "{http://www.w3.org/2000/svg}"
LOADER = importlib.machinery.SourceFileLoader("pictures", ROOT + "/tools/pictures")
pictures = importlib.util.module_from_spec(importlib.util.spec_from_loader("pictures", LOADER))
LOADER.exec_module(pictures)
KEPT = sorted(glob.glob(ROOT + "/doc/pictures/*.svg"))


def boxes(picture):
    """(title, is a copy, x, y, width) of each box."""
    for box in xml.fromstring(picture).iter(SVG + "g"):
        rect = box.find(SVG + "rect")
        x, y, width = (float(rect.get(name)) for name in ("x", "y", "width"))
        yield box.find(SVG + "title").text, box.get("class") == "copy", x, y, width


def test_a_picture_without_callers_adds_up_each_function_and_leaves_copies_on_theirs():
    calls = [0, "main", 10, 0, 1, "a", 0, 0, 2, "b", 20, 0, 1, 2, 5, 0, 2, "copy", 3, 1, 3, 1, 1, 0]
    root = pictures.tree_of_groups([{"name": "7 p", "calls": calls}, {"name": "8 q", "calls": [0, "main", 2, 0]}], True)
    found = [(depth, call.name, call.ticks) for call, _, depth in pictures.boxes_of(root)]
    assert found == [(0, "7 p", 39), (1, "b", 28), (2, "copy", 3), (1, "main", 10), (1, "a", 1),
                     (0, "8 q", 2), (1, "main", 2)]


def test_a_picture_has_the_tree_of_calls():
    calls = [0, "main", 10, 0, 1, "a<&>", 60, 0, 2, "copy", 20, 1, 1, "b", 9, 0, 2, 2, 1, 1]
    *found, = boxes(pictures.picture_of("x <&>", pictures.tree_of(calls)))
    assert [(title, is_copy) for title, is_copy, *_ in found] == [
        ("main: 100 %, 100 ticks", False), ("a<&>: 80 %, 80 ticks", False),
        ("copy: 20 %, 20 ticks, a copy in its caller", True), ("b: 10 %, 10 ticks", False),
        ("copy: 1 %, 1 tick, a copy in its caller", True)]
    (_, _, left, bottom, whole), (_, _, x, y, a), (*_, copy_y, copy), (_, _, b_x, b_y, b), _ = found
    assert x == left and y == b_y < bottom and copy_y < y
    for width, share in (a, 0.8), (copy, 0.2), (b, 0.1):
        assert abs(width + 1 - share * (whole + 1)) < 0.2
    assert abs(b_x - x - a - 1) < 0.2


# "a 1" sleeps for a lock until "b 2" wakes it, and then for the disk, whose interrupt comes while "b 2" runs.
DATA = {"names": ["a 1", "b 2", "a lock", "futex_wait(x_lock)", "a CPU", "device interrupt", "the disk"],
        "cpus": 1, "wakes": [6000000, 1, 0, 9000000, 1, 0],
        "threads": [{"name": "a 1", "from": 0, "to": 10000000, "spans": [
            0, 2000000, 0, 0, 0, 0, -1, 1900000, 4100000, 1, 0, 0, 3, -1, 2000000, 4000000, 4, 1, 0, 2, 1,
            6000000, 1000000, 3, 1, 0, 4, 1, 7000000, 10000, 0, 0, 0, 0, -1, 7010000, 1990000, 4, 0, 0, 6, 5,
            9000000, 1000000, 0, 0, 0, 0, -1]},
                    {"name": "b 2", "from": 2000000, "to": 9000000, "spans": [
                        2000000, 5000000, 0, 0, 0, 1, -1, 7010000, 490000, 0, 0, 0, 1, -1,
                        7500000, 1000000, 4, 0, 0, 6, -1, 8500000, 500000, 0, 0, 0, 1, -1]}]}


def texts(picture):
    """(text, class of its box) of each; a text outside a box has None."""
    root = xml.fromstring(picture)
    boxed = {text: group.find(SVG + "rect").get("class") for group in root.iter(SVG + "g")
             for text in group.iter(SVG + "text")}
    return [(text.text, boxed.get(text)) for text in root.iter(SVG + "text")]


def paths(picture, name):
    return "".join(path.get("d") for path in xml.fromstring(picture).iter(SVG + "path") if path.get("class") == name)


@pytest.mark.parametrize("reason, total, ended", [
    ("x_lock", "a 1 sleeps for x_lock for 4.0 ms of 10.0.", "b 2 ends the wait, after 4.0 ms."),
    ("the disk", "a 1 sleeps for the disk for 2.0 ms of 10.0.",
     "the device interrupt ends the wait, after 2.0 ms."),
    ("ready", "a 1 is ready for 1.0 ms of 10.0.", "b 2 gives it the CPU, after 1.0 ms.")])
def test_a_time_line_has_lanes_reasons_and_the_arrow_that_answers(reason, total, ended):
    picture = pictures.timeline_of("", "<&>", "a|b", "a", reason, 100, DATA)
    assert [text for text in texts(picture) if text[0] != "milliseconds" and not text[0].isdigit()] == [
        ("CPU 0", None), ("a 1", "run"), ("b 2", "run"), ("idle", "asleep"), ("b 2", "run"),
        ("a 1", "run"),
        ("a 1", None), ("runs", "run"), ("x_lock", "asleep"), ("ready", "ready"), ("the disk", "asleep"),
        ("runs", "run"),
        ("b 2", None), ("runs", "run"), ("the d…", "asleep"),
        ("runs", "run"), ("ready", "ready"), ("asleep", "asleep"),
        ("A mark: runs for a moment. An arrow: a wake-up.", None), (total, None), ("Thick arrow: " + ended, None)]
    left, scale = pictures.EDGE + pictures.NAME_WIDTH, (700 - 2 * pictures.EDGE - pictures.NAME_WIDTH) / 10
    at, waker = {"x_lock": (6, 2), "the disk": (9, 0), "ready": (7, 2)}[reason]  # lane 0: the CPU, of an interrupt
    x, *arrow = re.match(r"M([\d.]+) (\d+)V(\d+)m-3 (-?5)l", paths(picture, "answer")).groups()
    top = [pictures.EDGE + lane * pictures.LANE for lane in range(3)]
    assert abs(float(x) - left - at * scale) < 0.1
    assert [*map(int, arrow)] == ([top[2], top[1] + 22, 5] if waker == 2 else [top[0] + 22, top[1], -5])
    assert paths(picture, "wake").count("M") == (2 if reason == "ready" else 1)
    assert paths(picture, "marks").count("M") == 2  # a 1 at 7 ms: in its lane, and in that of the CPU


def test_the_arrow_that_answers_is_drawn_however_short_the_wait_is():
    threads = [{**thread, "to": 1000000000} for thread in DATA["threads"]]
    picture = pictures.timeline_of("", "x", "a|b", "a", "x_lock", 2000, {**DATA, "threads": threads})
    assert (paths(picture, "answer").count("M"), paths(picture, "wake")) == (1, "")


def test_a_time_line_without_the_wait_is_refused():
    with pytest.raises(SystemExit, match="no thread a waits for: a pipe"):
        pictures.timeline_of("", "x", "a|b", "a", "a pipe", 100, DATA)


def lanes_drawn(picture):
    return [text for text, box in texts(picture) if not box and re.fullmatch(r"CPU \d|\w+ \d+( thread \d+)?", text)]


@pytest.mark.parametrize("name", pictures.TIMELINES)
def test_a_time_line_is_drawn_again_with_the_lanes_that_are_kept(name, monkeypatch):
    """A run with DET=1 gives the same picture each time.  Other runs have the same lanes; whether a thread waits for a
    disk or a lock depends on the host, which may have the answer first."""
    settings, _, shown, *_ = pictures.TIMELINES[name]
    if "EXTRA" in settings:
        monkeypatch.delenv("IMAGE", raising=False)  # which gets no more programs
    with open(f"{ROOT}/doc/pictures/{name}.svg", encoding="utf-8") as file:
        kept = file.read()
    spans = pictures.Spans(pictures.data_of_timeline(name))
    lanes = [spans.name_of(lane) for lane in spans.lanes(shown)]
    assert lanes_drawn(kept) == lanes and 2 <= len(lanes) <= 8
    assert len(kept) < 8000 and paths(kept, "answer").count("M") == 1
    if settings == "DET=1":
        picture = pictures.draw(name)
        assert lanes_drawn(picture) == lanes and paths(picture, "answer").count("M") == 1
        assert pictures.draw(name) == picture


def test_the_pictures_are_those_that_make_pictures_draws():
    assert [os.path.basename(path) for path in KEPT] == sorted(
        name + ".svg" for name in [*pictures.PICTURES, *pictures.TIMELINES])
    for name, (_, command, _, is_flat) in pictures.PICTURES.items():
        path = f"{ROOT}/doc/pictures/{name}.svg"
        sources = command
        for source in [file for folder in ("user", "kernel", "labs")
                       for file in glob.glob(f"{ROOT}/{folder}/**/*.[chS]", recursive=True)]:
            with open(source, encoding="utf-8") as file:
                sources += file.read()
        with open(path, encoding="utf-8") as file:
            picture = file.read()
        names = {re.sub(r"^\d+ |,.*|\..*|_\[k\]$", "", title.split(":")[0]) for title, *_ in boxes(picture)}
        assert len(picture) < 20000 and ("main" in names or is_flat)
        assert {name for name in names - {"(callers not known)", "(no symbol)"}
                if not re.search(rf"\b_*{name.lstrip('_')}\b", sources)} == set()


def test_each_picture_is_shown_with_a_text():
    shown = set()
    for page in "README.md", *glob.glob("doc/**/*.md", root_dir=ROOT, recursive=True):
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            for text, path in re.findall(r"!\[([^]]*)\]\(([^)]*)\)", file.read()):
                assert len(text) > 40, (page, path)
                # GitHub takes a leading slash as the tree's root; a handout is also HANDOUT.md of the starter.
                shown.add(os.path.join(ROOT, path.lstrip("/") if path[0] == "/" else
                                       os.path.join(os.path.dirname(page), path)))
    assert shown == set(KEPT)


@pytest.mark.needs("chromium", "chromedriver")
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("path", KEPT, ids=os.path.basename)
def test_a_picture_can_be_read(browser, path, colours):  # noqa: F811
    """No text is longer than its box, and text and box differ in brightness."""
    browser.open(path, 1000, colours)
    texts = browser.js("""[...document.querySelectorAll("text")].map(text => {
        const box = text.parentNode.querySelector(":scope > rect"), edges = box.getBoundingClientRect();
        const inner = text.getBoundingClientRect(), colour = which => getComputedStyle(which).fill;
        return [edges.right - inner.right, inner.left - edges.left, colour(text), colour(box)];
    })""")
    assert len(texts) > 5
    for right, left, *fills in texts:
        text, box = (sum(map(int, re.findall(r"\d+", fill)[:3])) for fill in fills)
        assert right >= 0 and left >= 0 and abs(text - box) > 300 and (text < box) == (colours == "light")
