"""Takes from a submission the files that a lab allows, and nothing else.

A submission is a folder, a tar (plain or packed with gzip, xz or bzip2), a zip, or a git repository: a clone's work
tree, or the HEAD of a bare repository or a bundle.  Only the lab's files are taken, as bytes.  All other files are
compared with the starter's, so that the report can name other changes.  Nothing is extracted, and nothing of the
submission is run: git reads its objects in the sandbox, without its configuration.

Each mistake in a submission becomes a line: a note if the lab's files can still be graded, otherwise the problem.
sandbox.Trouble is raised if the grader itself failed.
"""

import collections
import dataclasses
import functools
import hashlib
import os
import stat
import tempfile
import unicodedata

import archive
import sandbox
from archive import Bad, FILE, FOLDER, LINK, show, size_text

COMPARED_MOST = 1 << 20  # bytes: no file of the tree is near
HELD_MOST = 32  # copies of the lab's files that are kept until it is known which folder is the root
READ_MOST = 256 << 20  # bytes of all files that are compared
ROOT_DEPTH = 8  # folders above the tree, such as home/alice/courses/os/lab2
NAME_MOST = 512  # bytes: this and PARTS_MOST limit the work for each of a name's folders
PARTS_MOST = archive.DEPTH_MOST + ROOT_DEPTH
NOTES_MOST = 60
REFUSED_MOST = 5  # names that notes list one by one
REMOVED_MOST = 10  # files that notes list one by one

GIT_SECONDS = 60
GIT_MEMORY = 1 << 30
GIT_LIST_MOST = 16 << 20


@dataclasses.dataclass
class Submission:
    """files: {path: bytes}, the lab's, in its order.  problem: "" if they can be graded."""

    files: dict = dataclasses.field(default_factory=dict)
    notes: list = dataclasses.field(default_factory=list)
    problem: str = ""


def read_submission(path, lab_files, starter, limit=256 << 10):
    """path: the submission's folder or file.  lab_files: the paths that may be changed; all are needed.
    starter: {path: sha256 in hex} of the starter's files, "" for a file that is not compared.  limit: bytes of a file.
    No submission makes this raise."""
    intake = Intake(lab_files, starter, limit)
    try:
        intake.read(path)
    except Bad as error:
        intake.problem = str(error)
    except (OSError, MemoryError, RecursionError) as error:
        intake.problem = f"cannot be read: {getattr(error, 'strerror', None) or 'too large'}"
    return intake.submission()


def fingerprint(lab_files, files):
    """A hash of the lab's files in a submission.  files: {path: bytes}."""
    hashed = hashlib.sha256()
    for path in lab_files:
        data = files.get(path, b"")
        hashed.update(f"{path} {len(data)}\n".encode() + data)
    return hashed.hexdigest()


# A name's facts.  digest: sha256 in hex, of a file that may be the starter's.  data: of a file that may be the lab's.
# problem: why it cannot be taken.
Found = collections.namedtuple("Found", "kind size what digest data problem",
                               defaults=(0, "", "", None, ""))


class Intake:
    """One submission while it is read."""

    def __init__(self, lab_files, starter, limit):
        self.lab = {os.fsencode(name): name for name in lab_files}
        self.starter = {os.fsencode(name): digest for name, digest in starter.items()}
        self.limit = limit
        self.found = {}  # by name
        self.notes = []
        self.refused = 0  # names
        self.problem = ""
        self.held = 0
        self.read_bytes = 0

    # --- reading ---

    def read(self, path):
        try:
            info = os.lstat(path)  # students may write there, and put a link to another's file
        except (OSError, ValueError) as error:
            raise Bad(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
        if stat.S_ISLNK(info.st_mode):
            raise Bad(f"{archive.link_to(os.fsencode(os.readlink(path)))}, which is not followed; hand in the "
                      "file or folder itself")
        if stat.S_ISDIR(info.st_mode):
            self.read_top_folder(path)
        elif stat.S_ISREG(info.st_mode):
            self.read_top_file(path, info.st_size)
        else:
            raise Bad(f"{archive.kind_text(info.st_mode)}, and no folder, tar, zip or git repository")

    def read_top_folder(self, path):
        if is_bare_repository(path):
            self.take_all(read_git(path, self.wanted))
            return
        self.take_all(archive.read_folder(path))
        files = [name for name, found in self.found.items() if found.kind == FILE]
        if len(files) == 1 and self.root() is None:  # as a course's web site may store it
            inner = os.path.join(os.fsencode(path), files[0])
            reader = self.reader(inner)
            if reader:
                self.found.clear()
                self.note(f"taken from {show(files[0])}")
                self.take_all(reader)

    def read_top_file(self, path, size):
        reader = self.reader(path)
        if reader is None:
            self.take_single(path, size)
        else:
            self.take_all(reader)

    def reader(self, path):
        """The entries of an archive; None if the file is no archive that this reads."""
        with archive.open_plain(path) as file:
            head = os.pread(file.fileno(), 16, 0)
            size = os.fstat(file.fileno()).st_size
        kind = archive_kind(path, head)
        if kind is None:
            return None
        if size > archive.PACKED_MOST:
            raise Bad(f"the archive has {size_text(size)}, and may have "
                      f"{size_text(archive.PACKED_MOST)}; hand in without what was built")
        if kind == "git":
            return read_git(path, self.wanted)
        return archive.read_zip(path) if kind == "zip" else archive.read_tar(path)

    def take_single(self, path, size):
        """Takes a file that has the name of one of the lab's."""
        name = os.path.basename(os.fsencode(path))
        same = [full for full in self.lab if full.rsplit(b"/", 1)[-1] == name]
        if not same:
            raise Bad("neither a folder nor a tar, a zip or a git bundle")

        def read(limit):
            with archive.open_plain(path) as file:
                return archive.read_all(file, limit)

        self.take(archive.Entry(same[0], FILE, size, read=read))

    def take_all(self, entries):
        for entry in entries:
            self.take(entry)

    def take(self, entry):
        """Notes an entry, and reads it if it may be the lab's or the starter's."""
        if len(entry.name) > NAME_MOST or entry.name.count(b"/") > PARTS_MOST:
            self.refused += 1
            if self.refused <= REFUSED_MOST:
                self.note(f"{show(entry.name)}: the name is too long or has too many folders, "
                          "not used")
            return
        name = tidy(entry.name)
        if name is None:
            self.note(f"{show(entry.name)}: leads out of the tree, not used")
            return
        if not name or b".git" in name.split(b"/"):
            return
        if name in self.found and FOLDER not in (entry.kind, self.found[name].kind):
            self.note(f"{show(name)}: is there more than once; the last one counts")
        if entry.kind == FOLDER and name in self.found:
            return
        self.found[name] = self.look(name, entry)

    def look(self, name, entry):
        found = Found(entry.kind, entry.size, entry.what)
        if entry.kind != FILE:
            return found
        paths = tails(name)
        of_lab = any(path in self.lab for path in paths) or self.is_bare_name(name)
        if not of_lab and not any(path in self.starter for path in paths):
            return found
        if entry.size > (self.limit if of_lab else COMPARED_MOST):
            return found
        self.read_bytes += entry.size
        if self.read_bytes > READ_MOST:
            return found
        try:
            data = entry.read(self.limit + 1 if of_lab else COMPARED_MOST + 1)
        except Bad as error:
            return found._replace(problem=str(error))
        found = found._replace(digest=hashlib.sha256(data).hexdigest(), size=len(data))
        if of_lab and self.held < HELD_MOST:
            self.held += 1
            found = found._replace(data=data)
        return found

    def wanted(self, name):
        """Whether the file may be one of the lab's or the starter's."""
        name = tidy(name)
        return name and any(path in self.lab or path in self.starter for path in tails(name))

    # --- choosing ---

    def root(self):
        """The folder, with its slash, below which most of the lab's files are, or None."""
        counts = collections.Counter()
        for name, found in self.found.items():
            for full in self.lab:
                if found.kind != FOLDER and (name == full or name.endswith(b"/" + full)):
                    counts[name[:-len(full)]] += 1
        counts = {root: n for root, n in counts.items() if root.count(b"/") <= ROOT_DEPTH}
        if not counts:
            return None
        best = max((n, -root.count(b"/")) for root, n in counts.items())
        roots = sorted(root for root, n in counts.items() if (n, -root.count(b"/")) == best)
        if len(roots) > 1:
            raise Bad(f"more than one tree: {', '.join(show(root) for root in roots[:5])}; "
                      "hand in one")
        return roots[0]

    def submission(self):
        files = {}
        if not self.problem:
            try:
                files = self.choose()
            except Bad as error:
                self.problem = str(error)
        if self.refused > REFUSED_MOST:
            self.note(f"{self.refused - REFUSED_MOST} more names are too long or have too many folders, "
                      "not used")
        notes = self.notes
        if len(notes) > NOTES_MOST:
            notes = notes[:NOTES_MOST] + [f"and {len(notes) - NOTES_MOST} more notes"]
        return Submission({} if self.problem else files, notes, self.problem)

    def choose(self):
        if not self.found:
            raise Bad("there is no file in it")
        root = self.root()
        if root is None:
            self.take_bare_names()
            root = b""
        problems, files = [], {}
        for name in self.lab:
            problem = self.why_not(root, name)
            if problem:
                problems.append(f"{self.lab[name]}: {problem}")
            else:
                files[self.lab[name]] = self.found[root + name].data
        self.note_others(root)
        for path, data in files.items():
            self.note_contents(path, data)
        if problems:
            raise Bad("; ".join(problems))
        return files

    def take_bare_names(self):
        """Takes the lab's files from the top or from one folder as if they were in their own folders."""
        for full in self.lab:
            base = full.rsplit(b"/", 1)[-1]
            same = [name for name in self.found if name.rsplit(b"/", 1)[-1] == base
                    and self.is_bare_name(name) and self.found[name].kind == FILE]
            if len(same) == 1 and same[0] != full:
                found = self.found.pop(same[0])
                self.found[full] = found
                self.note(f"{show(same[0])}: taken as {self.lab[full]}")

    def is_bare_name(self, name):
        base = name.rsplit(b"/", 1)[-1]
        return name.count(b"/") <= 1 and any(full.rsplit(b"/", 1)[-1] == base for full in self.lab)

    def why_not(self, root, name):
        """Why a file of the lab cannot be graded, or ""."""
        found = self.found.get(root + name)
        if found is None:
            alike = self.by_folded.get(folded(root + name))
            if alike:
                return f"missing; there is {show(alike)}, but upper and lower case differ"
            return "missing"
        if found.kind == FOLDER:
            return "a folder, and must be a file"
        if found.kind != FILE:
            return found.what + (", which is not followed; hand in the file itself"
                                 if found.kind == LINK else ", and must be a plain file")
        if found.size > self.limit:
            return f"has {size_text(found.size)}, and may have {size_text(self.limit)}"
        if found.problem:
            return found.problem
        if found.data is None:
            return "not read, as the submission has too many files of that name"
        return ""

    @functools.cached_property
    def by_folded(self):
        """{folded name: name}; made once, as that takes long."""
        return {folded(name): name for name in reversed(self.found)}

    # --- notes ---

    def note(self, text):
        if text not in self.notes[-1:]:
            self.notes.append(text)

    def note_contents(self, path, data):
        """Notes unusual contents; the bytes are graded as they are."""
        if not data.strip():
            self.note(f"{path}: empty")
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            self.note(f"{path}: is UTF-16, which no compiler reads; save it as UTF-8")
        elif b"\0" in data:
            self.note(f"{path}: has NUL bytes")
        if data.startswith(b"\xef\xbb\xbf"):
            self.note(f"{path}: begins with a byte order mark")
        if b"\r\n" in data:
            self.note(f"{path}: lines end with CR LF")

    def note_others(self, root):
        """Notes the other files that differ from the starter."""
        known = {folder for name in self.starter for folder in folders_of(name)}
        added = collections.Counter()
        for name, found in sorted(self.found.items()):
            inside = name.startswith(root)
            path = name[len(root):] if inside else name
            if inside and path in self.lab or found.kind == FOLDER:
                continue
            new = inside and next((folder for folder in folders_of(path) if folder not in known), None)
            if new:
                added[new + b"/"] += 1
            elif found.kind != FILE:
                self.note(f"{show(path)}: {found.what}, not used")
            elif not inside or path not in self.starter:
                added[path] += 1
            elif found.problem:
                self.note(f"{show(path)}: {found.problem}, not used")
            elif self.starter[path] and found.digest != self.starter[path]:
                self.note(f"{show(path)}: changed, not used")
        for path, count in sorted(added.items()):
            files = f" ({count} files)" if path.endswith(b"/") else ""
            self.note(f"{show(path)}: added{files}, not used")
        self.note_removed(root)

    def note_removed(self, root):
        """Notes removed files, unless only the lab's files were handed in, which is right."""
        others = [name for name in self.starter if name not in self.lab]
        gone = [name for name in sorted(others) if root + name not in self.found]
        if gone and len(gone) == len(others):
            return
        if len(gone) > REMOVED_MOST:
            self.note(f"{len(gone)} files of the starter are not there; the original ones are used")
            return
        for name in gone:
            self.note(f"{show(name)}: removed; the original one is used")


def tidy(name):
    """A name without `.` and empty parts, or None if it leads out of the tree."""
    parts = [part for part in name.split(b"/") if part not in (b"", b".")]
    if b".." in parts or name.startswith(b"/") or name[1:2] == b":" and name[2:3] in b"\\/":
        return None
    if any(b"\0" in part for part in parts) or b"..\\" in name:
        return None
    return b"/".join(parts)


def tails(name):
    """The name, and the name without each number of folders that may be above the tree."""
    parts = name.split(b"/")
    return [b"/".join(parts[above:]) for above in range(min(len(parts), ROOT_DEPTH + 1))]


def folders_of(name):
    """The folders that a file is in, the topmost first."""
    at = name.find(b"/")
    while at >= 0:
        yield name[:at]
        at = name.find(b"/", at + 1)


def folded(name):
    """A key that is equal for names that a file system may not distinguish."""
    return unicodedata.normalize("NFC", name.decode("utf-8", "surrogateescape")).casefold()


def archive_kind(path, head):
    if head.startswith((b"# v2 git bundle", b"# v3 git bundle")):
        return "git"
    if head.startswith((b"PK\3\4", b"PK\5\6")):
        return "zip"
    if archive.is_packed(head) or archive.is_tar(path):
        return "tar"
    for magic, kind in (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!", "rar"):
        if head.startswith(magic):
            raise Bad(f"a {kind} archive, which is not read; hand in a folder, a tar or a zip")
    return None


# --- git -----------------------------------------------------------------------------------------


def is_bare_repository(path):
    return (os.path.isfile(os.path.join(path, "HEAD")) and
            all(os.path.isdir(os.path.join(path, name)) for name in ("objects", "refs")))


def read_git(path, wanted):
    """A generator of archive.Entry for the files of HEAD, in a bare repository or a bundle.  git runs in the sandbox,
    on a copy with objects and references and no configuration, hook or alternate."""
    with tempfile.TemporaryDirectory(prefix="tally-git-") as work:
        git(work, "init", "-q", "--bare", "repo")
        if os.path.isdir(path):
            copy_repository(path, os.path.join(work, "repo"))
            head = head_of(git(work, "show-ref", "--head", "--heads"))
        else:
            with archive.open_plain(path) as source:
                write_new(os.path.join(work, "bundle"), source, archive.PACKED_MOST)
            head = head_of(git(work, "bundle", "unbundle", "../bundle"))
        yield from git_entries(work, head, wanted)


def head_of(text):
    """HEAD, main, master or the only branch in the list of `git show-ref` or `git bundle unbundle`."""
    heads = {}
    for line in text.splitlines():
        digest, _, name = line.partition(b" ")
        heads[name] = digest.decode("ascii", "replace")
    branches = [name for name in heads if name.startswith(b"refs/heads/")]
    for name in b"HEAD", b"refs/heads/main", b"refs/heads/master":
        if name in heads:
            return heads[name]
    if len(branches) != 1:
        raise Bad("the git repository has no HEAD and not just one branch; "
                  "hand in what `git bundle create FILE HEAD` makes")
    return heads[branches[0]]


def git_entries(work, head, wanted):
    files = []
    for line in git(work, "ls-tree", "-r", "-l", "-z", "--full-tree", head,
                    output=GIT_LIST_MOST).split(b"\0")[:-1]:
        facts, _, name = line.partition(b"\t")
        try:
            mode, kind, digest, size = facts.split()
            nbytes = int(size) if kind == b"blob" else 0
        except ValueError:  # git's line for an object that is missing or damaged
            raise Bad(f"the git repository is damaged ({show(facts)})") from None
        if mode == b"120000":
            yield archive.Entry(name, LINK, what="a link")
        elif kind != b"blob":
            yield archive.Entry(name, archive.OTHER, what="another repository (a submodule)")
        elif nbytes > COMPARED_MOST or not wanted(name):
            yield archive.Entry(name, FILE, nbytes)
        else:
            files.append((name, digest, nbytes))
        if len(files) > archive.ENTRIES_MOST:
            raise Bad(archive.TOO_MANY)
    total = sum(size + 200 for _, _, size in files)
    if total > READ_MOST:
        raise Bad(f"the repository has more than {size_text(READ_MOST)} in files of the tree's names")
    data = git(work, "cat-file", "--batch", output=total + 1,
               stdin=b"".join(digest + b"\n" for _, digest, _ in files))
    at = 0
    for name, digest, size in files:
        line, _, _ = data[at:at + 200].partition(b"\n")
        if line != b"%s blob %d" % (digest, size):
            raise Bad(f"the git repository is damaged ({show(line)})")
        start = at + len(line) + 1
        yield archive.Entry(name, FILE, size,
                            read=lambda limit, start=start, size=size:
                            data[start:start + min(size, limit)])
        at = start + size + 1


def git(work, *words, output=1 << 20, stdin=None):
    """git's output, in the repository `repo` of the work folder."""
    where = [] if words[0] == "init" else ["-C", "repo"]
    done = sandbox.run(["git", *where, *words], work=work, seconds=GIT_SECONDS, memory=GIT_MEMORY,
                       file_bytes=2 * archive.PACKED_MOST, output=output, stdin=stdin)
    if done.killed:
        raise Bad(f"the git repository cannot be read: git {done.why}")
    if done.status != 0:
        said = done.output.decode("utf-8", "replace").strip().splitlines() or ["no commit"]
        raise Bad(f"the git repository cannot be read: {show(said[-1].encode())}")
    return done.output


def copy_repository(source, target):
    """Copies objects, packed references and references, as plain files with git's names for them."""
    left = archive.PACKED_MOST
    for entry in archive.read_folder(source):
        name = os.fsdecode(entry.name)
        if entry.kind != FILE or not (name in ("HEAD", "packed-refs") or name.startswith("refs/")
                                      or name.startswith("objects/") and "info/" not in name):
            continue
        left -= entry.size
        if left < 0:
            raise Bad(f"the git repository has more than {size_text(archive.PACKED_MOST)}")
        path = os.path.join(target, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            os.unlink(path)
        with open(path, "xb") as file:
            file.write(entry.read(entry.size))


def write_new(path, source, most):
    with open(path, "xb") as file:
        while most > 0 and (part := source.read(min(most, 1 << 20))):
            file.write(part)
            most -= len(part)
