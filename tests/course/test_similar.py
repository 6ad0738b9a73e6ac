"""Submissions that are alike, without the starter's text."""

import glob
import itertools
import os
import random
import runpy
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sample  # noqa: E402, F401
import classroom  # noqa: E402
import similar  # noqa: E402
from similar import Pair  # noqa: E402

STARTER = """/* What a tick does. */
#include "prof.h"

static int index_of(const struct region *region, uint64_t pc)
{
    uint64_t distance = pc - region->offset;
    return distance * region->scale >> 17;
}

static bool is_valid(const struct region *region)
{
    if (region->scale > 65536 || region->nbytes % 2 != 0)
        return false;
    if (region->offset + region->nbytes < region->offset)
        return false;
    return region->counters != NULL && region->nbytes > 1;
}

void prof_clear(struct thread *thread)
{
    while (thread->nregions > 0) {
        struct region *last = &thread->regions[--thread->nregions];
        memset(last->counters, 0, last->nbytes);
        last->offset = last->scale = 0;
    }
}

int prof_tick(struct thread *thread, uint64_t pc)
{
    /* Your lines. */
    return 0;
}
"""

LOOP = """    for (int i = 0; i < thread->nregions; i++) {
        struct region *region = &thread->regions[i];
        if (pc < region->offset || !region->counters)
            continue;
        region->counters[index_of(region, pc)] += 1;
    }
"""
RENAMED = LOOP.replace("region", "area").replace("int i", "int at").replace("i++", "at++") \
    .replace("    ", "\t").replace("{", "{ /* my own work */")
OTHER = """    struct pending *pending = thread_pending(thread);
    while (pending->count >= LEAST && !pending_has(pending, pc))
        pending_write(pending, thread->owner->pages[pc % PAGES]);
    pending->last = pc & ~7ul;
    switch (pending_add(pending, pc)) {
    case FULL:
        thread_flush(thread, "full");
        break;
    default:
        thread->flags |= OWED;
    }
"""


def with_lines(lines):
    return {"prof.c": STARTER.replace("    /* Your lines. */\n", lines).encode()}


ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GIVEN = {"prof.c": STARTER.encode()}
CLASS = {"dora": with_lines(""), "alice": with_lines(LOOP), "bob": with_lines(RENAMED),
          "carol": with_lines(OTHER), "erin": GIVEN}


def tokens(text):
    return b"".join(similar.tokens_of({"a.c": text.encode()}))


@pytest.mark.parametrize("text,same", [
    ("total += step;", "sum+=by ;"), ("x = 17;", "x = 0x2aul;"), ('f("a \\" b", c);', 'f("", d);'),
    ("a /* \"'x */ = b; // don't", "a = b;"), ('p("/*"); q(1); r("*/");', 'p(""); q(1); r("");'),
    ("a; // to \\\n here\nb;", "a; b;"), ("c = '\"'; d = '\\''; e;", "c = 'x'; d = 'y'; e;"),
    ("a; /* without an end\nb;", "a;"), ("int it's\nx;", "int it'\nx;"), ("é = ü;", "e = u;")])
def test_names_numbers_strings_layout_and_comments_make_no_difference(text, same):
    assert tokens(text) == tokens(same)


@pytest.mark.parametrize("text,other", [("a + b", "a - b"), ("if (a)", "while (a)"), ("a = b", "a = 1"),
                                        ("a = 1", 'a = "1"'), ("int a", "long a"), ("a; /* b */ c;", "a;")])
def test_operators_keywords_and_kinds_do(text, other):
    assert tokens(text) != tokens(other)


def test_what_is_the_starters_is_taken_off():
    given = similar.passages(GIVEN)
    assert similar.own_text(GIVEN, given) == b""
    assert similar.own_text(with_lines(LOOP), given) == tokens(LOOP + "return 0; }")
    moved = {"prof.c": STARTER.replace("    ", "\t\t").replace("region", "area").encode()}
    assert similar.own_text(moved, given) == b""


def test_only_c_is_compared():
    assert similar.own_text({"answers.txt": b"tick = 12\n", "tick.h": b"a;"}, set()) == b"a;"


def test_a_passage_of_24_tokens_is_found_and_one_below_a_gram_is_not():
    chance = random.Random(1)
    for length, found in [(24, True), (similar.GRAM - 1, False)] * 200:
        passage = chance.randbytes(length)
        one, other = (similar.fingerprints(chance.randbytes(chance.randrange(60)) + passage
                                           + chance.randbytes(chance.randrange(60))) for _ in range(2))
        assert bool(one & other) == found


def test_renamed_and_laid_out_anew_is_alike_and_another_solution_is_not():
    assert similar.alike(CLASS, GIVEN) == [Pair("alice", "bob", 100, 100)]


def test_functions_in_another_order_are_alike():
    parts = [f"void {name}(struct thread *thread, uint64_t pc)\n{{\n{text}}}\n"
             for name, text in (("one", LOOP), ("two", OTHER), ("three", OTHER.replace("pc", "(x)[0]")))]
    texts = [{"prof.c": "".join(order).encode()} for order in itertools.permutations(parts)]
    for text in texts:
        pair, = similar.alike({"a": texts[0], "b": text}, GIVEN)
        assert pair.back >= 70


def test_the_starters_text_makes_no_two_alike():
    assert similar.alike({"alice": with_lines(LOOP), "carol": with_lines(OTHER)}, GIVEN) == []
    assert similar.alike({"alice": with_lines(LOOP), "carol": with_lines(OTHER)}, {}) != []


def test_a_copy_within_a_longer_text_has_two_shares():
    pair, = similar.alike({"copied": with_lines(LOOP), "more": with_lines(OTHER + LOOP)}, GIVEN)
    assert (pair.first, pair.second, pair.percent, pair.back) == ("copied", "more", 100, 0)


def test_pairs_come_with_the_most_alike_first():
    texts = {"b": OTHER, "a": OTHER + LOOP[:170], "c": OTHER}
    pairs = similar.alike({name: with_lines(text) for name, text in texts.items()}, GIVEN)
    assert [(pair.first, pair.second) for pair in pairs] == [("b", "c"), ("b", "a"), ("c", "a")]
    assert pairs[0].back == 100 > pairs[1].back


def solutions(number, kind, folder):
    lab, patch = classroom.find_lab(number), runpy.run_path(os.path.join(ROOT, "tools/matrix"))["Patch"]
    patches = [patch(lab, path) for path in glob.glob(os.path.join(ROOT, lab.folder, kind, "*.patch"))]
    for each in patches:
        each.submit(str(folder / each.name))
    return {each.name: classroom.read_files(folder / each.name, lab.files) for each in patches}


@pytest.mark.parametrize("number", [1, 5])
def test_right_solutions_that_differ_are_not_alike(number, tmp_path):
    assert similar.alike(solutions(number, "right", tmp_path), classroom.starter_files(number)) == []


@pytest.mark.parametrize("number", [2, 4])
def test_solutions_with_a_mistake_each_are_alike(number, tmp_path):
    """Each differs from the tree's own by some lines."""
    made = solutions(number, "wrong", tmp_path)
    own = classroom.read_files(ROOT, classroom.find_lab(number).files)
    pairs = similar.alike({**made, "": own}, classroom.starter_files(number))
    assert {pair.first or pair.second for pair in pairs if "" in (pair.first, pair.second)} == set(made)


def test_equal_files_are_told_and_no_files_are_not_equal():
    files = {"prof.c": b"int x;\n"}
    other = {"prof.c": b"int y;\n"}
    assert similar.equal({"b": files, "a": dict(files), "c": other, "d": {}, "e": {}}) == [["a", "b"]]


def test_answers_for_one_id_are_told():
    own = {"alice": b"ID = ann\nLINE = 1\n", "bob": b"ID = ann\n", "carol": b"ID = carol\n", "dan": b"ID =\n",
           "erin": b"LINE = 1\n"}
    submissions = {name: {"answers.txt": text} for name, text in own.items()}
    assert similar.one_id({**submissions, "zoe": {}}) == [("ann", ["alice", "bob"])]


def test_nothing_to_compare_is_no_pair():
    assert similar.alike({}, GIVEN) == [] and similar.alike({"erin": GIVEN}, GIVEN) == []


# As long as a file may be; one that took the square of it would be here for minutes.
LONG = 256 << 10
ODD = {"zeros": b"\0", "comments": b"/* ", "quotes": b'"', "escaped": b'\\"', "UTF-8": "é€".encode(),
       "all bytes": bytes(range(256)), "a name": b"x", "a number": b"1", "slashes": b"/ ", "stars": b"*",
       "backslashes": b"\\", "brackets": b"(", "one line": b"x=1;"}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_whatever_the_text_the_others_are_compared(text):
    for begin in b"", b'"', b"/*":
        odd = {"prof.c": begin + text * (LONG // len(text))}
        assert similar.alike({**CLASS, "-odd": odd}, GIVEN) == [Pair("alice", "bob", 100, 100)]
