"""Programs built with -pg: the host's gprof, as it is, reads the calls that they counted."""

import os
import re
import subprocess
import sys

import pytest

KNOWN = """/* flags: FLAGS */
#define WORK __attribute__((noinline)) void
static volatile int sink;
WORK f3(void) { sink++; }
WORK f2(void) { for (volatile int i = 0; i < 300; i++) ; }
WORK f1(void) { for (volatile int i = 0; i < 300; i++) ; }
int main(void)
{
    for (int i = 0; i < 1000; i++) { f1(); f2(); f1(); }
    f3();
    return 0;
}
"""


def profile(root, folder, command, **settings):
    env = {**os.environ, "EXTRA": str(folder), "IMAGE": "", "DET": "1", "CMD": command, **settings}
    done = subprocess.run([sys.executable, "-IS", "tools/run", "profile"], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def flat_calls(text):
    """{function: calls} of gprof's flat profile."""
    flat = text.partition("Call graph")[0]
    rows = re.findall(r"^ *\d+\.\d+ +\d+\.\d+ +\d+\.\d+ +(\d+) .*? (\w+)$", flat, re.MULTILINE)
    return {name: int(calls) for calls, name in rows}


def graph_calls(text):
    """{(caller, function): (calls, all calls)} of gprof's call graph."""
    graph, calls = text.partition("Call graph")[2], {}
    for entry in re.split(r"^-+$", graph, flags=re.MULTILINE):
        parents, _, _ = entry.partition("\n[")
        own = re.search(r"^\[\d+\].* (\w+) \[\d+\]$", entry, re.MULTILINE)
        for count, total, name in re.findall(r" (\d+)/(\d+) +(\w+) \[\d+\]$", parents, re.MULTILINE):
            calls[name, own[1]] = int(count), int(total)
    return calls


@pytest.mark.parametrize("flags", ["-pg", "-pg -mfentry"])
def test_gprof_shows_exactly_the_calls(root, tmp_path, flags):
    (tmp_path / "known.c").write_text(KNOWN.replace("FLAGS", flags))
    text = profile(root, tmp_path, "known", SHIFT="6")
    assert flat_calls(text) == {"f1": 2000, "f2": 1000, "f3": 1, "main": 1}
    assert graph_calls(text) == {("main", "f1"): (2000, 2000), ("main", "f2"): (1000, 1000),
                                 ("main", "f3"): (1, 1), ("__start", "main"): (1, 1)}


def test_a_program_without_the_line_counts_no_calls(root, tmp_path):
    (tmp_path / "known.c").write_text(KNOWN.replace("/* flags: FLAGS */", ""))
    text = profile(root, tmp_path, "known", SHIFT="6")
    assert "f1" in text and "Call graph" not in text and not flat_calls(text)
