"""What gdb does first in make rewind: it goes to the end of the record, and makes snapshots on the way.

rewind.py sets rewind_folder, where QEMU listens, and rewind_end, after how many instructions the end is,
or None, if the machine ended by itself.
"""

import os
import re

import gdb

# So many instructions before the end.  From the nearest one before it, QEMU executes its way to where a
# step backwards leads: 2^27 take a second, 2^17 nothing.
DISTANCES = [1 << bits for bits in (27, 24, 21, 17)]
ENDS = "panic", "panic_at", "arch_poweroff"


def quietly(command):
    return gdb.execute(command, to_string=True)


def instructions():
    return int(re.search(r"instruction count = (\d+)", quietly("monitor info replay"))[1])


def go_to(count):
    quietly(f"monitor replay_break {count}")
    quietly("continue")


def find_end():
    """Where the machine panics, or goes off.  If it ends otherwise, it can only begin anew (rewind.py)."""
    breakpoints = [gdb.Breakpoint(name, internal=True) for name in ENDS if gdb.lookup_global_symbol(name)]
    quietly("continue")
    for breakpoint in breakpoints:
        breakpoint.delete()
    end = instructions()
    if "shutdown" in quietly("monitor info status"):
        with open(rewind_folder + "/end", "w", encoding="utf-8") as file:
            file.write(str(end))
        gdb.execute("quit")
    quietly("monitor loadvm start_debugging")  # QEMU's own, of the beginning
    quietly("maintenance flush register-cache")
    return end


def prepare():
    for what in "write-memory", "write-registers", "call-functions":  # the rest would not be what was recorded
        gdb.execute(f"set may-{what} off")
    quietly(f"target remote {rewind_folder}/gdb")
    end = rewind_end or find_end()
    for number, distance in enumerate(DISTANCES):
        if end - distance > instructions():
            go_to(end - distance)
            quietly(f"monitor savevm near{number}")
    go_to(end)
    return end


def silently(function):
    """gdb tells each stop, whoever wanted it."""
    gdb.flush()
    stdout, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        return function()
    finally:
        gdb.flush()
        os.dup2(stdout, 1)
        os.close(stdout)
        os.close(nowhere)


if not rewind_end:  # where an interrupt led to a triple fault the record does not tell the end
    print("To the end of the run; if this takes longer than the run, ^C ends it where it has come to.", flush=True)
try:
    print(f"This is the end, after {silently(prepare)} instructions.  Backwards: reverse-continue, "
          "reverse-step,\nreverse-next, reverse-stepi, reverse-finish; doc/rewind.md shows what they are good for.")
    gdb.execute("backtrace")
except gdb.error as error:
    print(f"QEMU has ended ({error}): the record is not whole, or another QEMU's.  make run CMD='...' leaves another.")
    gdb.execute("quit 1")
