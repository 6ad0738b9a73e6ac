"""make prove, with a stand-in for Frama-C: what it says of goals, and of wrong variants."""

import os
import shutil
import subprocess
import sys

import pytest

HEADER = "directory\tfile\tline\tfunction\tproperty kind\tstatus\tproperty\n"
GOAL = "{root}/kernel/prof\tbin.h\t20\tprof_bin\tuser assertion\t{status}\ta == b\n"

# Writes the report that is asked for; a variant has a goal that is not proved if SEES is set.
FRAMA_C = """#!/bin/sh
for last; do :; done
case $* in
    *-report-csv*) cp "$REPORT" "$last" ;;
    *) [ -z "$SEES" ] || echo "[wp] [CVC4 1.8] Goal typed_prof_bin_assert : Unknown (5ms)" ;;
esac
"""


@pytest.fixture
def prove(root, tmp_path):
    """Runs tools/prove in a copy of what it reads."""
    def run(*statuses, sees="yes", tools=("frama-c", "why3", "cvc4"), name="tree", frama_c=FRAMA_C):
        tree, path = tmp_path / name, tmp_path / "bin"
        shutil.copytree(os.path.join(root, "kernel/prof"), tree / "kernel/prof")
        path.mkdir()
        for tool in ("sh", "cp"):
            os.symlink(shutil.which(tool), path / tool)
        for tool in tools:
            (path / tool).write_text(frama_c if tool == "frama-c" else "#!/bin/sh\n")
            (path / tool).chmod(0o755)
        report = tmp_path / "report.csv"
        report.write_text(HEADER + "".join(GOAL.format(root=tree, status=s) for s in statuses))
        return subprocess.run(
            [sys.executable, "-B", os.path.join(root, "tools/prove"), "cc"], cwd=tree,
            env={"PATH": str(path), "REPORT": str(report), "SEES": sees},
            capture_output=True, text=True)
    return run


def test_all_proved_and_all_variants_refused_is_success(prove):
    done = prove("Valid", "Valid")
    assert done.stderr == ""
    assert "2 of 2 goals proved" in done.stdout
    assert "12 of 12 wrong variants refused" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("status", ["Unknown", "Invalid", "Partially proven"])
def test_a_goal_that_is_not_proved_is_named(prove, status):
    done = prove("Valid", status)
    assert "kernel/prof/bin.h:20: not proved: user assertion: a == b\n" in done.stdout
    assert "1 of 2 goals proved" in done.stdout
    assert done.returncode == 1


def test_a_goal_that_rests_on_another_is_not_proved_but_the_other_is_named(prove):
    done = prove("Unknown", "Partially proven", "Valid")
    assert done.stdout.count("not proved") == 1
    assert "1 of 3 goals proved" in done.stdout
    assert done.returncode == 1


def test_no_goals_are_no_proof(prove):
    assert prove().returncode == 1


def test_a_contract_that_allows_mistakes_fails(prove):
    done = prove("Valid", sees="")
    assert "the contract allows a mistake: scale may be 65537\n" in done.stdout
    assert "0 of 12 wrong variants refused" in done.stdout
    assert done.returncode == 1


def test_a_space_is_told_where_frama_c_fails(prove):
    done = prove("Valid", name="my tree", frama_c="#!/bin/sh\nexit 1\n")
    assert done.stderr.splitlines()[-1].startswith("prove: Frama-C takes no folder with a space in its name, such as /")
    assert done.returncode == 1


def test_without_the_tools_it_says_what_to_type(prove):
    done = prove("Valid", tools=["why3"])
    assert done.stderr == "prove: no frama-c, cvc4; type: make setup-prove\n"
    assert done.returncode == 1
