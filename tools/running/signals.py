"""The signals that stop a run, and waits that no signal can miss.

A signal raises a Failure at the place where the program is, so each block that holds something has a `finally`.
machine.py stops QEMU there.
"""

import contextlib
import os
import select
import signal

from running.settings import Failure

SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP  # each stops a run


def stopped(number, _):
    for name in SIGNALS:  # one is enough: all further steps have time limits
        signal.signal(name, signal.SIG_IGN)
    raise Failure(f"stopped by {signal.Signals(number).name}", 128 + number)


@contextlib.contextmanager
def signals():
    """A file that can be read after a signal has come.  Otherwise a signal just before select() would not end its wait,
    which may have no other end.  A caller that does not read the file must end at each signal with a handler."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs)
    try:
        yield ours
    finally:
        signal.set_wakeup_fd(-1)
        os.close(ours)
        os.close(theirs)


def wait_for(process):
    """The status of a child.  Popen.wait() would delay a signal that comes just before it to the child's end."""
    with signals() as came:
        signal.signal(signal.SIGCHLD, lambda *_: None)  # so that a byte comes at the child's end
        while process.poll() is None:
            select.select([came], [], [])
            os.read(came, 1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # make qemu would loop without end, as it reads no bytes
    return process.returncode
