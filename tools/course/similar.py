"""Submissions that are alike: what of their files is not the starter's, compared by sim_c.

sim_c (Debian: similarity-tester) compares the C tokens of two texts: names, numbers, layout and
comments make no difference to it.  A share of 70 % means that of one's own text this much stands in
the other's, too, in pieces of 24 tokens or more.  That is where to look first, and no proof: two
short right solutions may well be alike.
"""

import dataclasses
import difflib
import os
import re
import tempfile

import sandbox
from answer_file import parse, read_id

LEAST = 60  # percent; below it a pair is not told
LINE = re.compile(r"^(\d+)\.c consists for (\d+) % of (\d+)\.c material$", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
                     # or a string, to leave alone; one without an end is left alone at once
                     r"""|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?""")
LIMITS = {"seconds": 3600, "memory": 4 << 30, "output": 64 << 20}


@dataclasses.dataclass(frozen=True)
class Pair:
    """percent: of the first one's own text that is the second's, too; back: the other way round."""

    first: str
    second: str
    percent: int
    back: int


def without_comments(text):
    """Also a part of a comment, whose rest is the starter's, would be taken for code."""
    kept = COMMENT.sub(lambda found: found[0] if found[0][0] in "\"'" else " ", text)
    return "".join(line.rstrip() + "\n" for line in kept.splitlines() if line.strip())


def words_in(line):
    return len(re.findall(r"\w+", line))


def without_starter(text, starter):
    """The lines of code in text that are not taken over from starter.

    Lines that any C text has, such as braces and returns, are no sign of the starter by themselves:
    they stay, or the text would fall to pieces that are too short to compare.
    """
    lines = without_comments(text).splitlines()
    given = without_comments(starter).splitlines()
    matcher = difflib.SequenceMatcher(None, [" ".join(line.split()) for line in given],
                                      [" ".join(line.split()) for line in lines], autojunk=False)
    left = list(lines)
    for _, start, size in matcher.get_matching_blocks():
        if any(words_in(line) > 2 for line in lines[start:start + size]):
            left[start:start + size] = [None] * size
    return "".join(line + "\n" for line in left if line is not None)


def own_text(files, starter):
    """What is a submission's own.  files, starter: {path: bytes}."""
    return "".join(without_starter(data.decode("latin-1"), starter.get(path, b"").decode("latin-1"))
                   for path, data in files.items() if path.endswith((".c", ".h")))


def equal(submissions):
    """Groups of names whose files are the same bytes.  submissions: {name: {path: bytes}}."""
    groups = {}
    for name, files in submissions.items():
        if files:
            groups.setdefault(tuple(sorted(files.items())), []).append(name)
    return sorted(sorted(names) for names in groups.values() if len(names) > 1)


def one_id(submissions):
    """[(id, names)] of the answers to lab 0 that were given for the same id."""
    names = {}
    for name, files in submissions.items():
        own, _ = read_id(parse(files.get("answers.txt", b""))[0])
        if own:
            names.setdefault(own, []).append(name)
    return sorted((own, sorted(each)) for own, each in names.items() if len(each) > 1)


def alike(submissions, starter, run=sandbox.run):
    """Pairs, the most alike first.  Raises sandbox.Trouble."""
    texts = {name: own_text(files, starter) for name, files in submissions.items()}
    names = sorted(name for name, text in texts.items() if text.strip())
    if len(names) < 2:
        return []
    with tempfile.TemporaryDirectory(prefix="tally-similar-") as folder:
        for number, name in enumerate(names):
            with open(os.path.join(folder, f"{number}.c"), "w", encoding="latin-1") as file:
                file.write(texts[name])
        listed = "".join(f"{number}.c\n" for number in range(len(names)))
        done = run(["sim_c", "-a", "-e", "-s", "-p", "-T", "-t", str(LEAST), "-i"], work=folder,
                   stdin=listed.encode(), **LIMITS)
    if done.status or done.killed:
        raise sandbox.Trouble(f"sim_c ended with status {done.status} {done.killed}")
    shares = {(names[int(first)], names[int(second)]): int(percent) for first, percent, second
              in LINE.findall(done.output.decode("ascii", "replace"))}
    return pairs_of(shares)


def pairs_of(shares):
    """shares: {(of, in): percent}, of those that are LEAST or more."""
    pairs = set()
    for first, second in shares:
        ways = [(shares.get(way, 0), way) for way in ((first, second), (second, first))]
        (percent, way), (back, _) = sorted(ways, key=lambda each: (-each[0], each[1]))
        pairs.add(Pair(*way, percent, back))
    return sorted(pairs, key=lambda pair: (-pair.percent, -pair.back, pair.first, pair.second))
