"""The power fails after each single write of several workloads."""

import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../guest"))
from disk import Disk  # noqa: E402
from power_cuts import Cuts, make_image  # noqa: E402

import seeds  # noqa: E402

COPY = "mkdir /c; for i in 1 2 3 4 5 6; do cp /bin/* /c; sync; rm /c/*; done & "
MORE = "for i in $(seq 200); do seq $i >/tmp/$i; cat /tmp/$i >>/tmp/all; done; rm /tmp/* & "


@pytest.mark.parametrize("beside,cpus", [("", 2), ("/t/disk_parallel & ", 4), (COPY, 2), (MORE, 3)])
def test_every_power_cut_keeps_the_promises(root, build, tmp_path, monkeypatch, beside, cpus):
    monkeypatch.setenv("CPUS", str(cpus))
    disk = Disk(root, build, tmp_path)
    make_image(disk, ["disk_promises", "disk_parallel"])
    cuts = Cuts(disk, beside + "/t/disk_promises 5; wait")
    count = cuts.check(step=1, seed=seeds.first(1))
    print(f"{count} disks, {len(cuts.promised)} promises")
    assert count == len(cuts.events) + 1 > 200
