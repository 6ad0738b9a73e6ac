"""A copy of the tree, to which patches are applied one after the other: for tools/mutants and tools/mistakes.

The copy stays under build/, and only files that differ from the tree's are written, so that make has little to do.
"""

import contextlib
import os
import re
import shutil
import subprocess

from running.build import Lock

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

BUILT = "kernel", "debug", "user", "mkfs"  # what tools/run needs


class Failure(Exception):
    """A patch could not be tried; the text says why, in one line."""


def head_of(path):
    """The comment lines that a patch begins with, without their `# `."""
    if not os.path.isfile(path):
        raise Failure(f"{path}: no such patch")
    with open(path, encoding="utf-8") as file:
        return re.findall(r"# (.*)\n", re.match(r"(?:# .*\n)*", file.read())[0])


def names_of_tree():
    """The files that git tracks or would list as untracked.  In a copy, where a test may make another copy, there is no
    repository: all files except outputs."""
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True,
                          text=True)
    if done.returncode == 0:
        return {name for name in done.stdout.splitlines() if os.path.isfile(os.path.join(ROOT, name))}
    names = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", "__pycache__")]
        names.update(os.path.relpath(os.path.join(folder, name), ROOT) for name in files)
    return names


def same(a, b):
    if not os.path.isfile(b):
        return False
    with open(a, "rb") as file, open(b, "rb") as other:
        return file.read() == other.read()


class Copy:
    def __init__(self, name, make):
        self.folder = os.path.join(ROOT, "build", name)
        self.make = make

    def bring_up_to_date(self, *more):
        """The first time this copies the outputs also, and the sources keep their times.  more: folders in build/."""
        wanted = names_of_tree()
        there, built = os.path.join(ROOT, "build"), os.path.join(self.folder, "build")
        is_new = os.path.isdir(there) and not os.path.exists(built)
        if is_new:
            with Lock(os.path.join(there, "lock")):  # tools/run builds there, with this lock
                for name in set(BUILT + more).intersection(os.listdir(there)):
                    shutil.copytree(os.path.join(there, name), os.path.join(built, name))
        for folder, folders, names in os.walk(self.folder):
            if folder == self.folder and "build" in folders:
                folders.remove("build")
            for name in names:
                path = os.path.join(folder, name)
                if os.path.relpath(path, self.folder) not in wanted:
                    os.unlink(path)
        for name in wanted:
            source, target = os.path.join(ROOT, name), os.path.join(self.folder, name)
            if not same(source, target):
                os.makedirs(os.path.dirname(target), exist_ok=True)
                (shutil.copy2 if is_new else shutil.copy)(source, target)

    def run(self, *command, **settings):
        """Runs a command that sees neither the repository around the copy, nor the variables that make passes down."""
        env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        env.update(settings, GIT_CEILING_DIRECTORIES=os.path.dirname(self.folder))
        return subprocess.run(command, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def apply(self, path, *options):
        done = self.run("git", "apply", *options, path)
        if done.returncode != 0:
            raise Failure("does not apply: " + done.stdout.splitlines()[0])

    def build_and_keep(self, outputs, *goals):
        """Builds what no patch has changed, and keeps the folder of outputs for bring_back()."""
        if os.path.isdir(f"{self.folder}/build/kept"):
            self.bring_back(outputs)
        self.build(*goals)
        shutil.rmtree(f"{self.folder}/build/kept", ignore_errors=True)
        shutil.copytree(f"{self.folder}/{outputs}", f"{self.folder}/build/kept")

    def bring_back(self, outputs):
        """So that make need not compile the files of a patch again that was applied and reversed since."""
        shutil.rmtree(f"{self.folder}/{outputs}", ignore_errors=True)
        shutil.copytree(f"{self.folder}/build/kept", f"{self.folder}/{outputs}")

    @contextlib.contextmanager
    def patched(self, path):
        """Applies a patch and reverses it, after which the files have the times that they had."""
        with open(path, encoding="utf-8") as file:
            names = [f"{self.folder}/{name}" for name in re.findall(r"^\+\+\+ b/(.*)$", file.read(), re.MULTILINE)]
        times = [os.stat(name) for name in names]
        self.apply(path)
        try:
            yield
        finally:
            self.apply(path, "--reverse")
            for name, time in zip(names, times):
                os.utime(name, ns=(time.st_atime_ns, time.st_mtime_ns))

    def build(self, *goals):
        """Builds in spite of warnings: a mistake or a mutant may cause one."""
        done = self.run(self.make, "WERROR=0", *goals)
        if done.returncode != 0:
            lines = done.stdout.strip().splitlines()
            raise Failure("is not built: " + next((line for line in lines if "error:" in line), lines[-1]))
