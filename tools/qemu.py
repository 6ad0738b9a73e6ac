"""The one place that knows QEMU: its command line, its monitor, and how a machine ended.

Tally needs QEMU 6.2 or later.  `make test-systems` tries those of Debian 12, 13 and testing, and tools/ruler/qemu.h
has the versions of the plugins' interface.

A machine ends in one of these ways, and ending() says in which:

    off        the kernel wrote 0x10 to the port of isa-debug-exit: QEMU's status is 33
    panic      the kernel wrote 0x11: the status is 35
    reset      a triple fault: the monitor reports SHUTDOWN with the reason guest-reset
    stopped    somebody ended QEMU from outside: the reason begins with host-
    crash      a signal ended QEMU itself
    no start   anything else: QEMU refused its command line

An unrecorded machine has -no-shutdown, so that QEMU stays after a reset and can report the place.  The port of
isa-debug-exit ends an older QEMU at once.  With -no-shutdown a newer QEMU pauses there also, and ends with the port's
status on `quit`.  So the caller answers each SHUTDOWN with `quit`: see Monitor.reason.

tools/running, tools/rewind and the grader use this module; the ruler and fuzz use it by way of tools/running.
"""

import json
import re
import select
import shutil
import signal
import socket
import subprocess
import time

PROGRAM = "qemu-system-x86_64"
OFF, PANIC, RESET, STOPPED, CRASH, NO_START = "off", "panic", "reset", "stopped", "crash", "no start"
STATUS_OFF, STATUS_PANIC = 33, 35  # isa-debug-exit: (value << 1) | 1
GUEST_RESET, GUEST_SHUTDOWN = "guest-reset", "guest-shutdown"
ANSWER_SECONDS = 20  # the time that QEMU has to answer, even on a busy host
MOST_MEMORY = 64 << 30  # bytes, with the disk


def version(program=PROGRAM):
    """The first line of `qemu --version`."""
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    return done.stdout.partition("\n")[0]


# --- the command line ----------------------------------------------------------------------------


def in_words(path):
    """The path with its commas doubled, for QEMU's words that commas separate."""
    return path.replace(",", ",,")


def clock_words(shift, sleep, replay):
    """The words for the instruction clock: an instruction takes 2^shift ns.  Above 2^4 the ticks
    themselves take a good part of the time, and at 2^9 10 000 ticks a second leave none.  sleep: an idle
    machine waits for the host's clock, as a person expects; otherwise its time jumps ahead.  replay:
    words for a machine that is recorded or replayed."""
    return ["-icount", f"shift={shift},sleep={'on' if sleep else 'off'}{replay}"]


def short_block_words(program):
    """Words that make each block of translated code one instruction.  QEMU 8.1 gave them another name."""
    help = subprocess.run([program, "-help"], capture_output=True, text=True).stdout
    return ["-accel", "tcg,one-insn-per-tb=on"] if "one-insn-per-tb" in help else ["-singlestep"]


def memory_disk_words(memory, disk, size, is_kept):
    """A disk in memory (an NVDIMM), which answers at once, even on a busy host."""
    share = "on" if is_kept else "off"
    return ["-machine", "pc,nvdimm=on", "-m", f"{memory},slots=1,maxmem={MOST_MEMORY >> 30}G",
            "-object", f"memory-backend-file,id=disk,share={share},mem-path={in_words(disk)},size={size}",
            "-device", "nvdimm,memdev=disk",
            # QEMU resets the machine before it loads a snapshot, and would wait for ever when that resets this device.
            # Only Windows uses it.
            "-global", "apic-common.vapic=off"]


def virtio_disk_words(memory, disk, is_kept):
    snapshot = "off" if is_kept else "on"
    return ["-machine", "pc", "-m", memory,
            "-drive", f"file={in_words(disk)},if=none,format=raw,id=disk,cache=unsafe,snapshot={snapshot}",
            "-device", "virtio-blk-pci,disable-legacy=on,drive=disk"]


# The kernel lets no program use AVX.  With AVX, QEMU 7.2 ends at VPERMILPS without its VEX prefix (0f 38 0c).
CPU = "max,-avx,-avx2"


def command(program, *, kernel, boot_line, cpus, clock, disk, is_fixed, words, cpu=CPU):
    """The whole command; Monitor.start() adds the monitor.  clock, disk: words of the functions above.
    is_fixed: date and random numbers are the same in each run.  words: more words."""
    # If the runner is killed, QEMU is too.
    result = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    result += [program, "-cpu", cpu, "-display", "none", "-nodefaults", "-vga", "none", "-no-reboot"]
    result += ["-smp", str(cpus), "-bios", "qboot.rom", "-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
    if is_fixed:
        result += ["-seed", "1", "-rtc", "clock=vm,base=2026-01-01"]
    return [*result, *clock, *disk, *words, "-kernel", kernel, "-append", boot_line]


# --- while it runs -------------------------------------------------------------------------------


class Monitor:
    """QEMU's monitor protocol (QMP) by a pair of sockets.  reason: why the machine ended, as the event SHUTDOWN
    says, or "".  The caller that sees a reason sends `quit`; after a reset it may first ask for the
    registers.

    A question to a QEMU that has gone has no answer (None); nothing here raises for that."""

    def __init__(self):
        self.socket, self.theirs = socket.socketpair()
        self.data, self.answers, self.asked = b"", {}, 0
        self.reason = ""
        self.send("qmp_capabilities")

    def start(self, command, is_recorded, pass_fds=(), **settings):
        """QEMU's process."""
        fd = self.theirs.fileno()
        words = ["-chardev", f"socket,id=monitor,fd={fd}", "-qmp", "chardev:monitor"]
        words += [] if is_recorded else ["-no-shutdown"]
        # QEMU reports no event before qmp_capabilities: the machine begins after that.
        process = subprocess.Popen([*command, *words, "-S"], pass_fds=[fd, *pass_fds], **settings)
        self.theirs.close()
        if "-S" not in command:  # with -S gdb lets it begin
            self.send("cont")
        return process

    def fileno(self):
        return self.socket.fileno()

    def send(self, execute, **arguments):
        """Sends a command and returns its number."""
        self.asked += 1
        question = {"execute": execute, "arguments": arguments, "id": self.asked}
        try:
            self.socket.sendall(json.dumps(question).encode() + b"\n")
        except OSError:
            pass
        return self.asked

    def take(self):
        """Waits for input and reads it; returns whether QEMU is still there."""
        try:
            data = self.socket.recv(1 << 16)
        except OSError:
            data = b""
        *lines, self.data = (self.data + data).split(b"\n")
        for said in map(json.loads, lines):
            if said.get("event") == "SHUTDOWN":
                self.reason = self.reason or said["data"]["reason"]  # the first, as our `quit` causes another
            elif "id" in said:
                self.answers[said["id"]] = said.get("return")
        return bool(data)

    def ending(self, process):
        """How the machine ended, and QEMU's status; waits for QEMU's end.  The last use."""
        status = process.wait()
        while select.select([self], [], [], 0)[0] and self.take():
            pass
        self.socket.close()
        return ending(status, self.reason), status

    def answer(self, number, seconds=ANSWER_SECONDS):
        """The answer to a question."""
        end = time.monotonic() + seconds
        while number not in self.answers:
            left = max(end - time.monotonic(), 0)
            if not select.select([self], [], [], left)[0] or not self.take():
                return None
        return self.answers.pop(number)

    def ask(self, execute, **arguments):
        return self.answer(self.send(execute, **arguments))

    def instructions(self):
        """How many instructions a recorded machine has executed, or None."""
        return (self.ask("query-replay") or {}).get("icount")

    def takes_nmi(self):
        """Whether CPU 0 would take the NMI of inject-nmi, which comes to its APIC's pin LINT1."""
        text = self.ask("human-monitor-command", **{"command-line": "info lapic 0"}) or ""
        return not re.search(r"LVT(LINT)?1\s.*\bmasked\b", text)

    def places(self):
        """[(pc, cr2)] of each CPU; none if QEMU does not answer."""
        text = self.ask("human-monitor-command", **{"command-line": "info registers -a"}) or ""
        found = re.findall(r"(?s)\b[RE]IP=([0-9a-f]+) .*?\bCR2=([0-9a-f]+) ", text)
        return [(int(pc, 16), int(cr2, 16)) for pc, cr2 in found]

    def send_memory_question(self, address):
        """Asks for the 8 bytes at a physical address; take_number() has the answer."""
        return self.send("human-monitor-command", **{"command-line": f"xp /1gx {address:#x}"})

    def take_number(self, question):
        """The number in the answer, or None."""
        found = re.search(r": 0x([0-9a-f]{16})\b", self.answers.pop(question) or "")
        return int(found[1], 16) if found else None


def ending(status, reason):
    """How a machine ended, by QEMU's status and the monitor's reason."""
    if reason == GUEST_RESET:
        return RESET
    if status < 0:  # QEMU 10 may crash as it cleans up, after the machine has gone off: the status is lost
        return OFF if reason == GUEST_SHUTDOWN else CRASH
    if status in (STATUS_OFF, STATUS_PANIC):
        return OFF if status == STATUS_OFF else PANIC
    return STOPPED if reason.startswith("host-") else NO_START


def crash_text(status):
    return f"signal {-status} ({signal.strsignal(-status)})"
