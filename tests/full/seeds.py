"""Other seeds for each commit: one seed finds the same each time."""

import os
import subprocess


def first(count):
    """Of so many.  SEED chooses one."""
    done = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=os.path.dirname(os.path.abspath(__file__)),
                          capture_output=True, text=True)
    return int(os.environ.get("SEED") or 1000 + count * int(done.stdout or 0))
