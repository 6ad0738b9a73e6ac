"""The settings of a run, and their checks.

A setting is a variable of the environment, as make passes it; main.py makes variables of the words of a command line.
A check ends in a Failure, which names the setting, the wrong value and the right ones.  The module that uses a setting
explains its effect.
"""

import os
import re
import subprocess
import sys

import qemu

HANG, PANIC, NO_START = 124, 125, 126  # exit statuses of this program
CPUS_MAX = 8  # kernel/core/cpu.h
LEAST_MEMORY = 8 << 20  # bytes; with less, firmware and kernel find no room to begin
SETTINGS = ("CMD KARGS CPUS MEM DET STEP SHIFT TIMEOUT OUT EXTRA PORTS PORTS_FROM DISK IMAGE KERNEL LLVM DEBUG O CROSS "
            "HOSTCC FSSIZE PROFILE V WERROR CI REWIND RECORD QEMU T LAB OPEN ALL BEFORE AT").split()
PATHS = "OUT EXTRA PORTS_FROM DISK IMAGE KERNEL RECORD BEFORE".split()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
UNIT_SHIFT = {"K": 10, "M": 20, "": 20, "G": 30}
values = os.environ  # the grader puts another dictionary here


class Failure(Exception):
    """A mistake, in one line for the user, and the exit status."""

    def __init__(self, text, status=NO_START):
        super().__init__(text)
        self.status = status
        self.hint = ""  # a line below it


def say(text):
    sys.stdout.flush()
    print(text, file=sys.stderr, flush=True)


def setting(name, default=""):
    return values.get(name, "").strip() or default


def number(name, default, least=0, most=None):
    text = setting(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < least or (most and int(text) > most):
        wanted = f"{least} to {most}" if most else f"{least} or more"
        raise Failure(f"{name}={text}: must be a whole number, {wanted}")
    return int(text)


def switch(name, default="0"):
    value = setting(name, default)
    if value not in ("0", "1"):
        raise Failure(f"{name}={value}: must be 1 or 0")
    return value == "1"


def memory():
    """MEM, in QEMU's form: a number of MiB, or with a unit."""
    text = setting("MEM", "128M")
    found = re.fullmatch(r"([0-9]{1,9})([KMG]?)", text.upper())
    if not found or not LEAST_MEMORY <= int(found[1]) << UNIT_SHIFT[found[2]] < qemu.MOST_MEMORY:
        raise Failure(f"MEM={text}: must be a number with K, M or G, or of MiB, of at least {LEAST_MEMORY >> 20}M and "
                      f"less than {qemu.MOST_MEMORY >> 30}G")
    return text


def cpus():
    return number("CPUS", 1, 1, CPUS_MAX)


def is_recorded():
    return cpus() == 1 and switch("REWIND", "1")


def is_parallel():
    """Whether several CPUs run at once, by the host's clock."""
    return cpus() > 1 and not switch("DET")


def has_short_blocks():
    """Whether each of QEMU's blocks is one instruction (see machine.py)."""
    if switch("STEP") and not is_parallel():
        raise Failure(f"STEP=1: is for several CPUs at once (CPUS=2, without DET=1), and this is CPUS={cpus()} "
                      f"DET={int(switch('DET'))}")
    return switch("STEP")


def skids():
    """Whether QEMU takes interrupts only where a long block begins."""
    return not has_short_blocks() and is_parallel()


def cross(tool):
    """The name of a tool for x86-64, with the prefix that build.mk takes."""
    find = ["sh", ROOT + "/tools/cross"]
    return (setting("CROSS") or subprocess.run(find, stdout=subprocess.PIPE, text=True).stdout.strip()) + tool


def take(words):
    """Makes settings of NAME=VALUE words; a path begins at the user's folder."""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in SETTINGS:
            raise Failure(f"{word}: there is no such setting; those that are: {' '.join(SETTINGS)}")
        is_path = name in PATHS or name == "QEMU" and "/" in value  # without a slash QEMU is looked for in PATH
        if is_path and value and not os.path.isabs(value):
            value = os.path.relpath(value, ROOT)
        os.environ[name] = value
