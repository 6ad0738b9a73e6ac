"""The start and the end of tools/run: its standard files, its words and its signals, and a Failure's line.

tools/run is started very often.  So a command's module is imported only when the command is called.
"""

import fcntl
import os
import signal
import sys

from running import tool
from running.settings import NO_START, ROOT, Failure, say, setting, take
from running.signals import SIGNALS, stopped

KEEPING = "qemu", "qemu-gdb"  # the commands that keep a disk


def open_standard_files():
    """Opens stdin, stdout and stderr where they are closed: otherwise the next opened file would get the number of one.
    If python3 is a script, that script has got it already.  Makes them blocking: a nonblocking file would refuse bytes
    if its reader is slow."""
    for fd, name, flags in (0, "stdin", os.O_RDONLY), (1, "stdout", os.O_WRONLY), (2, "stderr", os.O_WRONLY):
        try:
            if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE in (flags, os.O_RDWR):
                os.set_blocking(fd, True)
                continue
        except OSError:
            pass
        null = os.open(os.devnull, flags)
        if null != fd:
            os.dup2(null, fd)
            os.close(null)
        os.set_inheritable(fd, True)
        setattr(sys, name, open(fd, "w" if flags else "r", closefd=False))


def drop_what_cannot_be_written():
    """Drops unwritten output, so that Python's flush at the end does not fail again."""
    for file in sys.stdout, sys.stderr:
        try:
            file.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())


def run():
    from running.command import run
    return run()


def kprofile():
    from running.command import kprofile
    return kprofile()


def profile():
    from running.profile import profile
    return profile()


def flame():
    from running.flame import flame
    return flame()


def timeline():
    from running.timeline import timeline
    return timeline()


def demo():
    from running.demo import demo
    return demo()


def interactive(debug):
    from running.interactive import interactive
    return interactive(debug)


def count():
    """Profiles, and counts all instructions of the profiled program; see tools/ruler."""
    return tool("ruler", "ruler").count()


def rewind():
    """Replays the last run, the run in RECORD, or a lab's test T in gdb; see tools/rewind."""
    return tool("rewind", "rewind").rewind()


def record():
    """Puts the last run's record into one file, to hand in with a question."""
    return tool("rewind", "record").pack(setting("RECORD"))


def main(words):
    open_standard_files()
    commands = {
        "run": run,
        "profile": profile,
        "kprofile": kprofile,
        "flame": flame,
        "timeline": timeline,
        "demo": demo,
        "count": count,
        "qemu": lambda: interactive(False),
        "qemu-gdb": lambda: interactive(True),
        "rewind": rewind,
        "record": record,
    }
    what = "run"
    if words and "=" not in words[0]:
        what, *words = words
    if what not in commands:
        say(f"run: {what}: must be one of {' '.join(commands)}; a command goes into CMD='...'")
        return NO_START
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # the parent may ignore it; children would then have no status
    for name in SIGNALS:
        if signal.getsignal(name) != signal.SIG_IGN:  # nohup ignores SIGHUP, and a shell SIGINT for jobs with `&'
            signal.signal(name, stopped)
    try:
        take(words)
        if setting("DISK") and what not in KEEPING:
            raise Failure(f"DISK={setting('DISK')}: only make {' and '.join(KEEPING)} keep a disk; make {what} boots a "
                          "copy of IMAGE=FILE")
        os.chdir(ROOT)
        return commands[what]()
    except Failure as failure:
        say(f"{what}: {failure}" + ("\n" + failure.hint if failure.hint else ""))
        return failure.status
    except BrokenPipeError:  # our reader has gone; the machine was stopped
        drop_what_cannot_be_written()
        return 128 + signal.SIGPIPE
    except OSError as error:  # a path that was typed, or a full disk
        drop_what_cannot_be_written()
        say(f"{what}: {error.filename or 'a file'}: {error.strerror}")
        return NO_START
