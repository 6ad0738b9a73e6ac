"""Builds parts of the tree itself, which is trusted: the grader's own machine and tests."""

import fcntl
import os
import subprocess

from lab import Failure

# Variables that the user may have given to the make that called this.  All grades use one compiler, as a run's
# instructions depend on it.
OTHERS_WORDS = ("T LAB TO M CMD KARGS OUT EXTRA IMAGE KERNEL DISK LLVM DEBUG O CROSS HOSTCC PROFILE FSSIZE "
                "SANITIZE").split()
MAKE_LOCK = "build/lock"  # tools/run builds there also, with this lock


def make(root, *goals):
    """Builds part of the tree itself, which is trusted.  The lock keeps two of these from writing the same files."""
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("MAKE", "MFLAGS")) and k not in OTHERS_WORDS}
    os.makedirs(os.path.join(root, "build"), exist_ok=True)
    with open(os.path.join(root, MAKE_LOCK), "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(["make", "--no-print-directory", f"-j{os.cpu_count()}", *goals], cwd=root, env=env,
                              stdin=subprocess.DEVNULL, stdout=2)
    if done.returncode != 0:
        raise Failure(f"make {' '.join(goals)} failed, so nothing was graded")


def cross(tool):
    """The name of a tool for x86-64, with the prefix that build.mk takes."""
    find = ["sh", os.path.join(os.path.dirname(__file__), "../cross")]
    return subprocess.run(find, stdout=subprocess.PIPE, text=True).stdout.strip() + tool
