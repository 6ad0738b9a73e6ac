"""The kernel's profile is accurate: its shares agree, within their errors, with exact counts of the
instructions that the kernel executed in the same run (tools/ruler/kernel.c).  So do the shares of its call stacks."""

import bisect
import collections
import os
import re
import subprocess
import sys

import pytest

ROUNDS = 40
LEAVE_BY_JUMP = "sched_begin", "enter_user"  # they do not return
STUB_NBYTES, VECTOR_PAGE_FAULT, VECTOR_TIMER = 16, 14, 0xf0


@pytest.fixture
def ruler(root, monkeypatch):
    for folder in "tools", "tools/ruler":
        monkeypatch.syspath_prepend(os.path.join(root, folder))
    import ruler
    yield ruler
    sys.modules.pop("ruler")


@pytest.fixture(scope="module")
def functions(build):
    """[(address, name)] of the kernel's, as it knows them itself, and all symbols' values."""
    nm = os.environ["CROSS"] + "nm"
    listed = subprocess.run([nm, "-n", os.path.join(build, "kernel.elf")], check=True,
                            capture_output=True, text=True).stdout
    words = [line.split() for line in listed.splitlines()]
    return ([(int(word[0], 16), word[2]) for word in words if word[1] in "tT"],
            {word[2]: int(word[0], 16) for word in words})


def read_counts(path):
    """{address: instructions}, and the other numbers by their names."""
    counts, with_calls, others = {}, {}, {}
    for line in path.read_text().splitlines():
        where, number = line.split()
        if where in ("user", "clock", "halts"):
            others[where] = int(number)
        elif where.startswith("with_calls:"):
            with_calls[int(where.partition(":")[2], 16)] = int(number)
        else:
            counts[int(where, 16)] = int(number)
    return counts, with_calls, others


@pytest.fixture(scope="module")
def jumps(build):
    """Addresses of functions that end by a jump into another, and of those."""
    objdump = subprocess.run([os.environ["CROSS"] + "objdump", "-d", "-w", "--no-show-raw-insn",
                              os.path.join(build, "kernel.elf")], check=True, capture_output=True, text=True).stdout
    function, found = None, set()
    for line in objdump.splitlines():
        if begins := re.match(r"([0-9a-f]+) <(\S+)>:", line):
            function = begins
        elif jump := re.search(r"\tj\w+ +(?:\*%|([0-9a-f]+) <([^>+]+)>)", line):
            if jump[2] != function[2]:
                found |= {int(function[1], 16), int(jump[1] or "0", 16)}
    return found


def read_stacks(lines):
    """[(the kernel's pcs of a stack, innermost first; ticks)] of ticks in the kernel."""
    frames = {}
    for line in lines:
        _, number, caller, pc, ticks = line.split()
        frames[int(number)] = int(caller), int(pc, 16), int(ticks)
    for caller, pc, ticks in frames.values():
        pcs = []
        while ticks and caller and pc >> 63:
            pcs.append(pc)
            caller, pc, _ = frames[caller]
        if pcs:
            yield pcs, ticks


# manual: kprof, DESCRIPTION: accurate
def test_the_kernels_profile_agrees_with_exact_counts(machine, root, build, ruler, functions, jumps,
                                                      tmp_path, monkeypatch):
    listed, value = functions
    switch, end, kernel = value["context_switch"], value["context_start"], ruler.elf.Elf(build + "/kernel.elf")
    words = {"low": value["kernel_text_start"], "high": value["kernel_text_end"],
             "trace": value["arch_trace_alarm"], "nmi": value["entry_nmi"],
             "clock": value["entry_stubs"] + STUB_NBYTES * VECTOR_TIMER,
             "fault": value["entry_stubs"] + STUB_NBYTES * VECTOR_PAGE_FAULT,
             "switched": ruler.find_code(kernel, switch, end - switch, ruler.POP_RET),
             "start": end, "tick": value["prof_kernel_tick"]}
    plugin = [os.path.join(build, "kernel_ruler.so"), f"out={tmp_path}/counts"]
    plugin += [f"{name}={number:#x}" for name, number in words.items()]
    monkeypatch.setenv("QEMU_WORDS", "-plugin\n" + ",".join(word.replace(",", ",,") for word in plugin))
    done = machine.run(f"kernel {ROUNDS}", extra=os.path.join(root, "tools/ruler/work"), det=1, cpus=1,
                       kargs="hz=10000", timeout=600)
    assert done.status == 0, done
    counts, with_calls, others = read_counts(tmp_path / "counts")
    assert others["halts"] == 0

    first = [address for address, _ in listed]

    def function_of(pc):
        return listed[bisect.bisect_right(first, pc) - 1]

    rows = {}
    for address, number in counts.items():
        start, name = function_of(address)
        row = rows.setdefault(start, dict(name=name, user=0, system=0, ticks=0))
        row["system"] += number
    lines = done.stdout.splitlines()
    for line in lines:
        if line.startswith("frame "):
            continue
        pc, start, name, ticks = line.split()
        start = int(start, 16)
        assert function_of(int(pc, 16) + 1) == (start, name)
        rows.setdefault(start, dict(name=name, user=0, system=0, ticks=0))["ticks"] += int(ticks)

    result = dict(functions=list(rows.values()), ticks=sum(row["ticks"] for row in rows.values()),
                  instructions=sum(counts.values()))
    ruler.judge(result)
    assert result["ticks"] > 10000 and result["freedom"] > 50
    assert result["farthest"]["chance"] > 1e-5, result["farthest"]
    assert result["chance"] > 1e-5, result["chi_squared"] / result["freedom"]

    total, sampled, in_all = sum(counts.values()), collections.Counter(), 0
    for pcs, ticks in read_stacks([line for line in lines if line.startswith("frame ")]):
        in_all += ticks
        for start in {function_of(pc - (i > 0))[0] for i, pc in enumerate(pcs)}:
            sampled[start] += ticks
    assert in_all == result["ticks"]
    expected = {start: in_all * number / total for start, number in with_calls.items()
                if start not in jumps and start in first and dict(listed)[start] not in LEAVE_BY_JUMP}
    compared = {start: n for start, n in expected.items() if n >= ruler.LEAST_TICKS}
    chances = {dict(listed)[start]: (ruler.chance_of_row(sampled[start], in_all, n / in_all), sampled[start], n)
               for start, n in compared.items()}
    for name, row in sorted(chances.items(), key=lambda item: item[1]):
        print(name, row)
    assert len(compared) > 50
    assert ruler.any_of(len(chances), min(chances.values())[0]) > 1e-5, min(chances.values())
