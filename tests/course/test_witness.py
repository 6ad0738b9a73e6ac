"""The host as the witness, tools/ruler/witness.c: a right kernel's histogram is what the host saw, a
wrong one's is not, though the test in the machine finds nothing; and every machine ends."""

import os
import re
import shutil
import subprocess
import sys

import pytest

BUDGET = 400_000_000
SMALL = 100_000_000  # for what uses it all: a boot takes a tenth
HANG, BAD = 124, 126  # the statuses of QEMU at the end of the budget, and of tools/run for that
POP_RET = b"\x5d\xc3"
MANY = 200  # ticks, at least


# --- the machine -------------------------------------------------------------------------------


class Record:
    """What the plugin wrote."""

    def __init__(self, text):
        self.text = text
        self.verdict = re.search(r"^verdict (\w+)$", text, re.MULTILINE)[1]
        self.instructions, self.time = (int(re.search(rf"^{name} (\d+)$", text, re.MULTILINE)[1])
                                        for name in ("instructions", "time"))
        self.cpus = {int(cpu): int(pc, 16)
                     for cpu, pc in re.findall(r"^cpu (\d+) pc ([0-9a-f]+)$", text, re.MULTILINE)}
        self.ticks = {int(pc, 16): int(n) for pc, n in
                      re.findall(r"^tick ([0-9a-f]+) (\d+)$", text, re.MULTILINE)}


@pytest.fixture
def elf(root, monkeypatch):
    monkeypatch.syspath_prepend(os.path.join(root, "tools/ruler"))
    import elf
    yield elf
    sys.modules.pop("elf")


@pytest.fixture
def boot(machine, build, elf, tmp_path, monkeypatch):
    """Runs a command, or a graded program under another name; what it left, and the record."""

    def boot(command, kernel=None, budget=BUDGET, **settings):
        kernel = str(kernel or os.path.join(build, "kernel.elf"))
        name, *args = command.split(" ")
        program = os.path.join(build, "labs/bin", name)
        if os.path.exists(program):
            monkeypatch.setenv("IMAGE", image_with(build, program, tmp_path))
            command = " ".join(["/t/another", *args])
        record = tmp_path / "record"
        record.unlink(missing_ok=True)
        words = [f"{build}/witness.so", f"out={record}", f"budget={budget}", *places(elf, kernel)]
        monkeypatch.setenv("QEMU_WORDS", "-plugin\n" + ",".join(word.replace(",", ",,") for word in words))
        settings = {"det": 1, "cpus": 1, **settings}
        return machine.run(command, kernel=kernel, **settings), Record(record.read_text())
    return boot


def image_with(build, program, folder):
    tree = folder / "tree"
    if not tree.exists():
        shutil.copytree(f"{build}/test.img.tree/bin", tree / "bin", symlinks=True)
        (tree / "t").mkdir()
    shutil.copy(program, tree / "t/another")
    subprocess.run([f"{build}/mkfs/mkfs", "-s", "16M", folder / "disk.img", tree], check=True)
    return str(folder / "disk.img")


def places(elf, path):
    """The plugin's words for the places in a kernel that it watches."""
    kernel = elf.Elf(path)
    switch, start = (kernel.values[name] for name in ("context_switch", "context_start"))
    switched = switch + kernel.bytes_at(switch, start - switch).index(POP_RET)
    return [f"tick={kernel.values['prof_tick']:#x}", f"switched={switched:#x}",
            f"thread_start={start:#x}"]


# --- histogram and record ----------------------------------------------------------------------


def words_of(text, name, base=10):
    return [int(word, base) for word in re.findall(rf"^{name} (\w+)$", text, re.MULTILINE)]


def compare(text, record):
    """The counters that differ from the record: {index, or None for outside: (counted, seen)}."""
    offset, scale, n = re.search(r"^histogram (\w+) (\d+) (\d+)$", text, re.MULTILINE).groups()
    offset, scale, n = int(offset, 16), int(scale), int(n)
    edges = words_of(text, "edge", 16)
    counted = {int(i): int(value) for i, value in
               re.findall(r"^counter (\d+) (\d+)$", text, re.MULTILINE)}
    counted[None] = words_of(text, "outside")[0]
    least, most = {}, {}
    for pc, ticks in record.ticks.items():
        index = (pc - offset) * scale // 65536 // 2 if pc >= offset else None
        index = index if index is None or index < n else None
        most[index] = most.get(index, 0) + ticks
        least[index] = least.get(index, 0) + (0 if pc in edges else ticks)
    return {index: (counted.get(index, 0), most.get(index, 0)) for index in {*counted, *most}
            if not least.get(index, 0) <= counted.get(index, 0) <= most.get(index, 0)}


WITNESSES = ["witness_user 65536", "witness_user 65535", "witness_user 4369", "witness_user 2",
             "witness_user 65536 late", "witness_user 10000 late",
             "witness_kernel 65536", "witness_kernel 300",
             "witness_two 65536", "witness_two 32768"]


def settings_of(root, command):
    with open(f"{root}/labs/tests/{command.split()[0]}.c", encoding="utf-8") as file:
        words = re.search(r"^/\* machine: (.*?) \*/$", file.read(), re.MULTILINE)[1].split()
    return dict(word.split("=", 1) for word in words)


@pytest.mark.parametrize("command", WITNESSES)
def test_a_right_kernel_counts_what_the_host_saw(root, boot, command):
    done, record = boot(command, **settings_of(root, command))
    assert done.status == 0 and record.verdict == "complete", done
    assert sum(record.ticks.values()) >= MANY and len(record.ticks) >= 10
    assert compare(done.stdout, record) == {}
    assert f"graded: {command} " in done.stderr


def test_the_record_is_the_same_again(boot):
    first, second = boot("witness_kernel 65536"), boot("witness_kernel 65536")
    assert first[1].text == second[1].text and first[0].stdout == second[0].stdout


# --- wrong kernels -----------------------------------------------------------------------------


def wrong_kernel(root, build, folder, path, right, wrong):
    """The kernel with a piece of one file replaced; only that is compiled again."""
    tree, out = folder / "wrong", os.path.relpath(build, root)
    tree.mkdir()
    for name in "kernel", "mkfs", "tools":
        shutil.copytree(f"{root}/{name}", tree / name)
    for name in "build.mk", "kernel.ld":
        shutil.copy2(f"{root}/{name}", tree / name)
    shutil.copytree(f"{build}/kernel", tree / out / "kernel")
    source = tree / path
    text = source.read_text()
    assert text.count(right) == 1, f"{path} has {text.count(right)} of: {right}"
    source.write_text(text.replace(right, wrong))
    llvm = ["LLVM=1"] if out.endswith("llvm") else []
    subprocess.run([shutil.which("gmake") or "make", "-s", "-f", "build.mk", "kernel", *llvm],
                   cwd=tree, check=True, stdin=subprocess.DEVNULL)
    return tree / out / "kernel.elf"


TICK = "ticks_at(pending, thread->frame, is_stack)->n[mode]++;"
PLACE = "ticks->place.pc = arch_frame_pc(frame);"
EVERY_50TH = "static unsigned number;\n    bool is_50th = ++number % 50 == 0;\n    "
WRONG = {
    "loses": (TICK, EVERY_50TH + "if (!is_50th)\n        " + TICK),
    "counts twice": (TICK, EVERY_50TH + TICK.replace("++", " += is_50th ? 2 : 1")),
    "moves": (PLACE, EVERY_50TH + PLACE.replace(";", " + (is_50th ? 2 : 0);")),
}


@pytest.mark.parametrize("how", WRONG)
def test_a_kernel_that_is_wrong_in_one_tick_of_fifty_is_seen(root, build, boot, tmp_path, how):
    """The sums are right in all: in the machine nothing is found."""
    kernel = wrong_kernel(root, build, tmp_path, "kernel/prof/prof.c", *WRONG[how])
    done, record = boot("witness_user 65536", kernel)
    assert done.status == 0 and record.verdict == "complete", done
    wrong = compare(done.stdout, record)
    more = sum(counted - seen for counted, seen in wrong.values())
    ticks = sum(record.ticks.values())
    assert sum(abs(counted - seen) for counted, seen in wrong.values()) >= 5
    assert {"loses": -ticks // 45 <= more <= -5, "counts twice": 5 <= more <= ticks // 45,
            "moves": more == 0}[how]


# --- the end -----------------------------------------------------------------------------------


def in_function(elf, kernel, pc, name):
    return any(first <= pc < end and name == found
               for first, end, found in elf.Elf(str(kernel)).functions())


def ended(done, record, verdict, budget=BUDGET):
    """It ended at just that time."""
    assert f"QEMU ended with status {HANG}" in done.stderr, done
    assert done.status == BAD and record.verdict == verdict
    assert record.time == budget


USER_TICK = "    size_t mode = user;\n"
OFF = "    if (scale == 0)\n"
FOR_EVER = "for (;;)\n        ;\n"
LOOPS = {
    "prof_tick": ("kernel/prof/prof.c", USER_TICK, "    if (user)\n        " + FOR_EVER + USER_TICK),
    "sys_profil": ("kernel/sys/sys_prof.c", "\n{\n" + OFF, "\n{\n" + OFF + "        " + FOR_EVER + OFF),
}


@pytest.mark.parametrize("function", LOOPS)
def test_an_endless_loop_in_the_kernel_ends(root, build, boot, elf, tmp_path, function):
    """Interrupts are off in prof_tick(), and on in sys_profil()."""
    kernel = wrong_kernel(root, build, tmp_path, *LOOPS[function])
    done, record = boot("witness_user 65536", kernel, SMALL)
    ended(done, record, "over", SMALL)
    assert in_function(elf, kernel, record.cpus[0], function)
    assert record.instructions > 0.99 * SMALL


@pytest.mark.parametrize("cpus", [1, 2])
def test_an_endless_loop_in_user_mode_ends(boot, cpus):
    done, record = boot("sh -c 'while true; do :; done'", budget=SMALL, cpus=cpus)
    ended(done, record, "over", SMALL)
    assert set(record.cpus) == set(range(cpus)) and record.instructions > 0.9 * SMALL  # the rest is waiting
    again = boot("sh -c 'while true; do :; done'", budget=SMALL, cpus=cpus)
    assert again[1].text == record.text


@pytest.mark.parametrize("cpus", [1, 2])
@pytest.mark.parametrize("command", ["sleep 1000000", "cat /dev/console"])
def test_an_idle_machine_ends(boot, command, cpus):
    done, record = boot(command, cpus=cpus)
    ended(done, record, "idle")
    assert record.instructions < BUDGET / 10
    again = boot(command, cpus=cpus)
    assert again[1].text == record.text


def test_waiting_takes_time_and_no_instructions(boot):
    done, record = boot("sleep 1")
    assert done.status == 0 and record.verdict == "complete", done
    second = 1_000_000_000 // 4
    assert second < record.time < 1.2 * second and record.instructions < second / 4
