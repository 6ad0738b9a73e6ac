"""tools/tally-cc compiles programs as build.mk does, from any folder, and refuses what Tally does not have."""

import os
import re
import subprocess

import pytest

SOURCE = """#include <math.h>
#include <stdio.h>
__attribute__((cold, noinline)) int odd(int x) { return x * 3 + 1; }
__attribute__((cold, noinline)) int even(int x) { return x / 2; }
int main(int argc, char **argv) { printf("%g %d %s\\n", sqrt(argc), odd(even(argc)), argv[0]); return 0; }
"""


@pytest.fixture
def cc(root, build, tmp_path):
    (tmp_path / "hi.c").write_text(SOURCE)

    def run(*words):
        env = {**os.environ, "TALLY_BUILD": os.path.relpath(build, root)}
        return subprocess.run([root + "/tools/tally-cc", *words], cwd=tmp_path, env=env, capture_output=True, text=True)
    return run


def symbols(tmp_path, name):
    done = subprocess.run([os.environ["CROSS"] + "nm", name], cwd=tmp_path, check=True, capture_output=True, text=True)
    return {line.split()[2]: int(line.split()[0], 16) for line in done.stdout.splitlines() if len(line.split()) == 3}


@pytest.mark.parametrize("words", [["hi.c", "-o", "hi", "-lm"], ["-Os", "-fPIC", "-s", "-pie", "hi.c", "-o", "hi"]])
def test_a_program_runs_and_each_of_its_functions_has_counters_of_its_own(words, cc, machine, tmp_path):
    """Cold functions, and all with -Os, would begin anywhere."""
    done = cc(*words)
    assert done.returncode == 0, done.stderr
    found = symbols(tmp_path, "hi")
    assert {found[name] % 16 for name in ("odd", "even", "main", "printf")} == {0}
    (tmp_path / "extra").mkdir()
    os.rename(tmp_path / "hi", tmp_path / "extra/hi")
    assert machine.run("/hi 2 3", extra=tmp_path / "extra").stdout == "1.73205 4 /hi\n"


def test_objects_and_macros_are_made_apart(cc, tmp_path):
    assert cc("-c", "hi.c").returncode == 0 and cc("hi.o", "-o", "hi").returncode == 0
    assert "main" in symbols(tmp_path, "hi")
    said = cc("-E", "-dM", "-include", "stdio.h", "-xc", "/dev/null").stdout
    assert "#define __tally__ 1\n" in said and "__linux__" not in said and "__GLIBC__" not in said


def test_pg_counts_calls(cc, tmp_path):
    assert cc("hi.c", "-o", "plain").returncode == 0 and cc("-pg", "hi.c", "-o", "counted").returncode == 0
    assert "mcount" not in symbols(tmp_path, "plain") and "mcount" in symbols(tmp_path, "counted")


@pytest.mark.parametrize("word", ["-shared", "-m32", "-fopenmp", "-fsanitize=address", "-fstack-protector-strong"])
def test_what_tally_has_not_is_refused_by_name(word, cc):
    done = cc(word, "hi.c", "-o", "hi")
    assert done.returncode == 1 and re.match(f"tally-cc: {word}: ", done.stderr)


def test_without_a_library_it_says_what_to_type(root, tmp_path):
    done = subprocess.run([root + "/tools/tally-cc", "x.c"], env={**os.environ, "TALLY_BUILD": "build/none"},
                          capture_output=True, text=True)
    assert done.returncode == 1 and "make -C" in done.stderr
