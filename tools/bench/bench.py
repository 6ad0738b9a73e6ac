"""make bench: the cost of common work in guest instructions, beside two other systems.

The figures of xv6-public and of Linux 6.1 (Debian's cloud kernel, static glibc, tmpfs) were taken with QEMU 7.2 as
ours are here: -icount shift=0,sleep=off, one CPU, and the TSC counting one for each instruction.  Their CPU model is
QEMU's usual one, qemu64; ours is max, on which Linux needs more.  In the folder work, bench.c, names.c, regions.c and
processes.c do the work.  From "what -pg adds" on the figures are of glibc 2.36: valgrind's callgrind counted the
instructions of static programs like calls.c and libc.c, with SSE2 functions only (GLIBC_TUNABLES), as on qemu64.
"""

import os
import subprocess
import sys

ROWS = (  # key, work, xv6-public, Linux 6.1
    ("null", "null call (getppid)", 1392, 338),
    ("fork", "fork + exit + wait", 1988000, 164000),
    ("exec", "fork + exec + exit + wait", 4115000, 612000),
    ("pipe-round-trip", "pipe round trip, 1 byte, two processes", 27300, 10700),
    ("pipe-128k", "128 KiB through a pipe, 512 bytes a time", 8270000, 2170000),
    ("create-write", "create, write 64 x 1 KiB, close", 25480000, 188000),
    ("open-read", "open, read 64 x 1 KiB, close", 4576000, 101000),
    ("create-unlink", "create + close + unlink", 1097000, 27800),
    *((f"{work}-{n}", f"{what}, of {n} names", None, linux if n == 10000 else None)
      for work, what, linux in (("lookup", "stat", 3937), ("create", "create + close", None),
                                ("unlink", "unlink", 6496), ("list", "readdir of one", 366),
                                ("list-emptied", "readdir, all removed", None))
      for n in (10, 1000, 10000)),
    ("stat-deep", "stat, five components", None, 4606),
    ("unlink-1m", "unlink of 1 MiB", None, None),
    ("fsync", "fsync after a write of 1 KiB", None, None),
    ("tick", "one clock tick, CPU-bound, not profiled", 6333, 2950),
    ("profiled-tick", "a whole profiled tick", None, 5840),
    ("profiled-tick-1024", "the same, with 1024 regions", None, None),
    ("profiled-tick-stack", "the same, for a stack sample of depth 16", None, None),
    *((f"{work}-{n}", f"{what}, of {n} regions", None, None)
      for work, what in (("mmap", "mmap of a page"), ("munmap", "munmap of a page"),
                         ("fault", "a page fault"), ("mprotect", "mprotect of a page"))
      for n in (10, 1000, 10000)),
    *((f"{work}-{n}", f"{what}, {n} processes", None, None)
      for work, what in (("fork-wait", "fork + exit + wait"), ("kill-pid", "kill of one"),
                         ("kill-group", "kill of a group of one"), ("wait-pid", "waitpid of one"),
                         ("wait-any", "waitpid of any"), ("proclist", "proclist, each of"))
      for n in (10, 100, 1000)),
    ("mprotect-1m", "mprotect of 1 MiB", None, 36600),
    ("munmap-1m", "munmap of 1 MiB", None, None),
    ("pg", "what -pg adds to a call", None, 49),
    ("pg-1024", "the same, to each of 1024 functions in turn", None, 8235),
    ("memcpy", "memcpy of 1 000 bytes", None, 237),
    ("memset", "memset of 1 000 bytes", None, 147),
    ("memcmp", "memcmp of 1 000 bytes", None, 334),
    ("memchr", "memchr in 1 000 bytes", None, 341),
    ("strlen", "strlen of 1 000 bytes", None, 207),
    ("strchr", "strchr in 1 000 bytes", None, 389),
    ("strcpy", "strcpy of 1 000 bytes", None, 380),
    ("strcmp", "strcmp of 1 000 bytes", None, 517),
    ("strcmp-short", "strcmp of 5 bytes", None, 43),
    ("strcasecmp", "strcasecmp of 1 000 bytes", None, 1297),
    ("strstr-first", "strstr, the first of 50 bytes differs", None, 615),
    ("strstr-last", "strstr, the last differs", None, 37345),
    ("strstr-middle", "strstr, the middle one differs", None, 32818),
    ("strcasestr", "strcasestr, the middle one differs", None, 24870),
    ("qsort-equal", "qsort, an element of 10 000 equal ones", None, 234),
    ("qsort-sorted", "qsort, one of those in order", None, 234),
    ("qsort-reversed", "qsort, one of those in reverse", None, 266),
    ("qsort-pipe", "qsort, one of those up, then down", None, 262),
    ("qsort-random", "qsort, one of those without order", None, 380),
    ("strtol", "strtol of 6 digits", None, 224),
    ("strtod-short", "strtod of 6 digits", None, 873),
    ("strtod-17", "strtod of 17 digits", None, 1044),
    ("strtod-small", "strtod of the least normal number", None, 2445),
    ("strtod-10000", "strtod of 10 000 digits", None, 80205),
    ("strtod-half", "strtod of 770 digits of the least number", None, 29191),
    ("fscanf", "fscanf of %d", None, 882),
    ("sscanf", "sscanf of %d", None, 1033),
    ("sscanf-word", "sscanf of %s", None, 747),
    ("sscanf-long", "sscanf of %5d in 10 000 digits", None, 3327),
)


def main():
    done = subprocess.run(["tools/run", "EXTRA=tools/bench/work", "DET=1", "REWIND=0", "SHIFT=0", "CPUS=1",
                           "CMD=bench; names; regions; processes; calls; libc", "TIMEOUT=300"],
                          stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.stdout.write(done.stdout)
        return done.returncode
    measured = dict(line.split("\t") for line in done.stdout.splitlines())
    print(f"{'instructions':<42}{'Tally':>10}"
          f"{'xv6-public':>12}{'of it':>7}{'Linux 6.1':>12}{'of it':>7}")
    for key, work, *others in ROWS:
        ours = int(measured[key])
        line = f"{work:<42}{ours:>10}"
        for other in others:
            line += f"{other:>12}{ours / other:>7.2f}" if other else f"{'-':>12}{'':>7}"
        print(line)
    return 0


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    sys.exit(main())
