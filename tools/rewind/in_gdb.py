"""gdb's first steps in make rewind: it goes to the end of the record, and makes snapshots on the way.

rewind.py sets rewind_folder, in which QEMU listens, and rewind_end: the number of instructions up to the end, or None
if the machine ended by itself.  With AT=NS it sets rewind_at to this moment of a traced run.  An instruction takes
rewind_ns nanoseconds.
"""

import os
import re

import gdb

# Snapshots are made so many instructions before the end.  For a step backwards QEMU loads the nearest earlier snapshot
# and executes the instructions from there: 2^27 take a second, 2^17 no noticeable time.
DISTANCES = [1 << bits for bits in (27, 24, 21, 17)]
ENTRIES_PER_PAGE, THREAD = 256, 1  # of the kernel's trace: kernel/trace/trace.c, abi/ktrace.h
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
    load("start_debugging")  # QEMU's own, of the beginning
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
    if rewind_at is not None:
        go_to_moment(end)
        return instructions()
    return end


def last_event():
    """The time of the last event that the kernel's trace has (kernel/trace/trace.c), or -1 outside the trace."""
    events = gdb.parse_and_eval("'trace.c'::table[0]")
    if not gdb.parse_and_eval("trace_on"):
        return -1
    last = int(events["count"]) - 1
    while last > 0:
        entry, before = (events["pages"][i // ENTRIES_PER_PAGE][i % ENTRIES_PER_PAGE] for i in (last, last - 1))
        if int(before["kind"]) != THREAD and int(entry["ns"]) > 0:  # behind THREAD there is a name; 0: not written yet
            break
        last -= 1
    return int(events["pages"][last // ENTRIES_PER_PAGE][last % ENTRIES_PER_PAGE]["ns"])


class Moment(Exception):
    """The run was not traced at rewind_at."""


def load(snapshot):
    quietly(f"monitor loadvm {snapshot}")
    quietly("maintenance flush register-cache")


def go_to_moment(high):
    """Goes to the moment rewind_at: between two events of the trace.  Bisects the run for the instruction that writes
    the later event, and goes back from there: the CPU has executed an instruction in each rewind_ns.  If it was idle
    in between, it stays at the end of the idle time."""
    load("start_debugging")
    gdb.Breakpoint("trace_event", internal=True, temporary=True)
    quietly("continue")
    low = first = instructions()
    low_ns, high_ns = last_event(), -1
    if not 0 <= low_ns <= rewind_at:
        raise Moment
    quietly("monitor savevm moment")
    while high - low > 1:
        guess = low + (rewind_at - low_ns) // rewind_ns  # if the CPU is not idle
        middle = guess if low < guess < high and high_ns < 0 else (low + high) // 2
        go_to(middle)
        ns = last_event()
        if 0 <= ns <= rewind_at:
            low, low_ns = middle, ns
            quietly("monitor savevm moment")
        else:
            high, high_ns = middle, ns
            load("moment")
    if high_ns < 0:
        raise Moment
    load("start_debugging")
    go_to(max(first, high - (high_ns - rewind_at) // rewind_ns))
    if last_event() != low_ns:
        go_to(low)


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
    count = silently(prepare)
    where = "the end" if rewind_at is None else f"{rewind_at / 1e9:.9f} s after boot"
    print(f"This is {where}, after {count} instructions.  Backwards: reverse-continue, "
          "reverse-step,\nreverse-next, reverse-stepi, reverse-finish; doc/rewind.md shows what they are good for.")
    gdb.execute("backtrace")
except Moment:
    print(f"AT={rewind_at}: the last run was not traced at that time; the page of make timeline says AT.")
    gdb.execute("quit 1")
except gdb.error as error:
    print(f"QEMU has ended ({error}): the record is not whole, or another QEMU's.  make run CMD='...' leaves another.")
    gdb.execute("quit 1")
