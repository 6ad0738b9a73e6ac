"""Runs one command, a compiler or QEMU, so that its input cannot reach the host.

bubblewrap makes a system that has only the toolchain: /usr (without /usr/local) and the links to it, read-only; four
devices; a /tmp in memory; /work, the caller's folder.  The caller may add files, read-only.  There is no /home, /proc
or network, and /etc has only Debian's alternatives.  The sandbox has its own process ids, IPC and user ids.  System
calls that none of the commands needs fail (seccomp.py).

When root runs it, the command's user is nobody.  bubblewrap as root could mount every folder, but its user would still
be root; as nobody it could not reach a folder below root's.  So root needs two bubblewraps.  The first runs as root,
collects the folders in a new tree and becomes nobody.  The second makes the sandbox from that tree; an ordinary user
needs only this one.  The first also has a namespace for process ids: a parent's end ends only children of the same
user, and process 1's end ends all.

The kernel limits each process (address space, size of a file, open files) and the number of processes, which it counts
for each user namespace (Linux 5.14).  This file checks the limits on all processes together (CPU time, memory, output,
disk, processes ever made) every 50 ms.  Time is CPU time, so that a busy host does not change a verdict.  The one
limit by the host's clock is many times as long.  It raises Trouble, like every failure of the sandbox itself: it is not
the command's fault.
"""

import collections
import dataclasses
import json
import os
import re
import select
import selectors
import shutil
import signal
import stat
import subprocess
import tempfile
import time

import seccomp
from lab import Failure

NOBODY = 65534
KILLED = 128 + signal.SIGKILL  # a status
PATH = "/usr/bin:/bin"  # inside, and for bubblewrap itself
TOOLS = "bwrap", "prlimit", "setpriv"
GRADING = "git", "make", "gcc", "ld", "qemu-system-x86_64"
OLDEST_KERNEL = 5, 14
PROCESSES = 64  # at once
FORKS = 6000  # ever; threads count also
OPEN_FILES = 256
TMP_BYTES = 256 << 20
WORK_ENTRIES = 10000  # files and folders in the work folder
HOST_RESERVE = 256 << 20  # bytes of the work folder's disk that stay free for the host
PERIOD = 0.05  # seconds between two looks at the limits
# After so many more seconds of CPU time the kernel itself ends a process, should nobody look in time, as on a busy host.
SPARE_SECONDS = 5
TICKS = os.sysconf("SC_CLK_TCK")
# The command waits for a line, which the watching process sends when all is set up.  If the watching process was
# killed before, the command never begins.
READY = b"ready\n"
BEGIN = 'echo ready; read -r go || exit 1; exec "$@" <'
# Settings of the kernel that forbid ordinary users a namespace: a file below /proc/sys, the value that forbids it, and
# one that allows it.
FORBIDS = (("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),  # Ubuntu
           ("kernel/unprivileged_userns_clone", "0", "1"),  # Debian
           ("user/max_user_namespaces", "0", "10000"))


class Trouble(Failure):
    """The sandbox or the host failed; the command is not to blame."""


@dataclasses.dataclass
class Done:
    """How a command ended.  status: 128 and the signal's number if a signal ended it (153, SIGXFSZ:
    a file grew over file_bytes).  killed: the limit that ended it, or "": time, memory, output, disk,
    processes; why: killed as a sentence.  seconds: CPU time of all its processes."""

    status: int
    output: bytes
    killed: str = ""
    why: str = ""
    seconds: float = 0.0


Limits = collections.namedtuple("Limits", "seconds memory file_bytes output disk wall")


def run(command, *, work, read_only=None, seconds=60, memory=2 << 30, file_bytes=64 << 20,
        output=1 << 20, stdin=None, disk=None, wall=None):
    """Runs command (a list) in the sandbox and returns Done; see the top of this file.

    work: a folder, /work inside, writable and the current one.  root gives it to nobody.
    read_only: {path on the host: path inside}.
    seconds: of CPU time, of all processes together.  memory: bytes of address space of each process,
    and of memory of all.  file_bytes: the greatest file; disk: bytes in work (default: 4 * file_bytes).
    output: bytes of stdout and stderr, in the order written.  stdin: bytes, or None for none.
    wall: seconds of the host's clock after which Trouble is raised (default: 60 + 40 * seconds).
    """
    limits = Limits(seconds, memory, file_bytes, output, 4 * file_bytes if disk is None else disk,
                    60 + 40 * seconds if wall is None else wall)
    need_installed(TOOLS)
    work = os.path.realpath(work)
    if not os.path.isdir(work):
        raise Trouble(f"{work}: the folder to work in is not there")
    need_room(work)
    if os.geteuid() == 0:
        give_to_nobody(work)
    before, _ = folder_size(work, 1 << 62, WORK_ENTRIES)
    limits = limits._replace(disk=limits.disk + before)
    binds = [(work, "/work", "--bind")]
    binds += [(os.path.realpath(outside), inside, "--ro-bind")
              for outside, inside in (read_only or {}).items()]
    if stdin is None:
        return start(command, binds, work, limits).watch()
    with tempfile.NamedTemporaryFile(prefix="tally-stdin-") as source:
        source.write(stdin)
        source.flush()
        os.fchmod(source.fileno(), 0o644)
        binds.append((source.name, "/stdin", "--ro-bind"))
        return start(command, binds, work, limits).watch()


def start(command, binds, work, limits):
    """Returns the Watch of the command, which begins when the Watch lets it."""
    status_end, status_fd = os.pipe()
    go_fd, go_end = os.pipe()
    fds = {"status": status_fd, "filter": seccomp.open_program()}
    if os.geteuid() == 0:  # a bubblewrap does not pass on its status descriptor
        fds["porch"] = os.dup(status_fd)
    fds = {name: fd for name, fd in fds.items() if fd is not None}
    try:
        words = sandbox_words(binds, limits, fds) + list(command)
        process = subprocess.Popen(words, stdin=go_fd, stdout=subprocess.PIPE, env={"PATH": PATH}, cwd="/",
                                   stderr=subprocess.STDOUT, pass_fds=list(fds.values()))
    except BaseException:
        os.close(status_end)
        os.close(go_end)
        raise
    finally:
        for fd in *fds.values(), go_fd:
            os.close(fd)
    return Watch(process, status_end, go_end, work, limits)


def need_room(folder):
    disk = os.statvfs(folder)
    if disk.f_bavail * disk.f_frsize < HOST_RESERVE:
        raise Trouble(f"{folder}: the disk has less than {HOST_RESERVE >> 20} MiB left; free some, or set TMPDIR")


def need_installed(names):
    missing = [name for name in names if not shutil.which(name, path=PATH)]
    if missing:
        raise Trouble(f"{' '.join(missing)}: not installed in {PATH}; `make setup` installs what "
                      "grading needs")


def need():
    """Raises Trouble if nothing can be graded here; the message says how to mend it."""
    need_installed(TOOLS + GRADING)
    if not os.path.exists("/proc/self"):
        raise Trouble("/proc is not mounted; as root: mount -t proc proc /proc")
    if tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) < OLDEST_KERNEL:
        raise Trouble(f"Linux {os.uname().release} counts a sandbox's processes with the user's; "
                      "grading needs 5.14 or newer")
    if not os.path.exists("/proc/self/task/%d/children" % os.getpid()):
        raise Trouble("the kernel does not list a process's children (CONFIG_PROC_CHILDREN)")
    with tempfile.TemporaryDirectory(prefix="tally-sandbox-") as folder:
        done = run(["true"], work=folder, seconds=5)
    if done.status != 0:
        raise Trouble(f"`true` in the sandbox ended with status {done.status}")


def hint():
    """Names a remedy.  The settings show the cause; bubblewrap has many messages for it."""
    for name, forbids, allows in FORBIDS:
        if read_proc("sys", name).strip() == forbids:
            return ("ordinary users may make no namespace here; as root: sysctl -w "
                    f"{name.replace('/', '.')}={allows}")
    return ("grading needs bubblewrap 0.8 and namespaces: start a container with --privileged, and enter a "
            "folder with pivot_root in place of chroot")


def read_back(folder, name, limit):
    """The first `limit` bytes of a file that a command left in its work folder, or None.  A hostile command may have
    put a link, a pipe or a folder there: then also None."""
    try:
        here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        for part in name.split("/")[:-1]:
            below = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        fd = os.open(name.split("/")[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
        with open(fd, "rb") as file:
            return file.read(limit) if stat.S_ISREG(os.fstat(fd).st_mode) else None
    except OSError:
        return None
    finally:
        os.close(here)


# --- the command line ----------------------------------------------------------------------------


def sandbox_words(binds, limits, fds):
    """The words before the command."""
    words = []
    if os.geteuid() == 0:
        words = porch_words(binds, fds["porch"])
        binds = [(f"/bind/{index}", inside, how) for index, (_, inside, how) in enumerate(binds)]
    words += ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent",
              "--new-session", "--json-status-fd", str(fds["status"]), "--hostname", "tally",
              "--uid", str(NOBODY), "--gid", str(NOBODY), *toolchain_words()]
    if "filter" in fds:
        words += ["--seccomp", str(fds["filter"])]
    if os.path.isdir("/usr/local"):  # the host's own programs are no part of the toolchain
        words += ["--size", "4096", "--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    words += ["--dir", "/dev", *device_words()]
    words += ["--size", str(TMP_BYTES), "--tmpfs", "/tmp"]
    for outside, inside, how in binds:
        words += [how, outside, inside]
    words += ["--remount-ro", "/", "--chdir", "/work"]
    for name, value in ("PATH", PATH), ("HOME", "/tmp"), ("LC_ALL", "C"), \
            ("SOURCE_DATE_EPOCH", "0"):
        words += ["--setenv", name, value]
    source = "/stdin" if any(inside == "/stdin" for _, inside, _ in binds) else "/dev/null"
    words += ["--", "sh", "-c", BEGIN + source, "sh"]
    limit = int(limits.seconds) + SPARE_SECONDS  # at first a signal that tells why, and later one that nothing survives
    return words + ["prlimit", f"--nproc={PROCESSES}", f"--as={limits.memory}",
                    f"--fsize={limits.file_bytes}", f"--cpu={limit}:{limit + SPARE_SECONDS}", "--core=0",
                    f"--nofile={OPEN_FILES}", "--memlock=0", "--msgqueue=0", "--"]


def porch_words(binds, status_fd):
    """The first bubblewrap, root's, which starts the second one as nobody."""
    words = ["bwrap", "--unshare-pid", "--die-with-parent", "--json-status-fd", str(status_fd),
             *toolchain_words(), "--dir", "/tmp", "--dir", "/dev", *device_words(),
             "--proc", "/proc", "--perms", "0755", "--dir", "/bind"]
    for index, (outside, _, how) in enumerate(binds):
        words += [how, outside, f"/bind/{index}"]
    return words + ["--cap-add", "ALL", "--", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
                    "--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]


def toolchain_words():
    words = ["--ro-bind", "/usr", "/usr"]
    for name in "bin", "sbin", "lib", "lib32", "lib64", "libx32":
        path = "/" + name
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    if os.path.isdir("/etc/alternatives"):  # Debian's cc and awk are links to links there
        words += ["--perms", "0755", "--dir", "/etc"]  # bubblewrap makes it 0700 otherwise
        words += ["--ro-bind", "/etc/alternatives", "/etc/alternatives"]
    return words


def device_words():
    words = []
    for name in "null", "zero", "full", "urandom":
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    return words


def give_to_nobody(folder):
    try:
        for _, _, names, here in os.fwalk(folder, follow_symlinks=False):
            os.fchown(here, NOBODY, NOBODY)
            for name in names:
                os.chown(name, NOBODY, NOBODY, dir_fd=here, follow_symlinks=False)
    except OSError as error:  # in a user namespace without nobody, or on a network's disk
        raise Trouble(f"{folder}: this root cannot give it to nobody ({error.strerror}); grade as an ordinary user")


# --- watching ------------------------------------------------------------------------------------


class Watch:
    """Reads a running sandbox's output and looks at its limits until it has ended."""

    def __init__(self, process, status_fd, go_fd, work, limits):
        self.process, self.status_fd, self.go_fd = process, status_fd, go_fd
        self.work, self.limits = work, limits
        self.output = bytearray()
        self.ready = False
        self.status_text = b""
        self.first = None  # process 1 inside: all others die with it
        self.first_fd = None
        self.killed = self.why = ""
        self.usage = Usage()
        self.end = time.monotonic() + limits.wall

    def watch(self):
        try:
            self.loop()
        finally:
            self.stop()
            self.process.stdout.close()
            os.close(self.status_fd)
            os.close(self.go_fd)
            if self.first_fd is not None:
                os.close(self.first_fd)
            _, status, used = os.wait4(self.process.pid, 0)
            self.process.returncode = os.waitstatus_to_exitcode(status)
        seconds = max(used.ru_utime + used.ru_stime, self.usage.seconds)
        self.look_at_disk()
        status = KILLED if self.killed else self.status()
        if status == 128 + signal.SIGXCPU:
            self.kill_for_time()
        return Done(KILLED if self.killed else status, bytes(self.output), self.killed, self.why, seconds)

    def loop(self):
        """Watches until both pipes have ended, at the end of the last bubblewrap."""
        next_look = time.monotonic() + PERIOD
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ, self.read_output)
            selector.register(self.status_fd, selectors.EVENT_READ, self.read_status)
            while selector.get_map():
                for key, _ in selector.select(max(0, next_look - time.monotonic())):
                    data = os.read(key.fd, 1 << 16)
                    key.data(data)
                    if not data:
                        selector.unregister(key.fileobj)
                if time.monotonic() >= next_look:
                    self.look()
                    next_look = time.monotonic() + PERIOD
                if self.killed:
                    self.stop()

    def read_output(self, data):
        if not self.ready and (self.output + data).startswith(READY):
            data = (self.output + data)[len(READY):]
            self.ready = True
            self.output.clear()
            try:
                os.write(self.go_fd, b"go\n")
            except BrokenPipeError:  # the command has been ended
                pass
        room = self.limits.output - len(self.output)
        self.output += data[:room]
        if len(data) > room:
            self.kill("output", f"wrote more than {self.limits.output} bytes of output")

    def read_status(self, data):
        """Reads bubblewrap's reports: at first the host's id of process 1 inside, from the outer bubblewrap first;
        at the end the command's status, from the inner one first."""
        self.status_text += data
        if self.first is None and b"\n" in self.status_text:
            self.first = json.loads(self.status_text.split(b"\n")[0])["child-pid"]
            try:
                self.first_fd = os.pidfd_open(self.first)
            except ProcessLookupError:  # it has ended
                pass

    def status(self):
        for line in self.status_text.splitlines() if self.ready else []:
            if b"exit-code" in line:
                return json.loads(line)["exit-code"]
        said = self.output.decode("utf-8", "replace").strip().splitlines() or ["without a word"]
        raise Trouble(f"the sandbox was not made: {said[-1]}; {hint()}")

    def kill(self, killed, why):
        if not self.killed:
            self.killed, self.why = killed, why

    def kill_for_time(self):
        self.kill("time", f"used more than {self.limits.seconds} seconds of CPU time")

    def stop(self):
        """Ends every process of the sandbox."""
        if self.first_fd is None:
            os.kill(self.process.pid, signal.SIGKILL)  # kill() of Popen may reap it, which only watch() does
            return
        try:
            signal.pidfd_send_signal(self.first_fd, signal.SIGKILL)
        except ProcessLookupError:
            return
        end = select.poll()  # bubblewrap may be gone before the others are
        end.register(self.first_fd, select.POLLIN)
        end.poll()

    def look(self):
        limits = self.limits
        if self.first is not None:
            self.usage.look(self.first)
        usage = self.usage
        if usage.seconds > limits.seconds:
            self.kill_for_time()
        if usage.memory > limits.memory:
            self.kill("memory", f"used more than {limits.memory >> 20} MiB of memory")
        if usage.tmp_entries > WORK_ENTRIES:
            self.kill("disk", f"made more than {WORK_ENTRIES} files in /tmp")
        if usage.forks > FORKS:
            self.kill("processes", f"made more than {FORKS} processes")
        self.look_at_disk()
        if self.killed:
            return
        need_room(self.work)
        if time.monotonic() > self.end:
            raise Trouble(f"did not end within {limits.wall:.0f} seconds of the host's clock, though "
                          f"it used only {usage.seconds:.1f} of {limits.seconds} seconds of CPU time")

    def look_at_disk(self):
        most = self.limits.disk
        nbytes, entries = folder_size(self.work, most, WORK_ENTRIES)
        if nbytes > most or entries > WORK_ENTRIES:
            self.kill("disk", f"wrote more than {most >> 20} MiB or {WORK_ENTRIES} files")


class Usage:
    """The time, memory, processes and files of all processes of a sandbox together."""

    def __init__(self):
        self.seconds = 0.0
        self.memory = 0  # now
        self.forks = 0
        self.tmp_entries = 0  # even an empty file takes the kernel's memory
        self.own = {}  # ticks of each process ever seen, by its id and its start

    def look(self, first):
        """Takes the greater of two counts of the time.  One is the time of living processes and of the children that
        they waited for.  A parent need not wait, so the other adds up the time that each process had when last seen."""
        living = memory = entries = 0
        for pid in tree(first):
            fields = stat_fields(pid)
            if not fields:
                continue
            own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
            self.own[pid, fields[19]] = own
            living += own + children
            memory += self.look_status(pid)
            entries = max(entries, tmp_entries(pid))
        self.memory, self.tmp_entries = memory, entries
        self.seconds = max(self.seconds, living / TICKS, sum(self.own.values()) / TICKS)

    def look_status(self, pid):
        """Returns the process's memory without file pages, and counts forks by its id inside."""
        nbytes = 0
        for line in read_proc(pid, "status").splitlines():
            name, _, value = line.partition(":")
            if name in ("RssAnon", "RssShmem"):
                nbytes += int(value.split()[0]) << 10
            elif name == "NSpid":
                self.forks = max(self.forks, int(value.split()[-1]))
        return nbytes


def tmp_entries(pid):
    """The number of files in the process's /tmp, if it is in memory."""
    try:
        disk = os.statvfs(f"/proc/{pid}/root/tmp")
    except OSError:
        return 0
    return disk.f_files - disk.f_ffree if disk.f_blocks * disk.f_frsize == TMP_BYTES else 0


def tree(first):
    """The ids of a process and of its descendants that exist at the moment."""
    found, left = {first}, [first]
    while left:
        pid = left.pop()
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads:
            for child in map(int, read_proc(pid, f"task/{thread}/children").split()):
                if child not in found:
                    found.add(child)
                    left.append(child)
    return found


def stat_fields(pid):
    """The fields of /proc/PID/stat behind the name, which may hold any bytes; from the state on."""
    return read_proc(pid, "stat").rpartition(")")[2].split()


def read_proc(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def folder_size(folder, most_bytes, most_entries):
    """(bytes on disk, entries) of a folder; stops counting above the given numbers."""
    nbytes = entries = 0
    left = [folder]
    while left and nbytes <= most_bytes and entries <= most_entries:
        try:
            with os.scandir(left.pop()) as listing:
                for entry in listing:
                    entries += 1
                    if entries > most_entries:
                        break
                    nbytes += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
        except OSError:
            continue
    return nbytes, entries
