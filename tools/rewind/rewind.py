"""make rewind: replays the last run in gdb, which can go backwards in it.

    make rewind                     the last run
    make rewind RECORD=FILE         the run that make record put into FILE
    make rewind T='NAME' [LAB=N]    a lab's test, which is run again for this
    make rewind AT=NS               at this moment of the last run, which make timeline has shown

QEMU replays the run from its log (record.py) and stops when gdb asks it to.  To go backwards QEMU loads a snapshot of
the machine and goes forward to the wanted place.  in_gdb.py makes snapshots close to the end, so that a step back there
takes a second and not the whole run.  doc/rewind.md shows the use.  A part of tools/run.
"""

import contextlib
import filecmp
import glob
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

import record
from running.build import Build
from running.disk import Private, copy_sparse
from running.machine import Recorded, boot, boot_line, qemu_command
from running.settings import NO_START, ROOT, SETTINGS, Failure, say, setting

START_SECONDS = 60


def write_empty_qcow2(path):
    """Makes an empty disk for QEMU's snapshots: docs/interop/qcow2.txt of QEMU."""
    bits = 16
    cluster = 1 << bits
    size, mappings, tables = cluster, 1, 1
    header = struct.pack(">4sIQIIQIIQQIIQQQQII", b"QFI\xfb", 3, 0, 0, bits, size, 0, mappings,
                         3 * cluster, cluster, tables, 0, 0, 0, 0, 0, 4, 104)
    counts = struct.pack(">4H", 1, 1, 1, 1)  # references to the four clusters
    with open(path, "wb") as file:
        for number, data in enumerate((header, struct.pack(">Q", 2 * cluster), counts, b"")):
            file.write(data.ljust(cluster, b"\0"))
            assert file.tell() == (number + 1) * cluster


def machine_of(folder, about):
    """QEMU's command line for the replay."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ.update(about["settings"], KERNEL=folder + "/kernel.elf")
    write_empty_qcow2(folder + "/snapshots")
    serial = ["-serial", "null"] * (1 if about["sleep"] else 2)
    command = qemu_command(Build(), folder + "/disk", serial, about["boot_line"],
                                  sleep=about["sleep"], replay=f",rr=replay,rrfile={folder}/log")
    return [*command, "-drive", f"file={folder}/snapshots,if=none,format=qcow2,id=snapshots",
            "-no-shutdown", "-S", "-gdb", f"unix:{folder}/gdb,server=on,wait=off"]


def wait_for(path, qemu):
    """Waits until QEMU has made its socket; QEMU has no message for that."""
    end = time.monotonic() + START_SECONDS
    while not os.path.exists(path):
        if qemu.poll() is not None or time.monotonic() > end:
            raise Failure("QEMU does not start; what it says stands above")
        time.sleep(0.01)


def is_of_another_kernel(kernel):
    """Whether this tree has built kernels, and none of them is this one."""
    built = [path for way in ("", "*/", "*/debug/", "llvm/*/", "llvm/*/debug/")
             for path in glob.glob(f"build/{way}kernel.elf") if os.path.dirname(path) != record.KEPT]
    return bool(built) and not any(filecmp.cmp(kernel, path, shallow=False) for path in built)


def rewind():
    test, given = setting("T"), setting("RECORD")
    moment()
    if not gdb():
        raise Failure("gdb is not installed; type: make setup")
    with Private(Build()) as folder:
        if test:
            run_test(folder, test)
        if given and not test:
            record.unpack(given, folder)
        else:
            record.take_last(folder)
        return show(folder)


def run_test(folder, name):
    """Boots one of the lab's tests as tools/course/machine.py does, without its witness, and records it."""
    sys.path.insert(0, "tools/course")
    import build as builds
    import lab as labs
    import machine
    import trusted

    number = setting("LAB")
    try:
        lab = labs.find(ROOT, int(number) if number.isdigit() else number or None)
        test = lab.test(name)
        trusted.make(lab.root, "labs")
        build = builds.Build(lab)
        build.make_image(folder + "/image")
        disk = machine.Disk(build, build.tool("labs/bin/" + test.program), folder + "/test")
        words = machine.machine_words(machine.source_of(lab.root, test.program))
    except labs.Failure as failure:
        raise Failure(str(failure))
    for word in SETTINGS:
        os.environ.pop(word, None)
    os.environ.update({word.upper(): value for word, value in words.items()}, DET="1",
                      KERNEL=build.tool("kernel.elf"))
    line = boot_line("log=com2", setting("KARGS"), "run=" + " ".join([disk.name, *test.arguments]))
    machine_of_test = Build()
    try:
        with Recorded(folder, machine_of_test.kernel, disk.path, line) as log:
            boot(machine_of_test, folder, disk.path, line, 60, sys.stdout.buffer, log)
    except Failure as failure:
        if failure.status == NO_START:
            raise
        say(f"rewind: {failure}")


def show(folder):
    about = record.load(folder)
    if is_of_another_kernel(folder + "/kernel.elf"):
        say("rewind: the kernel has been built anew since, or is another's: the lines that gdb "
                   "shows of the sources may not be those that ran")
    status = run_gdb(folder, about)
    if os.path.exists(folder + "/end"):
        with open(folder + "/end", encoding="utf-8") as file:
            about["instructions"] = int(file.read())
        status = run_gdb(folder, about)
    return status


def moment():
    """AT, in nanoseconds since boot; None: not given."""
    text = setting("AT")
    if text and not re.fullmatch("[0-9]{1,18}", text):
        raise Failure(f"AT={text}: must be the nanoseconds that the page of make timeline says")
    return int(text) if text else None


def gdb():
    """The name of a gdb for x86-64: Homebrew's, Debian's on other machines, or an x86-64 system's."""
    return next(filter(shutil.which, ("x86_64-elf-gdb", "gdb-multiarch", "gdb")), None)


def run_gdb(folder, about):
    with open(folder + "/gdb.cmd", "w", encoding="utf-8") as file:
        # QEMU first makes a snapshot: with much memory, or on a busy host, this takes longer than gdb's usual timeout.
        file.write(f"set remotetimeout {START_SECONDS}\nfile \"{folder}/kernel.elf\"\npython rewind_folder, rewind_end = {folder!r}, "
                   f"{about['instructions']}\npython rewind_at, rewind_ns = {moment()}, "
                   f"{1 << int(about['settings']['SHIFT'] or 2)}\nsource tools/rewind/in_gdb.py\n")
    copy_sparse(folder + "/disk.img", folder + "/disk")
    qemu = subprocess.Popen(machine_of(folder, about), stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(folder + "/gdb", qemu)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C is for gdb
        sys.stdout.flush()
        return subprocess.run([gdb(), "-q", "-iex", "set auto-load off", "-x", "tools/gdbinit"],
                              env={**os.environ, "GDB_CMD": folder + "/gdb.cmd"}).returncode
    finally:
        qemu.kill()
        qemu.wait()
        with contextlib.suppress(FileNotFoundError):  # if it did not start
            os.unlink(folder + "/gdb")
