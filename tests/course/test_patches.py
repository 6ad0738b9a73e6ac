"""Every patch of the tree fits the tree: one that does not is a mistake that nobody looks for any more.
A student's tree has neither these patches nor this folder."""

import glob
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATCHES = [name for pattern in ("tests/mutants", "tests/mistakes", "tests/hunts", "labs/*/wrong", "labs/*/right")
           for name in sorted(glob.glob(f"{pattern}/*.patch", root_dir=ROOT))]


def test_each_patch_applies():
    labs = {f"{lab}/{kind}" for lab in glob.glob("labs/[1-9]-*", root_dir=ROOT) for kind in ("wrong", "right")}
    assert {os.path.dirname(name) for name in PATCHES} == {"tests/mutants", "tests/mistakes", "tests/hunts", *labs}
    env = {**os.environ, "GIT_CEILING_DIRECTORIES": os.path.dirname(ROOT)}
    failed = [name for name in PATCHES
              if subprocess.run(["git", "apply", "--check", name], cwd=ROOT, env=env, capture_output=True).returncode]
    assert failed == []
