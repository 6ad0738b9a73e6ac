"""A disk that machines boot one after the other, for the tests that look at what is on it afterwards."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
from running.build import Build  # noqa: E402
from running.disk import copy_sparse  # noqa: E402
from running.machine import boot_line, qemu_command  # noqa: E402


class Disk:
    """An image of its own, which machines boot one after the other."""

    def __init__(self, root, build, folder):
        self.root, self.build, self.folder = root, build, str(folder)
        self.path = f"{folder}/disk.img"

    def tool(self, name, *args):
        done = subprocess.run([f"{self.build}/mkfs/{name}", *args], capture_output=True)
        assert done.returncode == 0, (done.stdout + done.stderr).decode()
        return done.stdout.decode("utf-8", "replace")

    def copy_image(self):
        copy_sparse(os.environ["IMAGE"], self.path)

    def make_tight(self, nbytes, inodes):
        """The same files, and room for so many bytes and inodes more."""
        _, files, folders, others, used, _ = self.counts(os.environ["IMAGE"])
        blocks = used + nbytes // 4096
        whole, more = 2 * blocks, 1
        while more > 0:  # the log, the inodes and the maps take some of it, of a smaller one no more
            self.tool("mkfs", "-s", str(whole * 4096), "-i", str(files + folders + others + inodes),
                      self.path, os.environ["IMAGE"] + ".tree")
            more = self.counts(self.path)[-1] - blocks
            whole -= more

    def counts(self, path):
        """What fsck counts: problems, files, folders, others, blocks used, blocks."""
        return [int(n) for n in re.findall(r" (\d+) ", self.tool("fsck", path))]

    def blocks_used(self):
        """Checks the disk as it is, which must be whole and need nothing done."""
        found = self.tool("fsck", self.path)
        assert ": 0 problems" in found and "replayed" not in found and "without a name" not in found
        return int(re.search(r"(\d+) of \d+ blocks", found).group(1))

    def start(self, cmd, drive=None, stdin=subprocess.DEVNULL):
        """QEMU, whose stdout is the machine's console; drive: words that describe the disk to it."""
        self.log = f"{self.folder}/log"
        line = boot_line("log=com2", "run=" + cmd)
        serial = ["-serial", "stdio", "-serial", "file:" + self.log]
        command = qemu_command(Build(), self.path, serial, line)
        if drive:
            command[command.index("-drive") + 1] = f"if=none,id=disk,{drive}"
        return subprocess.Popen(command, cwd=self.root, stdin=stdin, stdout=subprocess.PIPE)

    def run(self, cmd):
        """Boots, to the end; what the command printed."""
        qemu = self.start(cmd)
        out = qemu.communicate()[0].decode()
        with open(self.log, encoding="utf-8") as log:
            text = log.read()
        assert text.endswith("tally: exit 0\n"), text
        return out

    def run_until(self, cmd, line):
        """Boots, and cuts the power when the command prints the line."""
        qemu = self.start(cmd)
        seen = [qemu.stdout.readline()]
        while seen[-1] not in (line, b""):
            seen.append(qemu.stdout.readline())
        qemu.kill()
        qemu.communicate()
        assert seen[-1] == line, b"".join(seen)

    def fsck(self):
        """As the next mount leaves it: must be whole."""
        assert ": 0 problems" in self.tool("fsck", "-r", self.path)

    def cat(self, path):
        return self.tool("fsread", self.path, "cat", path)
