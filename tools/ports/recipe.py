"""Recipes: how a port is built, and how it is compared with the host's build of the same source.

A recipe is a file in tools/ports/recipes, with lines `KEY: TEXT'.  Indented lines belong to the text above them.

    about       what the program is, for the table
    package     Debian's source package, if it has another name than the recipe
    release     a release of Debian that has the source, for machines whose own release has none
    deb         Debian's package of data that the commands take files from: $DEB has its files
    needs       ports that are built first; $PORTS/NAME has a port's build in its work/
    tools       ports whose programs the commands start: the host's builds, $TOOLS/NAME, which are in their PATH
    build       shell commands, which run in a copy of the source; they find $CC, $AR, $RANLIB, and $CONFIGURE, which
                is ./configure with the words for Tally.  For the host's build these are the host's
    programs    what the commands make: FILE, or FILE=NAME, which becomes /bin/NAME
    files       more files for the machine: FILE=PATH
    data        files and folders of the source that the job needs, or FILE=NAME
    file NAME   a file that the job needs
    source NAME a file of our own that is put into the copy of the source
    job         shell commands.  On Tally they must print what they print on the host
    missing     what Tally lacks to build or run it; then a failure is expected
"""

import os
import re
import textwrap

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "recipes")
KEYS = "about package release deb needs tools build programs files data job missing".split()


class Failure(Exception):
    """A mistake, in one line for the user."""


class Recipe:
    def __init__(self, path):
        self.path, self.name = path, os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.inputs, self.added, found = {}, {}, dict.fromkeys(KEYS, "")
        for key, text in re.findall(r"^([a-z][^:\n]*):(.*(?:\n(?:[ \t].*)?)*)", self.text, re.MULTILINE):
            first, _, rest = text.partition("\n")
            text = (first.strip() + "\n" + textwrap.dedent(rest)).strip("\n") + "\n"
            if key.startswith("file "):
                self.inputs[key[5:]] = text
            elif key.startswith("source "):
                self.added[key[7:]] = text
            elif key in KEYS:
                found[key] = text.strip()
            else:
                raise Failure(f"{path}: {key}: a recipe has no such line; it has {', '.join(KEYS)}, file NAME and "
                              "source NAME")
        self.about, self.build, self.job, self.missing = (found[key] for key in ("about", "build", "job", "missing"))
        self.package, self.release, self.deb = found["package"] or self.name, found["release"], found["deb"]
        self.needs, self.tools = found["needs"].split(), found["tools"].split()
        self.programs, self.files, self.data = (pairs(found[key]) for key in ("programs", "files", "data"))


def pairs(text):
    """FILE or FILE=NAME, as (FILE, NAME)."""
    return [(word.partition("=")[0], word.partition("=")[2] or os.path.basename(word)) for word in text.split()]


def names():
    return sorted(os.listdir(FOLDER))


def recipes(words):
    """The recipes of these names, after those that they need.  A word with a slash is the path of a recipe."""
    found = {}
    for word in words:
        path = word if "/" in word else os.path.join(FOLDER, word)
        if not os.path.isfile(path):
            raise Failure(f"PORTS={word}: there is no such port; there are: {' '.join(names())}")
        recipe = Recipe(path)
        for needed in recipes(recipe.needs):
            found.setdefault(needed.name, needed)
        found.setdefault(recipe.name, recipe)
    return list(found.values())
