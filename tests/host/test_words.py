"""make fuzz and make soak: a word that is wrong is told, not a line of Python."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("words,settings,told", [
    (["fuzz", "calls", "1", "0"], {}, "tools/fuzz calls [SEED"),
    (["fuzz", "calls", "1", "2", "3", "4"], {}, "tools/fuzz calls [SEED"),
    (["fuzz", "all", "1"], {"MINUTES": "abc"}, "fuzz: MINUTES=abc: must be a number"),
    (["fuzz", "elf", "1"], {"CPUS": "abc"}, "fuzz: CPUS=abc: must be a whole number, 1 to 8"),
    (["soak", "false", "abc"], {}, "tools/soak PYTHON MINUTES"),
    (["soak", "false", "1", "x"], {}, "tools/soak PYTHON MINUTES")])
def test_a_wrong_word_is_told(root, words, settings, told):
    done = subprocess.run([sys.executable, "-B", f"tools/{words[0]}", *words[1:]], cwd=root, stdin=subprocess.DEVNULL,
                          env={**os.environ, **settings}, capture_output=True, text=True)
    assert done.returncode != 0 and told in done.stderr and "Traceback" not in done.stderr, done
