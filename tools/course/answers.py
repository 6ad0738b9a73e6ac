#!/usr/bin/env python3
"""Lab 0: makes the machine for the students, and checks their answers.

Students get the machine of lab 0 built, a kernel and an image, as the kernel's source in their trees has holes for
the later labs.  So the addresses and the ticks are equal for all students, whatever compiler they have.  give() makes
the folder:

    kernel.elf    the kernel
    disk.img      the image, with work, skew, coarse and why of labs/0-find/programs
    work          the program with its symbols

A student's answers depend on the id: check() boots that machine for the id, with DET=1, and compares.  Answers are
only parsed.  Only the id goes into a command; it has letters, digits, and . _ - alone.

    tools/course/answers.py give FOLDER             makes the folder
    tools/course/answers.py check FOLDER FILE       prints the points for each of FILE's answers
    tools/course/answers.py solve FOLDER ID         prints the right answers
"""

import glob
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from answer_file import (LAB, NBYTES_MAX, ROOT, is_like, look, parse, problem_with, read_id,  # noqa: E402
                         read_number, shown)
from lab import Failure  # noqa: E402
import trusted  # noqa: E402

GIVEN = "kernel.elf", "disk.img", "work"
PATIENCE = "3600"  # seconds for some two of work, as the host may be busy
SCALES = 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000  # the first is coarse's, the last fine
WORK_OFFSET, WORK_SCALE = 0x400000, 0x3000  # of COUNTER
RIGHT_CHOICE = {
    "SKEW_WHY": "QEMU takes an interrupt only where a block begins; the block before it is a long "
                "one.",
    "COARSE_WHY": "Its code and that of a room that was entered have the same counter.",
    "FEW_WHY": "is about three times as large.",
}
NEAR = {  # how far off an answer may be
    "TICKS_NEEDED": lambda right: right // 100, "CALLER_SHARE": lambda right: 1,
}
WINDS = "north", "east", "south", "west"
SEEN_BY = {  # the command that shows the answer
    "TICK_ADDRESS": "info address prof_tick, in gdb",
    "RETURN_ADDRESS": "x/gx $rsp, in gdb, at `break prof_tick if user`",
    "BUSIEST": "prof work ID", "TICKS_NEEDED": "prof work ID, and the standard error in the handout",
    "COUNTER": "nm given/work, and the relation in the handout",
    "LAST_ADDRESS": "COUNTER, and the relation in the handout",
    "CALLER": "prof --tree work ID", "CALLER_SHARE": "prof --tree work ID",
    "LINE": "prof --lines work ID",
    "SKEW_TRUE": "prof skew ID, with DET=1", "SKEW_FALSE": "prof skew ID, with CPUS=2",
    "SKEW_WHY": "why ID", "COARSE_WHY": "why ID", "FEW_WHY": "why ID",
    "COARSE_ROOM": "prof coarse ID", "COARSE_SCALE": "coarse ID SCALE",
}


# --- What is given ----------------------------------------------------------------------------


def run_command(command, **kwargs):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, **kwargs)
    if done.returncode != 0:
        said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
        raise Failure(f"{' '.join(command)}: status {done.returncode}: {said[-500:]}")
    return done.stdout.decode("utf-8", "replace")


def give(folder, root=ROOT):
    """Builds the tree at root and makes the folder from it."""
    extra = "labs/0-find/programs"
    trusted.make(root, "EXTRA=" + extra, "all")
    programs = os.path.realpath(os.path.join(root, extra))
    built = next(folder for folder in glob.glob(os.path.join(glob.escape(root), "build/extra/*"))
                 if os.path.realpath(folder + "/src") == programs)
    os.makedirs(folder, exist_ok=True)
    shutil.copy(os.path.join(root, "build/kernel.elf"), os.path.join(folder, "kernel.elf"))
    shutil.copy(os.path.join(built, "debug/work"), os.path.join(folder, "work"))
    run_command([os.path.join(root, "build/mkfs/mkfs"), "-s", "16M",
                 os.path.join(folder, "disk.img"), os.path.join(built, "fs.img.tree")])


# --- The right answers ------------------------------------------------------------------------


def symbols(file):
    """{name: address} of an ELF file."""
    found = re.findall(r"^([0-9a-f]+) [a-zA-Z] (\S+)$", run_command(["nm", file]), re.MULTILINE)
    return {name: int(address, 16) for address, name in found}


def return_addresses(kernel):
    """Where prof_tick() returns to in clock_interrupt(), or in tick() where the compiler does not put that into it."""
    found = set()
    for function in "clock_interrupt", "tick":
        code = run_command(["objdump", "-d", "--no-show-raw-insn", "--disassemble=" + function, kernel])
        lines = re.findall(r"^([0-9a-f]{8,16}):\t(.*)$", code, re.MULTILINE)
        found |= {int(after, 16) for (_, insn), (after, _) in zip(lines, lines[1:])
                  if re.match(r"call\s.*<prof_tick>", insn)}
    return found


def run_machine(given, command, **settings):
    """The output of a command line in the given machine, with the report of prof."""
    env = {name: value for name, value in os.environ.items()
           if name in ("PATH", "HOME", "QEMU", "LANG")}
    env.update(CMD=command, DET="1", REWIND="0", KERNEL=os.path.join(given, "kernel.elf"),
               IMAGE=os.path.join(given, "disk.img"), TIMEOUT=PATIENCE, **settings)
    done = subprocess.run([sys.executable, "-IS", os.path.join(ROOT, "tools/run"), "run"], env=env,
                          cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().rsplit("\n", 1)[-1]
        raise Failure(f"{command}: status {done.returncode}: {said}")
    return (done.stdout + done.stderr).decode("utf-8", "replace")


def table(text):
    """[(ticks, name)] of each row in a report of prof, the most first."""
    rows = re.findall(r"^ *[0-9.]+ +[0-9.]+ +[0-9.]+ +([0-9]+)  (\S+)", text, re.MULTILINE)
    return sorted(((int(ticks), name) for ticks, name in rows), reverse=True)


def callers(text, function):
    """[(ticks, caller)] from the second part of prof --tree, the most first."""
    block = re.search(r"^ .*[0-9]  " + function + r"\n((?: +[0-9]+ +by \S+\n)+)",
                      text.partition("below it who called it")[2], re.MULTILINE)
    rows = re.findall(r"([0-9]+) +by (\S+)", block[1]) if block else []
    return sorted(((int(ticks), name) for ticks, name in rows), reverse=True)


def river_line(text, source):
    """The number of the line of river() with the most ticks."""
    lines = source.splitlines()
    begin = next(i for i, line in enumerate(lines) if " river(" in line)
    for ticks, place in table(text):
        number = int(place.rpartition(":")[2])
        if number > begin and ticks > 0:
            return number
    raise Failure("prof --lines work: no line of river() has a tick")


def left_out(text):
    """The room of coarse with no ticks at the finest scale, and the least scale that shows it."""
    none = {}
    for scale, rows in re.findall(r"^scale (0x[0-9a-f]+):.*\n.*\n((?:0x.*\n)+)", text, re.MULTILINE):
        none[int(scale, 16)] = set(re.findall(r" 0  (\S+)$", rows, re.MULTILINE))
    if sorted(none) != list(SCALES) or len(none[SCALES[-1]]) != 1:
        raise Failure("coarse: not one room is left out at the finest scale")
    (room,) = none[SCALES[-1]]
    return room, min(scale for scale in SCALES if room in none[scale])


def letters(text):
    """{question: letter} of the right choices."""
    found = {}
    for name, right in RIGHT_CHOICE.items():
        block = text[text.index("\n" + name + "\n"):]
        found[name] = re.search(r"^    ([a-d])  " + re.escape(right) + "$", block, re.MULTILINE)[1]
    return found


def solve(given, student):
    """{question: right answer} for that id: numbers, names, and a set where several are right."""
    for name in GIVEN:
        if not os.path.isfile(os.path.join(given, name)):
            raise Failure(f"{os.path.join(given, name)}: no such file; make the folder with "
                          f"tools/course/answers.py give {given}")
    kernel = os.path.join(given, "kernel.elf")
    right = {"TICK_ADDRESS": symbols(kernel)["prof_tick"],
             "RETURN_ADDRESS": return_addresses(kernel)}
    if student:
        right.update(solve_own(given, student))
    return right


def counter_of(address):
    """The number of an address's counter, and the last address that it counts."""
    counter = (address - WORK_OFFSET) * WORK_SCALE // 131072
    return counter, WORK_OFFSET + ((counter + 1) * 131072 - 1) // WORK_SCALE


def solve_own(given, student):
    right = {}
    text = run_machine(given, f"prof --tree work {student}")
    tree = re.findall(r"^(?: +[0-9.]+){4} +([0-9]+)    (\S+)$",
                      text.partition("below it who called it")[0], re.MULTILINE)
    ticks, right["BUSIEST"] = max((int(ticks), name) for ticks, name in tree)
    share = ticks / int(re.search(r"^([0-9]+) ticks, ", text, re.MULTILINE)[1])
    right["TICKS_NEEDED"] = round(share * (1 - share) / 0.001**2)
    right["COUNTER"], right["LAST_ADDRESS"] = counter_of(symbols(os.path.join(given, "work"))[right["BUSIEST"]])
    rain = callers(text, "rain")
    ticks, right["CALLER"] = rain[0]
    right["CALLER_SHARE"] = round(100 * ticks / sum(ticks for ticks, _ in rain))
    with open(os.path.join(LAB, "programs/work.c"), encoding="utf-8") as file:
        right["LINE"] = river_line(run_machine(given, f"prof --lines work {student}"), file.read())
    coarse = "; ".join(f"coarse {student} {scale:#x}" for scale in SCALES)
    text = run_machine(given, f"{coarse}; echo; why {student}; prof skew {student}",
                       KARGS="hz=10000")
    right["COARSE_ROOM"], right["COARSE_SCALE"] = left_out(text)
    right.update(letters(text))
    skew = [name for _, name in table(text)]
    right["SKEW_TRUE"] = skew[0]
    right["SKEW_FALSE"] = next(name for name in skew if name in WINDS)
    return right


# --- A student's answers ----------------------------------------------------------------------


def judge(question, text, right):
    """Why the answer is not right, or ""."""
    problem = problem_with(question, text)
    if problem:
        return problem
    hint = f"; see: {SEEN_BY[question]}"
    if question in RIGHT_CHOICE:
        is_right = text.lower() == right or is_like(text, RIGHT_CHOICE[question])
        return "" if is_right else f"{shown(text)} is not right{hint}"
    if isinstance(right, str):
        name = text[:-2] if text.endswith("()") else text
        return "" if name == right else f"{shown(text)} is not right{hint}"
    number = read_number(text)
    if question in NEAR:
        off = NEAR[question](right)
        return "" if abs(number - right) <= off else f"{number} is not within {off} of it{hint}"
    return "" if number in (right if isinstance(right, set) else {right}) \
        else f"{shown(text)} is not right{hint}"


def check(answers, given, student=""):
    """[(question, points, the most, reason)] in lab.ini's order.  answers: the bytes of answers.txt;
    given: the folder of give(); student: the id that it must be, if that is known."""
    values, _, problem = parse(answers)
    own, bad_id = read_id(values, student)
    right = {} if problem else solve(given, own)
    result = []
    for question, most, reason in look(answers)[1:]:
        if not reason:
            reason = judge(question, values[question], right[question]) if question in right else bad_id
        result.append((question, 0 if reason else most, most, reason))
    return result


# --- The command ------------------------------------------------------------------------------


def written(question, value):
    """A right answer as it stands in answers.txt."""
    if isinstance(value, set):
        value = min(value)
    if question.endswith(("_ADDRESS", "_SCALE")):
        return f"{value:#x}"
    return str(value)


def print_check(given, path):
    with open(path, "rb") as file:
        result = check(file.read(NBYTES_MAX + 1), given)
    for question, points, most, reason in result:
        print(f"{question:<16} {points:3} / {most}" + (f"  {reason}" if reason else ""))
    print(f"{'':<16} {sum(row[1] for row in result):3} / {sum(row[2] for row in result)}")


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "give":
        give(arguments[1])
    elif len(arguments) == 3 and arguments[0] == "check":
        print_check(os.path.abspath(arguments[1]), arguments[2])
    elif len(arguments) == 3 and arguments[0] == "solve":
        student, bad = read_id({"ID": arguments[2]})
        if bad:
            raise Failure(bad)
        print(f"ID = {student}")
        for question, value in solve(os.path.abspath(arguments[1]), student).items():
            print(f"{question} = {written(question, value)}")
    else:
        print(__doc__[__doc__.index("    tools/course/answers.py give"):].rstrip(), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Failure, OSError) as error:
        sys.exit(f"answers.py: {error}")
