"""Builds the files that a lab's submissions are graded with, and a submission's kernel.

    build/course/pristine/   the tree's own kernel, its sources and objects
    build/course/N-NAME/     of one lab:
        base/                the lab's kernel (tree.py), sources and objects, without programs and tests
        tests/               lab 1's tests, built, to link with a submission's object
        image/               the disk's files beside the tests
        reference.json       the result of each test on the right solution
        given/               lab 0's machine (answers.py)
        manifest.json        the starter's files, to find other changes in a submission

Nothing of a submission is executed here.  The sandbox compiles a submission's files in a copy of the base, so make
compiles only these files and the files that include them.  A submission can read that copy.  So the right solution is
in the base only until it has given the reference; no object of it is left, and no test is ever there.  Lab 1's tests
contain the submission: its object is linked with them in another folder.
"""

import fcntl
import glob
import json
import os
import re
import shutil
import tempfile

import lab as labs
import sandbox
import tree
import trusted

# The files that make needs for the kernel; make only looks into the folders in EMPTY.
KERNEL = ("kernel/", "tools/ksyms.awk", "tools/align", "tools/cross", "build.mk", "kernel.ld", "mkfs/sources.mk")
PROGRAMS = ("user/", "labs/", "tests/check.h", "tests/guest/", "tools/own-names")
COMPILED = "build/kernel", "build/user"  # objects that make need not compile again, without programs
EMPTY = "user mkfs tests/host tests/guest/manuals labs/tests".split()
# Messages of gcc and make when the host killed a part of the compiler because its memory is used up.  A student whose
# code makes the assembler print such a line gets no grade for it.
KILLED = re.compile(r"^[\w.+-]+: fatal error: Killed signal terminated program |"
                    r"^make(\[\d+\])?: \*\*\* \[build\.mk:\d+: [^]\n]*\] (Killed|Error 137)$", re.MULTILINE)
OLD = 10**9  # a time: 2001
COMPILE = {"seconds": 120, "memory": 2 << 30, "file_bytes": 64 << 20, "output": 4 << 20}
SUBMITTED = {**COMPILE, "seconds": 30, "memory": 1 << 30}  # a right submission needs 1 s
ASK = "labs/bin_ask.c"  # the only source of the programs that includes a submission's file
JOINED = f"build/{ASK}.o"


class NotBuilt(labs.Failure):
    """A submission does not compile; the compiler's messages."""


def compile_in(folder, goals, run=None, limits=COMPILE):
    """Makes the goals in a copy of the base and returns make's output, or raises NotBuilt."""
    command = ["make", "--no-print-directory", "-k", "-f", "build.mk", *goals]
    if limits is COMPILE:  # the tree's own files; more compilers at a time would need more memory than the limit
        command.insert(1, f"-j{min(os.cpu_count(), 8)}")
    done = (run or sandbox.run)(command, work=folder, read_only={}, **limits)
    if done.killed:
        raise NotBuilt(f"the compiler {done.why}")
    output = done.output.decode("utf-8", "replace")
    if done.status != 0 and (done.status == sandbox.KILLED or KILLED.search(output)):
        raise sandbox.Trouble("the host killed the compiler, as it does when its memory is used up")
    if done.status != 0:
        raise NotBuilt(explain(output))
    return output


def explain(text):
    """The first lines of a compiler's output that name mistakes, each once: a file may be compiled twice."""
    text = re.sub(r"/tmp/cc\w+\.s\b", "assembly", text)  # the compiler's, with a random name
    lines = [line for line in dict.fromkeys(text.splitlines()) if not line.startswith("make") and
             re.search("error|undefined reference|moved between", line, re.IGNORECASE)]
    return "\n".join((lines or text.strip().splitlines()[-3:] or ["the compiler failed"])[:5])


def own_programs(root, files):
    """The tests that include one of a submission's files."""
    path = os.path.join(root, f"build/{ASK}.d")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        included = set(file.read().split()) & set(files)
    return {os.path.basename(name).removesuffix(".c") for name in glob.glob(os.path.join(root, "labs/tests/bin_*.c"))
            if included}


def without_programs(folder, names):
    """The names that a kernel is not built from, for shutil.copytree()."""
    inside = folder.split("/pristine", 1)[1].strip("/")
    return [name for name in names if os.path.join(inside, name) in
            ("user", "labs", "tests", "build/user", "build/labs")]


def copy_as_old(source, target):
    """For shutil.copytree(): gives all copies one old time.  A file that is put beside them later is newer, even if
    the clock of the machine that built them was ahead.  No copy is newer than another, so make compiles nothing."""
    shutil.copyfile(source, target)
    shutil.copymode(source, target)
    os.utime(target, (OLD, OLD))


def make_pristine(root):
    """The tree's own kernel, and the tests that include a lab's file; built once for a tree."""
    folder = os.path.join(root, "build/course/pristine")
    key_path = folder + ".key"
    key = tree.key(root)
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    with open(folder + ".lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(key_path):
            with open(key_path, encoding="utf-8") as file:
                if file.read() == key:
                    return folder
            os.unlink(key_path)
        shutil.rmtree(folder, ignore_errors=True)
        tree.copy(root, folder, lambda name: name.startswith(KERNEL + PROGRAMS) and
                  (os.path.basename(name) == "lab.ini" or not re.match("labs/[0-9]", name)))
        for name in COMPILED:
            if os.path.isdir(os.path.join(root, name)):
                shutil.copytree(os.path.join(root, name), os.path.join(folder, name),
                                ignore=shutil.ignore_patterns("bin", "debug", "obj"))
        for name in EMPTY:
            os.makedirs(os.path.join(folder, name), exist_ok=True)
        every = [labs.Lab(root, each) for each in labs.folders(root).values()]
        files = {name for lab in every for name in lab.files}
        named = {test.program for lab in every for test in lab.tests}
        compile_in(folder, ["kernel", *(f"build/labs/bin/{name}"
                                        for name in sorted(own_programs(root, files) & named))])
        with open(key_path, "w", encoding="utf-8") as file:
            file.write(key)
    return folder


class Build:
    """The files that the submissions of one lab need, made once for a tree."""

    def __init__(self, lab):
        self.lab = lab
        self.folder = os.path.join(lab.root, "build/course", lab.name)
        self.base = os.path.join(self.folder, "base")
        self.image = os.path.join(self.folder, "image")
        self.programs = own_programs(lab.root, lab.files) & {test.program for test in lab.tests}

    def path(self, name):
        return os.path.join(self.folder, name)

    def tests(self):
        """The folder of lab 1's tests; join() links a copy of it with a submission's object."""
        return os.path.join(os.path.dirname(self.base), "tests")

    def tool(self, name):
        return os.path.join(self.lab.root, "build", name)

    def load(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def save(self, name, value):
        new = self.path(name) + ".new"  # others may read the old file; only one process saves
        with open(new, "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1, sort_keys=True)
        os.replace(new, self.path(name))

    def is_current(self, name, key):
        try:
            return self.load(name) == key
        except (FileNotFoundError, ValueError):  # ValueError: damaged, as after a loss of power
            return False

    def prepare(self, run_reference):
        """Makes all files, unless they are there; run_reference(build) returns the reference."""
        os.makedirs(os.path.dirname(self.folder), exist_ok=True)
        with open(self.folder + ".lock", "a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.prepare_alone(run_reference)

    def prepare_alone(self, run_reference):
        trusted.make(self.lab.root, "labs")
        self.programs = own_programs(self.lab.root, self.lab.files) & {t.program for t in self.lab.tests}
        key = tree.key(self.lab.root)
        if not self.is_current("key", key):
            shutil.rmtree(self.folder, ignore_errors=True)
            os.makedirs(self.folder)
            self.make_parts(run_reference)
            self.save("key", key)
        everything = tree.key(self.lab.root, folders="")  # a starter also has documents
        if not self.is_current("manifest.key", everything):
            self.save("manifest.json", self.starter_manifest())
            self.save("manifest.key", everything)

    def make_parts(self, run_reference):
        if self.lab.is_answers:
            import answers  # not in a student's tree

            answers.give(self.path("given"), self.lab.root)
            self.save("reference.json", {})
            return
        self.make_base()
        self.make_image(self.image)
        self.save("reference.json", run_reference(self))
        self.put_in_base(tree.lay_starter)

    def make_starter(self, folder):
        tree.make_starter(self.lab, folder, self.load("reference.json"))
        if self.lab.is_answers:
            shutil.copytree(self.path("given"), os.path.join(folder, "given"))

    def make_base(self):
        pristine = make_pristine(self.lab.root)
        shutil.copytree(pristine, self.base, symlinks=True, ignore=without_programs, copy_function=copy_as_old)
        if self.programs:
            shutil.copytree(pristine, self.tests(), symlinks=True, copy_function=copy_as_old)
            tree.put(os.path.join(pristine, ASK), os.path.join(self.base, ASK))
            shutil.copytree(os.path.join(pristine, "user/include"), os.path.join(self.base, "user/include"))
        for name in EMPTY:
            os.makedirs(os.path.join(self.base, name), exist_ok=True)
        tree.lay_later_starters(self.lab, self.base)
        self.put_in_base(tree.lay_own)  # a later starter may have replaced them

    def put_in_base(self, lay):
        """Has the lab's files laid into the base, and compiles them."""
        lay(self.lab, self.base)
        compile_in(self.base, self.goals())

    def goals(self):
        return ["kernel", *([JOINED] if self.programs else [])]

    def make_image(self, folder):
        """Makes the disk's files beside the tests, in a new folder, and uses this folder from now on."""
        self.image = folder
        shutil.copytree(self.tool("user/bin"), os.path.join(self.image, "bin"))
        for name in "t", "tmp":
            os.mkdir(os.path.join(self.image, name))

    def starter_manifest(self):
        folder = self.path("starter")
        self.make_starter(folder)
        found = tree.manifest(folder)
        shutil.rmtree(folder)
        return {name: "" if name.startswith("given/") else digest for name, digest in found.items()}

    def submission(self, files, folder):
        """Compiles a submission's files in a new folder, with outputs in folder/build.  Returns the compiler's
        messages."""
        shutil.copytree(self.base, folder, symlinks=True, copy_function=copy_as_old)
        for name, data in files.items():
            path = os.path.join(folder, name)
            os.unlink(path)
            with open(path, "wb") as file:
                file.write(data)
        said = compile_in(folder, self.goals(), limits=SUBMITTED)
        if self.programs:
            self.join(folder)
        return said

    def join(self, folder):
        """Links the lab's tests with the submission's object in folder, and puts the tests there."""
        data = sandbox.read_back(folder, JOINED, COMPILE["file_bytes"])
        if data is None:
            raise NotBuilt(f"{JOINED} is no file")
        with tempfile.TemporaryDirectory() as place:
            tests = os.path.join(place, "tests")
            shutil.copytree(self.tests(), tests, symlinks=True, copy_function=copy_as_old)
            with open(os.path.join(tests, JOINED), "wb") as file:
                file.write(data)
            compile_in(tests, [f"build/labs/bin/{name}" for name in sorted(self.programs)], limits=SUBMITTED)
            if sandbox.read_back(tests, JOINED, COMPILE["file_bytes"]) != data:
                raise labs.Failure(f"{JOINED} was compiled again where the right solution is; remove build/course")
            shutil.copytree(os.path.join(tests, "build/labs/bin"), os.path.join(folder, "build/labs/bin"))
