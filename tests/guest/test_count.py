"""The ruler: make count counts each instruction of a profiled program, and nothing else."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from test_gprof import debug_file

PROGRAMS = {
    # Two readings of the clock, and between them whatever may go wrong in counting: first touches
    # of pages, one by the kernel for the program; string instructions; calls; a long loop.
    "clock.c": r"""
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/mman.h>
        #include <unistd.h>
        unsigned long measured(char *fresh, int times, int zero);
        __asm__("measured: push %rbx; push %r12; push %r13; push %r14\n"
                "mov %rdi, %r12; mov %esi, %r13d; mov %edx, %r14d\n"
                "measured_begins: rdtsc\n"
                "shl $32, %rdx; lea (%rax, %rdx), %rbx\n"
                "mov %r12, %rdi; mov $1000000, %ecx; rep stosb\n"
                "1: call getppid\n"
                "mov %r14d, %edi; lea 3000000(%r12), %rsi; mov $5000, %edx; call read\n"
                "mov $1000, %ecx\n"
                "2: add $1, %rax; movzbl (%r12), %edx; loop 2b\n"
                "dec %r13d; jnz 1b\n"
                "lea 2000000(%r12), %rdi; mov %r12, %rsi; mov $10, %ecx; rep movsb\n"
                "measured_ends: rdtsc\n"
                "shl $32, %rdx; add %rdx, %rax; sub %rbx, %rax\n"
                "pop %r14; pop %r13; pop %r12; pop %rbx; ret\n");
        int main(void)
        {
            char *fresh = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                               -1, 0);
            usleep(100000); /* the flusher's 50 ms are over and it has no work meanwhile */
            printf("%lu\n", measured(fresh, 5000, open("/dev/zero", O_RDONLY)));
        }
    """,
    # Its own time and that of its thread, among that of a child, which first runs the same text,
    # then execs it, of the kernel for that child, and of a sleep.
    "family.c": r"""
        #include <fcntl.h>
        #include <pthread.h>
        #include <sys/wait.h>
        #include <unistd.h>
        void spin(long times);
        __asm__("spin: dec %rdi; jnz spin; ret\n");
        void spin_thread(long times);
        __asm__("spin_thread: dec %rdi; jnz spin_thread; ret\n");
        static char page[4096], many[16 << 20];
        static void *thread(void *arg) { spin_thread(2000000); return arg; }
        int main(int argc, char **argv)
        {
            pthread_t id;
            pid_t child;
            if (argc > 1) {
                spin(11000000);
                for (size_t i = 0; i < sizeof many; i += sizeof page)
                    many[i] = 1; /* the kernel frees them in exit */
                return 0;
            }
            if ((child = fork()) == 0) {
                int zero = open("/dev/zero", O_RDONLY);
                spin(7000000);
                for (int i = 0; i < 2000; i++)
                    read(zero, page, sizeof page);
                execv(argv[0], (char *[]){argv[0], "again", NULL});
                _exit(1);
            }
            pthread_create(&id, NULL, thread, NULL);
            spin(5000000);
            pthread_join(id, NULL);
            waitpid(child, NULL, 0);
            sleep(1);
        }
    """,
    # Most of its time is the kernel's, which enters and leaves a handler.
    "signals.c": r"""
        #include <signal.h>
        #include <stdlib.h>
        static void nothing(int sig) { (void)sig; }
        int main(int argc, char **argv)
        {
            signal(SIGUSR1, nothing);
            for (int i = atoi(argv[argc - 1]); i > 0; i--)
                raise(SIGUSR1);
        }
    """,
}


class Counted:
    """What a run under the ruler left."""

    def __init__(self, folder, program):
        with open(folder / "count.json", encoding="utf-8") as file:
            self.result = json.load(file)
        self.stdout = (folder / "stdout").read_text()
        self.gmon = (folder / "gmon.out").read_bytes()
        nm = subprocess.run([os.environ["CROSS"] + "nm", "-n", program], capture_output=True, text=True, check=True)
        rows = [line.split() for line in nm.stdout.splitlines()]
        self.symbols = {row[2]: int(row[0], 16) for row in rows if len(row) == 3}  # defined ones

    def at(self, symbol):
        """(instructions of the program, of the kernel for it) at the one that a symbol names."""
        return next((row["user"], row["system"]) for row in self.result["pcs"]
                    if row["pc"] == self.symbols[symbol])

    def rows(self, symbol):
        """The instructions from one symbol to the next."""
        first = self.symbols[symbol]
        end = min(value for value in self.symbols.values() if value > first)
        return [row for row in self.result["pcs"] if first <= row["pc"] < end]

    def total(self, symbol):
        return sum(row["user"] + row["system"] for row in self.rows(symbol))


@pytest.fixture(scope="module")
def programs(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    work = os.path.join(root, "tools/ruler/work")
    for name in os.listdir(work):
        shutil.copy(os.path.join(work, name), folder)
    return folder


def runner(root, programs, what, cmd, out):
    env = {**os.environ, "DET": "1", "CPUS": "1", "CMD": cmd, "EXTRA": str(programs), "IMAGE": "",
           "OUT": str(out)}
    done = subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def count(root, build, programs, tmp_path):
    def run(cmd):
        runner(root, programs, "count", cmd, tmp_path / "counted")
        name = cmd.split()[0]
        places = debug_file(build, programs, name), f"{build}/user/debug/{name}"
        found = [place for place in places if os.path.exists(place)]
        return Counted(tmp_path / "counted", found[0])
    return run


def test_each_instruction_counts_as_often_as_it_runs(count):
    times = 123456
    counted = count(f"skid {times}")
    assert [row["user"] for row in counted.rows("add_straight")] == 203 * [times] + [1]
    assert counted.at("lone_return")[0] == times


def test_the_clock_counts_the_same_instructions(count):
    counted = count("clock")
    total = sum(counted.total(symbol) for symbol in ("measured_begins", "getppid", "read"))
    # The kernel's before the first reading are not in it, those before the second are.
    total += counted.at("measured_ends")[1] - counted.at("measured_begins")[1]
    assert int(counted.stdout.split()[0]) == 4 * total  # nanoseconds: 1 << SHIFT each


def test_only_the_programs_own_process_is_counted(count):
    counted = count("family")
    assert counted.at("spin")[0] == 5000000
    assert counted.at("spin_thread")[0] == 2000000
    # Meanwhile the kernel worked for the child, and the machine was idle.
    assert 0 < counted.total("waitpid") < 5000
    assert 0 < counted.total("nanosleep") < 5000


def test_the_ruler_changes_nothing(root, programs, count, tmp_path):
    counted = count("primes 50000")
    command = "prof --children --profile /out/gmon.out --output /out/prof.txt primes 50000"
    assert counted.stdout == runner(root, programs, "run", command, tmp_path / "run")
    for name in "gmon.out", "prof.txt":
        assert (tmp_path / "counted" / name).read_bytes() == (tmp_path / "run" / name).read_bytes()


def test_no_counter_stands_for_two_functions(build):
    odd, names = [], os.listdir(f"{build}/user/bin")
    for name in names:
        nm = subprocess.run([os.environ["CROSS"] + "nm", f"{build}/user/bin/{name}"], capture_output=True, text=True,
                            check=True)
        functions = [line for line in nm.stdout.splitlines() if line.split()[1] in "tT"]
        assert len(functions) > 10, name
        odd += [f"{name}: {line}" for line in functions if int(line.split()[0], 16) % 4]
    assert len(names) > 30 and not odd


@pytest.mark.parametrize("cmd", ["primes 100000", "sorts 50000", "basic /queens.bas", "skid 1000000",
                                 "calls 75000", "memory 50", "signals 50000"])
def test_the_profile_is_true(count, cmd):
    """The run is the same each time, and another with each change of the kernel: so chances add up."""
    result = count(cmd).result
    assert result["ticks"] > 50
    assert result["farthest"]["chance"] > 1e-5, result["farthest"]
    assert result["user"]["chance"] > 1e-5, result["user"]
    # Of few rows, one of which expects few ticks, chi-squared's percentage is far from right.
    assert result["freedom"] < 10 or result["chance"] > 1e-5, result["chi_squared"] / result["freedom"]
