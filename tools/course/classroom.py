"""A class: a folder of submissions, and the folder OUT for their results.

    OUT/NAME.json, OUT/NAME.txt   a submission's result, and the report for the student
    OUT/joblog.tsv                parallel's log: when and where each submission was graded, and how long that took
    OUT/.class/class.json         lab, entries in an order that stays, the tree's key (tree.py)
    OUT/.class/files/NAME/        the files that were graded, for the comparison
    OUT/.class/tasks/N            the numbers of the entries that a task of Slurm grades; N.log
    OUT/.class/failed/NAME        why the grader failed, if it did
    OUT/.class/said/NAME          the messages of a grader that failed

A submission is graded if its NAME.json is there: a rename puts that file there last, and whole.  If the grading is
interrupted, the results stay, and --resume grades the rest.
"""

import fcntl
import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

import intake
import lab as labs
import results
import sandbox
import tree
from lab import Failure

ROOT = results.ROOT
ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".zip", ".git",
            ".bundle")
SECONDS = 3600  # a grader that takes longer is broken: it limits a submission's instructions
CHANGED = "changed while it was graded: what is compared with others' files is not what was graded; grade it anew"
LAST_WORDS = 2000  # bytes of a failed grader's messages


class Entry:
    def __init__(self, number, name, path):
        self.number = number
        self.name = name  # to show: printable and unique
        self.path = path
        self.stem = stem_of(name)


def shown(raw):
    """A file's name with escapes for unprintable characters; different names stay different."""
    return results.plain_line(raw.replace("\\", "\\\\"))


def without_ending(name):
    for ending in sorted(ARCHIVES, key=len, reverse=True):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[:-len(ending)]
    return name


def names_of(files):
    """{file: name}, without the archive's ending.  Two files that would get the same name keep the ending."""
    names = {file: shown(without_ending(file)) for file in files}
    while True:
        taken = list(names.values())
        doubles = [file for file in names if taken.count(names[file]) > 1]
        if not doubles:
            return names
        names.update({file: shown(file) for file in doubles})


def stem_of(name):
    """A file name for name, with no character that is special to a shell, a page or another system."""
    def quoted(at, char):
        return char.isalnum() or char in "_@+=," or at and char in "-. "

    stem = "".join(char if quoted(at, char) else "".join(f"%{byte:02X}" for byte in char.encode())
                   for at, char in enumerate(name))
    if len(stem.encode()) > 200:
        stem = stem.encode()[:150].decode(errors="ignore") \
            + "~" + hashlib.sha256(name.encode()).hexdigest()[:16]
    return stem


def find_lab(number):
    return labs.find(ROOT, int(number))


def read_files(top, paths):
    """{path: bytes} of the paths that are files."""
    files = {}
    for path in paths:
        if os.path.isfile(os.path.join(top, path)):
            with open(os.path.join(top, path), "rb") as file:
                files[path] = file.read()
    return files


def starter_files(number):
    lab = find_lab(number)
    with tempfile.TemporaryDirectory() as folder:
        tree.lay_starter(lab, folder)
        return read_files(folder, lab.files)


def write(path, data):
    """Writes a file whole or not at all, even if the power fails."""
    new = f"{path}.{os.getpid()}.new"
    try:
        with open(new, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:  # after a failure, such as a full disk
        if os.path.exists(new):
            os.remove(new)


class Class:
    """A class; .entries in the order of their numbers, which start at 1."""

    def __init__(self, out):
        self.out = os.path.abspath(out)
        self.state = os.path.join(self.out, ".class")
        self.lab, self.folder, self.grader, self.key, self.entries = None, None, None, None, []

    @classmethod
    def load(cls, out):
        self = cls(out)
        try:
            with open(self.place("class.json"), encoding="ascii") as file:
                kept = json.load(file)
        except FileNotFoundError:
            raise Failure(f"{out}: no class was graded there")
        except ValueError as error:
            raise Failure(f"{self.place('class.json')}: {error}")
        self.lab, self.folder, self.grader = kept["lab"], kept["folder"], kept["grader"]
        self.key = kept.get("key")  # None if an older tree began the class
        self.entries = [Entry(number, name, os.path.join(self.folder, file))
                        for number, (name, file) in enumerate(kept["entries"], 1)]
        return self

    @classmethod
    def make(cls, out, folder, lab, grader):
        """A new class.  Raises Failure if there are results already."""
        self = cls(out)
        if os.path.exists(self.place("class.json")):
            raise Failure(f"{out}: has results already; --resume keeps them and grades the rest, "
                          "--out DIR is another place")
        self.lab, self.folder, self.grader, self.key = lab, os.path.abspath(folder), grader, tree.key(ROOT)
        for part in ("files", "failed", "said"):
            os.makedirs(self.place(part), exist_ok=True)
        self.take_entries()
        return self

    def place(self, *names):
        return os.path.join(self.state, *names)

    def take_entries(self):
        """Adds the folder's new entries; the old ones keep their numbers."""
        known = {os.path.basename(entry.path) for entry in self.entries}
        try:
            files = sorted(os.listdir(self.folder), key=os.fsencode)
        except OSError as error:
            raise Failure(f"{shown(self.folder)}: {error.strerror}")
        new = [file for file in files
               if file not in known and os.path.join(self.folder, file) != self.out]
        names = names_of(new)
        taken = {entry.name for entry in self.entries}
        for file in new:
            more = (f"{shown(file)} ({number})" for number in itertools.count(2))
            free = (name for name in itertools.chain([names[file], shown(file)], more) if name not in taken)
            name = next(free)
            self.entries.append(Entry(len(self.entries) + 1, name, os.path.join(self.folder, file)))
            taken.add(name)
        if not self.entries:
            raise Failure(f"{shown(self.folder)}: has no submissions; each is an entry of it")
        kept = {"lab": self.lab, "folder": self.folder, "grader": self.grader, "key": self.key,
                "entries": [[entry.name, os.path.basename(entry.path)] for entry in self.entries]}
        write(self.place("class.json"), json.dumps(kept, indent=1).encode("ascii"))

    def lock(self):
        """A lock, held while the file is open: two processes would grade each submission twice."""
        file = open(self.place("lock"), "w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Failure(f"{self.out}: is being graded already, by another tools/class")
        return file

    def result_file(self, entry):
        return os.path.join(self.out, entry.stem + ".json")

    def left(self):
        return [entry for entry in self.entries if not os.path.exists(self.result_file(entry))]

    def results(self):
        """(results in the order of the names, [(name, why it has no result)])."""
        found, ungraded = [], []
        for entry in sorted(self.entries, key=lambda entry: entry.name):
            try:
                found.append(results.load(self.result_file(entry)))
            except FileNotFoundError:
                ungraded.append((entry.name, self.why_failed(entry)))
            except (results.Invalid, OSError) as error:
                ungraded.append((entry.name, f"{entry.stem}.json is damaged: {error}"))
        return found, ungraded

    def why_failed(self, entry):
        try:
            with open(self.place("failed", entry.stem), encoding="utf-8", errors="replace") as file:
                return results.plain(file.read().strip())
        except FileNotFoundError:
            return "its grading did not come to an end"

    def files_of(self, name):
        """{path: bytes} of the files that were graded."""
        return read_files(self.place("files", stem_of(name)), find_lab(self.lab).files)


# --- Grading one ------------------------------------------------------------------------------


def grader_command(klass, entry, json_file):
    return [*klass.grader, "--lab", klass.lab, f"--name={entry.name}", f"--json={json_file}",
            "--prepared", "--jobs=1", entry.path]


def run_grader(command, said):
    """Returns how the grader failed, or "".  By then all its processes have ended, and its folder for temporary files
    is removed.  This folder is on the machine's own disk: OUT may be on a network's, where root has no rights and
    compiling a kernel is slow."""
    scratch = tempfile.TemporaryDirectory(prefix="tally-class-", ignore_cleanup_errors=True)
    try:
        with open(said, "wb") as output:
            grader = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                      start_new_session=True, env={**os.environ, "TMPDIR": scratch.name})
            try:
                status = grader.wait(SECONDS)
            except subprocess.TimeoutExpired:
                return f"it did not end within {SECONDS} seconds"
            finally:
                try:
                    os.killpg(grader.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                grader.wait()
    finally:
        remove(scratch)
    if status < 0:
        return f"signal {-status} ended it"
    return f"it ended with status {status}" if status else ""


def remove(scratch):
    """Removes the folder, again if needed: a sandbox's processes end a moment after the grader, and may write there."""
    for _ in range(20):
        scratch.cleanup()
        if not os.path.exists(scratch.name):
            break
        time.sleep(0.1)


def last_words(path):
    with open(path, "rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - LAST_WORDS))
        return file.read().decode("utf-8", "replace").strip()


def keep_files(klass, entry):
    """Copies the lab's files of a submission, for the comparison, and returns their fingerprint.  SECONDS is no limit
    here: intake limits the bytes and entries that it reads, which take minutes at most."""
    lab_files = find_lab(klass.lab).files
    taken = intake.read_submission(entry.path, lab_files, {})
    top = klass.place("files", entry.stem)
    shutil.rmtree(top, ignore_errors=True)
    for path, data in taken.files.items():
        os.makedirs(os.path.dirname(os.path.join(top, path)), exist_ok=True)
        with open(os.path.join(top, path), "wb") as file:
            file.write(data)
    return intake.fingerprint(lab_files, taken.files)


def grade_entry(klass, entry):
    """Grades one submission; returns "", or why it has no result."""
    new = klass.place(f"{entry.number}.json")
    said = klass.place("said", entry.stem)
    try:
        why = run_grader(grader_command(klass, entry, new), said)
        if not why:
            result = results.load(new)
            if (result["submission"], result["lab"].split("-")[0]) != (entry.name, klass.lab):
                raise results.Invalid("is of another submission or lab")
            if keep_files(klass, entry) != result["fingerprint"]:
                result["notes"].append(CHANGED)
            write(os.path.join(klass.out, entry.stem + ".txt"), results.to_text(result).encode())
            write(klass.result_file(entry), results.dump(result))
    except FileNotFoundError as error:
        why = "it wrote no result" if error.filename == new else str(error)
    except results.Invalid as error:
        why = f"what it wrote is no result: {error}"
    except (OSError, sandbox.Trouble) as error:
        why = str(error)
    if why:
        words = last_words(said) if os.path.exists(said) else ""
        write(klass.place("failed", entry.stem), (f"{why}: {words}" if words else why).encode())
    else:
        for path in (klass.place("failed", entry.stem), said):
            if os.path.exists(path):
                os.remove(path)
    if os.path.exists(new):
        os.remove(new)
    return why
