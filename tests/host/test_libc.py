"""Tally's C library, its pure parts, on the host: built from user/lib with sanitizers, all symbols
prefixed with t_, and compared with the host's own library."""

import pathlib
import re
import subprocess

import pytest


@pytest.mark.parametrize("name", ["format", "string", "stdlib", "stdio", "math", "time"])
def test_libc(name, build, tmp_path):
    result = subprocess.run([f"{build}/libt/bin/{name}"], capture_output=True, text=True,
                            cwd=tmp_path, timeout=120)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{name}: ok\n"


def arc_cotangent(n, one):
    """one * arctan(1/n), by its series."""
    total, term, k = 0, one // n, 0
    while term:
        total += (-1) ** k * (term // (2 * k + 1))
        term //= n * n
        k += 1
    return total


def test_two_over_pi(root):
    """The table in trig.c is the number 2/pi (Machin: pi/4 = 4 arctan(1/5) - arctan(1/239))."""
    text = pathlib.Path(root, "user/lib/math/trig.c").read_text()
    words = re.search(r"two_over_pi\[\] = \{(.*?)\}", text, re.DOTALL).group(1).split(",")
    bits = 64 * (len(words) - 1)
    one = 1 << (bits + 100)
    pi = 4 * (4 * arc_cotangent(5, one) - arc_cotangent(239, one))
    assert bits == 1216
    assert sum(int(w, 16) << (bits - 64 * i) for i, w in enumerate(words)) == (2 * one << bits) // pi
