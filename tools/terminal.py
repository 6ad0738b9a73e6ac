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
import time

import __main__ as runner

CONTROL_A = b"\x01"
PROMPT = b"(qemu) "
ROOM = 16  # bytes, in the machine's serial port
KERNEL_BASE = 0xffffffff80000000  # where the kernel sees physical memory 0 (kernel.ld)
LOOK = 0.005  # seconds between two looks whether it has taken them
ASK = 1  # second between two questions whether the machine has reset itself


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


class Pace:
    """When a machine can be sent more.  Its kernel empties the serial port as it boots, so that what is typed
    before would be lost.  Of a recorded machine QEMU also takes what is typed for the record before there is
    room in the port, and loses what finds none.  So a machine is sent nothing before its kernel counts what it
    takes (uart_taken in kernel/dev/uart.c), and one that is recorded no more than there is room for until all
    that is counted."""

    def __init__(self, monitor, address):
        self.monitor = monitor
        self.question = b"xp /1gx %#x\n" % address
        self.socket = None  # while QEMU is asked
        self.sent = 0
        self.may_send = False

    def ask(self):
        self.answer = b""
        self.socket = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(OSError):  # then hear() finds the end
            self.socket.connect(self.monitor)
            self.socket.sendall(self.question)

    def hear(self):
        data = b""
        with contextlib.suppress(OSError):
            data = self.socket.recv(4096)
        self.answer += data
        found = re.search(rb": 0x([0-9a-f]{16})\b", self.answer)
        if found or not data:
            self.may_send = bool(found) and int(found[1], 16) == self.sent + 1
            self.drop()

    def drop(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    def send(self, file, data):
        """How many bytes."""
        n = file.write(data[:ROOM]) or 0
        self.sent += n
        self.may_send = n == 0
        return n


def pace_of(build, monitor):
    """None for a kernel that does not count."""
    done = subprocess.run([os.environ.get("CROSS", "") + "nm", build.kernel], capture_output=True, text=True)
    found = re.search(r"^([0-9a-f]+) . uart_taken$", done.stdout, re.MULTILINE)
    return Pace(monitor, int(found[1], 16) - KERNEL_BASE) if found else None


class Terminal:
    def __init__(self, build, folder, record):
        self.build = build
        self.monitor = folder + "/monitor"
        self.record = record  # or None
        self.is_held = False  # after a Control-A, for which the next byte decides
        self.is_quit = False  # QEMU was told to end
        self.is_asked = False  # what came after the first answer is not in the record
        self.answer = None  # what of an answer has come: it is shown when it is whole
        self.shown = b""  # the last of it
        self.pace = pace_of(build, self.monitor)
        self.has_reset = False
        self.asks_at = None  # when to ask whether it has; of a recorded machine QEMU ends then

    def run(self, command, debug):
        """QEMU's status."""
        if not self.record and not debug:
            command = [*command, "-no-shutdown"]
            self.asks_at = time.monotonic() + ASK
        command = [*command, "-chardev", "stdio,id=terminal,signal=off", "-serial", "chardev:terminal",
                   "-monitor", f"unix:{self.monitor},server=on,wait=off"]
        with raw(sys.stdin.fileno()), runner.signals() as came:
            qemu = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            try:
                self.relay(qemu, came)
                return qemu.wait()
            finally:
                if qemu.poll() is None:
                    if self.record:  # a signal: so that it writes the whole record
                        qemu.stdout.close()
                        self.tell(b"quit", runner.ANSWER_SECONDS)
                        with contextlib.suppress(subprocess.TimeoutExpired):
                            qemu.wait(runner.ANSWER_SECONDS)
                    qemu.kill()
                    qemu.wait()

    def relay(self, qemu, came):
        """Until QEMU is gone, or a signal came, which ends it.  QEMU may wait until its output is read, so none of
        its input is waited for."""
        keys, typed = [sys.stdin.fileno()], b""
        is_terminal, is_over = os.isatty(keys[0]), False
        os.set_blocking(qemu.stdin.fileno(), False)
        pace, timeout = self.pace, None
        while True:
            if typed and pace and not pace.may_send and not pace.socket and timeout is None:
                pace.ask()
            may_send = typed and (not pace or pace.may_send)
            asked = [pace.socket] if pace and pace.socket else []
            ready, _, _ = select.select([qemu.stdout, came, *keys, *asked], [qemu.stdin] if may_send else [], [],
                                        timeout or (ASK if self.asks_at else None))
            timeout = None
            if self.asks_at and time.monotonic() > self.asks_at:
                self.look_for_reset()
            if asked and pace.socket in ready:
                pace.hear()
                timeout = None if pace.socket or pace.may_send else LOOK
                if pace.may_send and not self.record:  # from here on QEMU itself waits for room
                    pace = self.pace = None
            if qemu.stdout in ready:
                data = os.read(qemu.stdout.fileno(), 65536)
                self.show(data)
                if not data:
                    return
            if keys and keys[0] in ready:
                data = os.read(keys[0], 4096)
                typed += b"".join(self.take(data[i:i + 1]) for i in range(len(data)))
                if not data:
                    keys, is_over = [], True
                    if is_terminal:  # it is gone, and make has kept the SIGHUP to itself
                        self.tell(b"quit")
            if may_send:
                try:
                    typed = typed[pace.send(qemu.stdin, typed) if pace else qemu.stdin.write(typed) or 0:]
                except OSError:  # QEMU has gone: its output ends next
                    typed = b""
            if is_over and not typed and not qemu.stdin.closed:
                qemu.stdin.close()

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

    def look_for_reset(self):
        self.asks_at = time.monotonic() + ASK
        if b"VM status: paused (shutdown)" in self.tell(b"info status", ASK / 4):
            self.has_reset, self.asks_at = True, None
            found = re.findall(runner.PC_AND_CR2, self.tell(runner.ASK_REGISTERS))
            self.show(("\n" + runner.where_it_reset(self.build, found)).encode())
            self.tell(b"quit")

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
            places = [int(pc, 16) for pc in re.findall(runner.PC, self.tell(runner.ASK_REGISTERS))]
            sys.stdout.buffer.write(runner.where_it_was(self.build, places).encode())
            sys.stdout.buffer.flush()
        self.answer = b""
        self.tell(b"nmi")

    def tell(self, command, seconds=None):
        """What QEMU's monitor answers, in so many seconds."""
        data = b""
        self.is_quit |= command == b"quit"
        if self.pace:
            self.pace.drop()  # QEMU listens to one at a time
        with socket.socket(socket.AF_UNIX) as monitor, contextlib.suppress(OSError):
            monitor.settimeout(seconds)
            monitor.connect(self.monitor)
            monitor.sendall(command + b"\n")
            while data.count(PROMPT) < 2 and (part := monitor.recv(4096)):
                data += part
        return data
