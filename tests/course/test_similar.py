"""Which submissions are alike: sim_c's shares of what is not the starter's."""

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sample  # noqa: E402, F401
import sandbox  # noqa: E402
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


GIVEN = {"prof.c": STARTER.encode()}
CLASS = {"dora": with_lines(""), "alice": with_lines(LOOP), "bob": with_lines(RENAMED),
          "carol": with_lines(OTHER), "erin": GIVEN}


def test_what_is_the_starters_is_taken_off():
    assert similar.without_starter(STARTER, STARTER) == ""
    assert similar.own_text(with_lines(LOOP), GIVEN) == LOOP + "    return 0;\n}\n"
    assert similar.without_starter(STARTER.replace("    ", "\t\t"), STARTER) == ""


def test_braces_by_themselves_are_no_sign_of_the_starter():
    own = "int mine(void)\n{\n    return 0;\n}\n"
    assert similar.without_starter(STARTER + own, STARTER) == own


def test_comments_are_no_code_in_whole_or_in_part():
    """A line within the starter's comment is changed, and its rest must not swallow the code."""
    given = {"prof.c": b"/* The starter's\n * words of it, with a ` and a '.\n */\n"}
    own = given["prof.c"].decode().replace("words of", "lines, which are mine, in") + "// don't\n" + LOOP
    assert similar.own_text({"prof.c": own.encode()}, given) == LOOP
    assert similar.without_comments('a = "/*"; b = \'"\'; /* c */ d = "//"; // e') == \
        'a = "/*"; b = \'"\';   d = "//";\n'
    assert similar.without_comments("a /* without an end\nb") == "a\n"


def test_only_c_is_compared():
    assert similar.own_text({"answers.txt": b"tick = 12\n"}, {}) == ""


def test_renamed_and_laid_out_anew_is_alike_and_another_solution_is_not():
    assert similar.alike(CLASS, GIVEN) == [Pair("alice", "bob", 100, 100)]


def test_the_starters_text_makes_no_two_alike():
    assert similar.alike({"alice": with_lines(LOOP), "carol": with_lines(OTHER)}, GIVEN) == []
    assert similar.alike({"alice": with_lines(LOOP), "carol": with_lines(OTHER)}, {}) != []


def test_a_copy_within_a_longer_text_has_two_shares():
    pair, = similar.alike({"copied": with_lines(LOOP), "more": with_lines(OTHER + LOOP)}, GIVEN)
    assert (pair.first, pair.second, pair.percent, pair.back) == ("copied", "more", 100, 0)


def test_pairs_come_with_the_most_alike_first():
    shares = {("a", "b"): 70, ("b", "a"): 90, ("c", "a"): 95, ("c", "b"): 60, ("b", "c"): 60}
    assert similar.pairs_of(shares) == [Pair("c", "a", 95, 0), Pair("b", "a", 90, 70),
                                        Pair("b", "c", 60, 60)]


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


ODD = {"zeros": b"\x00" * 1000, "comments": b"/*" * 1000, "quotes": b'"' * 999,
       "UTF-8": "é€".encode() * 99, "all bytes": bytes(range(256)) * 9, "long": b"x" * 100000}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_whatever_the_text_the_others_are_compared(text):
    pairs = similar.alike({**CLASS, "-odd": {"prof.c": text}}, GIVEN)
    assert Pair("alice", "bob", 100, 100) in pairs


def test_a_comparison_that_fails_is_said():
    def run(*_, **__):
        return sandbox.Done(137, b"", "time")

    with pytest.raises(sandbox.Trouble, match="sim_c ended with status 137 time"):
        similar.alike(CLASS, GIVEN, run)


def test_a_string_without_an_end_takes_no_longer_than_its_length():
    """One that took the square of it would be here for a quarter of an hour."""
    text = '"' + '\\"' * (1 << 17) + "\n"
    assert similar.without_comments(text) == text
    assert similar.without_comments("int a; // it's\n'x\n/* \" */int b;\n") == "int a;\n'x\n int b;\n"
