"""Applies the patches in labs/: what `git diff` writes, with few lines around each change.

Each hunk must fit its file at exactly one place; the numbers in its `@@` do not count.  In a hunk, `-... 9 lines`
stands for any 9 lines to remove.  So a starter need not repeat the solution.
"""

import os
import re

import lab as labs

GAP = re.compile(r"-\.\.\. (\d+) lines")
HELP = '(doc/course/instructor.md, "Changing a lab")'


def read(path):
    """{file: [(where in the patch, its lines)]}: the hunks of each file."""
    found, hunks = {}, None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if line.startswith("--- a/"):
                hunks = found.setdefault(line.removeprefix("--- a/"), [])
            elif line.startswith("@@"):
                hunks.append((f"{path}:{number}", []))
            elif hunks and line[:1] in (" ", "+", "-", "") and not line.startswith("+++ b/"):
                hunks[-1][1].append(line)
    if not found:
        raise labs.Failure(f"{path}: changes no file; the changes to a file begin with `--- a/FILE`")
    return found


def pattern_of(line):
    gap = GAP.fullmatch(line)
    return rf"(?:.*\n){{{gap[1]}}}" if gap else re.escape(line[1:] + "\n")


def change(text, hunks, name):
    """The text of the file with that name, changed."""
    made, end = [], 0
    for where, lines in hunks:
        pattern = "".join(pattern_of(line) for line in lines if not line.startswith("+"))
        places = [found.span(1) for found in re.finditer(f"^(?=({pattern}))", text, re.MULTILINE)]
        if len(places) != 1 or places[0][0] < end:
            raise labs.Failure(f"{where}: must fit {name} at one place, behind the hunk before; it fits at "
                               f"{len(places)} {HELP}")
        made += [text[end:places[0][0]], *(line[1:] + "\n" for line in lines if not line.startswith("-"))]
        end = places[0][1]
    return "".join([*made, text[end:]])


def apply(path, folder):
    """Changes the files in a folder; returns their names."""
    found = read(path)
    for name, hunks in found.items():
        with open(os.path.join(folder, name), "r+", encoding="utf-8") as file:
            text = change(file.read(), hunks, name)
            file.seek(0)
            file.truncate()
            file.write(text)
    return set(found)
