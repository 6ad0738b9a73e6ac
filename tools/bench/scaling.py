"""make bench SCALING=1: the cost of independent work on 1, 2, 4 and 8 CPUs, each with one worker.

The first table counts instructions.  The CPUs take turns in one thread of the host (DET=1), so it shows what is
executed in addition when more CPUs work, but hardly a wait for a lock.  Linux does not boot so within minutes.

The second table has the host's time: each CPU is a thread of the host, and waits for locks show.  A row falls with the
number of CPUs until the host has no more, unless the workers wait for each other.  The machine with one worker has two
CPUs, as one CPU would have the instruction clock.  Compare runs on an idle host only.
"""

import os
import sys

import linux

WORKERS = 1, 2, 4, 8
ROWS = (  # scaling.c's key, work
    ("compute", "2 000 instructions of a loop"),
    ("null", "null call (getppid)"),
    ("fork", "fork + exit + wait"),
    ("pipe", "pipe round trip, two processes"),
    ("file", "create, write, read, unlink 4 KiB"),
    ("fault", "a page fault"),
)
COUNTED, TIMED = 0, 1  # scaling.c's numbers after the key


def figures(system, text):
    """{key: (instructions, nanoseconds)} of one operation.  Prints any other line: it is a message."""
    result = {}
    for line in filter(None, text.splitlines()):
        key, *numbers = line.split("\t")
        if len(numbers) == 2:
            result[key] = tuple(map(int, numbers))
        else:
            print(f"bench: {system}: {line}", file=sys.stderr)
    return result


def table(title, systems, number):
    """The lines of a table.  systems: {name: [figures for each of WORKERS]}."""
    yield f"{title:<36}" + "".join(f"{name:>{9 * len(WORKERS)}}" for name in systems)
    yield f"{'workers, and CPUs':<36}" + "".join(f"{n:>9}" for n in WORKERS) * len(systems)
    for key, work in ROWS:
        cells = (run.get(key, ("failed", "failed"))[number] for runs in systems.values() for run in runs)
        yield f"{work:<36}" + "".join(f"{cell:>9}" for cell in cells)


def main(run_tally, find_linux):
    """run_tally(command, cpus, is_exact), find_linux(programs): bench.py's."""
    counted = {"Tally": [figures("Tally", run_tally(f"scaling {n}", n, True)) for n in WORKERS]}
    print(*table("instructions", counted, COUNTED), "", sep="\n", flush=True)
    timed = {"Tally": [figures("Tally", run_tally(f"scaling {n}", max(n, 2), False)) for n in WORKERS]}
    found = find_linux(["scaling"])
    if found:
        version, kernel, initramfs = found
        timed[f"Linux {version}, qemu64"] = [
            figures("Linux", linux.measure(kernel, initramfs, "qemu64", [f"scaling:{n}"], max(n, 2), False))
            for n in WORKERS]
    print(*table(f"ns on {os.cpu_count()} CPUs of the host", timed, TIMED), sep="\n")
    all_runs = [run for systems in (counted, timed) for runs in systems.values() for run in runs]
    return 0 if all(key in run for run in all_runs for key, _ in ROWS) else 1
