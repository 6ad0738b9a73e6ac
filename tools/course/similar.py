"""Finds submissions that are alike: compares their C tokens, without the starter's, by winnowing.

All names are one token, all numbers another, all strings a third; layout and comments are none.  So a copy with new
names looks like the original.  Each GRAM tokens in a row have a hash, and the least of each WINDOW hashes in a row is a
fingerprint.  Two texts that share PASSAGE tokens in a row share a fingerprint, and a text with fewer has none
(Schleimer, Wilkerson, Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003).

A share of 70 % means that the other text has 70 % of a text's fingerprints.  It shows where to look first, and is no
proof: two short right solutions may well be alike.  A fingerprint of many submissions counts like any other: half a
class may have copied one text.

This runs outside the sandbox: it only reads text, in time and memory proportional to the length, and the grader
takes no file over 256 KiB.
"""

import dataclasses
import itertools
import re
import zlib

from answer_file import parse, read_id

LEAST = 60  # percent; the page shows no pair below it
GRAM, WINDOW = 12, 13
PASSAGE = GRAM + WINDOW - 1
ESCAPED = re.compile(rb"\\[\n\"'\\]")  # without these, a string ends at the next quote
# The first characters choose the alternative, and it matches without an end also: no character is read twice.
TOKEN = re.compile(rb"""//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|"[^"\n]*"?|'[^'\n]*'?|[\w\x80-\xff]+""")
BLANK = bytes(range(33)) + b"\\"
KEYWORDS = {word: bytes([128 + number]) for number, word in enumerate(
    b"break case char const continue default do double else enum extern float for goto if inline int long "
    b"register return short signed sizeof static struct switch typedef union unsigned void volatile while".split())}


@dataclasses.dataclass(frozen=True)
class Pair:
    """percent: the share of the first's fingerprints that the second has; back: the other way round, or 0
    if below LEAST."""

    first: str
    second: str
    percent: int
    back: int


def token(found):
    word = found[0]
    if word[:1] == b"/":
        return b""
    if word[:1] in b"\"'":
        return b'"'
    return b"0" if word[:1].isdigit() else KEYWORDS.get(word, b"a")


def tokens_of(files):
    """[the tokens of each C file, a byte each]; punctuation stands for itself.  files: {path: bytes}."""
    return [TOKEN.sub(token, ESCAPED.sub(b"", text)).translate(None, BLANK)
            for path, text in files.items() if path.endswith((".c", ".h"))]


def hashes(tokens, length):
    """A hash of each `length` tokens in a row.  Python's own hash() differs from run to run."""
    return [zlib.crc32(tokens[at:at + length]) for at in range(len(tokens) - length + 1)]


def passages(files):
    return {one for tokens in tokens_of(files) for one in hashes(tokens, PASSAGE)}


def own_text(files, given):
    """The tokens of files outside the starter's passages.  given: passages(starter)."""
    own = bytearray()
    for tokens in tokens_of(files):
        end = 0
        for at, one in itertools.zip_longest(range(len(tokens)), hashes(tokens, PASSAGE)):
            if one in given:
                end = at + PASSAGE
            if at >= end:
                own.append(tokens[at])
    return bytes(own)


def fingerprints(tokens):
    grams = hashes(tokens, GRAM)
    return {min(grams[at:at + WINDOW]) for at in range(len(grams) - WINDOW + 1)}


def equal(submissions):
    """Groups of names whose files are the same bytes.  submissions: {name: {path: bytes}}."""
    groups = {}
    for name, files in submissions.items():
        if files:
            groups.setdefault(tuple(sorted(files.items())), []).append(name)
    return sorted(sorted(names) for names in groups.values() if len(names) > 1)


def one_id(submissions):
    """[(id, names)] of submissions to lab 0 with the same id."""
    names = {}
    for name, files in submissions.items():
        own, _ = read_id(parse(files.get("answers.txt", b""))[0])
        if own:
            names.setdefault(own, []).append(name)
    return sorted((own, sorted(each)) for own, each in names.items() if len(each) > 1)


def alike(submissions, starter):
    """Pairs, the most alike first."""
    given = passages(starter)
    prints = {name: fingerprints(own_text(files, given)) for name, files in submissions.items()}
    names = sorted((name for name in prints if prints[name]), key=lambda name: (len(prints[name]), name))
    pairs = []
    for first, second in itertools.combinations(names, 2):  # the first has no more fingerprints than the second
        common = 100 * len(prints[first] & prints[second])
        percent, back = common // len(prints[first]), common // len(prints[second])
        if percent >= LEAST:
            pairs.append(Pair(first, second, percent, back if back >= LEAST else 0))
    return sorted(pairs, key=lambda pair: (-pair.percent, -pair.back, pair.first, pair.second))
