"""A lab: which files a submission may change, which tests count, and for how many points.

    labs/N-NAME/lab.ini     [lab] title, files, hours; any other section is a group of tests, with
                            the name of a heading of the handout:  NAME ARGUMENTS = POINTS TITLE
    [... (hidden)]          a group that students do not have
    [Canaries]              tests that no right kernel passes
"""

import configparser
import glob
import os
import re

HIDDEN = " (hidden)"
CANARIES = "Canaries"
FULL = 100  # points
FIRST, LAST = 0, 5


class Failure(Exception):
    """A mistake, in one line for the user."""


class Test:
    """A line of lab.ini: a program and its arguments, with the points for it."""

    def __init__(self, group, words, text):
        self.group = group
        self.name = words
        self.program, *self.arguments = words.split()
        points, _, self.title = text.partition(" ")
        if not points.isdigit() or not self.title:
            raise Failure(f"{words} = {text}: must be POINTS TITLE")
        self.points = int(points)

    @property
    def is_canary(self):
        return self.group == CANARIES

    @property
    def is_witness(self):
        return self.program.startswith("witness_")


class Lab:
    def __init__(self, root, folder):
        self.root = root
        self.folder = folder  # labs/2-tick
        self.name = os.path.basename(folder)
        self.number = int(self.name.split("-")[0])
        self.handout = f"doc/course/{self.name}/handout.md"
        ini = configparser.ConfigParser(delimiters="=", interpolation=None)
        ini.optionxform = str
        path = os.path.join(root, folder, "lab.ini")
        with open(path, encoding="utf-8") as file:
            ini.read_file(file)
        about = ini["lab"]
        self.title = about["title"]
        self.files = about["files"].split()
        self.times = int(about.get("times", "4"))  # the most instructions, as a multiple of our solution's
        self.hides = about.get("hides", "").split()  # files that would give away the solution
        self.groups = {name: [Test(name, words, text) for words, text in ini[name].items()]
                       for name in ini.sections() if name != "lab"}
        self.tests = [test for group in self.groups.values() for test in group]
        self.is_answers = all(test.program == "answer" for test in self.tests)  # nothing is built

    def test(self, name):
        found = [test for test in self.tests if test.name == name]
        if not found:
            names = ", ".join(f"'{test.name}'" for test in self.tests)
            raise Failure(f"T={name}: lab {self.number} has no such test; those that it has: {names}")
        return found[0]

    def again(self, test):
        """make's arguments to run that test again; LAB= only in a tree of several labs."""
        lab = f"LAB={self.number} " if len(folders(self.root)) > 1 else ""
        return f"{lab}T='{test}'"

    def anchor(self, group):
        """The link to a group's heading in the handout, as GitHub spells it."""
        heading = group.removesuffix(HIDDEN).lower()
        return f"{self.handout}#" + re.sub(r"[^\w -]", "", heading).replace(" ", "-")


def folders(root):
    """The folders of the tree's labs: {number: labs/N-NAME}."""
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "labs", "[0-9]-*", "lab.ini"))):
        folder = os.path.relpath(os.path.dirname(path), root)
        found[int(os.path.basename(folder)[0])] = folder
    return found


def find(root, number):
    """The lab with that number; without a number, the only lab."""
    there = folders(root)
    if number is None and len(there) == 1:
        number = min(there)
    if number not in there:
        wrong = "say which lab," if number is None else f"LAB={number}: must be"
        raise Failure(f"{wrong} one of {', '.join(map(str, there))}; for example: LAB={max(there)}")
    return Lab(root, there[number])
