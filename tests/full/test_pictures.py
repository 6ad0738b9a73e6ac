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


def test_the_pictures_are_those_that_make_pictures_draws():
    assert [os.path.basename(path) for path in KEPT] == sorted(name + ".svg" for name in pictures.PICTURES)
    for path in KEPT:
        command, extra = pictures.PICTURES[os.path.basename(path).removesuffix(".svg")]
        sources = ""
        for source in glob.glob(f"{ROOT}/{extra or 'user/bin'}/{command.split()[0]}.c") + glob.glob(
                ROOT + "/user/lib/**/*.[chS]", recursive=True):
            with open(source, encoding="utf-8") as file:
                sources += file.read()
        with open(path, encoding="utf-8") as file:
            picture = file.read()
        names = {title.split(":")[0] for title, *_ in boxes(picture)}
        assert len(picture) < 20000 and "main" in names
        assert {name for name in names if not re.search(rf"\b_*{name.lstrip('_')}\b", sources)} == set()


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
