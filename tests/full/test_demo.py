"""make demo: a newcomer gets the page, with a desktop and without one."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("display,status,is_opened", [("", 0, False), (":0", 0, True), (":0", 3, False)])
def test_the_page_is_opened_or_its_path_is_printed(root, tmp_path, display, status, is_opened):
    page = tmp_path / "flame.html"
    opener, opened = tmp_path / "xdg-open", tmp_path / "opened"
    opener.write_text(f"#!/bin/sh\necho \"$1\" >'{opened}'\nexit {status}\n")
    opener.chmod(0o755)
    env = {**os.environ, "OUT": str(tmp_path), "PATH": f"{tmp_path}:{os.environ['PATH']}", "DISPLAY": display,
           "WAYLAND_DISPLAY": ""}
    done = subprocess.run([sys.executable, "-IS", "tools/run", "demo"], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    assert done.returncode == 0, done
    assert "times_modulo" in done.stdout and "ticks, 1000 a second" in done.stdout
    *_, last = done.stdout.rstrip().splitlines()
    assert last.endswith(f": {page}") != is_opened
    assert opened.exists() == (display != "") and (not opened.exists() or opened.read_text() == f"{page}\n")
    assert '"times_modulo"' in page.read_text(encoding="utf-8")
