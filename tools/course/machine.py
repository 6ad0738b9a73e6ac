"""Boots the machine for one test, in the sandbox, with the witness beside it.

The run is deterministic: QEMU's clock counts instructions, and the disk is in memory.  The time limit is also a number
of instructions, so a busy host changes nothing.
"""

import os
import re
import secrets
import shutil
import string
import subprocess
import sys
import threading

import lab as labs
import sandbox

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import qemu  # noqa: E402
import running.build  # noqa: E402
import running.machine  # noqa: E402
import running.settings  # noqa: E402

MARKER = b"TALLY GRADED SALT, REPLACED EACH"
IMAGE_SIZE = "32M"
# QEMU executes some 100 million instructions a second and takes 1.5 GB of address space.  Only a kernel that does
# nothing except slow work for QEMU, such as changes of devices or page tables, meets these limits.
HOST = {"memory": 3 << 30, "file_bytes": 16 << 20, "output": 64 << 10}
SECONDS, A_SECOND = 60, 2 * 10**6  # CPU time: SECONDS, and one second more for each A_SECOND instructions
SHIFT = 2  # an instruction takes 2^SHIFT ns
# QEMU's statuses.  A reset has no event here, as nothing reads the monitor; TOO_LARGE is SIGXFSZ.
POWEROFF, PANIC, RESET, HANG, TOO_LARGE = qemu.STATUS_OFF, qemu.STATUS_PANIC, 0, 124, 153
ENDS = POWEROFF, PANIC, RESET, HANG, TOO_LARGE
BROKEN = "broken"  # the record's verdict until another comes
SETTINGS = re.compile(r"^/\* machine: (.*?) *\*/", re.MULTILINE)
settings_lock = threading.Lock()  # guards the runner's settings


def is_in_trouble(outcome, reference):
    """Whether the host, and not the kernel, ended QEMU: before the machine ran, or with SIGKILL."""
    if outcome.record.verdict == BROKEN and reference is not None:
        return outcome.status == sandbox.KILLED and not outcome.killed
    return outcome.record.verdict in ("", BROKEN) and outcome.status not in ENDS


class Outcome:
    """The outputs and the status of one boot."""

    def __init__(self, done, stdout, log, record):
        self.killed = done.killed
        self.status = done.status
        self.output = done.output  # QEMU's messages
        self.stdout = stdout
        self.log = log
        self.record = record


class Record:
    """The record that tools/ruler/witness.c wrote."""

    def __init__(self, text):
        self.time, self.verdict, self.places, self.ticks = 0, "", {}, {}  # time: in instructions
        for line in text.splitlines():
            word, *rest = line.split()
            if word == "time":
                self.time = int(rest[0])
            elif word == "verdict":
                self.verdict = rest[0]
            elif word == "cpu":
                self.places[int(rest[0])] = int(rest[2], 16)
            elif word == "tick":
                self.ticks[int(rest[0], 16)] = int(rest[1])


def machine_words(source):
    """The settings that the test's own comment line asks for."""
    with open(source, encoding="utf-8") as file:
        found = SETTINGS.search(file.read())
    words = dict(word.split("=", 1) for word in found[1].split()) if found else {}
    words.pop("args", None)
    words.pop("timeout", None)
    return words


def source_of(root, program):
    for folder in "labs/tests", "tests/guest":
        path = os.path.join(root, folder, program + ".c")
        if os.path.exists(path):
            return path
    raise labs.Failure(f"{program}: no such test in labs/tests or tests/guest")


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:  # it is on another file system, or not ours
        shutil.copyfile(source, target)
        shutil.copymode(source, target)


class Disk:
    """The disk for one test: its program has a random name and a fresh salt.

    No other program is in its folder.  So finding it takes equally many instructions each time, and a run does not
    depend on the random name."""

    def __init__(self, build, program, folder):
        os.makedirs(folder)
        self.path = os.path.join(folder, "disk.img")
        self.name = "/t/z" + "".join(secrets.choice(string.ascii_lowercase) for _ in range(7))
        self.salt = secrets.token_bytes(len(MARKER))
        files = os.path.join(folder, "files")
        shutil.copytree(build.image, files, symlinks=True, copy_function=link_or_copy)
        with open(program, "rb") as file:
            data = file.read()
        if data.count(MARKER) != 1:
            raise labs.Failure(f"{program}: its salt's marker is there {data.count(MARKER)} times")
        with open(files + self.name, "wb") as file:
            file.write(data.replace(MARKER, self.salt))
        os.chmod(files + self.name, 0o755)
        done = subprocess.run([build.tool("mkfs/mkfs"), "-s", IMAGE_SIZE, self.path, files],
                              capture_output=True)
        if done.returncode != 0:
            raise labs.Failure("the disk could not be made: " + done.stderr.decode().strip())
        shutil.rmtree(files)


class Machine:
    def __init__(self, root, run=sandbox.run):
        self.root = root
        self.run = run

    def command(self, test, disk, budget, addresses):
        """QEMU's command line, for the folder in which it runs."""
        words = machine_words(source_of(self.root, test.program))
        line = " ".join([disk.name, *test.arguments])
        plugin = ",".join(["-plugin\n./witness.so,out=record", f"budget={budget}",
                           *(f"{name}={address:#x}" for name, address in addresses.items())])
        others = {name: value for name, value in os.environ.items() if name not in running.settings.SETTINGS}
        settings = {**others, "DET": "1", "SHIFT": str(SHIFT), "QEMU_WORDS": plugin, "KERNEL": "kernel.elf",
                    **{name.upper(): value for name, value in words.items() if name != "det"}}
        serial = ["-serial", "file:stdout", "-serial", "file:log"]
        with settings_lock:
            running.settings.values = settings
            try:
                boot_line = running.machine.boot_line("log=com2", running.settings.setting("KARGS"), "run=" + line)
                return running.machine.qemu_command(running.build.Build(), "disk.img", serial, boot_line,
                                                    folder=os.path.dirname(disk.path))
            finally:
                running.settings.values = os.environ

    def boot(self, test, disk, kernel, plugin, budget, addresses):
        """Runs the test in the disk's folder, with copies of the kernel and the plugin there."""
        folder = os.path.dirname(disk.path)
        for source, name in (kernel, "kernel.elf"), (plugin, "witness.so"):
            shutil.copyfile(source, os.path.join(folder, name))
        done = self.run(self.command(test, disk, budget, addresses), work=folder, read_only={},
                        seconds=SECONDS + budget // A_SECOND, **HOST)

        def left(name):
            """A file's text, with the test's name instead of the random one: so a panic's reason does not change."""
            data = sandbox.read_back(folder, name, HOST["file_bytes"])
            return (data or b"").decode("utf-8", "replace").replace(os.path.basename(disk.name), test.program)

        return Outcome(done, left("stdout"), left("log"), Record(left("record")))
