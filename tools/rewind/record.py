"""The record of the last run, to replay it: build/record.

    kernel.elf     the kernel, with its symbols
    disk.img       the disk at the start of the run
    log            QEMU's: each interrupt with the number of instructions before it, the clock's times, the typed bytes
    machine.json   the settings and the boot line; how it ended

Under the instruction clock the machine takes nothing more from outside (tools/run).  The log has some 20 bytes for each
tick, and writing it takes some 2 to 6 % of the time.  So every run that a person starts is recorded, except those of
make profile and make count.  Tests and the grader turn recording off with REWIND=0, as nobody replays their runs.
QEMU cannot record several CPUs: the record then holds only their number.

There is no path in a record.  make record RECORD=FILE puts it into one file, and make rewind RECORD=FILE takes it from
there.  A part of tools/run.
"""

import json
import lzma
import os
import shlex
import shutil
import tarfile

import qemu
from running.build import Build, Lock
from running.disk import Private, copy_sparse
from running.settings import Failure, cpus, say, setting

KEPT = "build/record"
PART_MOST = 1 << 30  # bytes of a part in another user's record
PARTS = "kernel.elf", "disk.img", "log", "machine.json"
SETTINGS = "MEM", "SHIFT", "DET"


class Record:
    """The record of a run that begins."""

    def __init__(self, folder, kernel, disk, boot_line, sleep=False):
        self.folder = folder + "/record"
        os.mkdir(self.folder)
        self.about = {"cpus": cpus()}
        self.words = ""  # for QEMU's -icount
        if self.about["cpus"] == 1:
            self.words = f",rr=record,rrfile={self.folder}/log"
            self.about.update(settings={name: setting(name) for name in SETTINGS},
                              boot_line=boot_line, sleep=sleep, instructions=None)
            shutil.copy2(kernel, self.folder + "/kernel.elf")
            copy_sparse(disk, self.folder + "/disk.img")

    def stops_at(self, instructions):
        """Notes that the log is complete for so many instructions only: the machine does not end by itself."""
        self.about["instructions"] = instructions

    def keep(self):
        """Makes this the last run's record."""
        with open(self.folder + "/machine.json", "w", encoding="utf-8") as file:
            json.dump(self.about, file, indent=1)
        with Lock(KEPT + ".lock"):
            shutil.rmtree(KEPT, ignore_errors=True)
            os.rename(self.folder, KEPT)


def load(folder):
    with open(folder + "/machine.json", encoding="utf-8") as file:
        return json.load(file)


def take_last(folder):
    """Copies the last run's record into the folder, as another run may replace it."""
    with Lock(KEPT + ".lock"):
        if not os.path.isdir(KEPT):
            raise Failure("there is no record of a run yet: make run CMD='...' leaves one")
        try:
            ncpus = load(KEPT)["cpus"]
            if ncpus > 1:
                raise Failure(f"the last run had {ncpus} CPUs, which QEMU cannot record; a run with CPUS=1 can be rewound")
            for name in PARTS:
                copy_sparse(f"{KEPT}/{name}", f"{folder}/{name}")
                shutil.copystat(f"{KEPT}/{name}", f"{folder}/{name}")  # gdb compares it with the sources'
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failure(f"the record of the last run is not whole ({error}): make run CMD='...' leaves another")


def qemu_version():
    return qemu.version(setting("QEMU", qemu.PROGRAM))


def need_small_parts(folder):
    """Fails if unpack() would refuse the parts."""
    for name in PARTS:
        size = os.path.getsize(f"{folder}/{name}")
        if size > PART_MOST:
            other = ("a shorter run, such as with TIMEOUT=10" if name == "log" else
                     "one with a smaller disk, such as with FSSIZE=64M, and for make qemu another DISK=FILE")
            raise Failure(f"the last run's {name} has {size} bytes, and may have {PART_MOST}; record {other}")


def pack(target):
    if not target:
        raise Failure("say where to put it: make record RECORD=FILE")
    with Private(Build()) as folder:
        take_last(folder)
        need_small_parts(folder)
        about = load(folder)
        with open(folder + "/machine.json", "w", encoding="utf-8") as file:
            json.dump({**about, "qemu": qemu_version()}, file, indent=1)
        with tarfile.open(target, "w:xz") as file:
            for name in PARTS:
                file.add(f"{folder}/{name}", name, filter=without_owner)
    say(f"{target}: {os.path.getsize(target)} bytes; make rewind RECORD={shlex.quote(target)} shows the run")
    return 0


def without_owner(member):
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def is_plain(about):
    """Whether about has the form that Record writes.  It may be another user's: nothing more of it may reach the
    environment, QEMU and gdb, which would obey it."""
    return (type(about["instructions"]) in (int, type(None)) and type(about["sleep"]) is bool and
            set(about["settings"]) == set(SETTINGS) and
            all(type(text) is str and b"\0" not in os.fsencode(text)
                for text in (about["boot_line"], about["qemu"], *about["settings"].values())))


def unpack(source, folder):
    """Takes the parts from another user's file, and nothing more."""
    try:
        with tarfile.open(source, "r:xz") as file:
            for name in PARTS:
                member = file.getmember(name)
                if not member.isreg():  # a link could lead to a member of any size
                    raise ValueError
                if member.size > PART_MOST:
                    raise Failure(f"RECORD={source}: {name} has {member.size} bytes, and may have {PART_MOST}")
                with file.extractfile(member) as part, open(f"{folder}/{name}", "wb") as target:
                    shutil.copyfileobj(part, target)
                os.utime(f"{folder}/{name}", (member.mtime, member.mtime))
        about = load(folder)
        if not is_plain(about):
            raise ValueError
    except OSError as error:
        raise Failure(f"RECORD={source}: {error.strerror or error}")
    except (tarfile.TarError, lzma.LZMAError, EOFError, KeyError, AttributeError, TypeError, ValueError,
            OverflowError, RecursionError):
        raise Failure(f"RECORD={source}: is no record that make record wrote")
    if about["qemu"] != qemu_version():
        say(f"rewind: it was made with {ascii(about['qemu'])}, and here is {qemu_version()}: this may fail")
