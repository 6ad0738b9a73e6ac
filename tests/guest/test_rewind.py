"""make rewind and make record: what a run leaves, and that gdb stands where the run ended.  The way from
there to a mistake is in test_hunts.py."""

import io
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile

import pexpect
import pytest
import console
from test_run import PANIC, RESET, SILENT, make_kernel, signal_before_a_wait

pytestmark = pytest.mark.needs("gdb")

pytestmark = pytest.mark.needs("gdb")


class Tree:
    """The tools alone, elsewhere: with a record of their own, and nothing built there."""

    def __init__(self, folder, root, build):
        self.folder, self.root = str(folder), root
        shutil.copytree(f"{root}/tools", f"{folder}/tools")
        os.mkdir(f"{folder}/build")
        os.symlink(f"{build}/mkfs", f"{folder}/build/mkfs")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS")) and
                    k not in ("CMD", "CPUS", "DET", "T", "LAB")}
        self.env.update(REWIND="1", KERNEL=f"{build}/kernel.elf", IMAGE=f"{build}/fs.img")
        self.command = [sys.executable, "-IS", f"{folder}/tools/run"]

    def run(self, *words, **more):
        return subprocess.run([*self.command, *words], env=self.env, cwd=self.folder, capture_output=True,
                              text=True, **{"input": "", **more})

    def rewind(self, *commands, words=()):
        """What gdb says from where it stands at the end of the run."""
        done = self.run("rewind", *words, input="".join(line + "\n" for line in commands))
        assert "This is the end" in done.stdout, done.stdout + done.stderr
        return done.stdout

    def about(self):
        with open(f"{self.folder}/build/record/machine.json", encoding="utf-8") as file:
            return json.load(file)


@pytest.fixture
def tree(tmp_path, root, build):
    return Tree(tmp_path / "tree", root, build)


def test_a_panic_leads_to_itself(tree):
    done = tree.run("KARGS=panic", "CMD=true")
    assert done.returncode == 125
    assert done.stderr.endswith("\nrewind: make rewind\n"), done.stderr
    screen = tree.rewind("up", "reverse-stepi", "info symbol $pc", "show remotetimeout")
    assert "#0  panic (" in screen and " in start (" in screen
    assert "start + " in screen
    assert "is 60.\n" in screen, "gdb's own 2 seconds are too few for the snapshot of a machine with 3 GB"


def test_nothing_can_be_changed(tree):
    tree.run("KARGS=panic", "CMD=true")
    screen = tree.rewind("set var cpu_count = 7", "set var $rax = 0x1234567", "print page_count_free()",
                         "print cpu_count", "print $rax == 0x1234567")
    assert "$1 = 1\n" in screen and "$2 = 0\n" in screen, screen


def test_a_run_that_ends_well_can_be_seen_too(tree):
    done = tree.run("CMD=echo hello; exit 3")
    assert (done.returncode, done.stdout, done.stderr) == (3, "hello\n", "")
    screen = tree.rewind("break sys_write", "reverse-continue", "print n", "x/s buf")
    assert "#0  arch_poweroff (status=" in screen and "= 6\n" in screen and '"hello\\n' in screen


def test_a_run_that_was_stopped_leads_to_where_it_was(tree):
    runner = subprocess.Popen([*tree.command, "CMD=echo started; while true; do true; done"], env=tree.env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert runner.stdout.readline() == "started\n"
    runner.send_signal(signal.SIGINT)
    assert "stopped by SIGINT\nrewind: make rewind\n" in runner.communicate()[1]
    assert runner.returncode == 130
    assert f"the end, after {tree.about()['instructions']} instructions" in tree.rewind("reverse-stepi")


# Stands for a slow QEMU: what its monitor answers about the record comes later than the rest.
LATE = f"""#!{sys.executable} -IS
import os, re, socket, subprocess, sys, threading, time
ours, its = socket.socketpair()
its.set_inheritable(True)
words = [re.sub("fd=[0-9]+", f"fd={{its.fileno()}}", word) for word in sys.argv[1:]]
runner = socket.socket(fileno=int(re.search("id=monitor,fd=([0-9]+)", " ".join(sys.argv))[1]))
qemu = subprocess.Popen(["qemu-system-x86_64", *words], close_fds=False)
its.close()

def relay():
    while data := runner.recv(4096):
        ours.sendall(data)

threading.Thread(target=relay, daemon=True).start()
while data := ours.recv(4096):
    if b"icount" in data:
        time.sleep(0.3)
    runner.sendall(data)
"""


def test_where_it_was_is_known_of_a_slow_qemu_too(tree):
    """On a busy host its monitor takes a while to answer."""
    late = pathlib.Path(tree.folder, "late")
    late.write_text(LATE)
    late.chmod(0o755)
    tree.env["QEMU"] = str(late)
    tree.run("CMD=while true; do true; done", "TIMEOUT=1")
    assert tree.about()["instructions"] is not None


def test_a_machine_does_not_end_before_its_end_can_be_heard(tree, tmp_path):
    """QEMU reports nothing to a runner that it has not heard yet, as on a busy host."""
    late = pathlib.Path(tree.folder, "late")
    late.write_text(LATE.replace("def relay():\n", "def relay():\n    time.sleep(0.5)\n"))
    late.chmod(0o755)
    tree.env["QEMU"] = str(late)
    done = tree.run(f"KERNEL={make_kernel(tmp_path, RESET)}", "CMD=true")
    assert done.returncode == 125 and "reset itself" in done.stderr, done


@pytest.mark.parametrize("det", [0, 1])
@pytest.mark.parametrize("cmd,status", [("true", 0), ("exit 7", 7)])
def test_a_recorded_machine_that_goes_off_has_the_status_of_its_command(tree, cmd, status, det):
    done = tree.run(f"CMD={cmd}", f"DET={det}")
    assert (done.returncode, done.stderr) == (status, ""), done


@pytest.mark.parametrize("det", [0, 1])
@pytest.mark.parametrize("end,complaint", [(PANIC, "panicked"), (RESET, "reset itself"), (SILENT, "without saying why")],
                         ids=["panic", "reset", "silent"])
def test_a_recorded_machine_that_breaks_has_a_status_of_its_own(tree, tmp_path, end, complaint, det):
    done = tree.run(f"KERNEL={make_kernel(tmp_path, end)}", "CMD=true", f"DET={det}")
    assert (done.returncode, done.stdout) == (125, "K"), done
    assert complaint in done.stderr and "rewind: make rewind" in done.stderr


def test_a_triple_fault_leads_to_its_instruction(tree, tmp_path):
    kernel = make_kernel(tmp_path, RESET)
    assert tree.run(f"KERNEL={kernel}", "CMD=true").returncode == 125
    assert "int3" in tree.rewind("x/i $pc", "reverse-stepi")


def test_a_triple_fault_is_told_at_the_terminal_too(tree, tmp_path):
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img",
                                            f"KERNEL={make_kernel(tmp_path, RESET)}"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.expect("reset itself .a triple fault")
    child.expect("rewind: make rewind")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 125
    assert "int3" in tree.rewind("x/i $pc", "reverse-stepi")


def test_a_triple_fault_that_is_not_recorded_is_told_with_its_place(tree, tmp_path):
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img", "CPUS=2",
                                            f"KERNEL={make_kernel(tmp_path, RESET)}"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.expect("CPU 0 was at 0x10000e, and the last page fault .CR2. at 0x0:")
    child.expect("CPU 1 was at 0x")
    child.expect("reset itself .a triple fault")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 125


def test_what_was_typed_is_in_the_record(tree, tmp_path):
    """Else the machine would not come to its end."""
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.delaybeforesend = None
    child.expect("tally\\$ ")
    child.send("exi\x7f\x7f\x7fpoweroff\r")
    child.expect(pexpect.EOF)
    child.close()
    assert tree.about()["sleep"] and "#0  arch_poweroff (status=" in tree.rewind()


def test_a_session_that_a_signal_ended_can_be_seen_too(tree, tmp_path):
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.expect("tally\\$ ")
    child.kill(signal.SIGTERM)
    child.expect("stopped by SIGTERM\r\nrewind: make rewind")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 143
    tree.rewind()


def test_a_signal_that_comes_just_before_a_wait_ends_the_session(tree, tmp_path):
    now = tmp_path / "now"
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img"], timeout=600,
                          env={**tree.env, **signal_before_a_wait(tmp_path, now)})
    child.expect("tally\\$ ")
    now.touch()
    child.send("\x01")  # ends a wait, and begins one, without any output
    child.expect("stopped by SIGTERM\r\nrewind: make rewind")
    child.expect(pexpect.EOF)


def test_what_is_pasted_reaches_a_recorded_machine(tree, tmp_path):
    """All at once, and more than its serial port has room for."""
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.delaybeforesend = None
    for count in 20, 200, 1000:
        child.send(f"echo {'x' * count} | wc -c\r")  # the first before anything can be received
        child.expect(f"\n *{count + 1}\r?\n\r?tally\\$ ")
    child.send("\x01x")
    child.expect(pexpect.EOF)
    child.close()


def test_the_record_ends_where_the_key_asks(tree, tmp_path):
    child = console.spawn(tree.command[0], [*tree.command[1:], "qemu", f"DISK={tmp_path}/disk.img"],
                          env=tree.env, timeout=600, encoding="utf-8")
    child.delaybeforesend = None
    child.expect("tally\\$ ")
    child.send("\x01b")
    child.expect("idle 0")
    child.send("\x01x")
    child.expect(pexpect.EOF)
    child.close()
    assert f"the end, after {tree.about()['instructions']} instructions" in tree.rewind()


def test_a_record_can_be_handed_in(tree, tmp_path, root, build):
    """And what make record says can be typed."""
    tree.run("KARGS=panic", "CMD=true")
    name = "the first $1's.xz"
    done = tree.run("record", f"RECORD={name}")
    assert done.returncode == 0, done.stderr
    command = re.fullmatch(r".* bytes; make (rewind RECORD=.*) shows the run\n", done.stderr)
    assert shlex.split(command[1]) == ["rewind", f"RECORD={name}"]
    with tarfile.open(f"{tree.folder}/{name}") as file:
        for member in file.getmembers():
            assert member.uname == "" and member.uid == 0
            data = file.extractfile(member).read()
            for path in root, str(tmp_path), os.path.expanduser("~") + "/":
                assert path.encode() not in data, (member.name, path)
    other = Tree(tmp_path / "other", root, build)
    shutil.copy(f"{tree.folder}/{name}", other.folder)
    assert "#0  panic (" in other.rewind(words=[f"RECORD={name}"])


@pytest.mark.parametrize("part,advice", [("disk.img", "a smaller disk"), ("log", "a shorter run")])
def test_what_make_rewind_would_refuse_is_not_handed_in(tree, part, advice):
    tree.run("CMD=true")
    os.truncate(f"{tree.folder}/build/record/{part}", (1 << 30) + 1)
    done = tree.run("record", "RECORD=big.xz")
    assert done.returncode == 126 and not os.path.exists(f"{tree.folder}/big.xz"), done
    assert f"the last run's {part} has 1073741825 bytes, and may have 1073741824; record " in done.stderr
    assert advice in done.stderr


def test_several_cpus_are_not_recorded(tree):
    tree.run("CMD=true")
    done = tree.run("CPUS=2", "KARGS=panic", "CMD=true")
    assert done.returncode == 125 and "make rewind" not in done.stderr
    done = tree.run("rewind")
    assert done.returncode == 126 and "the last run had 2 CPUs" in done.stderr


def test_a_run_without_a_record_leaves_the_last_one(tree):
    tree.run("CMD=exit 1")
    before = tree.about()
    done = tree.run("REWIND=0", "KARGS=panic", "CMD=true")
    assert done.returncode == 125 and "make rewind" not in done.stderr
    assert tree.about() == before


def test_what_is_no_record_is_told(tree):
    assert "there is no record of a run yet" in tree.run("rewind").stderr
    assert "there is no record of a run yet" in tree.run("record", "RECORD=to").stderr
    done = tree.run("CMD=true", "KERNEL=none")
    assert (done.returncode, done.stderr) == (126, "run: none: No such file or directory\n")
    tree.run("CMD=true")
    done = tree.run("record", "RECORD=no/such")
    assert (done.returncode, done.stderr) == (126, "record: no/such: No such file or directory\n")
    with open(f"{tree.folder}/text", "w", encoding="utf-8") as file:
        file.write("text\n")
    assert "is no record" in tree.run("rewind", "RECORD=text").stderr
    assert "RECORD=none: No such file" in tree.run("rewind", "RECORD=none").stderr


def test_a_record_that_is_not_whole_is_told(tree):
    tree.run("CMD=primes 20000")
    kept = pathlib.Path(tree.folder, "build/record")
    os.truncate(kept / "log", (kept / "log").stat().st_size // 2)
    done = tree.run("rewind")
    assert done.returncode != 0 and "the record is not whole" in done.stdout and "Traceback" not in done.stderr
    (kept / "log").unlink()
    assert "not whole ([Errno 2] No such file or directory" in tree.run("rewind").stderr
    for text in "{", "[]", "{}":
        (kept / "machine.json").write_text(text)
        for what in ["rewind"], ["record", "RECORD=to"]:
            done = tree.run(*what)
            assert done.returncode == 126 and "the last run is not whole" in done.stderr, done.stderr
            assert done.stderr.count("\n") == 1


PLAIN = {"settings": {"MEM": "", "SHIFT": "", "DET": ""}, "boot_line": "", "sleep": False, "instructions": None,
         "qemu": "other"}


def write_record(path, about, **log):
    with tarfile.open(path, "w:xz") as file:
        for name in "kernel.elf", "disk.img", "log", "machine.json":
            data = about if name == "machine.json" else b"\0" * 4096
            member = tarfile.TarInfo(name)
            member.size = len(data)
            for key, value in log.items() if name == "log" else ():
                setattr(member, key, value)
            file.addfile(member, io.BytesIO(data))


@pytest.mark.parametrize("about", [
    {**PLAIN, "instructions": "open('obeyed', 'w')"}, {**PLAIN, "settings": {**PLAIN["settings"], "QEMU": "false"}},
    {**PLAIN, "boot_line": ["panic"]}, {**PLAIN, "boot_line": "a\0b"}, {**PLAIN, "boot_line": "\ud800"},
    {**PLAIN, "settings": {**PLAIN["settings"], "DET": "\0"}}, [], None, "deep",
])
def test_a_record_by_somebody_else_is_not_obeyed(tree, about):
    write_record(f"{tree.folder}/given.xz", b"[" * 10**5 if about == "deep" else json.dumps(about).encode())
    done = tree.run("rewind", "RECORD=given.xz")
    assert "RECORD=given.xz: is no record that make record wrote" in done.stderr, done.stderr


@pytest.mark.parametrize("log", [{"type": tarfile.LNKTYPE, "linkname": "disk.img", "size": 0},
                                 {"mtime": 1 << 70}], ids=["link", "time"])
def test_a_part_that_make_record_does_not_write_is_refused(tree, log):
    write_record(f"{tree.folder}/given.xz", json.dumps(PLAIN).encode(), **log)
    done = tree.run("rewind", "RECORD=given.xz")
    assert "RECORD=given.xz: is no record that make record wrote" in done.stderr, done.stderr


def test_a_machine_that_does_not_start_is_told(tree):
    write_record(f"{tree.folder}/given.xz", json.dumps({**PLAIN, "qemu": "\x1b]0;other"}).encode())
    done = tree.run("rewind", "RECORD=given.xz")
    assert "it was made with '\\x1b]0;other', and here is QEMU" in done.stderr
    assert done.returncode == 126 and done.stderr.endswith("rewind: QEMU does not start; what it says stands above\n")


def test_another_kernel_than_the_built_one_is_told(tree):
    tree.run("CMD=true")
    assert "has been built anew" not in tree.run("rewind").stderr
    with open(f"{tree.folder}/build/kernel.elf", "w", encoding="utf-8") as file:
        file.write("newer\n")
    assert "has been built anew" in tree.run("rewind").stderr
    os.makedirs(f"{tree.folder}/build/llvm/Og/debug")
    shutil.copy(tree.env["KERNEL"], f"{tree.folder}/build/llvm/Og/debug")
    assert "has been built anew" not in tree.run("rewind").stderr


def test_that_gdb_is_missing_is_told(tree, tmp_path):
    tree.env["PATH"] = str(tmp_path)
    done = tree.run("rewind")
    assert (done.returncode, done.stderr) == (126, "rewind: gdb is not installed; type: make setup\n")
