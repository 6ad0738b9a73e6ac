"""The terminal of make qemu: typed bytes go to the machine one by one.

QEMU has such a terminal also, with commands that begin with Control-A.  But its record of the run (rewind/record.py)
lacks the input that it searches for these commands.  So they are here.  The key after Control-A decides:

    x            ends the machine
    k            ends all programs
    b            has the kernel print all threads that run and wait
    Control-A    sends one Control-A
"""

import contextlib
import os
import re
import select
import subprocess
import sys
import termios

import qemu
from running.settings import cross
from running.signals import signals
from running.source_lines import Places, by_source_lines, places_of
from running.verdict import where_it_was

CONTROL_A = b"\x01"
ROOM = 16  # bytes, in the machine's serial port
KERNEL_BASE = 0xffffffff80000000  # where the kernel sees physical memory 0 (kernel.ld)
HOLD = 0.3  # seconds that the beginning of an address waits for the rest
LOOK = 0.005  # seconds between two questions whether the kernel has taken the bytes


@contextlib.contextmanager
def raw(fd):
    """Makes the terminal pass on every typed byte at once, also ^C; output is processed as before."""
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
    """Decides when to send a machine more bytes.  Its kernel empties the serial port as it boots, and would lose bytes
    typed before.  For a recorded machine QEMU also takes typed bytes before the port has room, and loses those that do
    not fit.  So this sends no byte before the kernel counts the bytes that it takes (uart_taken in kernel/dev/uart.c).
    It sends a recorded machine at most ROOM bytes, and more only after the kernel has counted these."""

    def __init__(self, address):
        self.address = address
        self.question = None  # while QEMU is asked
        self.sent = 0
        self.may_send = False

    def hear(self, monitor):
        """Whether QEMU has answered."""
        if self.question not in monitor.answers:
            return False
        self.may_send = monitor.take_number(self.question) == self.sent + 1
        self.question = None
        return True

    def send(self, file, data):
        """Sends some bytes, and returns how many."""
        n = file.write(data[:ROOM]) or 0
        self.sent += n
        self.may_send = n == 0
        return n


def pace_of(build):
    """None for a kernel that does not count."""
    done = subprocess.run([cross("objdump"), "-t", build.kernel], capture_output=True, text=True)
    found = re.search(r"^([0-9a-f]+) .*\buart_taken$", done.stdout, re.MULTILINE)
    return Pace(int(found[1], 16) - KERNEL_BASE) if found else None


class Terminal:
    def __init__(self, build, record, end):
        self.build = build
        self.end = end  # bytes to send at the end of an input that is no terminal
        self.monitor = qemu.Monitor()
        self.record = record  # or None
        self.is_held = False  # after a Control-A, for which the next byte decides
        self.has_left = False  # then the record has ended
        self.answer = None  # the part of an answer that has come; shown when the answer is whole
        self.shown = b""  # the last output
        self.places = Places(build)
        self.pace = pace_of(build)

    def run(self, command):
        """Runs the machine; returns how it ended (qemu.ending()), and QEMU's status."""
        command = [*command, "-chardev", "stdio,id=terminal,signal=off", "-serial", "chardev:terminal"]
        with raw(sys.stdin.fileno()), signals() as came:
            process = self.monitor.start(command, bool(self.record), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         bufsize=0)
            try:
                self.relay(process, came)
                return self.monitor.ending(process)
            finally:
                if process.poll() is None:
                    if self.record:  # after a signal: on quit QEMU writes the whole record
                        process.stdout.close()
                        self.monitor.send("quit")
                        with contextlib.suppress(subprocess.TimeoutExpired):
                            process.wait(qemu.ANSWER_SECONDS)
                    process.kill()
                    process.wait()

    def relay(self, process, came):
        """Copies bytes until QEMU is gone, or a signal has ended the wait.  Never waits for QEMU to take input, as QEMU
        may be waiting until its output is read."""
        keys, typed = [sys.stdin.fileno()], b""
        is_terminal, is_over = os.isatty(keys[0]), False
        os.set_blocking(process.stdin.fileno(), False)
        pace, timeout = self.pace, None
        heard = [self.monitor]
        while True:
            if typed and pace and not pace.may_send and not pace.question and timeout is None:
                pace.question = self.monitor.send_memory_question(pace.address)
            may_send = typed and (not pace or pace.may_send)
            ready, _, _ = select.select([process.stdout, came, *keys, *heard], [process.stdin] if may_send else [], [],
                                        timeout or (HOLD if self.places.held else None))
            timeout = None
            if self.monitor in ready and not self.hear():
                heard = []
            if pace and pace.question and pace.hear(self.monitor):
                timeout = None if pace.may_send else LOOK
                if pace.may_send and not self.record:  # from here on QEMU itself waits for room
                    pace = None
            if process.stdout in ready:
                data = os.read(process.stdout.fileno(), 65536)
                self.show(data)
                if not data:
                    return
            elif not ready and self.places.held and self.answer is None:
                self.show(b"")
            if keys and keys[0] in ready:
                data = os.read(keys[0], 4096)
                typed += b"".join(self.take(data[i:i + 1]) for i in range(len(data)))
                if not data:
                    keys, is_over = [], True
                    if is_terminal:  # the terminal is gone, and make did not pass on the SIGHUP
                        self.monitor.send("quit")
                    else:
                        typed += self.end
            if may_send:
                try:
                    typed = typed[pace.send(process.stdin, typed) if pace else process.stdin.write(typed) or 0:]
                except OSError:  # QEMU has gone: its output ends next
                    typed = b""
            if is_over and not typed and not process.stdin.closed:
                process.stdin.close()

    def hear(self):
        """Reads from the monitor; returns whether to go on reading."""
        is_there = self.monitor.take()
        if not self.monitor.reason:
            return is_there
        if self.monitor.reason == qemu.GUEST_RESET and not self.record:
            self.show(("\n" + places_of(self.build, self.monitor.places(), says_fault=True)).encode())
        self.monitor.send("quit")
        return False

    def show(self, data):
        """Prints output, and an answer with source lines, as make run does."""
        if self.answer is not None:
            self.answer += data
            if data and b"tally: all CPUs have told" not in self.answer:
                return
            text = self.answer.decode("utf-8", "replace").replace("\r\n", "\n")
            data, self.answer = by_source_lines(self.build, text).encode(), None
        data = self.places.take(data, last=not data)
        self.shown = (self.shown + data)[-65536:]
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def last(self, mark):
        """The output from the last such mark on."""
        text = self.shown.decode("utf-8", "replace").replace("\r\n", "\n")
        return text[max(text.rfind(mark), 0):]

    def take(self, byte):
        """The bytes to send to the machine for a typed byte."""
        if not self.is_held:
            self.is_held = byte == CONTROL_A
            return b"" if self.is_held else byte
        self.is_held = False
        if byte == b"x":
            self.monitor.send("quit")  # keeps the disk's writes, and makes the record whole
        elif byte == b"k":
            self.leave_record()
            self.monitor.send("chardev-send-break", id="terminal")
        elif byte == b"b":
            self.leave_record()
            self.ask()
        return byte if byte == CONTROL_A else b""

    def leave_record(self):
        """Ends the record here, as it cannot have the NMI or the break that follows."""
        if self.record and not self.has_left:
            self.record.stops_at(self.monitor.instructions())
        self.has_left = True

    def ask(self):
        """Asks the kernel by an NMI."""
        if self.answer is not None:
            self.show(b"")  # the part of the last answer that has come
            sys.stdout.buffer.write(where_it_was(self.build, self.monitor.places()).encode())
            sys.stdout.buffer.flush()
        self.answer = b""
        self.monitor.send("inject-nmi")
