"""The machine's output while it runs: copied from its two ports to stdout and stderr.

The first serial port is the command's output; the second carries the kernel's messages and the command's stderr, and
its last line is `tally: exit N`.  Both are plain files, as a file takes bytes at once and at any speed, which keeps
DET=1 exact; they are copied while they grow.  make qemu has a terminal instead (terminal.py).
"""

import os
import re

from running.source_lines import Places

ANSWER = "tally: all CPUs have told\n"


class Follow:
    """Copies a growing file to a stream."""

    def __init__(self, path, stream):
        self.file = open(path, "rb")
        self.stream = stream

    def rest(self):
        """The rest at the end."""
        return self.take(self.file.read(), True)

    def copy(self, last=False):
        data = self.take(self.file.read(), last)
        if data:
            self.stream.write(data)
            self.stream.flush()

    def take(self, data, last):
        return data


class FollowLog(Follow):
    """Follows the log.  Its last line is the status, which is not copied: text that may begin this line is held
    back."""

    WORD = b"tally: exit "
    BEGUN = re.compile(rb"tally: exit \d{0,3}\n?\Z")

    def __init__(self, path, stream, build=None):
        super().__init__(path, stream)
        self.places = Places(build)
        self.held = b""
        self.status = None

    def take(self, data, last):
        data = self.held + data
        cut = len(data) if last else self.before_status(data)
        at = data.rfind(self.WORD)
        if last and at >= 0 and data[at + len(self.WORD):].strip().isdigit():
            self.status = int(data[at + len(self.WORD):])
            cut = at
        self.held = data[cut:]
        return self.places.take(data[:cut], last)

    def before_status(self, data):
        begun = self.BEGUN.search(data)
        if begun:
            return begun.start()
        return len(data) - max(n for n in range(len(self.WORD)) if data.endswith(self.WORD[:n]))


def end_of(path):
    """The last 64 KiB of a port's output."""
    with open(path, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - (1 << 16)))
        return file.read().decode("utf-8", "replace").replace("\r\n", "\n")
