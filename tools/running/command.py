"""make run and make kprofile: runs one command in a new machine.

The command's status becomes this program's.  With OUT=DIR the command's files in /out are copied out.
"""

import os
import re
import sys

from running.build import Build
from running.disk import Private, copy_out, make_folder, prepare
from running.machine import Recorded, boot, boot_line
from running.settings import Failure, is_recorded, number, setting


def run():
    command = setting("CMD")
    if not command:
        raise Failure("say what to run: make run CMD='PROGRAM ARGUMENTS'")
    if re.search(r"(^| )run=", setting("KARGS")):
        raise Failure("KARGS has run=, and CMD is what is to run: give one of them")
    line = boot_line("log=com2", setting("KARGS"), "run=" + command)
    if setting("OUT"):
        make_folder(setting("OUT"))  # if it is bad, better to fail before the run
    build = Build()
    is_kept = bool(setting("OUT")) or is_recorded()
    with Private(build) as folder:
        disk = prepare(build, folder, is_kept)
        try:
            with Recorded(folder, build.kernel, disk, line) as record:
                return boot(build, folder, disk, line, number("TIMEOUT", 60), sys.stdout.buffer, record, is_kept)
        finally:
            if setting("OUT"):
                copy_out(build, disk, setting("OUT"))


def kprofile():
    """The kernel's profile, while a command line of any form runs."""
    import shlex

    if not setting("CMD"):
        raise Failure("say what to run: make kprofile CMD='PROGRAM ARGUMENTS'")
    os.environ["CMD"] = "kprof sh -c -- " + shlex.quote(setting("CMD"))
    return run()
