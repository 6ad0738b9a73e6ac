"""Cuts the power after each write of a workload, on paper.

QEMU notes each write and flush of the disk in a log (its driver blklogwrites; the format is that of
Linux's dm-log-writes: a superblock, then entries of one sector each, followed by their data).  From
the log each disk is made that a cut may leave: all writes up to the flush before the cut, and of
those since then some, in any order, a write of several sectors perhaps in part.

The workload is disk_promises.c, with others beside it.  It waits after each promise until its line
was seen here, so how far the log went when the promise was made is exact.  Each disk is then mounted
as the next boot does it, must be whole to fsck, and hold what was promised by then.
"""

import os
import random
import re
import shutil
import struct
import subprocess

SECTOR = 512
LOG_MAGIC = 0x6A736677736872
ENTRY = struct.Struct("<QQQQ")  # sector, sectors, flags, bytes of data
FLUSH = 1
BIG_BYTES = 150000
PROGRAMS = "init sh echo cat cp mkdir rm seq sync".split()


def text_of(what, number, nbytes):
    """What disk_promises.c writes."""
    lines = (f"{what} {number} line {line}\n" for line in range(nbytes // len(f"{what} 0 line 0\n") + 1))
    return "".join(lines).encode()[:nbytes]


def make_image(disk, tests, nbytes="6M"):
    """A small disk with what the workloads need, so that thousands can be made of it."""
    tree = f"{disk.folder}/tree"
    made = os.environ["IMAGE"] + ".tree"
    for name in [f"bin/{name}" for name in PROGRAMS] + [f"t/{name}" for name in tests]:
        os.makedirs(os.path.dirname(f"{tree}/{name}"), exist_ok=True)
        shutil.copy(f"{made}/{name}", f"{tree}/{name}")
    os.mkdir(f"{tree}/tmp")
    disk.tool("mkfs", "-s", nbytes, disk.path, tree)


class Cuts:
    """A run of a workload, and the disks that a power cut may have left of it."""

    def __init__(self, disk, cmd):
        self.disk = disk
        with open(disk.path, "rb") as file:
            self.base = file.read()
        self.promised = []  # how many events there were at promise 0, 1, ...
        self.record(cmd)

    def record(self, cmd):
        notes = f"{self.disk.folder}/writes"
        open(notes, "w").close()
        files = {"file": self.disk.path, "log": notes}
        drive = ["driver=blklogwrites", "log-sector-size=512"]
        drive += [f"{k}.driver=file,{k}.filename={path}" for k, path in files.items()]
        qemu = self.disk.start(cmd, ",".join(drive), stdin=subprocess.PIPE)
        sizes = []
        for line in qemu.stdout:
            if re.match(rb"promised \d+\n", line):
                sizes.append(os.path.getsize(notes))
                qemu.stdin.write(b"\n")
                qemu.stdin.flush()
        qemu.communicate()
        with open(self.disk.log, encoding="utf-8") as log:
            text = log.read()
        assert text.endswith("tally: exit 0\n"), text
        self.events = []  # (byte, data), or None for a flush
        with open(notes, "rb") as file:
            data = file.read()
        assert struct.unpack_from("<QQ", data) == (LOG_MAGIC, 1)
        at = SECTOR
        while at < len(data):
            while len(self.promised) < len(sizes) and at >= sizes[len(self.promised)]:
                self.promised.append(len(self.events))
            sector, count, flags, _ = ENTRY.unpack_from(data, at)
            at += SECTOR
            if flags & FLUSH:
                self.events.append(None)
            if count:
                self.events.append((sector * SECTOR, data[at:at + count * SECTOR]))
                at += count * SECTOR
        assert len(self.promised) == len(sizes) > 1

    def disks(self, step, seed):
        """(cut, the disk after a cut there) for every step-th event."""
        chance = random.Random(seed)
        flushed, since = bytearray(self.base), []
        for cut in range(len(self.events) + 1):
            if cut % step == 0:
                image = bytearray(flushed)
                keep = chance.choice((0, 0.3, 0.7, 1))
                kept = [event for event in since if chance.random() < keep]
                torn = [event for event in since if chance.random() < 0.1]
                chance.shuffle(kept)
                for at, data in kept:
                    image[at:at + len(data)] = data
                for at, data in torn:
                    start = chance.randrange(0, len(data), SECTOR)
                    image[at + start:at + len(data)] = data[start:]
                yield cut, image
            if cut < len(self.events):
                if self.events[cut] is None:
                    for at, data in since:
                        flushed[at:at + len(data)] = data
                    since = []
                else:
                    since.append(self.events[cut])

    def check(self, step, seed):
        """The number of disks that were made and found right."""
        count = 0
        for count, (cut, image) in enumerate(self.disks(step, seed), 1):
            with open(self.disk.path, "wb") as file:
                file.write(image)
            self.disk.fsck()
            self.check_promises(cut)
        return count

    def check_promises(self, cut):
        round = sum(events <= cut for events in self.promised) - 1
        if round < 0:
            return
        p = f"{self.disk.folder}/p"
        shutil.rmtree(p, ignore_errors=True)
        self.disk.tool("fsread", self.disk.path, "get", "/p", p)
        where = f"after {cut} of {len(self.events)} events, with round {round} promised"

        if round > 0:
            config = content(f"{p}/config")
            n = int(config.split()[1])
            assert n >= round and config == text_of("config", n, 1000 + n % 5 * 12000), where

        journal = content(f"{p}/journal")
        right = b"".join(text_of("journal", n, 3000) for n in range(1, len(self.promised) + 1))
        assert len(journal) >= 3000 * round and right.startswith(journal), where

        moved = [(folder, int(name)) for folder in "ab" for name in os.listdir(f"{p}/{folder}")]
        assert len(moved) == 1, f"{where}: {moved}"
        assert moved[0][1] >= round and moved[0][0] == "ab"[moved[0][1] % 2], f"{where}: {moved}"

        trees = [path for path in ("tree", "d/tree") if os.path.exists(f"{p}/{path}")]
        assert len(trees) == 1, f"{where}: {trees}"
        assert content(f"{p}/{trees[0]}/leaf") == text_of("leaf", 0, 50), where

        if round > 0:
            assert content(f"{p}/big-{round}") == text_of("big", round, BIG_BYTES), where


def content(path):
    """The file's bytes; of one that is not there none."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""
