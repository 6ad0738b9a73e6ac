"""A mistake in the kernel is told as its patch in tests/mistakes promises."""

import glob
import os
import subprocess
import sys

NAMES = [os.path.basename(path).removesuffix(".patch") for path in
         sorted(glob.glob(os.path.join(os.path.dirname(__file__), "../mistakes/*.patch")))]


def test_each_mistake_is_told(root):
    done = subprocess.run([sys.executable, "-B", "tools/mistakes", "make", *NAMES], cwd=root,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert NAMES
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_has_each(root):
    with open(f"{root}/doc/mistakes.md", encoding="utf-8") as file:
        titles = [line.removeprefix("## ").strip() for line in file if line.startswith("## ")]
    assert titles == NAMES
