"""make bench: the cost of common work in guest instructions, beside Linux.

The same programs, those in the folder work, run on Tally and on Debian's Linux (linux.py), and count alike: QEMU with
-icount shift=0,sleep=off, one CPU, and the TSC counting one for each instruction.  In Linux they are static programs
with glibc, and files are in a tmpfs; fsync has an ext4 on a disk in memory, as Tally has its own.

Linux runs twice: on QEMU's usual CPU model, qemu64, and on max, on which it does more for safety (SMAP) and glibc's
string functions use wider registers.  Tally's CPU model is always max, as its kernel needs SMEP and SMAP; it does not
let programs use AVX.  xv6 is not here: it has neither these calls nor this C library.
"""

import concurrent.futures
import os
import signal
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tools"))
import linux  # noqa: E402
import scaling  # noqa: E402
from running.settings import Failure, switch  # noqa: E402

PROGRAMS = "bench", "names", "regions", "paths", "files", "words", "processes", "calls", "libc"
MODELS = "qemu64", "max"
ROWS = (  # key, work
    ("null", "null call (getppid)"),
    ("fork", "fork + exit + wait"),
    ("exec", "fork + exec + exit + wait"),
    ("pipe-round-trip", "pipe round trip, 1 byte, two processes"),
    ("pipe-128k", "128 KiB through a pipe, 512 bytes a time"),
    ("create-write", "create, write 64 x 1 KiB, close"),
    ("open-read", "open, read 64 x 1 KiB, close"),
    ("create-unlink", "create + close + unlink"),
    *((f"{work}-{n}", f"{what}, of {n} names")
      for work, what in (("lookup", "stat"), ("create", "create + close"), ("unlink", "unlink"),
                         ("list", "readdir of one"), ("list-emptied", "readdir, all removed"))
      for n in (10, 1000, 100000)),
    ("stat-deep", "stat, five components"),
    ("stat-path-498", "stat, 498 components"),
    *((f"getcwd-{n}", f"getcwd, {n} directories deep") for n in (10, 498)),
    *((f"{work}-{n}", f"{what}, file of {n} blocks")
      for work, what in (("overwrite", "write of a block"), ("pread", "read of a block"),
                         ("truncate", "truncate by a byte"))
      for n in (10, 1000, 10000)),
    ("unlink-1m", "unlink of 1 MiB"),
    ("fsync", "fsync after a write of 1 KiB"),
    ("tick", "one clock tick, CPU-bound, not profiled"),
    ("profiled-tick", "a whole profiled tick"),
    ("profiled-tick-1024", "the same, with 1024 regions"),
    ("profiled-tick-stack", "the same, for a stack sample of depth 16"),
    *((f"{work}-{n}", f"{what}, of {n} regions")
      for work, what in (("mmap", "mmap of a page"), ("munmap", "munmap of a page"),
                         ("fault", "a page fault"), ("mprotect", "mprotect of a page"))
      for n in (10, 1000, 16000)),
    *((f"{work}-{n}", f"{what}, {n} processes")
      for work, what in (("fork-wait", "fork + exit + wait"), ("kill-pid", "kill of one"),
                         ("kill-group", "kill of a group of one"), ("wait-pid", "waitpid of one"),
                         ("wait-any", "waitpid of any"), ("proclist", "proclist, each of"))
      for n in (10, 100, 1000)),
    *((f"exec-{n}", f"fork + exec + exit + wait, {n} arguments") for n in (10, 1000, 10000)),
    *((f"{work}-{n}", f"{work} of the last of {n} variables")
      for work in ("getenv", "setenv") for n in (10, 1000, 10000)),
    ("mprotect-1m", "mprotect of 1 MiB"),
    ("munmap-1m", "munmap of 1 MiB"),
    ("pg", "what -pg adds to a call"),
    ("pg-1024", "the same, to each of 1024 functions in turn"),
    ("memcpy", "memcpy of 1 000 bytes"),
    ("memset", "memset of 1 000 bytes"),
    ("memcmp", "memcmp of 1 000 bytes"),
    ("memchr", "memchr in 1 000 bytes"),
    ("strlen", "strlen of 1 000 bytes"),
    ("strchr", "strchr in 1 000 bytes"),
    ("strcpy", "strcpy of 1 000 bytes"),
    ("strcmp", "strcmp of 1 000 bytes"),
    ("strcmp-short", "strcmp of 5 bytes"),
    ("strcasecmp", "strcasecmp of 1 000 bytes"),
    ("strstr-first", "strstr, the first of 50 bytes differs"),
    ("strstr-last", "strstr, the last differs"),
    ("strstr-middle", "strstr, the middle one differs"),
    ("strcasestr", "strcasestr, the middle one differs"),
    ("qsort-equal", "qsort, an element of 10 000 equal ones"),
    ("qsort-sorted", "qsort, one of those in order"),
    ("qsort-reversed", "qsort, one of those in reverse"),
    ("qsort-pipe", "qsort, one of those up, then down"),
    ("qsort-random", "qsort, one of those without order"),
    ("strtol", "strtol of 6 digits"),
    ("strtod-short", "strtod of 6 digits"),
    ("strtod-17", "strtod of 17 digits"),
    ("strtod-small", "strtod of the least normal number"),
    ("strtod-10000", "strtod of 10 000 digits"),
    ("strtod-half", "strtod of 770 digits of the least number"),
    ("fscanf", "fscanf of %d"),
    ("sscanf", "sscanf of %d"),
    ("sscanf-word", "sscanf of %s"),
    ("sscanf-long", "sscanf of %5d in 10 000 digits"),
)
TALLY_ONLY = "profiled-tick-stack", *(key for key, _ in ROWS if key.startswith("proclist"))


def run_tally(command, cpus, is_exact):
    """The output of a command of Tally's shell.  is_exact: with the instruction clock."""
    exact = ["DET=1", "SHIFT=0"] if is_exact else []
    done = subprocess.run(["tools/run", "EXTRA=tools/bench/work", *exact, "REWIND=0", f"CPUS={cpus}",
                           f"MEM={linux.MEMORY}", f"CMD={command}", f"TIMEOUT={linux.SECONDS}"],
                          stdout=subprocess.PIPE, text=True)
    return done.stdout + (f"tools/run: status {done.returncode}\n" if done.returncode else "")


def figures(system, text):
    """{key: instructions} of the programs' output.  Any other line is a program's message: it is printed."""
    result = {}
    for line in filter(None, text.splitlines()):
        key, tab, number = line.partition("\t")
        if tab and number.isdecimal():
            result[key] = int(number)
        else:
            print(f"bench: {system}: {line}", file=sys.stderr)
    return result


def cells(ours, key, systems):
    """The row's columns after Tally's: each system's figure, and ours as a part of it."""
    for system in systems:
        other = "-" if key in TALLY_ONLY else system.get(key, "failed")
        is_known = isinstance(ours, int) and isinstance(other, int) and other > 0
        yield f"{other:>14}{ours / other if is_known else '':>{'7.2f' if is_known else '7'}}"


def table(tally, systems):
    """The lines of the table.  systems: {heading: figures}."""
    yield f"{'instructions':<44}{'Tally':>10}" + "".join(f"{name:>14}{'of it':>7}" for name in systems)
    for key, work in ROWS:
        ours = tally.get(key, "failed")
        yield f"{work:<44}{ours:>10}" + "".join(cells(ours, key, systems.values()))
    if systems:
        yield "-: Linux has no such call.  Below 1.00 Tally takes fewer instructions."


def failed(tally, systems):
    """The rows that a system's programs did not print."""
    for name, figures in {"Tally": tally, **systems}.items():
        if not figures:
            yield f"{name}: any row"
            continue
        for key, work in ROWS:
            if key not in figures and (name == "Tally" or key not in TALLY_ONLY):
                yield f"{name}: {work}"


def find_linux(programs):
    """(version, kernel, initramfs), or None with a line that says why."""
    try:
        version, kernel = linux.kernel()
        return version, kernel, linux.make_initramfs(kernel, programs)
    except linux.Missing as why:
        print(f"bench: no column of Linux: {why}", file=sys.stderr)
        return None


def measure():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tally = pool.submit(run_tally, "; ".join(PROGRAMS), 1, True)
        found, others = find_linux(PROGRAMS), {}
        if found:
            version, kernel, initramfs = found
            print(f"Linux {version}, CPU models {' and '.join(MODELS)}", flush=True)
            others = {f"Linux {model}": pool.submit(linux.measure, kernel, initramfs, model, PROGRAMS)
                      for model in MODELS}
        tally = figures("Tally", tally.result())
        systems = {name: figures(name, other.result()) for name, other in others.items()}
    print(*table(tally, systems), sep="\n")
    missing = list(failed(tally, systems))
    for row in missing:
        print(f"bench: not measured: {row}", file=sys.stderr)
    return 1 if missing else 0


def main():
    if switch("SCALING"):
        return scaling.main(run_tally, find_linux)
    return measure()


if __name__ == "__main__":
    os.chdir(ROOT)
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"bench: {failure}")
    except KeyboardInterrupt:  # the machines have had it also
        sys.exit(128 + signal.SIGINT)
