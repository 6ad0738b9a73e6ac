"""The commands of tools/gdb_commands.py, in gdb beside make qemu-gdb."""

import os
import re
import shutil
import subprocess

import pexpect
import pytest
import console

pytestmark = pytest.mark.needs("gdb")

SCRIPT = """
tally-break seq:main
continue
print argv[1]
tally-ps
tally-bt 3
tally-bt 4
break console_write
continue
tally-bt 4
tally-locks
tally-break seq:nowhere
tally-program nowhere
tally-bt 99
tally-bt seq
"""


def session(root, folder, script, words=()):
    """What gdb prints for each command of the script, on a machine that boots as these words say."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    env["GDB_CMD"] = f"{folder}/gdb.cmd"
    machine = console.spawn("make", ["qemu-gdb", f"DISK={folder}/disk.img", *words], cwd=root, env=env,
                            timeout=600, encoding="utf-8", codec_errors="replace")
    machine.expect("The machine waits for gdb")
    with open(f"{folder}/script", "w", encoding="utf-8") as file:
        for line in script.strip().splitlines():
            file.write(f"echo \\n=== {line}\\n\npython tally(r'''{line}''')\n")
    with open(f"{folder}/tally.py", "w", encoding="utf-8") as file:
        file.write("def tally(line):\n"
                   "    try:\n        gdb.execute(line)\n"
                   "    except gdb.error as error:\n        print(error)\n")
    done = subprocess.run([os.environ["GDB"], "-nx", "-batch", "-x", "tools/gdbinit", "-x", f"{folder}/tally.py",
                           "-x", f"{folder}/script"], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    machine.close(force=True)
    assert "Traceback" not in done.stdout and "Python" not in done.stdout, done.stdout
    parts = re.split(r"^=== (.*)\n", done.stdout, flags=re.MULTILINE)[1:]
    assert len(parts) == 2 * len(script.strip().splitlines()), done.stdout
    return parts[1::2]


def lines_in_order(text, *patterns):
    """Whether each pattern is in a line of the text, in this order."""
    lines = iter(text.splitlines())
    return all(any(re.search(pattern, line) for line in lines) for pattern in patterns)


def test_threads_and_programs(root, tmp_path):
    out = session(root, tmp_path, SCRIPT, ["KARGS=run=true; seq 3; true"])
    _, at_main, argument, ps, shell, program, _, _, in_call, locks, *wrong = out

    # Others have run by then, with code at that address, too.
    assert "main (argc=2," in at_main and "user/bin/seq.c:" in at_main
    assert argument.strip().endswith('"3"')
    assert ps.split("\n")[:4] == [
        "thread 1 (init), process 1, sleeps for 'process tree' or a signal",
        "thread 2 (flusher), sleeps for 'log'",
        "thread 3 (sh), process 2, sleeps for 'process tree' or a signal",
        "thread 4 (seq), process 3, runs on CPU 0"]
    assert lines_in_order(shell, r"^thread 3 \(sh\), process 2, sleeps", r"kernel/sched/sched.c:\d+: sched_switch$",
                          r"kernel/proc/wait.c:\d+: wait_child$", r"entry.S:\d+: entry_syscall$",
                          r"^in its program, sh:$", r": waitpid$", r"user/bin/sh/job.c:\d+: job_wait$",
                          r"user/bin/sh/exec.c:\d+: exec_run$", r"crt0.S:\d+: _start$"), shell
    assert lines_in_order(program, r"^in its program, seq:", r"user/bin/seq.c:\d+: main$", r": _start$"), program
    assert "kernel/" not in program
    assert lines_in_order(in_call, r"kernel/dev/console.c:\d+: console_write$", r": entry_syscall$",
                          r"^in its program, seq:$", r": __write$", r"user/bin/seq.c:\d+: main$"), in_call
    assert "DEBUG=1 knows" in locks
    for text, complaint in zip(wrong, ("seq: has no function nowhere", "nowhere: there is no such program",
                                       "tally-bt TID: the number", "tally-bt TID: the number")):
        assert complaint in text


def test_a_machine_that_is_gone_is_not_waited_for(root, tmp_path):
    """Nor is the tree's folder guessed.  gdb leaves the machine before QEMU ends: gdb 16 may fail otherwise (see
    below)."""
    env = {**os.environ, "GDB_CMD": f"{tmp_path}/gdb.cmd"}
    gdb = [os.environ["GDB"], "-nx", "-batch", "-x", f"{root}/tools/gdbinit", "-ex",
           'python print("the machine is", gdb.selected_inferior().pid)', "-ex", "detach"]
    machine = console.spawn("tools/run", ["qemu-gdb", f"DISK={tmp_path}/disk.img", "KARGS=run=true"], cwd=root, env=env,
                            timeout=600)
    machine.expect("The machine waits for gdb")
    said = [subprocess.run(gdb, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True).stdout for cwd in (tmp_path, root)]
    machine.expect(pexpect.EOF)
    machine.close()
    said.append(subprocess.run(gdb, cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout)
    assert "is to be typed in the folder that has tools/" in said[0], said
    assert "Waiting for the machine to answer" in said[1] and "the machine is 1\n" in said[1], said
    assert "No machine waits for gdb" in said[2] and "the machine is 0\n" in said[2], said


def test_the_first_process_tries_again_until_there_is_memory(root, tmp_path):
    """Others are killed, but without that one the machine would end.  gdb leaves the machine before QEMU ends: QEMU 10
    tells gdb of a stop first, and gdb 16 may fail as it reads the registers of a machine that is gone by then."""
    _, _, _, _, first, _, _, _, again, _, _, status = session(root, tmp_path, """
tbreak fork_process
continue
tbreak space_fault if space == process_first->space
continue
print addr
return (int)-12
tbreak space_fault if space == process_first->space
continue
print addr
tbreak arch_poweroff
continue
print status
""", ["KARGS=run=true"])
    assert re.search(r"= (\d+)$", first.strip())[1] == re.search(r"= (\d+)$", again.strip())[1]
    assert re.match(r"\$\d+ = 0\n", status), status


def test_programs_from_elsewhere_hide_those_of_the_tree(root, tmp_path):
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra/seq.c").write_text("\nint main(void) { return 3; }\n")
    mine, _, calls, another = session(root, tmp_path, """
tally-break seq:main
continue
tally-bt 4
tally-break cat:main
""", [f"EXTRA={tmp_path}/extra", "IMAGE=", "KARGS=run=true; seq; true"])
    assert "/src/seq.c, line 2" in mine and "/src/seq.c:2: main" in calls, mine + calls
    assert "user/bin/cat.c" in another


def test_a_machine_that_boots_and_one_that_has_ended(root, tmp_path):
    early, a_function, another, _, _, _, in_boot, _, no_function, no_name, _, ended = session(root, tmp_path, """
tally-ps
tally-break primes:count_by_sieve
tally-break seq:main
delete
tbreak kernel_main
continue
tally-ps
tally-locks
tally-break seq
tally-program
kill
tally-ps
""")
    assert "the boot has not come to it (`break kernel_main`" in early
    assert "user/bin/primes.c" in a_function and "user/bin/seq.c" in another
    assert "waits for `tally-program primes`" in another
    assert "there are no threads yet" in in_boot
    assert "tally-break NAME:FUNCTION" in no_function and "tally-program NAME" in no_name
    assert "there is no machine" in ended


def test_an_interrupt_and_a_process_that_has_ended(root, tmp_path):
    out = session(root, tmp_path, """
tbreak thread_destroy if thread->tid == 4
continue
tally-ps
tally-bt 3
tbreak clock_interrupt if cpu_table[0].current == &idle_table[0].thread
continue
tally-bt 0
break return_to_user_work
continue
backtrace
""", ["KARGS=run=sleep 1; sleep 9 & sleep 1; kill $!; wait"])
    _, _, ps, _, _, _, idle, _, _, last = out
    assert "thread 4 (sleep), dead\n" in ps
    assert "process 3 (sleep) has ended, and process 2 (sh) has not waited for it\n" in ps
    assert lines_in_order(idle, r"kernel/sched/clock.c:\d+: clock_interrupt$", r"trap.c:\d+: trap_handle$",
                          r": trap_common$", r": sched_idle$", r": kernel_main$"), idle
    assert lines_in_order(last, r"^#0  return_to_user_work ", r"^#1 .*return.S:\d+$") and "#2" not in last, last


def test_a_thread_on_another_cpu_is_shown_and_the_frame_stays(root, tmp_path):
    *_, before, _, after = session(root, tmp_path, "break sys_write\ncontinue\nup\nframe\ntally-bt 0\nframe",
                                   ["KARGS=run=echo hi", "CPUS=2"])
    assert before.startswith("#1 ") and after.splitlines()[0] == before.splitlines()[0], before + after


def test_a_broken_list_ends_the_command(root, tmp_path):
    *_, circle, _, wild, _, null, _, _, process = session(root, tmp_path, """
tally-break seq:main
continue
set var $first = thread_list.next
set var $second = $first->next
set var $second->next = $first
tally-ps
set var $second->next = 0x123456789abcdef0
tally-ps
set var $second->next = 0
tally-bt 4
set var $thread = (struct thread *)((char *)$first - (long)&((struct thread *)0)->all_link)
set var $thread->process = 0x123456789abcdef0
tally-ps
""", ["KARGS=run=true; seq 3"])
    for text, leads in (circle, "0xf"), (wild, "0x123456789abcdef0,"), (null, "0x0,"):
        assert re.search(rf"thread_list is broken, .* leads to {leads}", text), text
    assert "thread 1 (init), process 1, sleeps" in circle and "thread 1 (init), process 1, sleeps" in wild
    assert "thread 1 (init) has a pointer that leads nowhere: " in process


def test_gdb_without_a_machine_says_what_to_type(root, tmp_path):
    done = subprocess.run([os.environ["GDB"], "-nx", "-batch", "-x", "tools/gdbinit"], cwd=root,
                          env={**os.environ, "GDB_CMD": f"{tmp_path}/none"}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    assert "type make qemu-gdb in another terminal" in done.stdout and "Traceback" not in done.stdout


def test_a_given_kernel_may_be_older_than_the_sources(root, tmp_path, monkeypatch):
    kernel = shutil.copy(os.environ["KERNEL"], tmp_path / "kernel.elf")
    os.utime(kernel, (10**9, 10**9))
    monkeypatch.setenv("KERNEL", str(kernel))
    out = session(root, tmp_path, "break kernel_main\ncontinue\nlist kernel_main\n")
    assert "kernel_main(" in out[2] and "warning" not in "".join(out), out
