"""kprof, prof --all and make kprofile: the reports, and what is left alone: the command's output and its
status."""

import collections
import os
import re
import subprocess
import sys

import pytest

ROW = re.compile(r"^ *[\d.]+ +[\d.]+ +([\d.]+) +(\d+)  (\S.*?)(?:  +#+)?$", re.MULTILINE)
FACTS = re.compile(r"^(\d+) periods? of the clock: (\d+) on each of (\d) CPUs?, (\d+) a second\.\n"
                   r"([\d.]+) s in programs, ([\d.]+) s in the kernel, ([\d.]+) s idle"
                   r"(?:, ([\d.]+) s without a tick)?\.\n", re.MULTILINE)
CALLS = """
    #include <stdio.h>
    #include <unistd.h>
    int main(void)
    {
        for (int i = 0; i < 300000; i++)
            getppid();
        puts("done");
        return 7;
    }
"""


@pytest.fixture
def calls(tmp_path):
    (tmp_path / "calls.c").write_text(CALLS)
    return tmp_path


def ticks_by_name(part):
    """Functions of two files may have one name, and a row each."""
    found = collections.Counter()
    for _, ticks, name in ROW.findall(part):
        found[name] += int(ticks)
    return found


def tables(text):
    """[{name: ticks}], and the numbers of the last paragraph."""
    *parts, facts = re.split(r"\n\n", text)
    found = FACTS.match(facts)
    assert found, text
    return ([ticks_by_name(part) for part in parts],
            [float(number or 0) for number in found.groups()])


def test_the_kernels_functions(machine, calls):
    done = machine.run("kprof calls", extra=calls, det=1, cpus=1)
    assert (done.status, done.stdout) == (7, "done\n"), done
    (functions,), facts = tables(done.stderr)
    periods, each, cpus, rate, user, system, idle, missed = facts
    assert periods == each and cpus == 1 and rate == 1000
    assert abs(user + system + idle + missed - periods / rate) < 1e-6
    assert sum(functions.values()) == round(system * rate) > 100
    least = sum(functions.values()) / 100
    assert min(functions[name] for name in ("sys_getppid", "entry_syscall", "arch_return_to_user")) > least


@pytest.mark.parametrize("cpus,det", [(1, 1), (4, 1), (4, 0)])
def test_the_whole_machine(machine, calls, cpus, det):
    done = machine.run("prof --all sh -c 'calls; primes 30000; sleep 1; kill -9 $$'", extra=calls,
                       det=det, cpus=cpus)
    assert (done.status, done.stdout) == (137, "done\n3245 primes up to 30000\n"), done
    (programs, functions), facts = tables(done.stderr)
    periods, each, count, rate, user, system, idle, missed = facts
    assert count == cpus and periods == cpus * each == sum(programs.values())
    assert abs(user + system + idle + missed - periods / rate) < 1e-6
    assert sum(functions.values()) == round(system * rate)
    assert programs["(idle)"] == round(idle * rate) > 900 * cpus
    if det:  # in parallel a program that runs for a moment may have no tick
        assert programs["calls, in the kernel"] > programs["calls"] > 0
        assert programs["primes"] > 0
    assert ("SKEWED" in done.stderr) == (not det)


KPROF_USAGE = "usage: kprof [--rows N] [--output FILE] COMMAND [ARGUMENT...]"


def test_two_at_once_and_other_mistakes(machine):
    done = machine.run("kprof prof --all echo; echo $?; kprof none; echo $?; prof --all; echo $?;"
                       "prof --kernel -r; echo $?; kprof --output /no/file echo yes; echo $?;"
                       "kprof --output /report echo yes; grep 'of the clock' /report | wc -l; kprof; echo $?;"
                       "kprof --tree true; echo $?", cpus=1)
    assert done.stdout == "126\n127\n2\n2\n126\nyes\n1\n2\n2\n", done
    assert re.findall(r"^(?:k?prof|usage): .*", done.stderr, re.MULTILINE) == [
        "prof: the kernel's profile: another prof --all or kprof is using it", "kprof: none: not found",
        "prof: no program to run", "usage: prof [OPTIONS] PROGRAM [ARGUMENT...]",
        "prof: --kernel and -r cannot be given together", "usage: prof [OPTIONS] PROGRAM [ARGUMENT...]",
        "kprof: /no/file: No such file or directory", "kprof: no program to run", KPROF_USAGE,
        "kprof: kprof and --tree cannot be given together", KPROF_USAGE]


def test_one_period_is_told_as_one(machine):
    done = machine.run("for i in $(seq 20); do kprof primes 13000; done", det=1, cpus=1, kargs="hz=10")
    found = re.findall(r"^(\d+ periods?) of the clock: ", done.stderr, re.MULTILINE)
    assert len(found) == 20 and set(found) >= {"0 periods", "1 period"} and "1 periods" not in found, done


def test_make_kprofile(root):
    env = {**os.environ, "CMD": "echo it\\'s; seq 3 | sort -r; exit 5", "CPUS": "1", "DET": "1"}
    done = subprocess.run([sys.executable, "-IS", os.path.join(root, "tools/run"), "kprofile"],
                          cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (5, "it's\n3\n2\n1\n"), done
    assert FACTS.search(done.stderr), done
