"""Lays out the tree that a lab begins with.

A starter must not have the solution of its lab or of a later one.

    base     the tree, with the starters of all later labs laid over it, the last one first
    starter  the base with the lab's starter, without the files that are not for students

A submission is graded in the base, with the submission's files laid over it.
"""

import hashlib
import json
import os
import shutil
import subprocess

import lab as labs
import patches
import verdict

STARTER, PATCH = "starter", "starter.patch"
# Students do not get solutions, the instructor's tools and notes, and the tools that measure or check the whole tree.
NOT_FOR_STUDENTS = ("tests/mutants/", "tests/mistakes/", "tests/course/", "tests/full/", "tools/class",
                    "tools/handout", "tools/mutants", "tools/mistakes", "tools/matrix",
                    "tools/maintain.mk", "tools/soak", "tools/bench/", "tools/conformance", "tools/promises",
                    "tools/pictures", "tests/host/test_conformance.py", "tools/course/answers.py",
                    "tools/course/classroom.py", "tools/course/gradescope/", "tools/course/page.py",
                    "tools/course/similar.py", "doc/course/instructor.md", "labs/starter-files/")


# A starter or submissions that lie in the tree are no part of it.
ARCHIVES = (".tar", ".gz", ".tgz", ".xz", ".txz", ".bz2", ".tbz2", ".zip", ".bundle")


def listed(root, *words):
    done = subprocess.run(["git", "ls-files", "-z", *words], cwd=root, capture_output=True)
    if done.returncode != 0:
        raise labs.Failure(f"{root}: git cannot list its files: "
                           + done.stderr.decode("utf-8", "replace").strip())
    return {os.fsdecode(name) for name in done.stdout.split(b"\0") if name}


def untracked(root, tracked):
    """The tree's files that git does not track yet: files in a folder with tracked files, and no archives.  Other
    files, such as submissions and their grades, do not belong to the tree.  If git tracks nothing, as in a tree that
    was just unpacked, all files belong to it."""
    own = {name.split("/")[0] for name in tracked if "/" in name}
    return {name for name in listed(root, "-o", "--exclude-standard")
            if (not tracked or name.partition("/")[0] in own)
            and not name.lower().endswith((*ARCHIVES, "/"))}  # git names another repository with a slash


def names(root):
    """The tree's files, without outputs."""
    tracked = listed(root, "-c")
    found = tracked | untracked(root, tracked)
    return sorted(name for name in found if os.path.isfile(os.path.join(root, name)))


def put(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.lexists(target):
        os.unlink(target)
    shutil.copy2(source, target)


def lay_own(lab, target, folder=""):
    """Lays the lab's files of the tree, the right ones, or of a folder of the tree."""
    for name in lab.files:
        put(os.path.join(lab.root, folder, name), os.path.join(target, name))
        os.utime(os.path.join(target, name))  # make compiles it


def lay_starter(lab, target):
    """Lays what students have in place of the lab's files: the tree's own, changed by a patch.  The file of lab 0 is
    not in the tree."""
    if lab.is_answers:
        lay_own(lab, target, os.path.join(lab.folder, STARTER))
        return
    lay_own(lab, target)
    patch = os.path.join(lab.root, lab.folder, PATCH)
    same = set(lab.files) - patches.apply(patch, target)
    if same:
        raise labs.Failure(f"{patch}: does not change {min(same)}, so students would have the solution")


def copy(root, target, wanted):
    """Copies the tree's files for which wanted(name) is true."""
    for name in names(root):
        if wanted(name):
            put(os.path.join(root, name), os.path.join(target, name))


def lay_later_starters(lab, target):
    for number, folder in sorted(labs.folders(lab.root).items(), reverse=True):
        if number > lab.number:
            lay_starter(labs.Lab(lab.root, folder), target)


def hidden_files(lab):
    """Files that would give away the solutions of this lab and of later ones."""
    return {name for number, folder in labs.folders(lab.root).items() if number >= lab.number
            for name in labs.Lab(lab.root, folder).hides}


def is_for_students(lab, name):
    if name.startswith(NOT_FOR_STUDENTS) or name.endswith("/instructor.md"):
        return False
    parts = name.split("/")
    if parts[0] == "labs" and len(parts) > 2 and parts[1][0].isdigit():
        return parts[1] == lab.name and parts[2] not in (STARTER, PATCH, "wrong", "right", "hidden")
    if parts[:2] == ["labs", "tests"] and name.endswith(".c"):
        return os.path.splitext(parts[2])[0] in visible_programs(lab)
    if name.startswith("tests/guest/") and name.endswith(".c"):
        return os.path.splitext(parts[-1])[0] not in hidden_programs(lab)
    return True


def unasked(lab):
    """Files that git does not track and students would get: nobody decided yet that they are part of the tree."""
    tracked = listed(lab.root, "-c")
    hidden = hidden_files(lab)
    return sorted(name for name in (untracked(lab.root, tracked) if tracked else ())
                  if is_for_students(lab, name) and name not in hidden)


def visible_programs(lab):
    return {test.program for test in lab.tests if not test.group.endswith(labs.HIDDEN)}


def hidden_programs(lab):
    return {test.program for test in lab.tests} - visible_programs(lab)


def without_hidden(text):
    """lab.ini for students."""
    lines, keep = [], True
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            keep = not line.strip().removesuffix("]").endswith(labs.HIDDEN)
        if keep:
            lines.append(line)
    return "".join(lines)


def make_starter(lab, target, reference):
    """reference: the right solution's result in each test."""
    hidden = hidden_files(lab)
    copy(lab.root, target, lambda name: is_for_students(lab, name) and name not in hidden)
    lay_later_starters(lab, target)
    lay_starter(lab, target)
    path = os.path.join(target, lab.folder, "lab.ini")
    with open(path, encoding="utf-8") as file:
        text = without_hidden(file.read())
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    seen = {test.name for test in labs.Lab(target, lab.folder).tests}
    with open(os.path.join(target, lab.folder, "reference.json"), "w", encoding="utf-8") as file:
        json.dump({name: {**entry, "sites": verdict.without_answers(entry["sites"])}
                   for name, entry in reference.items() if name in seen}, file, indent=1)
    put(os.path.join(lab.root, lab.handout), os.path.join(target, "HANDOUT.md"))
    extra = os.path.join(lab.root, "labs/starter-files")
    for where, folders, files in os.walk(extra):
        if lab.is_answers and ".github" in folders:
            folders.remove(".github")  # in lab 0 make grade only lists the answers, and leaves no result
        for name in files:
            path = os.path.join(where, name)
            put(path, os.path.join(target, os.path.relpath(path, extra)))


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def manifest(folder):
    """{path: digest} of all files in a folder."""
    found = {}
    for where, folders, files in os.walk(folder):
        if where == folder and ".git" in folders:
            folders.remove(".git")
        for name in files:
            path = os.path.join(where, name)
            found[os.path.relpath(path, folder)] = digest(path)
    return found


def key(root, folders=("kernel", "user", "tests", "labs", "mkfs", "tools", "build.mk", "kernel.ld")):
    """A hash of all files that a grade depends on."""
    hashed = hashlib.sha256()
    for name in names(root):
        if name.startswith(folders):
            hashed.update(os.fsencode(f"{name} {digest(os.path.join(root, name))}\n"))
    return hashed.hexdigest()
