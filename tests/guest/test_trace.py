"""trace: sums that are the elapsed time, counts of system calls, and the reasons of waits."""

import collections
import re

import pytest

SUMS = re.compile(r"^ +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)  (\S.*)$", re.MULTILINE)
CALL = re.compile(r"^ +(\d+) +([\d.]+) +([\d.]+) +([\d.]+)  (\w+)$", re.MULTILINE)
WAIT = re.compile(r"^ +([\d.]+) +([\d.]+)  ([a-zA-Z].*)$", re.MULTILINE)
PIPE = """
    #include <sched.h>
    #include <unistd.h>
    static void work(int n) { for (volatile int i = 0; i < n; i++) {} }
    int main(void)
    {
        int fds[2];
        char byte = 1;
        pipe(fds);
        if (fork() == 0) {
            for (int i = 0; i < 5; i++) {
                work(100000);
                write(fds[1], &byte, 1);
                sched_yield(); /* the reader sleeps again */
            }
            _exit(0);
        }
        close(fds[1]);
        while (read(fds[0], &byte, 1) == 1) {}
        return 3;
    }
"""
LOCK = """
    #include <pthread.h>
    pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *arg)
    {
        for (int i = 0; i < 20; i++) {
            pthread_mutex_lock(&the_lock);
            for (volatile int k = 0; k < 100000; k++) {}
            pthread_mutex_unlock(&the_lock);
        }
        return arg;
    }
    int main(void)
    {
        pthread_t threads[4];
        for (int i = 0; i < 4; i++)
            pthread_create(&threads[i], 0, work, 0);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], 0);
    }
"""


def micro(text):
    return round(float(text) * 1000)


class Report:
    def __init__(self, text):
        self.text = text
        self.rows = {name: [micro(cell) for cell in cells] for *cells, name in SUMS.findall(text)}
        self.calls = collections.defaultdict(dict)
        self.waits = collections.defaultdict(list)
        for part in text.split("\n\n"):
            head = part.split("\n")[0]
            program = head.split()[-1]
            if "milliseconds in calls of" in head:
                self.calls[program] = {name: int(count) for count, *_, name in CALL.findall(part)}
            if "the longest waits of" in head:
                self.waits[program] = [(micro(ms), what) for _, ms, what in WAIT.findall(part)]

    def check_sums(self):
        """Each row adds up to its elapsed time, and trace found no time that is missing."""
        assert self.rows and "have passed" not in self.text, self.text
        for name, (*cells, elapsed) in self.rows.items():
            assert sum(cells) == elapsed, name


@pytest.fixture
def programs(tmp_path):
    (tmp_path / "piped.c").write_text(PIPE)
    (tmp_path / "locked.c").write_text(LOCK)
    return tmp_path


def trace(machine, command, status=0, **words):
    done = machine.run(f"trace {command}", **words)
    assert done.status == status, done
    report = Report(done.stderr)
    report.check_sums()
    return report


def test_two_processes_and_a_pipe(machine, programs):
    report = trace(machine, "piped", 3, extra=programs, det=1, cpus=1)
    calls = report.calls["piped"]
    assert (calls["write"], calls["read"], calls["pipe"], calls["fork"]) == (5, 6, 1, 1)
    reads = [what for _, what in report.waits["piped"]
             if re.fullmatch(r"a pipe, in read\(\d\); ended by piped \d+", what)]
    assert len(reads) in (5, 6)  # the sixth read may find the end of the pipe at once
    reader, writer = (cells for name, cells in report.rows.items() if name.startswith("piped"))
    assert reader[4] > 10 * reader[0] and writer[0] > 10 * writer[4]  # one sleeps, the other works


@pytest.mark.parametrize("det", [0, 1])
def test_threads_and_a_lock(machine, programs, det):
    report = trace(machine, "locked", extra=programs, cpus=2, det=det)
    assert len([name for name in report.rows if " thread " in name]) == 5
    assert "CPU 1; asleep: idle" in report.rows
    if det:  # in parallel other waits may be longer
        locks = [what for _, what in report.waits["locked"] if "futex_wait(the_lock)" in what]
        assert locks and all(re.fullmatch(r"a lock, in futex_wait\(the_lock\); ended by locked \d+ thread \d+", what)
                             for what in locks), report.text


def test_sleep_and_disk(machine):
    report = trace(machine, "sh -c 'sleep 1; echo a >/f; sync'", det=1, cpus=1)
    (ms, what), *_ = report.waits["sleep"]
    assert 999_900 <= ms < 1010_000 and what == "the time, in nanosleep; ended by the clock interrupt"
    (ms, what), *_ = report.waits["sh"]
    assert 999_900 <= ms < 1010_000 and re.fullmatch(r"a child, in waitpid; ended by sleep \d+", what)


def test_many_processes(machine):
    command = "sh -c 'for i in " + "1 2 3 4 5 6 7 8 9 10 " * 20 + "; do (exit); done'"
    report = trace(machine, f"--rows 10 {command}", det=1, cpus=1)
    assert report.calls["sh"]["fork"] == 200
    assert len(report.rows) == 10 + 1 + 1 and "191 more" in report.rows


def test_lost_events_are_counted(machine):
    done = machine.run("trace --events 100 seq 1000", det=1, cpus=1)
    assert done.status == 0 and re.search(r"^CPU 0 lost \d+ events, all from [\d.]+ ms on: ", done.stderr, re.MULTILINE)


@pytest.mark.parametrize("command,status,message", [
    ("trace nothing", 127, "trace: nothing: No such file or directory"),
    ("trace", 2, "usage: trace"),
    ("trace --rows 0 true", 2, "trace: '0' is not a number from 1 to 1000000"),
    ("trace trace true", 125, "trace: another trace runs; wait until it has ended"),
    ("trace --html /no/file true", 125, "trace: /no/file: No such file or directory"),
    ("trace sh -c 'kill -9 $$'", 137, ""),
])
def test_errors_and_the_status(machine, command, status, message):
    done = machine.run(command, det=1, cpus=1)
    assert done.status == status and message in done.stderr


def test_the_example_of_the_page(machine, root):
    """doc/waiting.md"""
    report = trace(machine, "locks", extra=f"{root}/tests/waiting", det=1, cpus=1)
    locks = collections.Counter(re.findall(r"a lock, in futex_wait\((\w+)\)", report.text))
    assert locks["log_lock"] > 2 and locks["table_lock"] == 0, report.text
