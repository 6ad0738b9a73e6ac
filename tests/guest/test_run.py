"""tools/run and make run: commands arrive unharmed, output is the command's alone, statuses are
told apart, mistakes are named."""

import fcntl
import io
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import types

import pexpect
import pytest
import console
from conftest import need


def own(root, *words):
    """The whole way, from the command line on; as in a shell, not as in a make."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(words, cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True)


@pytest.mark.parametrize("command,status", [
    ("true", 0),
    ("exit 7", 7),
    ("no-such-program", 127),
    ("-x", 127),
    ("sh -c 'kill -SEGV $$'", 139),
])
def test_the_status_is_the_commands(root, command, status):
    done = own(root, "tools/run", f"CMD={command}")
    assert done.returncode == status, done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("command,status", [("true", 0), ("exit 7", 2)])
def test_make_run_ends_as_make_ends(root, command, status):
    done = own(root, "make", "run", f"CMD={command}")
    assert done.returncode == status, done.stderr
    assert done.stdout == b""


@pytest.mark.parametrize("way", ["tools/run", "make run"])
def test_a_command_survives_the_way_to_the_machine(root, way):
    command = ("""x=1; echo 'two  spaces' "quo'te" a,b,,c \\$x "$x" $? '#%&=' run=2 $(echo sub) """
               """`echo back` | cat""")
    done = own(root, *way.split(), f"CMD={command}")
    assert done.stdout == b"two  spaces quo'te a,b,,c $x 1 0 #%&= run=2 sub back\n", done.stderr


def test_a_command_survives_in_the_environment_of_make(root, monkeypatch):
    monkeypatch.setenv("CMD", """x=1; echo "$x" $(echo sub) '#'""")
    assert own(root, "make", "run").stdout == b"1 sub #\n"


@pytest.mark.parametrize("words,complaint", [
    ("tools/run CPU=4 CMD=true", "run: CPU=4: there is no such setting"),
    ("tools/run run cmd=ls", "run: cmd=ls: there is no such setting"),
    ("make run CPU=4 CMD=true", "CPU=4: there is no such variable"),
    ("make run cmd=ls", "cmd=ls: there is no such variable"),
    ("make test T=tests/guest/no_such.c", "T=tests/guest/no_such.c: no such file"),
    ("make test T=README.md", "T=README.md: tests are in tests/"),
    ("make tests", "make: tests is a folder and no target"),
    ("make kernel V=1x", "V=1x: must be 1 or 0"),
    ("make kernel FSSIZE=abc", "FSSIZE=abc: must be a number of bytes, or one with K, M or G behind it, such as FSS"),
    ("make kernel FSSIZE=64MB", "FSSIZE=64MB: must be a number of bytes"),
    ("make handout LAB=2 TO=no/such.zip", "TO=no/such.zip: must be a new folder, or a file NAME.tar"),
    ("tools/run qemu DISK=no/such", "qemu: no/such.new: No such file or directory\n"),
])
def test_a_misspelt_word_is_told(root, words, complaint):
    done = own(root, *words.split())
    assert done.returncode == (126 if words.startswith("tools/run") else 2)
    assert complaint in done.stderr.decode()


def test_a_blank_in_the_name_of_a_test_is_told(root, tmp_path):
    for path in pathlib.Path(root).iterdir():
        if path.name not in ("build", "tests"):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "tests/guest").mkdir(parents=True)
    (tmp_path / "tests/guest/a b.sh").touch()
    done = own(tmp_path, "make", "-n", "test-image")
    assert done.returncode == 2 and b"tests/guest/a b.sh: the name of a test may have no blank." in done.stderr, done


def test_a_size_of_which_mkfs_makes_no_image_is_told(root):
    """The recipe, with an mkfs that fails; the image itself is in use."""
    recipe = own(root, "make", "-nB", "build/fs.img", "FSSIZE=1M").stdout.decode()
    command = recipe[recipe.index("build/mkfs/mkfs -s 1M build/fs.img build/fs.img.tree || "):]
    done = subprocess.run(["sh", "-c", "false" + command[command.index(" || "):]], capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stderr == "FSSIZE=1M: no image of this size: mkfs says why; an example is FSSIZE=64M\n", command


def test_a_dry_run_writes_nothing(root, build):
    """Other tests boot the image that is there, and a make beside them would write it anew."""
    written = pathlib.Path(build, "rules/written")
    before = written.stat().st_mtime_ns
    done = own(root, "make", "-nB", "build/fs.img")
    assert done.returncode == 0 and written.stat().st_mtime_ns == before, done


def test_the_tests_that_make_help_names_are_there(root):
    names = re.findall(r"T='(tests/[^' ]+)'", own(root, "make", "help").stdout.decode())
    assert names and all(os.path.exists(os.path.join(root, name)) for name in names), names


def test_a_path_is_meant_from_where_one_is(root, tmp_path):
    done = subprocess.run([f"{root}/tools/run", "OUT=left", "CMD=echo one >/out/it"], cwd=tmp_path,
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "left/it").read_text() == "one\n"


def test_a_path_in_the_environment_is_meant_from_the_tree(root, tmp_path):
    done = subprocess.run([f"{root}/tools/run", "CMD=echo one >/out/it"], cwd=tmp_path, stdin=subprocess.DEVNULL,
                          env={**os.environ, "OUT": os.path.relpath(tmp_path / "left", os.path.realpath(root))},
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "left/it").read_text() == "one\n"


def test_a_path_is_meant_from_where_one_is_also_if_the_tree_is_reached_by_a_link(root, tmp_path):
    (tmp_path / "home/work").mkdir(parents=True)
    (tmp_path / "home/tally").symlink_to(root)
    done = subprocess.run(["../tally/tools/run", "OUT=left", "CMD=echo one >/out/it"], cwd=tmp_path / "home/work",
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "home/work/left/it").read_text() == "one\n"


@pytest.mark.parametrize("closed,command,said", [
    ("<&-", "cat; echo said", b"said\n"), (">&-", "echo lost; echo err >&2", b"err\n"),
    ("2>&-", "echo said; echo lost >&2", b"said\n"), ("2</dev/null", "echo said; echo lost >&2", b"said\n")])
def test_a_closed_file_is_no_trouble(root, closed, command, said):
    done = own(root, "sh", "-c", f"exec tools/run CMD='{command}' {closed}")
    assert done.returncode == 0 and (done.stderr if closed == ">&-" else done.stdout).endswith(said), done


def test_what_a_slow_reader_leaves_no_room_for_is_not_refused(root):
    """As it would be where another has made stdout nonblocking."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    subprocess.run(["tools/run", "CMD=true"], cwd=root, stdin=subprocess.DEVNULL, stdout=theirs, check=True)
    assert os.get_blocking(theirs)
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize("full,command,said", [
    ("stdout", "echo out", b"run: a file: No space left on device\n"), ("stderr", "echo err >&2", b"")])
def test_a_full_disk_is_told_in_a_line(root, full, command, said):
    with open("/dev/full", "wb") as file:
        done = subprocess.run(["tools/run", f"CMD={command}"], cwd=root, stdin=subprocess.DEVNULL,
                              **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, full: file})
    assert done.returncode == 126 and (done.stdout or b"") + (done.stderr or b"") == said, done


def test_a_status_is_known_where_the_ends_of_children_are_ignored(root):
    done = subprocess.run(["tools/run", "CMD=exit 7"], cwd=root, stdin=subprocess.DEVNULL, capture_output=True,
                          preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert done.returncode == 7, done


def test_a_signal_that_is_ignored_ends_no_run(root):
    """As nohup, and a shell for what it starts with `&', have it."""
    words = ["CMD=echo started; while true; do true; done", "TIMEOUT=0"]
    with subprocess.Popen([f"{root}/tools/run", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as run:
        assert run.stdout.readline() == "started\n"
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGQUIT)
        _, err = run.communicate()
    assert run.returncode == 124 and "Control-\\ was typed" in err, err


def test_who_has_no_terminal_is_told_how_a_machine_ends(root, tmp_path):
    done = own(root, "tools/run", "qemu", f"DISK={tmp_path}/disk.img", "KARGS=run=true")
    assert done.returncode == 0 and b"at its end the machine is powered off" in done.stderr, done


def test_stdout_and_stderr_come_apart(machine):
    result = machine.run("echo out; echo err >&2; printf 'a\\r\\nb'")
    assert result.stdout == "out\na\r\nb"
    assert result.stderr.endswith("err\n")


def test_a_message_is_printed_when_it_is_there(root, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(f"{root}/tools")
    from running.output import FollowLog
    (tmp_path / "log").touch()
    printed = io.BytesIO()
    follow = FollowLog(tmp_path / "log", printed)
    with open(tmp_path / "log", "ab", buffering=0) as log:
        for text in b"ls: /nosuch: No such file or directory\n", b"tally: exit 1234\n", b"tally: exit\n", b"no end":
            log.write(text)
            follow.copy()
            assert printed.getvalue().endswith(text)
        whole = printed.getvalue()
        for part in b"tally", b": exit ", b"1", b"2", b"\n":  # may be the status
            log.write(part)
            follow.copy()
            assert printed.getvalue() == whole
        log.write(b"it was not\n")
        follow.copy()
        whole += b"tally: exit 12\nit was not\n"
        assert printed.getvalue() == whole
        log.write(b"tally: exit 7\n")
        follow.copy()
        assert follow.rest() == b"" and follow.status == 7
    assert printed.getvalue() == whole


def test_a_hang_is_told(machine):
    result = machine.run("while true; do true; done", timeout=1)
    assert result.status == 124, result
    assert "no end after 1 seconds" in result.stderr


@pytest.mark.parametrize("det,cpus", [(0, 1), (0, 2), (1, 2)])
def test_who_does_not_wait_for_the_end_is_told_what_each_cpu_runs(root, det, cpus):
    words = ["CMD=echo before; while true; do true; done", f"DET={det}", f"CPUS={cpus}", "TIMEOUT=0"]
    with subprocess.Popen([f"{root}/tools/run", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "before\n"
        run.send_signal(signal.SIGQUIT)
        out, err = run.communicate()
    assert run.returncode == 124 and out == "", out + err
    assert "run: Control-\\ was typed, so the machine was stopped" in err
    told = [line for line in err.splitlines() if line.startswith("what runs on CPU ")]
    assert sorted(line.split(",")[0] for line in told) == [f"what runs on CPU {id}" for id in range(cpus)]
    assert "tally: all CPUs have told\n" in err


@pytest.mark.parametrize("settings,complaint", [
    ({"cmd": ""}, "say what to run"),
    ({"cmd": "echo a\necho b"}, "must be one line"),
    ({"cmd": "echo " + 2100 * "x"}, "may have 2047"),
    ({"cmd": "true", "cpus": "none"}, "CPUS=none: must be a whole number"),
    ({"cmd": "true", "cpus": "9"}, "CPUS=9: must be a whole number, 1 to 8"),
    ({"cmd": "true", "cpus": "\N{SUPERSCRIPT TWO}"}, "CPUS=\N{SUPERSCRIPT TWO}: must be a whole number"),
    ({"cmd": "true", "timeout": "1" * 5000}, ": must be a whole number"),
    ({"cmd": "true", "det": "no"}, "DET=no: must be 1 or 0"),
    ({"cmd": "true", "step": "1", "cpus": "1"}, "STEP=1: is for several CPUs at once (CPUS=2, without DET=1), and "),
    ({"cmd": "true", "step": "1", "det": 1}, "and this is CPUS=2 DET=1"),
    ({"cmd": "true", "mem": "1T"}, "MEM=1T: must be a number with K, M or G, or of MiB, of at least 8M "),
    ({"cmd": "true", "mem": "64G"}, "MEM=64G: must be a number with "),
    ({"cmd": "true", "kargs": "det run=false"}, "KARGS has run=, and CMD is what is to run"),
    ({"cmd": "true", "image": "README.md", "det": 1}, "README.md: is not whole blocks of 4096 bytes, and no image"),
    ({"cmd": "true", "image": "no/such.img"}, "no/such.img: No such file"),
    ({"cmd": "true", "image": "tests"}, "IMAGE=tests: is no regular file"),
    ({"cmd": "true", "kernel": "/dev/zero"}, "KERNEL=/dev/zero: is no regular file"),
    ({"cmd": "true", "disk": "own.img"}, "DISK=own.img: only make qemu and qemu-gdb keep a disk"),
    ({"cmd": "true", "extra": "no/such"}, "EXTRA=no/such: no such folder"),
    ({"cmd": "true", "extra": "tests", "image": "x.img"}, "IMAGE=x.img and EXTRA=tests: an image "),
])
def test_what_cannot_start_is_said(machine, settings, complaint):
    result = machine.run(**settings)
    assert result.status == 126
    assert complaint in result.stderr


# A kernel of a few instructions: it prints a letter, and then does what the test asks.
KERNEL = """
    .section .note.pvh, "a", @note
    .long 4, 4, 18
    .asciz "Xen"
    .long _start
    .text
    .code32
    .globl _start
_start:
    mov $0x3f8, %dx
    mov $'K', %al
    out %al, %dx
"""
PANIC = "mov $0x11, %al\n mov $0xf4, %dx\n out %al, %dx\n1: hlt\n jmp 1b\n"
RESET = "lidt empty\n int $3\nempty: .word 0, 0, 0\n"
SILENT = "mov $0x10, %al\n mov $0xf4, %dx\n out %al, %dx\n1: hlt\n jmp 1b\n"


def make_kernel(folder, end):
    kernel = folder / "kernel"
    subprocess.run([os.environ["CROSS"] + "gcc", "-nostdlib", "-static", "-no-pie", "-Wl,-Ttext=0x100000",
                    "-Wl,--build-id=none", "-Wl,-z,noexecstack", "-x", "assembler", "-", "-o", kernel],
                   input=KERNEL + end, text=True, check=True)
    return kernel


# How a machine is started decides how QEMU ends it.  test_rewind.py has those that are recorded.
WAYS = [{"cpus": cpus, "det": det} for cpus in (1, 2, 4) for det in (0, 1)]
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: ",".join(f"{name}={value}" for name, value in way.items()))


@ways
@pytest.mark.parametrize("cmd,status", [("true", 0), ("exit 7", 7)])
def test_a_machine_that_goes_off_has_the_status_of_its_command(machine, way, cmd, status):
    result = machine.run(cmd, **way)
    assert (result.status, result.stderr) == (status, ""), result


@ways
def test_a_machine_that_hangs_is_stopped(machine, way):
    result = machine.run("while true; do true; done", timeout=1, **way)
    assert result.status == 124 and "no end after 1 seconds" in result.stderr, result


def test_time_in_which_the_host_slept_is_no_hang(root, monkeypatch):
    monkeypatch.syspath_prepend(f"{root}/tools")
    from running import machine
    pipe, looks = os.pipe()[0], []
    quiet = types.SimpleNamespace(fileno=lambda: pipe)
    monkeypatch.setattr(machine.time, "monotonic", lambda: looks.append(None) or 1000 * len(looks))
    assert machine.wait_for_qemu(pipe, [], 3, quiet, False) == "no end after 3 seconds"
    assert len(looks) > 3  # 1 000 seconds went by between any two


@pytest.mark.parametrize("status,reason,want", [(-11, "guest-shutdown", "off"), (-11, "", "crash"), (33, "", "off"),
                                                (-11, "guest-reset", "reset"), (35, "guest-shutdown", "panic")])
def test_a_qemu_that_crashes_after_the_machines_end_is_no_crash(root, monkeypatch, status, reason, want):
    monkeypatch.syspath_prepend(f"{root}/tools")
    import qemu
    assert qemu.ending(status, reason) == want


@pytest.mark.parametrize("ending,status,text,want", [
    ("panic", 35, "", True), ("off", -11, "panic: a leak\n", True), ("off", -11, "", False),
    ("off", 33, "echoed panic: no\n", False), ("crash", -11, "panic: a leak\n", False)])
def test_a_panic_is_known_though_qemu_crashed_after_it(root, monkeypatch, ending, status, text, want):
    monkeypatch.syspath_prepend(f"{root}/tools")
    from running.verdict import has_panicked
    assert has_panicked(ending, status, text) == want


@ways
def test_a_qemu_that_is_ended_from_outside_is_no_reset(root, tmp_path, way):
    qemu = tmp_path / "qemu"
    qemu.write_text(f'#!/bin/sh\necho $$ >"{tmp_path}/pid"\nexec qemu-system-x86_64 "$@"\n')
    qemu.chmod(0o755)
    words = [f"{name.upper()}={value}" for name, value in way.items()]
    command = ["tools/run", "CMD=echo started; while true; do true; done", f"QEMU={qemu}", *words]
    runner = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert runner.stdout.readline() == "started\n"
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGTERM)
    assert "somebody ended QEMU" in runner.communicate()[1]
    assert runner.returncode == 125


@ways
@pytest.mark.parametrize("end,complaint", [
    (PANIC, "panicked"), (RESET, "reset itself"), (SILENT, "without saying why")],
    ids=["panic", "reset", "silent"])
def test_a_machine_that_breaks_has_a_status_of_its_own(machine, tmp_path, way, end, complaint):
    result = machine.run("true", kernel=make_kernel(tmp_path, end), **way)
    assert result.status == 125
    assert result.stdout == "K"
    assert complaint in result.stderr
    assert ("CPU 0 was at 0x10000e, and the last page fault (CR2) at 0x0:\n" in result.stderr) == (end == RESET)


def test_a_qemu_that_crashes_is_told(machine, tmp_path):
    qemu = tmp_path / "qemu"
    qemu.write_text("#!/bin/sh\nkill -SEGV $$\n")
    qemu.chmod(0o755)
    result = machine.run("true", qemu=qemu)
    assert result.status == 125 and "QEMU itself ended by signal 11 (Segmentation fault)" in result.stderr, result


@pytest.mark.parametrize("det", [0, 1])
def test_out_is_copied(machine, tmp_path, det):
    result = machine.run("mkdir /out/d; echo one >/out/a; echo two >/out/d/b; exit 3", out=tmp_path,
                         det=det)
    assert result.status == 3, result
    assert (tmp_path / "a").read_text() == "one\n"
    assert (tmp_path / "d/b").read_text() == "two\n"


def test_who_copies_a_file_may_read_the_copy(machine, tmp_path):
    """Else make qemu's disk with such a file could not be made anew."""
    result = machine.run("echo mine >/out/file; chmod 0 /out/file", out=tmp_path)
    assert result.status == 0, result
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o400
    assert (tmp_path / "file").read_text() == "mine\n"


@pytest.mark.parametrize("det", [0, 1])  # virtio's disk, and one that is memory
def test_a_run_of_which_nothing_is_kept_boots_the_image_and_leaves_it_as_it_is(machine, build, det):
    with tempfile.TemporaryDirectory(dir=build) as folder:  # where a link to it can be made
        image = pathlib.Path(shutil.copy(os.environ["IMAGE"], folder))
        before = image.read_bytes()
        result = machine.run("echo new >/new; rm /bin/cat; sync; while read line; do echo $line; done </new",
                             det=det, image=image)
        assert result.status == 0 and result.stdout == "new\n", result
        is_unchanged = image.read_bytes() == before
        assert is_unchanged


def test_a_disk_that_cannot_be_read_is_told_and_nothing_is_left_beside_it(root, tmp_path):
    (tmp_path / "bad.img").write_bytes(bytes(1 << 20))
    (tmp_path / "bad.img.of").write_text("an older image\n")
    done = own(root, "tools/run", "qemu", f"DISK={tmp_path}/bad.img")
    assert done.returncode == 126 and b"bad.img: cannot be copied whole; remove it, or name another\n" in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["bad.img", "bad.img.of"]


def test_an_image_that_is_named_is_not_put_into_the_kept_disk(root, build, tmp_path):
    """Of a tree where nothing else is built."""
    made = tmp_path / "build"
    made.mkdir()
    shutil.copytree(f"{root}/tools", tmp_path / "tools")
    os.symlink(f"{build}/mkfs", made / "mkfs")
    image = shutil.copy(os.environ["IMAGE"], tmp_path)
    shutil.copy(f"{build}/fs.img", made / "disk.img")
    (made / "disk.img.of").write_text("an older image\n")
    files = pathlib.Path(image), made / "disk.img", made / "disk.img.of"
    before = [file.read_bytes() for file in files]
    env = {**os.environ, "IMAGE": image, "DISK": "", "LLVM": "0", "O": ""}
    done = subprocess.run(["tools/run", "qemu"], cwd=tmp_path, env=env, capture_output=True,
                          input=b"cd /t && echo th''ere >/bin/wc; cat /bin/wc; poweroff\n")
    assert done.returncode == 0 and b"\nthere\n" in done.stdout, done
    is_unchanged = [file.read_bytes() for file in files] == before
    assert is_unchanged and not os.listdir(made / "run")
    assert f"a copy of {image}, gone when the machine ends" in done.stderr.decode()


def test_runs_side_by_side_have_their_own_disk(root, tmp_path):
    started = []
    for name in "ab":
        (tmp_path / name).mkdir()
        command = f"echo {name} >>/shared; sync; cat /shared >/out/it"
        started.append(subprocess.Popen(
            [sys.executable, "-IS", "tools/run", "run"], cwd=root, stdin=subprocess.DEVNULL,
            env=dict(os.environ, CMD=command, OUT=str(tmp_path / name))))
    assert [process.wait() for process in started] == [0, 0]
    assert [(tmp_path / name / "it").read_text() for name in "ab"] == ["a\n", "b\n"]


def test_a_deterministic_run_repeats_itself(machine):
    command = "date; prof primes 20000; ps; cat /bin/sh | wc; time primes 10000"
    first, second = [machine.run(command, det=1) for _ in range(2)]
    assert first.status == 0, first
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


def test_programs_from_elsewhere_run(machine, tmp_path):
    (tmp_path / "one.c").write_text(
        '#include <stdio.h>\nint main(void) { return puts("one") < 0; }\n')
    (tmp_path / "two parts").mkdir()  # a folder without programs goes to / as it is
    (tmp_path / "two parts/data").write_text("data\n")
    (tmp_path / "many").mkdir()
    (tmp_path / "many/many.h").write_text("int part(void);\n")
    (tmp_path / "many/a.c").write_text('#include "many.h"\nint main(void) { return part(); }\n')
    (tmp_path / "many/b.c").write_text('#include "many.h"\nint part(void) { return 9; }\n')
    (tmp_path / "plain.txt").write_text("plain\n")
    result = machine.run("one; cat /plain.txt '/two parts/data'; many", extra=tmp_path)
    assert result.status == 9, result
    assert result.stdout == "one\nplain\ndata\n"


def test_a_folder_from_elsewhere_may_be_empty(machine, tmp_path):
    result = machine.run("exit 5", extra=tmp_path)
    assert result.status == 5, result


def test_a_run_that_builds_nothing_waits_for_no_build(machine, build):
    with open(f"{build}/lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert machine.run("exit 9").status == 9


def test_programs_are_those_of_the_folder_that_is_named(machine, tmp_path):
    """Also of two whose names differ in what no name of make's may hold, and not by their times."""
    for name in "a b", "a_b":
        (tmp_path / name).mkdir()
        (tmp_path / name / "which.c").write_text(
            f'#include <stdio.h>\nint main(void) {{ return puts("{name}") < 0; }}\n')
    for path in (tmp_path / "a_b/which.c", tmp_path / "a_b"):
        os.utime(path, (0, 0))
    assert [machine.run("which", extra=tmp_path / name).stdout for name in ("a b", "a_b")] == ["a b\n", "a_b\n"]


def test_the_mode_of_a_file_from_elsewhere_is_that_of_now(machine, tmp_path):
    (tmp_path / "five").write_text("exit 5\n")
    statuses = []
    for mode in 0o644, 0o755, 0o644:
        (tmp_path / "five").chmod(mode)
        statuses.append(machine.run("/five", extra=tmp_path).status)
    assert statuses == [126, 5, 126]


def test_what_was_made_of_a_folder_goes_when_it_has_gone(machine, build, tmp_path):
    """Or a tree would fill the disk, with ten megabytes of each folder that it was ever given.  Not the disk
    that make qemu keeps there: the folder may come back."""
    names, made = ("kept", "gone", "other"), []
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.c").write_text("int main(void) { return 9; }\n")
    for name in names:
        assert machine.run("one", extra=tmp_path / name).status == 9
        made += [path.parent for path in pathlib.Path(build).glob("extra/*/src")
                 if os.path.realpath(path) == os.path.realpath(tmp_path / name)]
        if name == "kept":
            (made[0] / "disk.img").touch()
        if name != "other":
            shutil.rmtree(tmp_path / name)
    assert [(path / "fs.img").exists() for path in made] == [True, False, True], made
    (made[0] / "disk.img").unlink()


def test_a_build_with_a_folder_that_is_not_there_fails(root, tmp_path):
    done = own(root, "make", "-n", "all", f"EXTRA={tmp_path}/gone")
    assert done.returncode == 2 and f"EXTRA={tmp_path}/gone: no such folder".encode() in done.stderr, done


def test_programs_from_a_folder_of_the_tree_run(machine, root, build):
    """Also where cd is told to look in other folders, too, and then says where it has come."""
    with tempfile.TemporaryDirectory(dir=build) as folder:
        pathlib.Path(folder, "one.c").write_text("int main(void) { return 9; }\n")
        result = machine.run("one", extra=os.path.relpath(folder, root), cdpath=".")
        assert result.status == 9, result


def test_a_program_from_elsewhere_that_does_not_compile_is_said(machine, tmp_path):
    (tmp_path / "bad.c").write_text("int main(void) { return missing; }\n")
    result = machine.run("bad", extra=tmp_path)
    assert result.status == 126
    assert f"\n{tmp_path}/bad.c:1:" in result.stderr
    assert f"\nEXTRA={tmp_path}: none of its programs compiles\n" in result.stderr


def test_a_broken_program_from_elsewhere_keeps_no_other_out(machine, tmp_path):
    for name in "good", "bad":
        (tmp_path / f"{name}.c").write_text("int main(void) { return 0; }\n")
    assert machine.run("good && bad", extra=tmp_path).status == 0
    (tmp_path / "bad.c").write_text("int main(void) { return missing; }\n")
    result = machine.run("good && ls /bin/bad", extra=tmp_path)
    assert "ls: /bin/bad: No such file" in result.stderr, result
    assert f"\n{tmp_path}/bad.c:1:" in result.stderr, result
    assert "\nEXTRA: bad does not compile, and is not in the image\n" in result.stderr, result


def test_a_folder_of_extra_that_may_be_taken_for_something_else_is_said(machine, tmp_path):
    for name in "data/a.c", "deep/in/a.c", "plain/main.c":
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("int main(void) { return 0; }\n")
    (tmp_path / "data/input.txt").write_text("text\n")
    result = machine.run("data && cat /deep/in/a.c", extra=tmp_path)
    assert result.status == 0, result
    assert re.findall("^EXTRA: .*", result.stderr, re.MULTILINE) == [
        "EXTRA: data has .c files, so it is a program: its input.txt is in /usr/src/extra/data alone",
        "EXTRA: deep has .c files in its folders only, so it is no program: it is in / as it is"]


def test_a_folder_of_extra_may_have_a_file_of_flags(machine, tmp_path):
    (tmp_path / "one/include").mkdir(parents=True)
    (tmp_path / "one/include/one.h").write_text("#define ONE 1\n")
    (tmp_path / "one/main.c").write_text("#include <one.h>\nint main(void) { return ONE + TWO + FOUR; }\n")
    for four in 4, 8:
        (tmp_path / "one/flags").write_text(f"-I include -DTWO=2\n-D FOUR={four}\n")
        assert machine.run("one", extra=tmp_path).status == 3 + four


@pytest.mark.parametrize("name", ["two parts.c", "price$.c", "it's/a.c", "of/a:b.c"])
def test_a_source_from_elsewhere_that_make_cannot_name_is_told(root, tmp_path, name):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("int main(void) { return 0; }\n")
    done = own(root, "make", f"EXTRA={tmp_path}")
    assert done.returncode == 2 and f" EXTRA: {name}: " in done.stderr.decode().splitlines()[0], done


def test_a_source_that_is_gone_is_in_no_program(root, machine, tmp_path):
    (tmp_path / "two").mkdir()
    (tmp_path / "two/a.c").write_text("int other(void);\nint main(void) { return other(); }\n")
    (tmp_path / "two/b.c").write_text("int other(void) { return 3; }\n")
    assert machine.run("two", extra=tmp_path).status == 3
    (tmp_path / "two/b.c").unlink()
    result = machine.run("two", extra=tmp_path)
    assert result.status == 126 and "other" in result.stderr, result


@pytest.mark.parametrize("value", ["2", "-O1 -g3", "-Ofast"])
def test_a_wrong_o_is_told(root, value):
    done = own(root, "make", "-n", "kernel", f"O={value}")
    assert done.returncode == 2 and f"O={value}: must be one of -O0 " in done.stderr.decode()


def test_files_of_extra_may_be_replaced_by_older_ones(machine, tmp_path):
    """Also by a whole folder in the place of another."""
    for number in 3, 4:
        folder = tmp_path / f"{number}"
        (folder / "many").mkdir(parents=True)
        (folder / "one.c").write_text(f"int main(void) {{ return {number}; }}\n")
        (folder / "many/number.h").write_text(f"#define NUMBER {number}\n")
        (folder / "many/main.c").write_text('#include "number.h"\nint main(void) { return NUMBER; }\n')
        (folder / "data").write_text(f"{number}\n")
        for path in folder.rglob("*"):
            os.utime(path, (10**9 - number, 10**9 - number))
    told = []
    for number in 3, 4:
        (tmp_path / f"{number}").rename(tmp_path / "now")
        done = machine.run("one; echo $?; many; echo $?; cat /data", extra=tmp_path / "now")
        told.append(done.stdout or done)
        (tmp_path / "now").rename(tmp_path / f"{number}")
    assert told == ["3\n3\n3\n", "4\n4\n4\n"]


def test_an_empty_variable_is_one_that_is_not_given(root):
    lines = own(root, "env", "O=", "make", "-nB", "build/fs.img", "FSSIZE=", "HOSTCC=").stdout.decode().splitlines()
    for end, wanted in (("user/bin/seq.c", " -std=gnu11 -O2 "), ("mkfs/mkfs.c", "cc -std=gnu11 "),
                        ("build/fs.img build/fs.img.tree", "mkfs -s 64M ")):
        assert any(wanted in line and line.partition(" || ")[0].endswith(" " + end) for line in lines), end


def test_programs_that_count_calls_are_beside_the_others(root):
    lines = own(root, "make", "-nB", "programs", "PROFILE=1").stdout.decode().splitlines()
    assert any(" -pg " in line and line.endswith(" -o build/profile/user/obj/seq.c.o user/bin/seq.c") for line in lines)


def test_headers_of_the_host_are_in_no_program(root, tmp_path):
    names = "CPATH", "C_INCLUDE_PATH"
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.h").write_text("")
        (tmp_path / f"{name}.c").write_text(f"#include <{name}.h>\nint main(void) {{ return 0; }}\n")
    done = own(root, "env", *(f"{name}={tmp_path}/{name}" for name in names), "make", "-k", f"EXTRA={tmp_path}")
    for name in names:
        assert re.search(rf"\b{name}\.h'?:? (No such file|file not found)", done.stderr.decode()), done


@pytest.mark.parametrize("settings", [{}, {"O": "-Og"}, {"LLVM": "1"}, {"LLVM": "1", "O": "-O1"},
                                      {"PROFILE": "1", "O": "-Og"}, {"LLVM": "", "DEBUG": "", "O": ""}])
def test_the_kernel_of_the_tests_is_the_one_that_make_builds(root, settings):
    need(*["clang"] * (settings.get("LLVM") == "1"))
    env = {**os.environ, "DEBUG": "0", "O": "-O2", "LLVM": "0", **settings}
    shown = subprocess.run([sys.executable, "-B", "-c", "import conftest; print(conftest.os.environ['KERNEL'])"],
                           cwd=f"{root}/tests", env=env, check=True, capture_output=True, text=True).stdout
    words = [f"{name}={value}" for name, value in settings.items()]
    built = own(root, "make", "-nB", "kernel", *words).stdout.decode()
    assert f"-o {os.path.relpath(shown.strip(), root)} " in built


@pytest.mark.parametrize("settings,goals", [
    ({"KERNEL": "", "IMAGE": ""}, "all tools"),
    ({"KERNEL": "", "IMAGE": "build/test.img"}, "kernel build/test.img tools"),
    ({"KERNEL": "", "IMAGE": "build/test.img", "PROFILE": "1"}, "kernel tools"),
    ({"KERNEL": "", "IMAGE": "/elsewhere/disk.img"}, "kernel tools"),
    ({"KERNEL": "/elsewhere/kernel.elf", "IMAGE": "build/test.img"}, "build/test.img tools"),
    ({"KERNEL": "/elsewhere/kernel.elf", "IMAGE": "/elsewhere/disk.img"}, "tools"),
])
def test_what_is_not_from_elsewhere_is_built(root, tmp_path, settings, goals):
    """In a tree where nothing is built yet."""
    (tmp_path / "tree/tools").mkdir(parents=True)
    for name in "run", "qemu.py":
        shutil.copy(f"{root}/tools/{name}", tmp_path / "tree/tools")
    shutil.copytree(f"{root}/tools/running", tmp_path / "tree/tools/running")
    for name in "make", "gmake":
        (tmp_path / name).write_text('#!/bin/sh\necho goals "$@"\nexit 1\n')
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "LLVM": "0", "CMD": "true", **settings, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["tools/run"], cwd=tmp_path / "tree", env=env, capture_output=True, text=True)
    assert done.returncode == 126 and "the build failed" in done.stderr
    assert re.search(r"^goals --no-print-directory -s (?:\w+=\S* )*(.*)$", done.stderr, re.MULTILINE)[1] == goals


# No shell: in 1 of some 300 runs dash did not run its trap for a signal that came as it began to start programs.
MAKE = f"""#!{sys.executable} -IS
import fcntl, os, signal, sys
if sys.argv[-1] == os.environ["LEFT"]:
    sys.exit()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
print("begun", flush=True)
print(signal.sigtimedwait([signal.SIGTERM], 60) and "told")
sys.stdout.flush()
signal.signal(signal.SIGALRM, lambda *_: sys.exit("locked"))
signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)  # that one that does not wait for its make has to give the lock up
fcntl.flock(open("build/lock"), fcntl.LOCK_EX)
sys.exit("not locked")
"""


@pytest.mark.parametrize("what", ["run", "count"])
def test_a_signal_ends_a_build_before_another_may_begin(root, tmp_path, what):
    """And has make take away what it had begun: it is told, not killed."""
    for name in "make", "gmake":
        (tmp_path / name).write_text(MAKE)
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "LLVM": "0", "CPUS": "1", "CMD": "true", "KERNEL": "", "IMAGE": "",
           "LEFT": "tools" if what == "count" else "", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    with subprocess.Popen(["tools/run", what], cwd=root, env=env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as run:
        assert run.stderr.readline() == "begun\n"
        run.send_signal(signal.SIGTERM)
        assert run.stderr.read() == f"told\nlocked\n{what}: stopped by SIGTERM\n"


# Once there is the file SIGNAL_AT, a wait begins with a signal that Python has not seen when it begins to wait.
WAIT = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/types.h>
#include <unistd.h>

static void begin(void)
{
    if (unlink(getenv("SIGNAL_AT")) == 0)
        raise(SIGTERM);
}

int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *most)
{
    int (*wait)(int, fd_set *, fd_set *, fd_set *, struct timeval *) = dlsym(RTLD_NEXT, "select");
    if (!most)
        begin();
    return wait(n, in, out, other, most);
}

pid_t waitpid(pid_t pid, int *status, int flags)
{
    pid_t (*wait)(pid_t, int *, int) = dlsym(RTLD_NEXT, "waitpid");
    if (!flags)
        begin();
    return wait(pid, status, flags);
}
"""


def signal_before_a_wait(folder, file):
    """The environment in which a program gets it."""
    subprocess.run([os.environ.get("HOSTCC", "cc"), "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-x", "c", "-",
                    "-o", folder / "wait.so", "-ldl"], input=WAIT, text=True, check=True)
    return {"LD_PRELOAD": str(folder / "wait.so"), "SIGNAL_AT": str(file)}


def test_a_signal_that_comes_just_before_a_wait_ends_a_build(root, tmp_path):
    for name in "make", "gmake":
        (tmp_path / name).write_text("#!/bin/sh\nexec sleep 200\n")
        (tmp_path / name).chmod(0o755)
    now = tmp_path / "now"
    now.touch()
    env = {**os.environ, "CMD": "true", "KERNEL": "", "IMAGE": "", "PATH": f"{tmp_path}:{os.environ['PATH']}",
           **signal_before_a_wait(tmp_path, now)}
    done = subprocess.run([sys.executable, "-IS", "tools/run"], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, timeout=600)
    assert done.returncode == 143 and done.stderr == "run: stopped by SIGTERM\n", done


def test_interrupting_a_run_leaves_nothing_behind(root, build):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    run = console.spawn("tools/run", ["CMD=echo started; while true; do true; done"],
                        cwd=root, env=env, timeout=600, encoding="utf-8")
    run.expect("started")
    run.sendintr()
    run.expect("stopped by SIGINT")
    run.expect(pexpect.EOF)  # comes when QEMU, too, has closed the terminal
    run.close()
    assert run.exitstatus == 130
    assert not os.path.exists(f"{build}/run/{run.pid}")


def test_a_boot_word_that_means_nothing_is_told(machine):
    result = machine.run("true", kargs="hz=100 hz10000 x=1")
    assert result.status == 0
    assert [line for line in result.stderr.splitlines() if "boot line" in line] == [
        "tally: the boot line's 'hz10000' means nothing; doc/running.md lists all words"]


def test_all_boot_words_are_known(machine, root):
    with open(f"{root}/doc/running.md", encoding="utf-8") as file:
        told = re.search(r"\n## Words for the kernel\n(.*?)\n##", file.read(), re.DOTALL)
    words = set(re.findall(r"`([a-z_]+(?:=\w+)?)`", told[1]))
    assert words >= {"hz=10000", "panic", "fail", "skid"}
    result = machine.run("true", kargs=" ".join(sorted(words - {"panic"})))
    assert result.status == 0 and "boot line" not in result.stderr, result
