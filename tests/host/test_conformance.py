"""Each promise of the manuals has a test, and tools/conformance notices where one has none."""

import os
import re
import shutil
import subprocess
import sys

import pytest

PROMISES = """Some system's call(2)

SYNOPSIS
  compiles   the source compiles

DESCRIPTION
  counts   ticks are counted
  - It is a call: this promises nothing.

Left open
  more   it goes on
"""


def conformance(root, tree):
    return subprocess.run([sys.executable, "-B", os.path.join(root, "tools/conformance"), str(tree)],
                          capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    """A small tree in which all is in order."""
    files = {
        "tests/guest/manuals/some/promises": PROMISES,
        "tests/guest/manuals/some/one.c": "/* manual: some, SYNOPSIS: compiles */\n",
        "tests/guest/manuals/rules": "# It holds.\nsome_row | det=1 | holds() | DESCRIPTION: counts; Left open: more\n",
        "tests/guest/two.c": "/* manual: some, DESCRIPTION: counts */\n",
        "tests/guest/test_three.py": "# manual: some, DESCRIPTION: counts\n",
        "tests/guest/four.sh": "# nothing of a manual: it says so in no line\n",
        "doc/tour.md": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_every_promise_of_the_tree_has_a_test(root, tmp_path):
    shutil.copytree(os.path.join(root, "tests"), tmp_path / "tests")
    (tmp_path / "doc").mkdir()
    done = conformance(root, tmp_path)
    assert done.returncode == 0, done.stderr
    names = re.findall(r"^  (?!-)\S+ ", "".join(
        path.read_text() for path in tmp_path.glob("tests/guest/manuals/*/promises")), re.M)
    assert done.stdout.startswith(f"doc/conformance.md: {len(names)} promises of ")


def test_the_page_says_which_test_shows_a_promise(root, tree):
    assert conformance(root, tree).returncode == 0
    page = (tree / "doc/conformance.md").read_text().splitlines()
    assert "3 promises of 1 manuals, and the tests that fail without them." in page
    assert "| SYNOPSIS | the source compiles | tests/guest/manuals/some/one.c |" in page
    assert "| DESCRIPTION | ticks are counted | tests/guest/manuals/rules::some_row, tests/guest/test_three.py, " \
        "tests/guest/two.c |" in page
    assert "| Left open | it goes on | tests/guest/manuals/rules::some_row |" in page
    assert "| DESCRIPTION | It is a call: this promises nothing. | not a promise |" in page


@pytest.mark.parametrize("name,old,new,want", [
    ("two.c", "counts", "count", "tests/guest/two.c: tests/guest/manuals/some/promises has no count "
                                 "under DESCRIPTION"),
    ("two.c", "DESCRIPTION", "SYNOPSIS", "has no counts under SYNOPSIS"),
    ("two.c", "some,", "other,", "tests/guest/two.c: manual: other, DESCRIPTION: counts: want MANUAL"),
    ("two.c", "some, DESCRIPTION:", "some DESCRIPTION", "tests/guest/two.c: manual: "),
    ("manuals/rules", "more", "most", "tests/guest/manuals/rules::some_row: tests/guest/manuals/some/promises has no "
                                      "most under Left open"),
    ("manuals/some/one.c", "manual:", "book:", "tests/guest/manuals/some/one.c: names no promise"),
    ("manuals/some/one.c", "manual:", "book:", "no test names compiles, under SYNOPSIS"),
    ("manuals/some/promises", "  counts ", "  other   is counted\n  counts ",
     "tests/guest/manuals/some/promises: no test names other, under DESCRIPTION"),
    ("manuals/some/promises", "  counts ", "  compiles   again\n  counts ", "compiles stands there twice"),
    ("manuals/some/promises", "  counts   ticks are counted", "  counts", "promises:7: want a section"),
    ("manuals/some/promises", "SYNOPSIS\n", "", "promises:3: want a section"),
])
def test_a_mistake_is_told(root, tree, name, old, new, want):
    path = tree / "tests/guest" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    done = conformance(root, tree)
    assert done.returncode == 1
    assert want in done.stderr
    assert not (tree / "doc/conformance.md").exists()


def test_a_manual_without_a_list_is_told(root, tree):
    (tree / "tests/guest/manuals/other").mkdir()
    done = conformance(root, tree)
    assert done.returncode == 1
    assert "tests/guest/manuals/other/promises: no promises are listed there" in done.stderr


def test_each_test_says_in_a_sentence_what_it_promises(root):
    done = subprocess.run([os.path.join(root, "tools/promises")], capture_output=True, text=True, check=True)
    lines = [line.split(None, 1) for line in done.stdout.splitlines() if line.startswith("  ")]
    assert len(lines) > 500 and [name for name, *sentence in lines if not sentence] == []
    assert "\n  guest/alloc_fails.c " in done.stdout.partition("\nalloc\n")[2].partition("\n\n")[0]
