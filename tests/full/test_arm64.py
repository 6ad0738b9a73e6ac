"""mkfs makes the same image on an arm64 computer as on this one."""

import filecmp
import os
import shutil
import subprocess

import pytest

CC = shutil.which("aarch64-linux-gnu-gcc")
QEMU = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")


@pytest.mark.skipif(not (CC and QEMU), reason="gcc-aarch64-linux-gnu or qemu-user-static is not installed")
def test_tools_that_are_made_for_arm64_make_the_same_image(root, build, tmp_path):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    tools = [f"{tmp_path}/mkfs/{name}" for name in ("mkfs", "fsck")]
    subprocess.run(["make", "-f", "build.mk", f"B={tmp_path}", f"HOSTCC={CC} -static", *tools], cwd=root, env=env,
                   check=True)
    for name, mkfs in ("ours", [f"{build}/mkfs/mkfs"]), ("theirs", [QEMU, tools[0]]):
        subprocess.run([*mkfs, "-s", "64M", tmp_path / name, f"{build}/fs.img.tree"], check=True)
    assert filecmp.cmp(tmp_path / "ours", tmp_path / "theirs", shallow=False)
    subprocess.run([QEMU, tools[1], tmp_path / "theirs"], check=True)
