"""clang-format and clang-tidy find nothing in any C file."""

import os
import subprocess

import pytest

pytestmark = pytest.mark.needs("clang-format-19", "clang-tidy-19")


def test_make_lint_finds_nothing(root):
    env = {name: value for name, value in os.environ.items() if "MAKEFLAGS" not in name}
    done = subprocess.run(["make", "-s", "lint"], cwd=root, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
