"""tools/mutants and tools/mistakes."""

import shutil
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.needs("git")


@pytest.mark.parametrize("tool", ["mutants", "mistakes"])
def test_an_interruption_ends_it_with_a_word(root, tmp_path, tool):
    shutil.copytree(f"{root}/tools", tmp_path / "tools")
    patches = tmp_path / "tests" / tool
    patches.mkdir(parents=True)
    (patches / "none.patch").write_text("# nothing\n# run: CMD=true\n# shows: nothing\n# fails: tools/run\n"
                                        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\n")
    (tmp_path / "x").write_text("x\n")
    make = tmp_path / "make"
    make.write_text("#!/bin/sh\nkill -INT $PPID\nexec sleep 60\n")
    make.chmod(0o755)
    # Whoever runs the tests may have had it ignored, as a shell does for what it starts with `&'.
    done = subprocess.run([sys.executable, "-B", f"tools/{tool}", make, *([sys.executable] if tool == "mutants" else [])],
                          cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.returncode == 1 and done.stderr == f"{tool}: interrupted\n", done
