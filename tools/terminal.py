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

import __main__ as runner

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
        with contextlib.suppress(termios.error):  # it may be gone
            termios.tcsetattr(fd, termios.TCSANOW, before)


class Terminal:
    def __init__(self, build, folder, record):
        self.build = build
        self.monitor = folder + "/monitor"
        self.record = record  # or None
        self.is_held = False  # after a Control-A, for which the next byte decides
        self.is_asked = False  # what came after the first answer is not in the record
        self.answer = None  # what of an answer has come: it is shown when it is whole
        self.shown = b""  # the last of it

    def run(self, command):
        """QEMU's status."""
        command = [*command, "-chardev", "stdio,id=terminal,signal=off", "-serial", "chardev:terminal",
                   "-monitor", f"unix:{self.monitor},server=on,wait=off"]
        with raw(sys.stdin.fileno()):
            qemu = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            try:
                self.relay(qemu)
                return qemu.wait()
            finally:
                if qemu.poll() is None:
                    qemu.kill()
                    qemu.wait()

    def relay(self, qemu):
        """Until QEMU is gone.  It may wait until its output is read, so none of its input is waited for."""
        keys, typed = [sys.stdin.fileno()], b""
        is_terminal = os.isatty(keys[0])
        os.set_blocking(qemu.stdin.fileno(), False)
        while True:
            ready, _, _ = select.select([qemu.stdout] if typed else [qemu.stdout, *keys],
                                        [qemu.stdin] if typed else [], [])
            if qemu.stdout in ready:
                data = os.read(qemu.stdout.fileno(), 65536)
                self.show(data)
                if not data:
                    return
            if keys and keys[0] in ready:
                data = os.read(keys[0], 4096)
                typed = b"".join(self.take(data[i:i + 1]) for i in range(len(data)))
                if not data:
                    keys = []
                    qemu.stdin.close()
                    if is_terminal:  # it is gone, and make has kept the SIGHUP to itself
                        self.tell(b"quit")
            if typed:
                try:
                    typed = typed[qemu.stdin.write(typed) or 0:]
                except OSError:  # QEMU has gone: its output ends next
                    typed = b""

    def show(self, data):
        """An answer with lines of the source, as make run does."""
        if self.answer is not None:
            self.answer += data
            if data and b"tally: all CPUs have told" not in self.answer:
                return
            text = self.answer.decode("utf-8", "replace").replace("\r\n", "\n")
            data, self.answer = runner.by_source_lines(self.build, text).encode(), None
        self.shown = (self.shown + data)[-65536:]
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def last(self, mark):
        """What was shown from the last such mark on."""
        text = self.shown.decode("utf-8", "replace").replace("\r\n", "\n")
        return text[max(text.rfind(mark), 0):]

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
        if self.answer is not None:
            self.show(b"")  # what has come of the last one
        self.answer = b""
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
