"""Tally's C library, its pure parts, on the host: built from user/lib, all symbols prefixed with
t_, and compared with the host's own library."""

import fractions
import math
import os
import pathlib
import re
import subprocess

import pytest


def is_x86_64():
    """build.mk asks HOSTCC the same."""
    command = [os.environ.get("HOSTCC") or "cc", "-dumpmachine"]
    machine = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
    return machine.startswith("x86_64-") and "linux" in machine


@pytest.mark.skipif(not is_x86_64(), reason="the library is for x86-64 only, and HOSTCC for another machine")
@pytest.mark.parametrize("name", ["format", "string", "stdlib", "stdio", "memory_streams", "math", "math_more", "time",
                                  "regex", "fnmatch", "search", "wide"])
def test_libc(name, host, tmp_path):
    result = subprocess.run([f"{host}/libt/bin/{name}"], capture_output=True, text=True,
                            cwd=tmp_path, timeout=600)
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


def test_powers_of_ten(root):
    """The table in strtod.c: 10^(2^k) and 10^-(2^k), cut to 128 bits, the first of which is set."""
    text = pathlib.Path(root, "user/lib/stdlib/strtod.c").read_text()
    table = re.search(r"powers_of_ten\[\].*? = \{(.*?)\n\};", text, re.DOTALL).group(1)
    words = [int(w, 16) for w in re.findall(r"0x\w+", table)]
    assert len(words) == 4 * 9
    for k in range(9):
        for sign in (1, -1):
            high, low = words[4 * k + (0 if sign > 0 else 2):][:2]
            exponent = (sign * 2 ** k * 217706 >> 16) - 127
            value = fractions.Fraction(10) ** (sign * 2 ** k) / fractions.Fraction(2) ** exponent
            assert high << 64 | low == math.floor(value)
            assert high >> 63 == 1
