"""The kernel's profile is accurate: its shares agree, within their errors, with exact counts of the
instructions that the kernel executed in the same run (tools/ruler/kernel.c)."""

import bisect
import os
import subprocess
import sys

import pytest

ROUNDS = 40
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
    counts, others = {}, {}
    for line in path.read_text().splitlines():
        where, number = line.split()
        if where in ("user", "clock", "halts"):
            others[where] = int(number)
        else:
            counts[int(where, 16)] = int(number)
    return counts, others


# manual: kprof, DESCRIPTION: accurate
def test_the_kernels_profile_agrees_with_exact_counts(machine, root, build, ruler, functions,
                                                      tmp_path, monkeypatch):
    listed, value = functions
    words = {"low": value["kernel_text_start"], "high": value["kernel_text_end"],
             "trace": value["arch_trace_alarm"], "nmi": value["entry_nmi"],
             "clock": value["entry_stubs"] + STUB_NBYTES * VECTOR_TIMER,
             "fault": value["entry_stubs"] + STUB_NBYTES * VECTOR_PAGE_FAULT}
    plugin = [os.path.join(build, "kernel_ruler.so"), f"out={tmp_path}/counts"]
    plugin += [f"{name}={number:#x}" for name, number in words.items()]
    monkeypatch.setenv("QEMU_WORDS", "-plugin\n" + ",".join(word.replace(",", ",,") for word in plugin))
    done = machine.run(f"kernel {ROUNDS}", extra=os.path.join(root, "tools/ruler/work"), det=1, cpus=1,
                       kargs="hz=10000", timeout=600)
    assert done.status == 0, done
    counts, others = read_counts(tmp_path / "counts")
    assert others["halts"] == 0

    first = [address for address, _ in listed]
    rows = {}
    for address, number in counts.items():
        start, name = listed[bisect.bisect_right(first, address) - 1]
        row = rows.setdefault(start, dict(name=name, user=0, system=0, ticks=0))
        row["system"] += number
    for line in done.stdout.splitlines():
        pc, start, name, ticks = line.split()
        start = int(start, 16)
        assert listed[bisect.bisect_right(first, int(pc, 16) + 1) - 1] == (start, name)
        rows.setdefault(start, dict(name=name, user=0, system=0, ticks=0))["ticks"] += int(ticks)

    result = dict(functions=list(rows.values()), ticks=sum(row["ticks"] for row in rows.values()),
                  instructions=sum(counts.values()))
    ruler.judge(result)
    assert result["ticks"] > 10000 and result["freedom"] > 50
    assert result["farthest"]["chance"] > 1e-5, result["farthest"]
    assert result["chance"] > 1e-5, result["chi_squared"] / result["freedom"]
