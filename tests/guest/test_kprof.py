"""kprof, prof --all and make kprofile: the reports, and what is left alone: the command's output and its
status."""

import collections
import os
import re
import subprocess
import sys

import pytest

from test_prof_stacks import calls_of, data_of

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


KPROF_USAGE = "usage: kprof [--rows N] [--output FILE] [--tree | --folded] [--html FILE]"


def test_two_at_once_and_other_mistakes(machine):
    done = machine.run("kprof prof --all echo; echo $?; kprof none; echo $?; prof --all; echo $?;"
                       "prof --kernel -r; echo $?; kprof --output /no/file echo yes; echo $?;"
                       "kprof --output /report echo yes; grep 'of the clock' /report | wc -l; kprof; echo $?;"
                       "kprof --lines true; echo $?; kprof --format speedscope true; echo $?", cpus=1)
    assert done.stdout == "126\n127\n2\n2\n126\nyes\n1\n2\n2\n2\n", done
    assert re.findall(r"^(?:k?prof|usage): .*", done.stderr, re.MULTILINE) == [
        "prof: the kernel's profile: another prof --all or kprof is using it", "kprof: none: not found",
        "prof: no program to run", "usage: prof [OPTIONS] PROGRAM [ARGUMENT...]",
        "prof: --kernel and -r cannot be given together", "usage: prof [OPTIONS] PROGRAM [ARGUMENT...]",
        "kprof: /no/file: No such file or directory", "kprof: no program to run", KPROF_USAGE,
        "kprof: kprof and --lines cannot be given together", KPROF_USAGE,
        "kprof: kprof: of the formats only folded has the kernel's functions", KPROF_USAGE]


@pytest.mark.parametrize("command", ["kprof", "prof --all"])
def test_stacks_have_the_kernels_functions_on_the_programs(machine, calls, command):
    done = machine.run(f"{command} --folded --output /out/folded --html /out/page calls", extra=calls, det=1, cpus=1,
                       out=calls)
    assert done.status == 7, done
    lines = [line.rsplit(" ", 1) for line in (calls / "folded").read_text().splitlines()]
    of_kernel = sum(int(ticks) for path, ticks in lines if path.endswith("_[k]"))
    others = sum(int(ticks) for path, ticks in lines) - of_kernel
    _, _, _, rate, user, system, *_ = (float(number or 0) for number in FACTS.search(done.stderr).groups())
    assert of_kernel == round(system * rate) and others == (round(user * rate) if "--all" in command else 0)
    most = sum(int(ticks) for path, ticks in lines
               if re.fullmatch(r"calls;main;getppid;entry_syscall_\[k\](;sys_getppid_\[k\](;\w+_\[k\])*)?", path))
    assert most > of_kernel / 2
    in_page = [call for group in data_of((calls / "page").read_text())["groups"] for call in calls_of(group)]
    assert sum(ticks for path, ticks, _ in in_page) == of_kernel + others
    name = "main;getppid;entry_syscall_[k];sys_getppid_[k]"
    assert sum(ticks for path, ticks, _ in in_page if path.endswith(name)) == sum(
        int(ticks) for path, ticks in lines if path.endswith(name)) > 10


@pytest.mark.parametrize("cpus,det", [(1, 1), (4, 0)])
def test_a_tree_of_the_whole_machine(machine, calls, cpus, det):
    done = machine.run("prof --all --tree sh -c 'calls; primes 30000; ls -lR /usr/src > /dev/null'", extra=calls,
                       det=det, cpus=cpus, timeout=170)
    assert done.status == 0 and FACTS.search(done.stderr), done
    for name in "calls", "getppid", "entry_syscall_[k]", "primes", "main":
        assert re.search(rf"^(?: *[\d.]+){{5}} +{re.escape(name)}$", done.stderr, re.MULTILINE), done


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
