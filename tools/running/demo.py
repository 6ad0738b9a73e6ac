"""make demo: the first five minutes.  It profiles a program, opens the flame graph, and prints what to type next."""

import os
import shutil
import subprocess

from running.flame import draw
from running.settings import Failure

COMMAND = "primes 200000"
BEGIN = f"""
Tally boots in QEMU and runs `prof {COMMAND}`: a program that counts primes in four ways. The clock ticks 1000
times a second, and each tick belongs to the function that was running.
"""
LOOK = """
The same ticks are a flame graph, in the page {path}:
- A box is a function. It is as wide as its share of the ticks. Below it is its caller; main is at the bottom.
- The boxes above main are the four ways. What does the slowest do most of the time? Can you find count_by_sieve?
- Click a box: the graph zooms in, and the page shows the source of the function with the ticks of each line.
  Escape shows all again. Names in italics are copies that the compiler put into the caller.

Type next:
    make qemu                       a shell in the machine; type there: prof --tree {command}
    make flame CMD='sorts 200000'   the page of another program
    make help                       everything else; README.md explains it, and doc/tour.md the source
"""


def has_desktop():
    return shutil.which("xdg-open") and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def demo():
    print(BEGIN, flush=True)
    path, report, status = draw(COMMAND)
    if status != 0:
        raise Failure(f"{COMMAND.split()[0]} ended with status {status}", status)
    if "(lab 5)" in report:
        print(report)
        raise Failure("this tree has no flame graphs before lab 5 is done; after lab 2, "
                      f"make flame CMD='{COMMAND}' draws the functions without their callers", 1)
    print(report + LOOK.format(path=path, command=COMMAND), flush=True)
    if not has_desktop() or subprocess.run(["xdg-open", path]).returncode != 0:
        print(f"Now open this file in a browser: {os.path.abspath(path)}")
    return 0
