"""make qemu, as a person uses it: through a real terminal."""

import ipaddress
import os
import pathlib
import re
import shutil
import signal
import subprocess

import pexpect
import pytest
import console

PROMPT = "tally\\$ "
UP, LEFT, CTRL_A = "\033[A", "\033[D", "\x01"
# Control-A belongs to the runner: typed twice, it reaches the machine once.
START_OF_LINE = CTRL_A * 2


class Terminal:
    def __init__(self, root, disk, *words):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        self.child = console.spawn("make", ["qemu", f"DISK={disk}", *words],
                                   cwd=root, env=env, timeout=600, encoding="utf-8",
                                   codec_errors="replace")
        self.child.delaybeforesend = None
        self.prompt()

    def prompt(self):
        self.child.expect(PROMPT)

    def type(self, text, end="\r"):
        self.child.send(text + end)

    def gives(self, text, output):
        """Types a line; the output must stand on lines of its own before the next prompt."""
        self.type(text)
        self.child.expect("\n" + output + "\r?\n(?:\r)?" + PROMPT)

    def off(self):
        self.type("poweroff")
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus


@pytest.fixture
def terminal(root, tmp_path):
    terminal = Terminal(root, tmp_path / "disk.img")
    yield terminal
    terminal.child.close(force=True)


@pytest.mark.parametrize("typed,shown", [("", ""), ("ls /usr", "\ninclude  lib      src"), ("cat >/x\ntext", "text")])
def test_the_end_of_an_input_that_is_no_terminal_ends_the_machine(root, tmp_path, typed, shown):
    """What reads it then is told that it is over."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "qemu", f"DISK={tmp_path}/disk.img"], cwd=root, env=env, input=typed,
                          capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and shown in done.stdout and done.stdout.endswith("tally: exit 0\n"), done


@pytest.mark.parametrize("hangups", [signal.SIG_DFL, signal.SIG_IGN])
def test_a_command_at_a_terminal_takes_the_time_that_its_end_takes(hangups):
    """It is not killed in between: neither when it is hung up on, nor when it has written all.  The same below nohup."""
    # A terminal that closes ends a read before it signals, so the first script reads on until the signal.
    late = "sleep 1; exit 3"
    ours = signal.signal(signal.SIGHUP, hangups)
    try:
        for script in (f"trap '{late}' HUP; echo ready; while :; do read line; done",
                       f"echo ready; exec <&- >&- 2>&-; {late}"):
            child = console.spawn("sh", ["-c", script])
            child.expect("ready")
            if "trap" not in script:
                child.expect(pexpect.EOF)
            child.close()
            assert child.exitstatus == 3
    finally:
        signal.signal(signal.SIGHUP, ours)


def test_lines_are_edited(terminal):
    terminal.gives("echo hxllo" + 3 * LEFT + "\x7fe", "hello")  # erase in the middle
    terminal.gives("cho begun" + START_OF_LINE + "e", "begun")
    terminal.gives("no-such-thing\x15echo killed", "killed")


def test_a_line_of_any_length_is_run_as_a_whole_and_comes_back(terminal):
    terminal.type("echo ", end="")
    for mark in "PQRSTU":  # in pieces: the console keeps 4095 bytes until the shell has read them
        terminal.type(1000 * "y" + mark, end="")
        terminal.child.expect_exact(mark)
    terminal.type(" | wc -c; echo wh''ole")
    terminal.child.expect("\n6007\r?\nwhole\r?\n(?:\r)?" + PROMPT)
    terminal.gives(UP + "; echo ag''ain", "6007\r?\nwhole\r?\nagain")


def test_history_comes_back(terminal):
    terminal.gives("echo fi''rst", "first")
    terminal.gives("echo se''cond", "second")
    terminal.gives(UP + UP, "first")
    terminal.gives(UP + UP + "ly", "secondly")


def test_interrupt_ends_a_program_that_time_runs_and_the_rest_of_the_line(terminal):
    terminal.type("time sh -c 'echo st''arted; sleep 1000'; echo never")
    terminal.child.expect("\nstarted\r?\n")
    terminal.type("\x03", end="")
    terminal.child.expect("real .*\r?\nuser .*\r?\nsys  [0-9.]+\r?\n(?:\r?\n)?(?:\r)?" + PROMPT)
    terminal.gives("echo $?", "130")


def interrupt_cat(terminal):
    """It reads the terminal, in whole lines that are echoed."""
    terminal.type("ech''oed")
    terminal.child.expect("\nech''oed\r?\n")
    terminal.type("\x03", end="")
    terminal.prompt()
    terminal.gives("echo $?", "130")


def test_interrupt_ends_a_program_and_not_the_shell(terminal):
    terminal.type("echo st''arted; cat")
    terminal.child.expect("\nstarted\r?\n")
    interrupt_cat(terminal)


def test_interrupt_of_a_substitution_leaves_undone_what_it_is_for(terminal):
    for command in (": >/tmp/f%s", "{ rm /tmp/f; } >/tmp/f%s", "x=1 >/tmp/f%s", "x=1 y=%s", "x=%s", "x=1 y=%s :",
                    "rm /tmp/f%s", "for x in 1 %s; do rm /tmp/f; done", ": %s$(rm /tmp/f)"):
        terminal.type("x=old; echo kept >/tmp/f")
        terminal.prompt()
        terminal.type(command % "$(echo st''arted >/dev/console; sleep 1000; echo 2)" + "; rm /tmp/f")
        terminal.child.expect("\nstarted\r?\n")
        terminal.type("\x03", end="")
        terminal.prompt()
        terminal.gives("echo $? $x; cat /tmp/f", "130 old\r?\nkept")


def test_a_substitution_that_cannot_be_started_ends_the_line(terminal):
    terminal.type("mkdir /tmp/e; x=old; ulimit -n 4")
    terminal.prompt()
    for command in "rm -r /tmp/e/$(echo s)", "x=`echo new`", "for x in a$(echo b); do rm -r /tmp/e; done":
        terminal.gives(command + "; rm -r /tmp/e", "sh: pipe: Too many open files")
        terminal.gives("echo $? $x; ls -d /tmp/e", "2 old\r?\n/tmp/e")


def test_a_status_is_no_interrupt(terminal):
    terminal.gives("sh -c 'exit 130'; echo af''ter", "after")
    terminal.gives("echo no; sh -c 'kill -INT $$'; echo never", "no\r?\n")
    terminal.gives("echo $?", "130")


@pytest.mark.parametrize("cpus", [1, 2])
def test_what_is_typed_before_the_kernel_is_there_reaches_the_shell(root, tmp_path, cpus):
    done = subprocess.run(["tools/run", "qemu", f"DISK={tmp_path}/disk.img", f"CPUS={cpus}"], cwd=root,
                          capture_output=True, input=b"echo be''fore\npoweroff\n", timeout=600)
    assert done.returncode == 0 and b"\nbefore\n" in done.stdout, done


def test_interrupt_typed_ahead_ends_an_unfinished_command(terminal):
    terminal.type("echo 'unfinished\r\x03echo fi''nished")
    terminal.child.expect("\nfinished\r?\n")
    terminal.prompt()


# It has many ticks when it says so.
ENDLESS = ("printf '1 FOR I = 1 TO 20000\\n2 NEXT I\\n3 PRINT \"%s\"\\n4 GOTO 4\\n' started >/tmp/p; ")


def test_interrupt_ends_a_program_that_prof_runs_and_the_report_tells(terminal):
    terminal.type(ENDLESS + "prof basic /tmp/p; echo went' on'")
    terminal.child.expect("\nstarted\r?\n")
    terminal.type("\x03", end="")
    terminal.child.expect("\n +% +.*ticks  function\r?\n")  # not behind the ^C
    terminal.child.expect("\nbasic: killed by signal 2 \\(Interrupt\\)\\.\r?\n")
    terminal.prompt()
    assert "went on" not in terminal.child.before
    terminal.gives("echo $?", "130")


def test_interrupt_ends_the_recording_of_a_process_and_not_the_process(terminal):
    terminal.type(ENDLESS + "basic /tmp/p >/dev/null & prof --pid $!")
    terminal.child.expect("\nprof: recording process [^\n]*\n")
    terminal.type("\x03", end="")
    terminal.child.expect(" s in user mode, .* elapsed")
    terminal.prompt()
    terminal.gives("echo $?", "0")
    terminal.type("kill $!; wait $!; echo $?")
    terminal.child.expect("\n143\r?\n")


def test_interrupt_ends_a_profiled_basic_program_with_its_report(terminal):
    terminal.type("printf '1 FOR I = 1 TO 3000\\n2 NEXT I\\n3 PRINT \"%s\"\\n4 GOTO 4\\n' "
                  "started >/tmp/p; basic -p /tmp/p")
    terminal.child.expect("\nstarted\r?\n")
    terminal.type("\x03", end="")
    terminal.child.expect("%  2 NEXT I\r?\n")
    terminal.prompt()
    terminal.gives("echo $?", "0")


def test_interrupt_ends_a_program_of_a_group_that_reads_from_a_file(terminal):
    terminal.type("{ echo st''arted; cat /dev/console; } </dev/null")
    terminal.child.expect("\nstarted\r?\n")
    interrupt_cat(terminal)


def test_interrupt_ends_a_program_after_a_shell_was_killed_at_its_prompt(terminal):
    terminal.type("(until test -e /tmp/go; do :; done; kill -9 $$) &")
    terminal.prompt()
    terminal.type(">/tmp/go")
    terminal.child.expect("sh\\[[0-9]+\\]: killed by SIGKILL")
    terminal.prompt()  # the next shell's
    terminal.type("echo st''arted; cat")
    terminal.child.expect("\nstarted\r?\n")
    interrupt_cat(terminal)


def test_what_is_typed_after_an_interrupt_at_the_prompt_is_run(terminal):
    """As after a ^C that came just before the prompt, and whose signal came just behind it."""
    terminal.type("(until ps | grep -q \"^ *$$ .* S .* sh\"; do :; done; kill -INT $$; sleep 1000) &")
    terminal.prompt()
    terminal.child.expect(r"\^C\r?\n(?:\r)?" + PROMPT)
    terminal.gives("echo al''ive $?", "alive 130")


def test_interrupt_ends_a_pipeline(terminal):
    terminal.type("(echo st''arted >/dev/console; cat /dev/zero) | cat | cat >/dev/null")
    terminal.child.expect("\nstarted\r?\n")
    terminal.type("\x03", end="")
    terminal.prompt()
    terminal.gives("echo al''ive", "alive")


def test_end_of_file_ends_a_program(terminal):
    terminal.type("echo st''arted; wc -l")
    terminal.child.expect("\nstarted\r?\n")
    terminal.type("one")
    terminal.type("two")
    terminal.type("\x04", end="")
    terminal.child.expect("\n *2\r?\n(?:\r)?" + PROMPT)


def test_end_of_file_at_the_prompt_starts_a_new_shell(terminal):
    terminal.type("cd /bin; x=old")
    terminal.prompt()
    terminal.type("\x04", end="")
    terminal.prompt()
    terminal.gives("echo [$x]", "\\[\\]")


def test_trace_says_what_ends_a_wait_for_the_terminal(terminal):
    terminal.type("trace cat")
    terminal.child.expect("cat\r\n")
    terminal.type("typed")
    terminal.child.expect("typed\r\ntyped\r\n")
    terminal.type("\x04", end="")
    terminal.child.expect(r"the terminal, in read\(0\); ended by the device interrupt\r\n")
    terminal.prompt()


def test_background_jobs(terminal):
    terminal.type("sleep 1000 &")
    terminal.prompt()
    terminal.gives("echo wh''ile", "while")
    terminal.type("jobs")
    terminal.child.expect("sleep 1000")
    terminal.prompt()
    terminal.type("kill %1; wait")
    terminal.prompt()
    terminal.gives("echo af''ter", "after")


def stop(terminal, job):
    terminal.type("\x1a", end="")
    terminal.child.expect(r"\n\[1\] Stopped  " + re.escape(job) + r"\r?\n(?:\r)?")
    terminal.prompt()


def test_a_pipeline_is_stopped_and_goes_on(terminal):
    """Before all parts run ^Z may come to the shell.  The kernel's echo of a line has no number."""
    terminal.type("cat | grep -n .")
    terminal.type("first")
    terminal.child.expect("\n1:first\r?\n")
    stop(terminal, "cat | grep -n .")
    terminal.gives("echo $?", "148")
    terminal.gives("ps | grep -c ' T '", "2")
    terminal.type("bg")  # the first part reads the terminal again: it is stopped at once
    terminal.prompt()
    terminal.gives("while jobs >/tmp/j; ! grep reads /tmp/j >/dev/null; do sleep .1; done; echo aga''in", "again")
    terminal.type("fg")
    terminal.type("second")
    terminal.child.expect("\n2:second\r?\n")
    stop(terminal, "cat | grep -n .")
    terminal.type("fg")
    terminal.type("third")
    terminal.child.expect("\n3:third\r?\n")
    terminal.type("\x03", end="")
    terminal.prompt()
    terminal.gives("echo $?", "130")
    terminal.gives("jobs; echo no''ne", "none")


def test_a_pipeline_is_stopped_when_one_part_is(terminal):
    """As after a ^Z before the shell has started the other."""
    job = "sh -c 'kill -STOP $$; echo we''nt on' | cat"
    terminal.type(job)
    terminal.child.expect(r"\n\[1\] Stopped by a signal  " + re.escape(job) + r"\r?\n(?:\r)?")
    terminal.prompt()
    terminal.gives("fg", re.escape(job) + "\r?\nwent on")


def test_the_first_shell_is_not_stopped_for_long(terminal):
    terminal.gives("kill -STOP $$; echo go''es on", "goes on")


def test_a_shell_whose_parent_has_ended_leaves_the_terminal(terminal):
    """To the one that init starts."""
    terminal.type("sh")
    terminal.prompt()
    terminal.type("kill -KILL $PPID")
    terminal.child.expect(r"killed by SIGKILL(.|\n)*\033\[6n")  # the new one has the terminal
    terminal.gives("while ps >/tmp/p; [ $(grep -c ' sh$' /tmp/p) != 1 ]; do sleep .1; done; echo al''one", "alone")
    for _ in range(9):
        terminal.gives("echo $PPID", "1")


def test_a_shell_that_starts_when_its_parent_has_ended_leaves_the_terminal(terminal):
    terminal.type("sh -c 'kill -KILL $PPID; while ! ps | grep \"^ *$$ *1 \" >/dev/null; do :; done; exec sh'")
    terminal.child.expect(r"killed by SIGKILL(.|\n)*\033\[6n")
    terminal.gives("while ps >/tmp/p; [ $(grep -c ' sh$' /tmp/p) != 1 ]; do sleep .1; done; echo al''one", "alone")
    for _ in range(9):
        terminal.gives("echo a''b''c''d''e", "abcde")


def test_a_history_that_is_a_fifo_keeps_no_shell_waiting(terminal):
    terminal.gives("rm -f /tmp/h; mkfifo /tmp/h; HISTFILE=/tmp/h; echo fi''rst", "first")
    terminal.gives("echo se''cond; HISTFILE=", "second")


@pytest.mark.parametrize("line", ["exec sh", "exec env kept=1 sh"])
def test_the_first_shell_may_become_another(terminal, line):
    """Its parent is process 1 as well; init starts no other."""
    terminal.gives("cd /tmp; kept=1; export kept; echo $$ $PWD $kept", "2 /tmp 1")
    terminal.type(line)
    terminal.prompt()
    terminal.gives("echo $$ $PWD $kept", "2 /tmp 1")


@pytest.mark.parametrize("again", ["bg", "kill -CONT %1"])
def test_a_stopped_shell_that_goes_on_leaves_the_terminal_until_fg(terminal, again):
    """Otherwise the two shells share each line that is typed."""
    terminal.type("sh")
    terminal.prompt()
    terminal.type("who=inner; kill -STOP $$")
    terminal.prompt()
    terminal.type(again)
    terminal.prompt()
    terminal.gives("while jobs >/tmp/j; ! grep reads /tmp/j >/dev/null; do sleep .1; done; echo aga''in", "again")
    terminal.gives("who=$who$who; echo outer$who", "outer")
    terminal.gives("fg", "sh")
    terminal.gives("echo $who", "inner")
    terminal.type("exit 5")
    terminal.prompt()
    terminal.gives("echo $?", "5")


def test_a_stopped_job_is_killed(terminal):
    """In a shell that has jobs of its own."""
    terminal.type("sh")
    terminal.prompt()
    terminal.type("sh -c \"echo st''arted; cat\"")
    terminal.child.expect("\nstarted\r?\n")
    stop(terminal, "sh -c \"echo st''arted; cat\"")
    terminal.gives("kill %1; wait; echo in''ner", "inner")
    terminal.type("\x04", end="")
    terminal.prompt()
    terminal.gives("jobs; echo ou''ter", "outer")


def test_an_ended_job_is_not_killed(terminal):
    terminal.type("true & while kill -0 %1 2>/dev/null; do :; done; kill %1")
    terminal.child.expect("\nsh: kill: the job has ended\r?\n")
    terminal.prompt()


def test_a_job_leaves_processes_to_the_shell(terminal):
    terminal.gives("ulimit -u 40; ulimit -u", "40")
    terminal.type("sh -c 'ulimit -u 40; for i in $(seq 60); do sleep 1000 & done' &")
    terminal.child.expect("sh: fork: Resource temporarily unavailable")
    terminal.type("ps | wc -l")
    terminal.child.expect("\n2[4-8]\r?\n")  # and below it, or not yet, that the job has ended
    terminal.prompt()


def test_a_script(terminal):
    terminal.type("echo 'for i in 1 2 3; do echo \"line $i of $1\"; done' >/tmp/script")
    terminal.prompt()
    terminal.gives("sh /tmp/script it", "line 1 of it\r?\nline 2 of it\r?\nline 3 of it")


def test_the_disk_is_kept(terminal, root, tmp_path):
    terminal.type("echo kept >/kept")
    terminal.prompt()
    assert terminal.off() == 0
    again = Terminal(root, tmp_path / "disk.img")
    again.gives("cat /kept", "kept")
    assert again.off() == 0


def test_the_disk_is_kept_when_programs_are_built_anew(root, tmp_path, monkeypatch):
    image = shutil.copy(os.environ["IMAGE"], tmp_path / "fs.img")
    monkeypatch.setenv("IMAGE", str(image))
    terminal = Terminal(root, tmp_path / "disk.img")
    os.utime(image)  # while it runs
    terminal.type("mkdir /mine; echo kept >/mine/file; rm /bin/cat; echo lost >/x; mv /x /dev/null; "
                  "rm /dev/zero; mkdir /dev/zero; rm /bin/wc; mkdir /bin/wc; echo lost >/bin/wc/x")
    terminal.prompt()
    terminal.off()
    again = Terminal(root, tmp_path / "disk.img")
    again.gives("cat /mine/file", "kept")
    again.gives("echo gone >/dev/null; wc -c </dev/null", "0")
    again.gives("ls -l /dev/zero", "c.* /dev/zero")
    again.off()


def test_an_older_disk_has_new_programs_once_its_mark_is_removed(terminal, root, tmp_path):
    terminal.type("echo kept >/kept; echo old >/bin/cat")
    terminal.prompt()
    terminal.off()
    (tmp_path / "disk.img.of").unlink()
    again = Terminal(root, tmp_path / "disk.img")
    again.gives("cat /kept", "kept")
    again.off()


def test_a_disk_has_one_machine_at_a_time(terminal, root, tmp_path):
    second = console.spawn("make", ["qemu", f"DISK={tmp_path}/disk.img"],
                           cwd=root, timeout=600, encoding="utf-8")
    second.expect("in use by another make qemu")
    second.expect(pexpect.EOF)
    terminal.gives("echo al''ive", "alive")


def test_a_machine_ends_with_its_terminal(root, tmp_path):
    terminal = Terminal(root, tmp_path / "disk.img")
    os.close(terminal.child.child_fd)
    subprocess.run(["flock", tmp_path / "disk.img", "true"], timeout=600, check=True)  # which it has
    os.waitpid(terminal.child.pid, 0)
    terminal.child.terminated, terminal.child.closed = True, True


def target_of(commands):
    return re.search(r"^target remote (.*):\d+$", commands, re.MULTILINE).group(1)


def test_a_panic_is_told_with_lines_of_the_source(root, tmp_path):
    machine = console.spawn("make", ["qemu", f"DISK={tmp_path}/disk.img", "KARGS=panic"], cwd=root, timeout=600,
                            encoding="utf-8")
    machine.expect(r"panic: the boot line asks for it\r?\n.*; called from\r?\n(  kernel/.*\n)+?"
                   r"  kernel/main.c:\d+: start\r?\n(  kernel/.*\n)+qemu: the kernel panicked; what it printed stands "
                   "above\r?\n")
    machine.expect(pexpect.EOF)


@pytest.mark.needs("gdb")
def test_gdb_reaches_the_kernel(root, tmp_path):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    env["GDB_CMD"] = f"{tmp_path}/gdb.cmd"
    env["KERNEL"] = f'{tmp_path}/the "kernel"'  # any folder's name will do
    os.symlink(os.environ["KERNEL"], env["KERNEL"])
    machine = console.spawn("make", ["qemu-gdb", f"DISK={tmp_path}/disk.img"],
                            cwd=root, env=env, timeout=600, encoding="utf-8")
    machine.expect("waits for gdb")
    # The address is a number: for a name there may be no /etc/hosts that knows it.
    ipaddress.ip_address(target_of(pathlib.Path(env["GDB_CMD"]).read_text()))
    gdb = console.spawn(os.environ["GDB"], ["-q", "-x", "tools/gdbinit"], cwd=root, timeout=600,
                        env=dict(env, TERM="dumb"), encoding="utf-8")
    try:
        for command, answer in (("break kernel_main", "Breakpoint 1 at"),
                                ("continue", "Breakpoint 1, kernel_main"),
                                ("backtrace 1", "#0 +kernel_main")):
            gdb.expect("\\(gdb\\) ")
            assert "auto-load" not in gdb.before  # a warning that fills a terminal
            gdb.sendline(command)
            gdb.expect(answer)
    finally:
        gdb.close(force=True)
        machine.close(force=True)


def told(terminal):
    terminal.type(CTRL_A + "b", end="")
    terminal.child.expect("tally: all CPUs have told\r?\n")
    return terminal.child.before.replace("\r", "")


def test_a_key_tells_what_runs_and_what_waits(terminal):
    text = ""
    while "(idle 0), interrupts on" not in text or "(sh), in system call read" not in text:
        text = told(terminal)  # the shell may still be on its way to the read
    assert re.search(r"what runs on CPU 0, thread 0 \(idle 0\), interrupts on: in\n(  kernel.*\n)*?"
                     r"  kernel/sched/sched.c:\d+: sched_idle\n", text)
    assert re.search(r"what waits, thread \d+ \(flusher\), for 'log'", text)
    assert re.search(r"what waits, thread \d+ \(sh\), in system call read, process \d+, for 'console' "
                     r"or a signal: in\n(  kernel.*\n)+?  kernel/dev/console.c:\d+: console_read\n"
                     r"  kernel/sys/sys_file.c:\d+: sys_read\n", text)
    terminal.gives("echo on''ward", "onward")


def test_a_busy_machine_tells_what_it_does(terminal):
    terminal.type(ENDLESS + "basic /tmp/p")
    terminal.child.expect("\nstarted\r?\n")
    text = ""
    while not re.search(r"what runs on CPU 0, thread \d+ \(basic\): in its program at 0x", text):
        text = told(terminal)  # it may be in a system call, or in an interrupt's
    assert re.search(r"what waits, thread \d+ \(sh\), in system call waitpid, process \d+, "
                     r"for 'process tree' or a signal: in\n  kernel/sched/waitq.c:\d+: sleep\n", text)
    terminal.type("\x03", end="")
    terminal.prompt()
    terminal.gives("echo $?", "130")


def test_a_program_that_has_returned_from_a_call_is_not_said_to_be_in_it(terminal):
    terminal.type("wc </dev/zero")
    text = ""
    while not re.search(r"\(wc\).*: in its program at 0x", text):
        text = told(terminal)
    assert "(wc): in its program at 0x" in text, text
    terminal.type("\x03", end="")
    terminal.prompt()


def start_with(root, tmp_path, text, *words):
    """With a program /bin/own."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own/own.c").write_text(text)
    return Terminal(root, tmp_path / "disk.img", f"EXTRA={tmp_path}/own", "IMAGE=", *words)


HOG = """
#include <signal.h>
#include <unistd.h>

int main(void)
{
    pid_t shell = getppid(), child;
    while ((child = fork()) > 0)
        continue;
    if (child == 0) {
        setpgid(0, shell); /* then another process cannot get the shell's number */
        for (;;)
            pause();
    }
    kill(shell, SIGKILL);
    int status = read(0, &(char){0}, 1) != 1;
    kill(-shell, SIGKILL);
    return status;
}
"""


def test_init_waits_for_room_for_a_new_shell(root, tmp_path):
    """The machine and all other programs would end, as without an init there are none."""
    terminal = start_with(root, tmp_path, HOG, "KARGS=pid_max=40")
    terminal.type("own")
    terminal.child.expect("init: fork: Resource temporarily unavailable")
    terminal.type("")  # now the hog ends
    terminal.prompt()
    terminal.gives("echo al''ive", "alive")
    assert terminal.off() == 0


LEAVER = """
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    setpgid(0, 0);
    raise(SIGSTOP);
    puts("went on");
}
"""


def test_a_process_that_has_left_its_job_goes_on(root, tmp_path):
    """In a pipeline, because the first process of a job cannot leave its own group."""
    terminal = start_with(root, tmp_path, LEAVER)
    terminal.type("true | own")
    terminal.child.expect(r"\n\[1\] Stopped by a signal  true \| own\r?\n(?:\r)?")
    terminal.prompt()
    terminal.gives("fg", r"true \| own\r?\nwent on")
    assert terminal.off() == 0


STRAY = """
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        while (tcgetpgrp(0) == getpgid(getppid()) || setpgid(0, tcgetpgrp(0)) != 0)
            continue;
        creat("/joined", 0600);
        raise(SIGSTOP);
    } else {
        while (access("/joined", F_OK) != 0)
            continue;
        setpgid(0, getpgid(getppid()));
        puts("left");
    }
}
"""


def test_a_job_ends_whose_group_another_has_joined(root, tmp_path):
    """And the process of the job has left it."""
    terminal = start_with(root, tmp_path, STRAY)
    terminal.type("own join &")
    terminal.prompt()
    terminal.gives("own", "left")
    terminal.gives("jobs", r"\[1\] Stopped by a signal  own join")
    assert terminal.off() == 0


TWO_READERS = """
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

int main(void)
{
    static char line[4096];
    struct termios settings;
    tcgetattr(0, &settings);
    settings.c_lflag &= ~ECHO;
    tcsetattr(0, TCSANOW, &settings);
    puts("started");
    pid_t other = fork();
    for (ssize_t n; (n = read(0, line, sizeof(line))) > 0;)
        printf("%zd %zu\\n", n, strspn(line, "a"));
    return other > 0 ? wait(NULL) != other : 0;
}
"""


def test_of_two_that_read_the_console_one_gets_the_whole_line(root, tmp_path):
    """There is no echo: the bytes of a terminal are what takes the time."""
    terminal = start_with(root, tmp_path, TWO_READERS, "CPUS=2")
    terminal.type("own; echo af''ter $?")
    terminal.child.expect("\nstarted\r?\n")
    for _ in range(15):
        terminal.type("a" * 3000)
        terminal.child.expect("^3001 3000\r?\n")
    terminal.type("\x04\x04", end="")
    terminal.child.expect("^after 0\r?\n")
    terminal.prompt()
    assert terminal.off() == 0


def test_less_shows_pages_and_finds_lines(terminal):
    terminal.type("seq 500 | less")  # 24 rows, as pexpect's terminals have
    terminal.child.expect(r"\[2J1\r?\n.*\n23\r?\n4%")
    terminal.type(" ", end="")
    terminal.child.expect(r"\[2J24\r?\n.*\n46\r?\n9%")
    terminal.type("/^40")
    terminal.child.expect(r"\[2J40\r?\n")
    terminal.type("n", end="")
    terminal.child.expect(r"\[2J400\r?\n")
    terminal.type("/none there")
    terminal.child.expect("No further line has the pattern")
    terminal.type("G", end="")
    terminal.child.expect(r"\n500\r?\n\(END\)")
    terminal.type("q", end="")
    terminal.prompt()
    terminal.gives("echo typed", "typed")  # the terminal shows and edits lines again
    assert terminal.off() == 0


def test_less_shows_its_page_again_when_it_goes_on_after_a_stop(terminal):
    terminal.type("seq 500 | less")
    terminal.child.expect(r"\n4%")
    terminal.type("\x1a", end="")
    terminal.prompt()
    terminal.type("fg")
    terminal.child.expect(r"\[2J1\r?\n.*\n23\r?\n4%")
    terminal.type(" ", end="")  # a key needs no Enter
    terminal.child.expect(r"\[2J24\r?\n.*\n46\r?\n9%")
    terminal.type("q", end="")
    terminal.prompt()
    assert terminal.off() == 0


def test_a_job_is_ended_by_a_signal_that_comes_before_it_runs(terminal):
    """One CPU: the shell goes on first, and the child still has the shell's action for SIGTERM."""
    terminal.gives("sleep 1000 & kill %1; wait %1; echo status $?", "status 143")
    assert terminal.off() == 0
