"""Profiles that leave the machine: the host's gprof reads what prof shows inside."""

import glob
import os
import re
import subprocess
import sys

import pytest

COMMAND = "primes 50000"
SETTINGS = {"DET": "1", "SHIFT": "3"}


def runner(root, what, **settings):
    env = {**os.environ, **SETTINGS, **settings}
    done = subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shares(text):
    """{function: percent} of gprof's flat profile."""
    rows = re.findall(r"^ *(\d+\.\d\d) .* (\S+)$", text, re.MULTILINE)
    return {name: float(percent) for percent, name in rows if float(percent) > 0}


def ticks(text):
    """{function: ticks} of prof's report."""
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+)  (\S.*?)(?:  +#+)?$", text, re.MULTILINE)
    return {name: int(count) for count, name in rows}


def test_gprof_shows_the_shares_that_prof_shows(root, tmp_path):
    left = str(tmp_path / "not/there/yet")
    table = runner(root, "profile", CMD=COMMAND, OUT=left)  # leaves gmon.out there
    report = runner(root, "run", CMD="prof -r primes", EXTRA=left, IMAGE="")
    assert "--tree" not in table  # there is no call graph
    inside, outside = ticks(report), shares(table)
    total = sum(inside.values())
    assert len(inside) >= 4
    assert inside.keys() == outside.keys()
    for name, count in inside.items():
        assert abs(100 * count / total - outside[name]) < 0.006  # two decimals
    # A file's counters do not tell copies of functions apart.
    facts = report.rpartition("\n\n")[2].partition("Functions that the compiler put ")[0]
    assert facts.startswith(f"{total} ticks, 1000 a second")
    assert re.sub(r"In no row: .*\n", "", table).endswith(facts)


@pytest.mark.parametrize("what", ["profile", "count"])
def test_a_program_that_goes_on_in_the_background_is_told(root, what):
    done = subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, capture_output=True, text=True,
                          env={**os.environ, **SETTINGS, "CMD": "sleep 1000 &"}, stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "the command ended before its program did; " in done.stderr, done


def test_a_profile_taken_out_is_the_same_twice(root, tmp_path):
    for name in "ab":
        runner(root, "run", CMD="prof --profile /out/gmon.out sorts 20000", OUT=str(tmp_path / name))
    assert (tmp_path / "a/gmon.out").read_bytes() == (tmp_path / "b/gmon.out").read_bytes()


def test_a_program_from_elsewhere_is_profiled(root, tmp_path):
    (tmp_path / "burner.c").write_text("""
        static volatile unsigned sink;
        __attribute__((noinline)) void burn_much(void) { for (int i = 0; i < 9000000; i++) sink++; }
        __attribute__((noinline)) void burn_less(void) { for (int i = 0; i < 3000000; i++) sink++; }
        int main(void) { burn_much(); burn_less(); return 0; }
    """)
    found = shares(runner(root, "profile", CMD="burner", EXTRA=str(tmp_path), IMAGE=""))
    assert abs(found["burn_much"] - 75) < 3
    assert abs(found["burn_less"] - 25) < 3


def test_gprof_charges_no_function_for_one_that_gcc_has_cut(root, tmp_path):
    """Of burn() gcc makes burn.isra.0, which takes the number itself, unless it is told not to: gprof leaves such
    names out, but for burn.constprop.0."""
    (tmp_path / "burner.c").write_text("""
        struct pair { unsigned unused, n; };
        static volatile unsigned sink;
        __attribute__((noinline)) void other(void) { for (int i = 0; i < 1000000; i++) sink++; }
        static __attribute__((noinline)) void burn(const struct pair *p) { for (unsigned i = 0; i < p->n; i++) sink++; }
        int main(int argc, char **argv)
        {
            struct pair p = {0, 3000000u * argc};
            burn(&p);
            other();
            return **argv == 1;
        }
    """)
    found = shares(runner(root, "profile", CMD="burner", EXTRA=str(tmp_path), IMAGE=""))
    found = {name.removesuffix(".constprop.0"): share for name, share in found.items()}
    assert found.get("burn", 0) > 2.5 * found["other"]  # and before main there may be a tick


def test_two_functions_that_do_the_same_are_two(root, tmp_path):
    """gcc would make one of them, by any of their names."""
    (tmp_path / "twins.c").write_text("""
        static volatile unsigned sink;
        static __attribute__((noinline)) void parse(unsigned n) { for (unsigned i = 0; i < n; i++) sink++; }
        static __attribute__((noinline)) void render(unsigned n) { for (unsigned i = 0; i < n; i++) sink++; }
        int main(int argc, char **argv)
        {
            parse(3000000u * argc);
            render(1000000u * argc);
            return **argv == 1;
        }
    """)
    found = shares(runner(root, "profile", CMD="twins", EXTRA=str(tmp_path), IMAGE=""))
    assert found.get("parse", 0) > 2.5 * found.get("render", 100), found


def test_no_program_has_a_name_that_gprof_leaves_out(build):
    programs = sorted(glob.glob(build + "/user/debug/*"))
    done = subprocess.run([os.environ["CROSS"] + "nm", "-P", *programs], check=True, capture_output=True, text=True)
    functions = re.findall(r"^(\S+) [tT] ", done.stdout, re.MULTILINE)
    assert len(programs) > 40 and len(functions) > 3000
    assert [name for name in functions if "." in re.sub(r"\.constprop\.\d+$", "", name)] == []


def test_a_program_that_fails_is_told_and_has_its_profile(root, tmp_path):
    """But for one that could not be profiled; a profile from before is not taken for its."""
    for name, command, status in [("failing", "primes none", 2), ("killed", "sh -c 'primes 20000; kill -9 $$'", 137),
                                  ("killed", "sh -c 'rm /out/gmon.out; exit 126'", 126)]:
        env = {**os.environ, **SETTINGS, "CMD": command, "OUT": str(tmp_path / name)}
        done = subprocess.run([sys.executable, "-IS", "tools/run", "profile"], cwd=root, env=env,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        program = command.split()[0]
        assert done.returncode == status and f"{program} ended with status {status}" in done.stderr, done
        assert ("Flat profile" in done.stdout) == ("exit" not in command), done
        assert (tmp_path / name / "gmon.out").stat().st_size > 0
