"""make qemu and make qemu-gdb: a machine with a shell, on a disk that is kept.

The typed bytes and the output go through terminal.py.  For gdb this writes the file that tools/gdbinit reads, and the
machine waits until gdb continues.
"""

import contextlib
import os
import re
import signal
import sys

import qemu
from running.build import Build
from running.disk import Private, take_disk
from running.machine import Recorded, boot_line, qemu_command
from running.settings import NO_START, PANIC, ROOT, Failure, is_recorded, say, setting
from running.terminal import Terminal
from running.verdict import has_panicked, panicked, reset


def free_port():
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def interactive(debug):
    line = boot_line(setting("KARGS"))
    gdb_words = setting("GDB_CMD", "build/gdb.cmd")
    build = Build()
    with Private(build) as folder, take_disk(build, folder) as held:
        disk = held.name
        if os.path.dirname(disk) == folder:
            say(f"The disk is a copy of {build.image}, gone when the machine ends; DISK=FILE keeps one.")
        extra = []
        if debug:
            if not os.path.abspath(build.kernel).startswith(ROOT + "/build/"):
                with contextlib.suppress(OSError):  # it is somebody else's
                    os.utime(build.kernel, follow_symlinks=False)  # or gdb warns that the sources are newer
            port = free_port()
            with open(gdb_words, "w") as file:  # as gdbinit reads it
                kernel = re.sub(r'[\\"]', r"\\\g<0>", build.kernel)
                file.write(f'file "{kernel}"\ntarget remote 127.0.0.1:{port}\n'
                           f"python extra_folders = {[os.path.abspath(build.folder + '/debug')] if build.extra else []}\n")
            extra = ["-S", "-gdb", f"tcp:127.0.0.1:{port}"]
            say("The machine waits for gdb.  In another terminal, here: gdb -x tools/gdbinit")
        elif sys.stdin.isatty():
            say("To leave: type `poweroff`.  Control-A and then x cuts the power: the last tenth of a second may be lost.")
            say("Control-A and then k kills all programs; Control-A and then b prints what runs and what waits.")
        else:
            say("Standard input is no terminal: at its end the machine is powered off.  For one command: "
                "make run CMD='...'")
        try:
            if debug or not is_recorded():
                return at_terminal(build, folder, disk, extra, line)
        finally:
            if debug and os.path.exists(gdb_words):  # or gdb would look for this machine
                os.unlink(gdb_words)
        with Recorded(folder, build.kernel, disk, line, sleep=True) as record:
            return at_terminal(build, folder, disk, extra, line, record)


def at_terminal(build, folder, disk, extra, line, record=None):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C is a byte for the machine
    command = qemu_command(build, disk, extra, line, sleep=True, replay=record.words if record else "")
    end = b"" if extra else b"\x04\x04\rpoweroff\r"  # with gdb, gdb ends the machine
    terminal = Terminal(build, record, end)
    ending, status = terminal.run(command)
    text = terminal.last("panic: ")
    if has_panicked(ending, status, text):
        raise panicked(build, text)
    if ending == qemu.RESET:
        raise reset()
    if ending == qemu.CRASH:
        raise Failure(f"QEMU itself ended by {qemu.crash_text(status)}, and the machine with it", PANIC)
    return NO_START if ending == qemu.NO_START and status != 0 else 0  # 0: gdb ended it
