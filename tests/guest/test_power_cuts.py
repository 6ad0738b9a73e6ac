"""The power may fail after any write: tests/full/test_all_power_cuts.py tries each."""

import pytest
from disk import Disk
from power_cuts import Cuts, make_image


@pytest.mark.parametrize("beside", ["", "/t/disk_parallel & "])
def test_a_power_cut_breaks_no_promise(root, build, tmp_path, monkeypatch, beside):
    monkeypatch.setenv("CPUS", "2")
    disk = Disk(root, build, tmp_path)
    make_image(disk, ["disk_promises", "disk_parallel"])
    cuts = Cuts(disk, beside + "/t/disk_promises 4; wait")
    assert cuts.check(step=len(cuts.events) // 40, seed=1) >= 40
