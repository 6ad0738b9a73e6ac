"""What is random does the machine no harm: calls, programs and disks (tools/fuzz), boot lines, what is typed."""

import os
import random
import re
import subprocess
import sys

import pexpect
import pytest
import seeds

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../guest"))
from test_terminal import Terminal  # noqa: E402


SEED = int(os.environ.get("SEED") or 0)


def fuzz(root, *words, **settings):
    """What tools/fuzz prints.  No KERNEL, so that DEBUG=1 brings its own."""
    env = {**os.environ, "KERNEL": "", **{name.upper(): str(value) for name, value in settings.items()}}
    done = subprocess.run([sys.executable, "-B", "tools/fuzz", *words], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (" DEBUG=1 " in done.stdout) == bool(settings.get("debug")), done.stdout
    return done.stdout


@pytest.mark.parametrize("cpus,mem,debug", [(1, "32M", 1), (2, "64M", 0), (4, "48M", 1), (8, "128M", 0)])
def test_random_calls_do_no_harm(root, cpus, mem, debug):
    fuzz(root, "calls", str(seeds.first(40)), "40", "6000", cpus=cpus, mem=mem, debug=debug)


def test_the_calls_of_two_seeds_are_not_the_same(machine):
    """Of six, as a round may end itself at any call."""
    made = []
    for seed in range(1, 7):
        result = machine.run(f"/t/fuzz_calls -v -w 1 {seed} 1 500", det=1, kargs="log=com2")
        calls = re.findall(rf"^{seed}: \d+/0{{16}} \d+ (\w+\(.*)", result.stderr, re.M)
        made.append({call for call in calls if "(0, 0, 0, 0, 0, 0)" not in call})
    total = sum(map(len, made))
    assert total > 200 and len(set.union(*made)) > 0.9 * total


def test_random_calls_reach_most_of_the_kernel(root):
    out = fuzz(root, "cover", "1", "5", "2000", cpus=2, mem="32M")
    missed = {line.split()[1]: line.split()[2:5:2] for line in out.splitlines() if line.startswith("kernel/")}
    reached, blocks = map(int, re.search(r"^(\d+) of (\d+) blocks$", out, re.M).groups())
    assert 0.7 * blocks < reached < 0.9 * blocks
    some, all_of_it = missed["panic"]
    assert some + ":" == all_of_it
    some, all_of_it = missed["fail_count"]
    assert some + ":" != all_of_it  # allocations fail
    some, all_of_it = missed.get("line_input", ("0", "64:"))
    assert int(some) < int(all_of_it[:-1]) / 2  # there is typing


@pytest.mark.parametrize("cpus,mem,debug", [(1, "32M", 0), (4, "64M", 0), (2, "64M", 1)])
def test_random_programs_do_no_harm(root, cpus, mem, debug):
    fuzz(root, "elf", str(seeds.first(1500)), "1500", cpus=cpus, mem=mem, debug=debug)


@pytest.mark.parametrize("cpus,debug", [(1, 1), (2, 0), (4, 1)])
def test_a_damaged_disk_does_no_harm(root, cpus, debug):
    out = fuzz(root, "image", "9000", "30", cpus=cpus, mem="64M", debug=debug)
    assert 10 < int(re.search(r"30 images, of which (\d+) could be used", out)[1]) < 30


WORDS = ("log=com2 log=com1 log log= hz=10000 hz=0 hz=-1 hz=99999999999999999999 hz=x hz skid skid=1 run = =x "
         "fail fail=1 x=y").split()


@pytest.mark.parametrize("seed", range(SEED, SEED + 40))
def test_a_random_boot_line_does_no_harm(machine, seed):
    """The command runs, and the kernel says so if it cannot take the first rate that it is given."""
    rng = random.Random(seed)
    first, end = rng.choice([(ord("!"), 127), (1, ord("\n")), (14, 256)])
    text = "".join(chr(rng.randrange(first, end)) for _ in range(rng.randrange(300)))
    words = [*rng.choices(WORDS, k=rng.randrange(8)), text, "y" * rng.randrange(1000)]
    rng.shuffle(words)
    line = " ".join(words).replace("run=", "ran=").replace("panic", "picnic")
    result = machine.run("echo lives", kargs=line)
    assert result.status == 0 and "lives" in result.stdout, (line, result)
    rates = [word for word in line.split(" ") if word.split("=")[0] == "hz"]
    assert ("tally: hz=" in result.stderr) == (rates[:1] not in ([], ["hz=10000"])), (line, result)


TYPED = [b"\x03", b"\x04", b"\x1c", b"\x15", b"\x17", b"\x7f", b"\x1b[A", b"\x1b[", b"\r", b"\n", b"ls\r",
         b"cat\r", b"sort | cat &\r", b"wc\r", b"'", b"$(", b"<<x\r", b"(", b"\t", b"\x00", b"\xff"]
CONTROL_A = 1  # the runner's key


def typed(rng):
    kind = rng.randrange(8)
    if kind == 0:
        return bytes([rng.choice(b"x/ ")]) * rng.randrange(3000)
    if kind < 4:
        return rng.choice(TYPED)
    return bytes(rng.choice([rng.randrange(CONTROL_A + 1, 256), rng.randrange(32, 127)])
                 for _ in range(rng.randrange(60)))


def answers(terminal, line, answer):
    """After ^C the shell takes a command.  A job may catch the ^C, or change the terminal's modes: so it is typed
    until there is an answer, as a person would."""
    for seconds in range(1, 20):
        terminal.type("\x03" + line)
        if terminal.child.expect([rf"\n{answer}\r?\n", pexpect.TIMEOUT], timeout=seconds) == 0:
            return True
    return False


def shell_answers(terminal, word):
    return answers(terminal, f"echo m''{word}", f"m{word}")


@pytest.mark.parametrize("seed", range(SEED, SEED + 4))
def test_what_is_typed_does_no_harm(root, tmp_path, monkeypatch, seed):
    monkeypatch.setenv("CPUS", str(1 << seed % 4))
    terminal = Terminal(root, tmp_path / "disk.img")
    rng = random.Random(seed)
    for number in range(150):
        os.write(terminal.child.fileno(), typed(rng))
        assert shell_answers(terminal, number), terminal.child
    assert terminal.off() == 0


LOOPS = ["while cat <<E; do :; done\rin\rE", "while cat <<E; do echo in; sleep 100; done\ra\rE",
         "while echo in | cat; do (exit 0); done", "while :; do x=$(echo in); /bin/echo $x; done",
         "while /bin/echo in; do cat /README | wc -l; done"]


@pytest.mark.parametrize("cpus", [1, 2])
def test_an_interrupt_ends_a_loop_at_any_moment(root, tmp_path, cpus):
    """The ^C may find a program of the loop that begins, runs, ends or has ended, or the shell between two."""
    terminal = Terminal(root, tmp_path / "disk.img", f"CPUS={cpus}")
    rng = random.Random(seeds.first(1))
    for _ in range(100):
        loop = rng.choice(LOOPS)
        terminal.type(loop)
        for _ in range(1 if "sleep" in loop else rng.randrange(1, 6)):
            terminal.child.expect("\nin\r\n")
        terminal.type("\x03", end="")
        terminal.prompt()
        terminal.gives('echo "$# $?"', "0 130")
    assert terminal.off() == 0


KEYS = [b"\x1a", b"\x03", b"\x1c", b"\x04", b"\r", b"\x15"]
SIGNALS = "STOP CONT TSTP TTIN TTOU INT HUP TERM KILL".split()


def job_line(rng):
    """A command, often a job, and keys.  Only interactive shells wait for jobs: other processes would wait for a
    stopped one for ever."""
    def job():
        return f"/t/fuzz_jobs {rng.randrange(10 ** 9)}"

    end = rng.choice(["", "", " &"])
    line = rng.choice([
        lambda: job() + end,
        lambda: " | ".join(job() for _ in range(rng.randrange(2, 5))) + end,
        lambda: f"{job()} </dev/null; {job()} >/dev/null{end}",
        lambda: rng.choice(["fg", "bg", "jobs", "sh", "sh", "exit", "ps"]),
        lambda: f"{rng.choice(['fg', 'bg'])} %{rng.randrange(1, 5)}",
        lambda: f"kill -{rng.choice(SIGNALS)} %{rng.randrange(1, 5)}",
    ])()
    return line.encode() + b"\r" + b"".join(rng.choices(KEYS, k=rng.randrange(3)))


STEPS, STEPS_A_CHECK = int(os.environ.get("STEPS") or 600), 20


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
def test_the_shell_keeps_the_terminal_whatever_jobs_do(root, tmp_path, monkeypatch, seed):
    """Jobs change groups, sessions, the foreground and the terminal's modes (tests/guest/fuzz_jobs.c), while lines and
    keys are typed.  In the end they are gone."""
    monkeypatch.setenv("CPUS", str(1 << seed % 3))
    terminal = Terminal(root, tmp_path / "disk.img")
    rng = random.Random(seed)
    for number in range(0, STEPS, STEPS_A_CHECK):
        for _ in range(STEPS_A_CHECK):
            os.write(terminal.child.fileno(), job_line(rng) if rng.randrange(3) else rng.choice(KEYS))
        assert shell_answers(terminal, number), terminal.child
    assert answers(terminal, "/t/fuzz_jobs end", "all ended"), terminal.child
    assert answers(terminal, "ps | grep -c fuzz_jobs", "0"), terminal.child
    assert terminal.off() == 0
