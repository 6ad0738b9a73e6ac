"""Programs are built so that the kernel finds the caller of any pc."""

import glob
import os
import re
import subprocess

LEAVE = b"\xc9"
UNKNOWN = "unknown"
NO_FRAME, PUSHED, FRAME = "rsp+8", "rsp+16", "rbp+16"  # where the return address ends, as readelf says it
PADDING = r"(data16 |cs )*(nop|xchg +%ax,%ax|int3)"

# Functions in assembly without a frame, or that begin with one.
NONE = {"_start", "__sigreturn", "__signal_return", "__elsewhere"}
BEGIN_WITH = {"__syscall_failed": FRAME}


def output(*command):
    return subprocess.run([os.environ["CROSS"] + command[0], *command[1:]], capture_output=True, text=True,
                          check=True).stdout


def states(program):
    """[(first pc, end, state)] of what the compiler made, by its debug information."""
    rows, end = [], None
    for line in output("readelf", "--debug-dump=frames-interp", program).splitlines():
        if found := re.search(r"FDE .* pc=(\w+)\.\.(\w+)$", line):
            first, end = (int(text, 16) for text in found.groups())
            rows.append((first, end, NO_FRAME))
        elif " CIE " in line:
            end = None
        elif (found := re.match(r"([0-9a-f]{16}) (\S+)", line)) and end:
            pc = int(found[1], 16)
            rows[-1] = rows[-1][0], pc, rows[-1][2]
            rows.append((pc, end, found[2]))
    return sorted(row for row in rows if row[0] < row[1])


def instructions(program):
    """(pc, bytes, text, function) of each, padding aside."""
    function = None
    for line in output("objdump", "-d", "-w", program).splitlines():
        if found := re.match(r"[0-9a-f]+ <(\S+)>:", line):
            function = found[1]
        elif found := re.match(r" +([0-9a-f]+):\t([0-9a-f ]+)\t(.*)", line):
            if not re.match(PADDING, found[3]):
                yield int(found[1], 16), bytes.fromhex(found[2]), found[3], function


def judged(program):
    """(function, text, state, what the kernel takes it for) of each instruction."""
    rows, assembly, state, last = states(program), None, None, b"\0"
    found = list(instructions(program))
    begin_with_push = {pc for pc, code, _, _ in found if code[0] == 0x55}
    for pc, code, text, function in found:
        while rows and rows[0][1] <= pc:
            rows.pop(0)
        if rows and rows[0][0] <= pc:
            assembly, state = None, rows[0][2]
        elif assembly != function:
            assembly, state = function, BEGIN_WITH.get(function, NO_FRAME)
        jump = code[0] in (0xE9, 0xEB) or bool(re.match(r"jmp +\*%", text))
        leaves = jump and (text.split()[1][0] == "*" or int(text.split()[1], 16) in begin_with_push)
        taken = NO_FRAME if code[0] in (0x55, 0xC3) or last[-1] == 0x5D and leaves else \
            PUSHED if code[:3] == b"\x48\x89\xe5" else FRAME
        if last == LEAVE and jump:
            taken = UNKNOWN
        last = code
        yield function, text, state, taken
        if assembly:
            state = {"push   %rbp": PUSHED, "mov    %rsp,%rbp": FRAME,
                     "pop    %rbp": NO_FRAME}.get(text.strip(), state)


def checked(program):
    rows = [row for row in judged(program) if row[0] not in NONE]
    wrong = [row for row in rows if row[2] != row[3] and row[3] != UNKNOWN]
    assert rows and not wrong, f"{os.path.basename(program)}: {wrong[:9]}"
    return rows


def test_the_caller_is_found_at_every_instruction(build):
    """But for a jump into another function behind a LEAVE."""
    programs, jumps, unknown = glob.glob(f"{build}/user/debug/*"), 0, 0
    assert len(programs) > 30
    for program in [*programs, f"{build}/tests/debug/libc_jumps"]:
        rows = checked(program)
        unknown += sum(row[3] == UNKNOWN for row in rows)
        jumps += sum(row[1].startswith("jmp ") and row[2] == NO_FRAME for row in rows)
    assert unknown < jumps / 4


def test_so_it_is_in_a_program_with_pg(root, build, tmp_path):
    """Of which gcc would end the frame before the last instruction but one."""
    (tmp_path / "late.c").write_text("/* flags: -pg */\nstatic volatile long sink;\n"
                                     "__attribute__((noinline)) long late(long n) { return n ^ sink; }\n"
                                     "int main(void) { return late(1) == 2; }\n")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", "all", f"EXTRA={tmp_path}"], cwd=root, env=env, stdout=subprocess.DEVNULL, check=True)
    made, = [link for link in glob.glob(f"{build}/extra/*/src") if os.path.realpath(link) == os.path.realpath(tmp_path)]
    assert any(row[0] == "late" for row in checked(os.path.dirname(made) + "/debug/late"))
