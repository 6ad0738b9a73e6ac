"""gdb's first steps in make rewind: it goes to the end of the record, and makes snapshots on the way.

rewind.py sets rewind_folder, in which QEMU listens, and rewind_end: the number of instructions up to the end, or None
if the machine ended by itself.
"""

import os
import re

import gdb

# Snapshots are made so many instructions before the end.  For a step backwards QEMU loads the nearest earlier snapshot
# and executes the instructions from there: 2^27 take a second, 2^17 no noticeable time.
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
    """The end: the machine panics or goes off.  If it ends otherwise, rewind.py must start it again."""
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
    for what in "write-memory", "write-registers", "call-functions":  # these would leave the recorded run
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
    """Calls function without gdb's messages, which report each stop."""
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


if not rewind_end:  # the record lacks the end if an interrupt led to a triple fault
    print("To the end of the run; if this takes longer than the run, ^C ends it where it has come to.", flush=True)
try:
    print(f"This is the end, after {silently(prepare)} instructions.  Backwards: reverse-continue, "
          "reverse-step,\nreverse-next, reverse-stepi, reverse-finish; doc/rewind.md shows what they are good for.")
    gdb.execute("backtrace")
except gdb.error as error:
    print(f"QEMU has ended ({error}): the record is not whole, or another QEMU's.  make run CMD='...' leaves another.")
    gdb.execute("quit 1")
