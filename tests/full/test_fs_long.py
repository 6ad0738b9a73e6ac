"""The longer runs of what tests/host/test_fs.py has in short."""

import os
import pathlib
import sys

import pytest
import seeds

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../host"))
import test_fs  # noqa: E402


@pytest.mark.parametrize("number", range(8))
def test_threads_get_over_allocations_and_reads_that_fail(host, number):
    test_fs.run_threads(pathlib.Path(host, "bin"), seeds.first(8) + number, 10000, "faults")


@pytest.mark.parametrize("number", range(20))
def test_a_power_cut_after_each_write_leaves_a_state_that_was(host, number):
    test_fs.run(pathlib.Path(host, "bin/fs_crash"), seeds.first(20) + number, 1500, 1)
