"""Boots the machine in QEMU and waits for its end.

The kernel takes its command from the boot line and ends QEMU through the isa-debug-exit port.  QEMU holds the writing
end of a pipe, so the pipe's end of file says that QEMU is gone.  The words for QEMU are in qemu.py; this chooses them.

QEMU's smallest firmware, qboot, starts the kernel: it takes six million instructions less than the usual one, a third
of a whole boot.  It gives PCI devices no addresses; dev/pci.c does.

The clock decides whether a profile is accurate.  Left alone, QEMU takes interrupts only where a block of translated
code begins: a tick then names the block after the one that ran, and a lone `ret` can get 95 % of the ticks for 0.5 % of
the work.  Under its instruction clock (-icount) an interrupt comes after an exact number of instructions, at any place.
So one CPU, the default, runs under it.  Several CPUs run under it with DET=1, one after the other in one host thread.
Without DET=1 they run in parallel, in several host threads, for which QEMU has no such clock.  The word `skid` on the
boot line then informs the kernel, and prof's reports say so.  Works with QEMU 6.2 and later.  With STEP=1 each block
is one instruction: a tick then comes between any two, also in parallel, and everything is some 20 times slower.

Every run, qemu and kprofile on one CPU is recorded, and make rewind replays the last one (tools/rewind).  The disk is
then in memory, as with DET=1: QEMU's disk threads finish when the host pleases, while a mapped image file (an NVDIMM)
answers at once.  Only the date, random numbers and typed bytes still come from outside, so the record takes some 2 to
6 % of a run's time.  DET=1 fixes the date and the random numbers.  With REWIND=0 there is no record, and the disk is
virtio's, as it is for several CPUs.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import time

import qemu
from running import tool
from running.output import ANSWER, Follow, FollowLog, end_of
from running.settings import NO_START, Failure, cpus, has_short_blocks, is_parallel, is_recorded, memory, number, setting, \
    skids, switch
from running.verdict import TYPED, hung, verdict

BOOT_LINE_MAX = 2048  # bytes that the kernel keeps, with the ending NUL
ANSWER_SECONDS = qemu.ANSWER_SECONDS  # the time that a hung kernel has to answer
STEP_SECONDS = 1  # a longer pause between two looks at the clock is the host's (a laptop asleep), and counts as this


class Recorded:
    """Keeps the record of the machine that runs in the block.  A failure gets a hint on make rewind."""

    def __init__(self, *machine, **settings):
        self.record = None
        if switch("REWIND", "1"):
            self.record = tool("rewind", "record").Record(*machine, **settings)

    def __enter__(self):
        return self.record if self.record and self.record.words else None

    def __exit__(self, _, failure, __):
        if self.record and not (isinstance(failure, Failure) and failure.status == NO_START):
            self.record.keep()
            if isinstance(failure, Failure) and self.record.words:
                failure.hint = "rewind: make rewind"


def boot_line(*words):
    line = " ".join(word for word in ("skid" if skids() else "", *words) if word)
    nbytes = len(line.encode("utf-8", "surrogateescape"))
    if nbytes >= BOOT_LINE_MAX:
        raise Failure(
            f"the boot line (KARGS and CMD) has {nbytes} bytes and may have {BOOT_LINE_MAX - 1}; "
            "put the commands into a script in an EXTRA folder"
        )
    if "\n" in line or "\r" in line:
        raise Failure("CMD and KARGS must be one line; put `;` between commands")
    return line


def qemu_command(build, disk, serial, boot_line, sleep=False, replay="", is_kept=True, folder=""):
    """QEMU's command line.  is_kept: the machine's changes to the disk stay.  folder: where QEMU runs, if not here."""
    program = setting("QEMU", qemu.PROGRAM)
    if not shutil.which(program):
        raise Failure(f"{program} is not installed; type: make setup")
    det = switch("DET")
    if is_parallel():
        clock = qemu.short_block_words(program) if has_short_blocks() else []
    else:
        clock = qemu.clock_words(number("SHIFT", 2, 0, 8), sleep and not det, replay)
    if det or is_recorded():
        size = os.path.getsize(os.path.join(folder, disk))
        if size % 4096:  # QEMU would not start
            raise Failure(f"{setting('IMAGE', disk)}: is not whole blocks of 4096 bytes, and no image of a file system")
        disk_words = qemu.memory_disk_words(memory(), disk, size, is_kept)
    else:
        disk_words = qemu.virtio_disk_words(memory(), disk, is_kept)
    words = [*serial, *setting("QEMU_WORDS").splitlines()]  # QEMU_WORDS: the ruler's
    return qemu.command(program, kernel=build.kernel, boot_line=boot_line, cpus=cpus(), clock=clock, disk=disk_words,
                        is_fixed=det, words=words)


def ask_what_runs(monitor, pipe, ports):
    """Has QEMU send all CPUs an NMI; the kernel prints what each of them runs (arch/x86/power.c).  It prints to the log
    or, before it has read the boot line, to the first port.  Before it has an APIC, it cannot answer."""
    if not monitor.takes_nmi():
        return
    monitor.send("inject-nmi")
    end = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < end and not select.select([pipe], [], [], 0.03)[0]:
        if any(ANSWER in end_of(port) for port in ports):
            return


def wait_for_qemu(pipe, files, timeout, monitor, is_recorded):
    """Waits until QEMU is gone, or an unrecorded machine has reset itself, and returns "".  Or waits until `timeout`
    seconds (0: any number) are over, or Control-\\ is typed, and returns which.  Time in which this program did not run
    is not counted: the host stood still."""
    typed = []
    signal.signal(signal.SIGQUIT, lambda *_: typed.append(True))
    left, looked = timeout, time.monotonic()
    heard = [monitor]  # until it reports why the machine ended
    while True:
        ready = select.select([pipe, *heard], [], [], 0.03)[0]
        for file in files:
            file.copy(last=pipe in ready)
        if monitor in ready and (not monitor.take() or monitor.reason):
            if monitor.reason == qemu.GUEST_RESET and not is_recorded:
                return ""
            monitor.send("quit")
            heard = []
        if pipe in ready:
            return ""
        if typed:
            return TYPED
        now = time.monotonic()
        left, looked = left - min(now - looked, STEP_SECONDS), now
        if timeout and left < 0:
            return f"no end after {timeout} seconds"


def boot(build, folder, disk, line, timeout, out, record=None, is_kept=True):
    """Runs the machine to its end and returns the status of the command.  If the folder has a pipe com1.in, the machine
    gets its bytes as typed input."""
    ports = [f"{folder}/com{n}" for n in (1, 2)]
    for port in ports:
        open(port, "w").close()
    kinds = ["pipe:" if os.path.exists(port + ".in") else "file:" for port in ports]  # a pipe: writes to .out
    serial = [word for kind, port in zip(kinds, ports) for word in ("-serial", kind + port)]
    files = [Follow(ports[0], out), FollowLog(ports[1], sys.stderr.buffer, build)]
    ours, theirs = os.pipe()
    monitor = qemu.Monitor()
    process = monitor.start(
        qemu_command(build, disk, serial, line, replay=record.words if record else "", is_kept=is_kept),
        bool(record),
        stdin=subprocess.DEVNULL,
        stdout=2,
        pass_fds=[theirs],
        start_new_session=True,  # ^C must not reach QEMU
        # Large pages for QEMU's heap: page faults on small ones take a fifth of its start (132 ms instead of 165).
        env={"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", **os.environ},
    )
    os.close(theirs)
    why = has_stopped = "a signal"
    try:
        why = wait_for_qemu(ours, files, timeout, monitor, bool(record))
        has_stopped = why or monitor.reason == qemu.GUEST_RESET and not record
        places = monitor.places() if has_stopped else []
        if why:
            if record:
                record.stops_at(monitor.instructions())
            ask_what_runs(monitor, ours, ports)
    except Failure:  # a signal
        if record:
            record.stops_at(monitor.instructions())
        raise
    finally:
        if why and record:  # on quit QEMU writes the whole record
            monitor.send("quit")
            select.select([ours], [], [], ANSWER_SECONDS)
        if has_stopped:
            process.kill()
        ending, status = monitor.ending(process)
        os.close(ours)
    if why:
        raise hung(build, files, ports, why, places)
    return verdict(build, files, ports, ending, status, places)
