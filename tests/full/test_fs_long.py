"""The longer runs of what tests/host/test_fs.py has in short."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../host"))
import test_fs  # noqa: E402

SEED = int(os.environ.get("SEED") or 10)  # of the first: another tries others


@pytest.mark.parametrize("seed", range(SEED, SEED + 8))
def test_threads_get_over_allocations_and_reads_that_fail(host, seed):
    test_fs.run_threads(pathlib.Path(host, "bin"), seed, 10000, "faults")


@pytest.mark.parametrize("seed", range(SEED, SEED + 20))
def test_a_power_cut_after_each_write_leaves_a_state_that_was(host, seed):
    test_fs.run(pathlib.Path(host, "bin/fs_crash"), seed, 1500, 1)
