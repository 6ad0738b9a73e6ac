"""clang-format and clang-tidy find nothing in any C file."""


import pytest


@pytest.mark.needs("clang-format-19", "clang-tidy-19")
def test_make_lint_finds_nothing(lint):
    done = lint("lint")
    assert done.returncode == 0, done.stdout
