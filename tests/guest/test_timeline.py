"""make timeline's data, make rewind AT=, and trace --chrome."""

import collections
import json
import re

import pytest

from test_rewind import tree  # noqa: F401 (a fixture)

RUN, CALL, TRAP, READY, ASLEEP = range(5)  # kinds of a span: user/bin/trace/trace.h
Span = collections.namedtuple("Span", "begin end kind depth cpu name by")


def read_page(text):
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)[1])
    names = data["names"] + [None]  # -1: none
    for thread in data["threads"]:
        values = thread["spans"]
        thread["spans"] = [Span(begin, begin + length, kind, depth, cpu, names[name], names[by])
                           for begin, length, kind, depth, cpu, name, by in zip(*(values[i::7] for i in range(7)))]
    return data


def threads_of(data, program):
    return [thread for thread in data["threads"] if thread["ours"] and thread["name"].split()[0] == program]


def draw(tree, command, *words):  # noqa: F811
    done = tree.run("timeline", f"CMD={command}", *words)
    assert done.returncode == 0 and done.stdout.endswith("timeline.html\n"), done
    with open(f"{tree.folder}/build/timeline.html", encoding="utf-8") as file:
        return read_page(file.read())


def test_each_moment_of_a_thread_and_of_a_cpu_is_in_one_state(tree):  # noqa: F811
    data = draw(tree, "sh -c 'seq 2000 | sort | wc'", "DET=1")
    for thread in data["threads"]:
        if not thread["ours"]:
            continue
        at = thread["from"]
        for span in sorted(span for span in thread["spans"] if span.kind in (RUN, READY, ASLEEP)):
            assert span.begin == at
            at = span.end
        assert at == thread["to"] and sum(thread["sums"]) == thread["to"] - thread["from"]
    runs = sorted(span for thread in data["threads"] for span in thread["spans"] if span.kind == RUN)
    assert all(before.end <= after.begin for before, after in zip(runs, runs[1:]))
    (sort,) = threads_of(data, "sort")
    assert all(span.by.startswith("seq ") for span in sort["spans"] if span.kind == ASLEEP and span.name == "a pipe")
    stacks = data["ticks"]
    assert len(stacks) > 3 and "main" in data["names"]


def rewind(tree, ns, *commands):  # noqa: F811
    done = tree.run("rewind", f"AT={ns}", input="".join(line + "\n" for line in commands))
    assert done.returncode == 0 and "s after boot, after " in done.stdout, done.stdout + done.stderr
    return done.stdout


@pytest.mark.needs("gdb")
def test_rewind_stands_at_a_moment(tree):  # noqa: F811
    data = draw(tree, "sh -c 'seq 2000 | sort | wc; sleep 0.1; true'", "DET=1")
    (sort,) = threads_of(data, "sort")
    call = next(span for span in sort["spans"] if span.kind == CALL and span.name == "execve")
    run = max((span for span in sort["spans"] if span.kind == RUN), key=lambda span: span.end - span.begin)
    name = "print cpu_table[0].current->name"
    out = rewind(tree, data["begin"] + (call.begin + call.end) // 2, name, "backtrace")
    assert "sys_execve (" in out and re.search(r'= "(sh|sort)",', out), out
    middle = data["begin"] + (run.begin + run.end) // 2
    counts = []
    for at in middle, middle + 40000:
        out = rewind(tree, at, name)
        assert '= "sort"' in out, out
        counts.append(int(re.search(r"after boot, after (\d+) instructions", out)[1]))
    assert abs(counts[1] - counts[0] - 10000) <= 2  # an instruction takes 4 ns
    (sleep,) = threads_of(data, "sleep")
    idle = max((span for span in sleep["spans"] if span.kind == ASLEEP), key=lambda span: span.end - span.begin)
    out = rewind(tree, data["begin"] + (idle.begin + idle.end) // 2, name)
    assert '= "idle 0"' in out, out
    done = tree.run("rewind", "AT=1")
    assert done.returncode == 1 and "AT=1: the last run was not traced at that time" in done.stdout, done


@pytest.mark.parametrize("words,message", [
    (["timeline"], "say what to draw: make timeline CMD='PROGRAM ARGUMENTS'"),
    (["rewind", "AT=soon"], "AT=soon: must be the nanoseconds that the page of make timeline says"),
])
def test_errors(tree, words, message):  # noqa: F811
    done = tree.run(*words)
    assert done.returncode != 0 and message in done.stderr


def test_chromes_events_are_json_and_nested(machine):
    done = machine.run("sh -c 'trace --output /tmp/o --chrome /tmp/t sh -c \"seq 500 | wc\"; cat /tmp/t'", det=1,
                       cpus=1)
    events = json.loads(done.stdout.split("\n", 1)[1])["traceEvents"]
    kinds = collections.Counter(event["ph"] for event in events)
    assert kinds["s"] == kinds["f"] > 2 and kinds["X"] > 20 and kinds["M"] >= 4
    names = {event["args"]["name"] for event in events if event["ph"] == "M"}
    assert {"seq", "wc", "CPU 0"} <= names
    spans = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            begin = round(event["ts"] * 1000)
            spans[event["pid"], event["tid"]].append((begin, -round(event["dur"] * 1000)))
    for lane in spans.values():
        open_until = []
        for begin, minus in sorted(lane):
            while open_until and open_until[-1] <= begin:
                open_until.pop()
            assert not open_until or begin - minus <= open_until[-1]
            open_until.append(begin - minus)
