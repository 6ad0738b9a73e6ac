"""make soak: what a round tells."""

import signal
import subprocess
import sys


def test_a_round_whose_pytest_fails_is_told(root, tmp_path):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\n"
                      "case $* in\n"
                      "*--collect-only*) for i in $(seq 100); do echo tests/host/a.py::test_$i; done ;;\n"
                      "*) echo pytest is wrong >&2; exit 3 ;;\n"
                      "esac\n")
    python.chmod(0o755)
    done = subprocess.run([sys.executable, "-B", f"{root}/tools/soak", python, "0", "7"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout.startswith("seed 7: 0 passed, 0 failed; "), done
    assert "pytest is wrong" in done.stdout and done.stdout.endswith("1 rounds: 0 passed, 80 failed\n"), done.stdout


def test_an_interruption_ends_it_with_what_was_done_before(root, tmp_path):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\n"
                      "case $* in\n"
                      "*--collect-only*) for i in $(seq 100); do echo tests/host/a.py::test_$i; done ;;\n"
                      f"*) test -e {tmp_path}/second && kill -INT $PPID && exec sleep 60\n"
                      f"   : >{tmp_path}/second; echo 80 passed ;;\n"
                      "esac\n")
    python.chmod(0o755)
    # Whoever runs the tests may have had it ignored, as a shell does for what it starts with `&'.
    done = subprocess.run([sys.executable, "-B", f"{root}/tools/soak", python, "9"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.returncode == 130 and done.stderr == "soak: interrupted\n", done
    assert done.stdout.endswith("1 rounds: 80 passed, 0 failed\n"), done.stdout
