"""Whichever of the kernel's allocations for a command fails, nothing panics, hangs or leaks."""

import re

import pytest


@pytest.mark.parametrize("command", [
    "sh -c 'seq 300 | sort -r | wc >/tmp/o'",
    "sh -c 'mkdir /tmp/d; ln -s /bin/true /tmp/d/s; mv /tmp/d /tmp/e; /tmp/e/s; rm /tmp/e/s'",
    "sh -c 'printf \"#!/bin/sh\\necho $1\\n\" >/tmp/x; chmod +x /tmp/x; /tmp/x hello'",
    "prof --tree --output /tmp/o primes 3000",
    "/t/record_errors",
])
def test_it_survives(machine, command):
    result = machine.run(f"leaks -f 1- {command}", det=1, cpus=1, kargs="fail", timeout=300)
    assert result.status == 0, result
    done = re.fullmatch(r"leaks: (\d+) allocations; (\d+) runs: .*\n", result.stdout)
    assert done and int(done[2]) > 50, result
