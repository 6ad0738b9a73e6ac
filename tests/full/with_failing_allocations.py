"""Whichever way to an allocation fails for any guest test, nothing panics, hangs or leaks.  Some take minutes:
make test-alloc runs them."""

import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from test_alloc_fails import check, workloads  # noqa: E402


@pytest.mark.parametrize("command,words", workloads(lambda name: True))
def test_it_survives(machine, command, words):
    check(machine, command, {**words, "timeout": 3600})
