"""The terminal of make qemu: what is typed goes to the machine byte by byte.

QEMU can do the same itself, with keys of its own that begin with Control-A; but what it looks through
for these is not in its record of the run (rewind/record.py).  So they are here: Control-A and then x
ends the machine, b has the kernel tell what runs and what waits, and Control-A twice is one Control-A.
A part of tools/run.
"""

import contextlib
import os
import re
import select
import socket
import subprocess
import sys
import termios

CONTROL_A = b"\x01"
PROMPT = b"(qemu) "


@contextlib.contextmanager
def raw(fd):
    """Every byte as it is typed, ^C too; what is printed is treated as before."""
    if not os.isatty(fd):
        yield
        return
    before = termios.tcgetattr(fd)
    mode = termios.tcgetattr(fd)
    mode[0] &= ~(termios.IGNBRK | termios.BRKINT | termios.PARMRK | termios.ISTRIP | termios.INLCR |
                 termios.IGNCR | termios.ICRNL | termios.IXON)
    mode[3] &= ~(termios.ECHO | termios.ECHONL | termios.ICANON | termios.IEXTEN | termios.ISIG)
    termios.tcsetattr(fd, termios.TCSANOW, mode)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSANOW, before)


class Terminal:
    def __init__(self, folder, record):
        self.monitor = folder + "/monitor"
        self.record = record  # or None
        self.is_held = False  # after a Control-A, for which the next byte decides
        self.is_asked = False  # what came after the first answer is not in the record

    def run(self, command):
        """QEMU's status."""
        command = [*command, "-chardev", "stdio,id=terminal,signal=off", "-serial", "chardev:terminal",
                   "-monitor", f"unix:{self.monitor},server=on,wait=off"]
        ours, theirs = os.pipe()
        with raw(sys.stdin.fileno()):
            qemu = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0, pass_fds=[theirs])
            os.close(theirs)
            try:
                self.relay(qemu, ours)
                return qemu.wait()
            finally:
                if qemu.poll() is None:
                    qemu.kill()
                    qemu.wait()

    def relay(self, qemu, pipe):
        """Until QEMU is gone, of which the pipe tells."""
        sources = [pipe, sys.stdin.fileno()]
        while pipe not in (ready := select.select(sources, [], [])[0]):
            data = os.read(ready[0], 4096)
            if not data:
                qemu.stdin.close()
                sources.pop()
            for byte in (data[i:i + 1] for i in range(len(data))):
                for_machine = self.take(byte)
                with contextlib.suppress(OSError):  # QEMU has gone: the pipe tells next
                    qemu.stdin.write(for_machine)

    def take(self, byte):
        """What is for the machine."""
        if not self.is_held:
            self.is_held = byte == CONTROL_A
            return b"" if self.is_held else byte
        self.is_held = False
        if byte == b"x":
            self.tell(b"quit")  # what is on its disk is there, and its record is whole
        elif byte == b"b":
            self.ask()
        return byte if byte == CONTROL_A else b""

    def ask(self):
        """By an NMI, which the record does not have: it ends here."""
        if self.record and not self.is_asked:
            found = re.search(rb"instruction count = (\d+)", self.tell(b"info replay"))
            if found:
                self.record.stops_at(int(found[1]))
        self.is_asked = True
        self.tell(b"nmi")

    def tell(self, command):
        """What QEMU's monitor answers."""
        data = b""
        with socket.socket(socket.AF_UNIX) as monitor, contextlib.suppress(OSError):
            monitor.connect(self.monitor)
            monitor.sendall(command + b"\n")
            while data.count(PROMPT) < 2 and (part := monitor.recv(4096)):
                data += part
        return data
