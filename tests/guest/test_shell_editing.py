"""The shell's line editor at a real terminal: names are completed, lines are found again, and ^C leaves anything."""

import pytest
from test_terminal import PROMPT, Terminal

CTRL_C, CTRL_E, CTRL_L, CTRL_R, TAB, UP = "\x03", "\x05", "\x0c", "\x12", "\t", "\033[A"
ASKS = "\0337\033\\[999;999H\033\\[6n\0338"


@pytest.fixture
def terminal(root, tmp_path):
    terminal = Terminal(root, tmp_path / "disk.img")
    yield terminal
    terminal.child.close(force=True)


def test_tab_completes_commands_files_and_functions(terminal):
    terminal.gives("mkdir '/tmp/a dir'; echo text >'/tmp/a dir/file1'; fun() { echo called; }; echo", "")
    terminal.gives(f"cat /tmp/a{TAB}f{TAB}", "text")
    terminal.gives(f"cat '/tmp/a{TAB}f{TAB}", "text")
    terminal.gives(f"fu{TAB}", "called")
    terminal.gives(f"if cd /tmp/a{TAB}; then ec{TAB}$(cat /tmp/a{TAB}f{TAB}); fi", "text")


def test_tab_lists_the_names_of_which_there_are_several(terminal):
    terminal.gives(">/tmp/one; >/tmp/only; echo", "")
    terminal.type(f"echo /tmp/o{TAB}{TAB}", end="")
    terminal.child.expect("\none +only *\r\n" + PROMPT + "echo /tmp/on")
    terminal.type(f"e{TAB}")
    terminal.child.expect("\n/tmp/one\r\n" + PROMPT)


def test_control_r_finds_an_earlier_line(terminal):
    terminal.gives("echo first", "first")
    terminal.gives("echo second", "second")
    terminal.type(f"{CTRL_R}cho f", end="")
    terminal.child.expect("search 'cho f': echo first")
    terminal.gives("", "first")
    terminal.type(f"{CTRL_R}second", end="")
    terminal.child.expect("search 'second': echo second")
    terminal.type(CTRL_C, end="")
    terminal.prompt()
    terminal.gives(f"{CTRL_R}echo{CTRL_R}{CTRL_E} third", "second third")


def test_lines_come_back_after_a_boot(terminal, root, tmp_path):
    terminal.gives("echo kept over boots", "kept over boots")
    assert terminal.off() == 0
    again = Terminal(root, tmp_path / "disk.img")
    again.gives(UP * 2, "kept over boots")
    again.gives("wc -l </.sh_history", " *4")
    assert again.off() == 0


def test_the_window_has_the_size_that_the_terminal_says(terminal):
    """Asked at the start, and by ^L; a longer line is shown through a window of it."""
    terminal.type(CTRL_L, end="")
    terminal.child.expect(ASKS)
    terminal.type("\033[30;28R", end="")
    terminal.prompt()
    terminal.type("echo 0123456789abcdefghijkl", end="")
    terminal.child.expect("9abcdefghijkl\033\\[K")
    terminal.gives("", "0123456789abcdefghijkl")


@pytest.mark.parametrize("typed", ["cat <<END\rline", "for i in 1 2\rdo", "f() {\r:", "echo \"a\rb", "case x in\rx) :",
                                   "echo $((1 +\r2", "echo ${x:-\ra"])
def test_interrupt_leaves_an_unfinished_command(terminal, typed):
    terminal.type(typed)
    terminal.child.expect("> ")
    terminal.type(CTRL_C, end="")
    terminal.prompt()
    terminal.gives("echo $?", "130")
    terminal.gives("echo on", "on")


@pytest.mark.parametrize("typed", ["f() { while :; do :; done; echo no; }; echo in; f; echo no",
                                   "echo in; for i in 1; do until false; do :; done; done; echo no",
                                   "f() { local x=$1; read line; echo no; }; echo in; f 1; echo no",
                                   "echo in; eval 'while :; do x=$((x+1)); done'; echo no",
                                   "echo in; while cat <<E; do sleep 100; done >/dev/null\ra\rE",
                                   "while cat <<E; do echo in; sleep 100; done\ra\rE",
                                   "while cat <<E; do :; done\rin\rE"])
def test_interrupt_leaves_loops_and_functions(terminal, typed):
    terminal.type(typed)
    terminal.child.expect("\nin\r\n")
    terminal.type(CTRL_C, end="")
    terminal.prompt()
    terminal.gives("echo \"$# $?\"", "0 130")


def test_a_mistake_leaves_the_shell_at_its_prompt(terminal):
    for typed, message in [("fi", "sh: line 1: unexpected 'fi'"), ("echo ${x/}", "sh: line 1: .* is not supported.*"),
                           ("echo $((1/0)); echo no", "sh: .*division by zero"), (": ${x?gone}; echo no", "sh: x: gone"),
                           ("set -u; echo $no; set +u", "sh: no: not set"), ("readonly r=1; r=2; echo no", ".*readonly"),
                           ("f() { f; }; f; echo no", "sh: commands are nested .*"), ("return; echo on", "sh: .*\r\non"),
                           ("eval 'if'; echo on", "sh: line 1: .*\r\non"), (". /none; echo on", "sh: /none: .*\r\non")]:
        terminal.gives(typed, message)
    assert terminal.off() == 0


def test_traps_of_a_person(terminal):
    terminal.gives("trap 'echo caught' USR1; kill -USR1 $$", "caught")
    terminal.gives("trap 'echo interrupted' INT; sh -c 'kill -INT $PPID'; echo on", "interrupted\r\non")
    terminal.gives("trap - INT USR1; trap; echo none", "none")
    terminal.gives("trap 'echo bye' EXIT; echo on", "on")
    terminal.type("exit")
    terminal.child.expect("\nbye\r\n")
    terminal.prompt()
