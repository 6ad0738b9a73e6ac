"""Random calls and programs on machines of all sizes: tools/fuzz."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("cpus,mem", [(1, "32M"), (2, "64M"), (4, "48M"), (8, "128M")])
def test_random_calls_do_no_harm(root, cpus, mem):
    done = subprocess.run([sys.executable, "-B", "tools/fuzz", "calls", "1000", "40", "6000"], cwd=root,
                          env={**os.environ, "CPUS": str(cpus), "MEM": mem},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("cpus,mem,debug", [(1, "32M", 0), (4, "64M", 0), (2, "64M", 1)])
def test_random_programs_do_no_harm(root, cpus, mem, debug):
    done = subprocess.run([sys.executable, "-B", "tools/fuzz", "elf", "5000", "1500"], cwd=root,
                          env={**os.environ, "CPUS": str(cpus), "MEM": mem, "DEBUG": str(debug)},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
