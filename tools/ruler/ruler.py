"""make count CMD='PROGRAM ARGUMENTS': is the profile accurate?

Runs the program once, under prof, in a QEMU that counts every instruction (plugin.c).  Prints for each function its
share of the executed instructions and its share of the ticks that the kernel counted in the same run.  doc/ruler.md
says how to read the table.  With OUT=DIR the counts are in DIR/count.json, beside gmon.out and the command's output.

A part of tools/run, whose functions boot the machine.
"""

import bisect
import json
import math
import os
import shutil
import struct
import sys

import elf
from running.build import Build, Lock, make
from running.disk import Private, copy_out, make_folder, prepare
from running.machine import boot, boot_line
from running.profile import need_profile
from running.settings import Failure, cpus, number, setting, switch

HEADER = struct.Struct("<QQ6I")  # struct gmonhdr, kernel/include/abi/gmon.h
RECORD = struct.Struct("<QQQ")
GMON_USER, GMON_SYSTEM = 1, 2
COUNTER_TEXT = 4  # bytes of text for each counter
LEAST_EXPECTED = 0.1  # ticks of any row: doc/ruler.md, "Limits"
LEAST_TICKS = 5  # that a function must expect, to have its own row
LEAST_CHANCE = 1e-5  # of runs in which a table would be so far off: less is no chance
POP_RET = b"\x5d\xc3"
PAGE_FAULT = 14
STUB_NBYTES = 16  # of each vector, kernel/arch/x86/entry.S


# --- the run -----------------------------------------------------------------------------------


def build_plugin(build):
    path = build.out + "/ruler.so"
    if not setting("IMAGE"):  # as in Build.bring_up_to_date()
        with Lock(build.out + "/lock"):
            make(["LLVM=1"] * switch("LLVM") + ["ruler"], "EXTRA")
    if not os.path.exists(path):
        raise Failure(f"{path} is missing; type: make ruler")
    return path


def value_of(file, path, symbol):
    if symbol not in file.values:
        raise Failure(f"{path} has no symbol {symbol}, which the ruler needs")
    return file.values[symbol]


def find_code(file, first, nbytes, code):
    at = file.bytes_at(first, nbytes).find(code)
    if at < 0:
        raise Failure(f"no instruction {code.hex()} after {first:#x}")
    return first + at


def plugin_words(plugin, program, kernel_path, folder):
    """QEMU's words for the plugin; see `arg` in plugin.c."""
    kernel = elf.Elf(kernel_path)
    low, text = program.text()
    with open(folder + "/text", "wb") as file:
        file.write(text)
    switch = value_of(kernel, kernel_path, "context_switch")
    thread_start = value_of(kernel, kernel_path, "context_start")
    stubs = value_of(kernel, kernel_path, "entry_stubs")
    values = {
        "low": low,
        "begin": value_of(kernel, kernel_path, "prof_record_begin"),
        "end": value_of(kernel, kernel_path, "prof_record_end"),
        "switched": find_code(kernel, switch, thread_start - switch, POP_RET),
        "thread_start": thread_start,
        "page_fault": stubs + PAGE_FAULT * STUB_NBYTES,
        "go_on_at": value_of(kernel, kernel_path, "go_on_at"),
    }
    words = [plugin, f"text={folder}/text", f"out={folder}/counts"]
    return "-plugin\n" + ",".join(words + [f"{name}={value:#x}" for name, value in values.items()])


def run(folder, build):
    """Boots for `prof CMD`; returns the program, its profile without its children's, and the plugin's counts."""
    command = setting("CMD")
    prof = "run=prof --children --profile /out/gmon.out --output /out/prof.txt "
    line = boot_line("log=com2", setting("KARGS"), prof + command)
    disk = prepare(build, folder)
    plugin = build_plugin(build)
    path = build.program(os.path.basename(command.split()[0]))
    program = elf.Elf(path)
    os.environ["QEMU_WORDS"] = plugin_words(plugin, program, build.kernel, folder)
    with open(folder + "/stdout", "w+b") as out:
        status = boot(build, folder, disk, line, number("TIMEOUT", 60), out)
        if status != 0:
            out.seek(0)
            sys.stdout.buffer.write(out.read())
            raise Failure(f"{command} ended with status {status}", status)
    out = setting("OUT", folder + "/out")
    copy_out(build, disk, out)
    need_profile(out + "/gmon.out")
    with open(out + "/gmon.out", "rb") as gmon, open(folder + "/counts", encoding="ascii") as counts:
        return program, gmon.read(), counts.read()


# --- the counts --------------------------------------------------------------------------------


def read_gmon(data):
    """{address: ticks} of the counters that are not 0."""
    if data[:4] == b"gmon":
        raise Failure("a counter of the profile is full; let the program run shorter", 1)
    low, _, nbytes = HEADER.unpack_from(data)[:3]
    count = (nbytes - HEADER.size) // 2
    counters = struct.unpack_from(f"<{count}H", data, HEADER.size)
    return {low + COUNTER_TEXT * i: ticks for i, ticks in enumerate(counters) if ticks > 0}


def read_modes(data):
    """(user, system) ticks: the totals after the counters (abi/gmon.h)."""
    totals = {}
    for start, which, number in RECORD.iter_unpack(data[HEADER.unpack_from(data)[2]:]):
        if start == 0:
            totals[which] = number
    return totals[GMON_USER], totals[GMON_SYSTEM]


def read_counts(text):
    """{pc: (instructions of the program, of the kernel for it)}, and the number outside the text."""
    *rows, outside, state = text.splitlines()
    if state != "complete":
        raise Failure(f"the ruler did not see the profile begin and end: {state}", 1)
    pcs = {}
    for row in rows:
        pc, user, system = row.split()
        pcs[int(pc, 16)] = int(user), int(system)
    return pcs, int(outside.split()[1])


def function_finder(program):
    """A function that names the function at an address.  Functions begin at a multiple of COUNTER_TEXT, so each
    counter belongs to one function."""
    functions = program.functions()
    firsts = [first & -COUNTER_TEXT for first, _, _ in functions]

    def find(address):
        address &= -COUNTER_TEXT
        i = bisect.bisect_right(firsts, address) - 1
        return functions[i][2] if i >= 0 and address < functions[i][1] else "(no symbol)"
    return find


def compare(program, gmon, counts):
    """All counts and comparisons of the run, ready for JSON."""
    ticks = read_gmon(gmon)
    pcs, outside = read_counts(counts)
    find = function_finder(program)
    functions = {}

    def add(name, **numbers):
        row = functions.setdefault(name, dict(name=name, user=0, system=0, ticks=0))
        for key, number in numbers.items():
            row[key] += number
    for pc, (user, system) in pcs.items():
        add(find(pc), user=user, system=system)
    for address, number in ticks.items():
        add(find(address), ticks=number)
    result = {
        "instructions": sum(row["user"] + row["system"] for row in functions.values()),
        "ticks": sum(row["ticks"] for row in functions.values()),
        "outside": outside,
        "functions": list(functions.values()),
        "pcs": [dict(pc=pc, function=find(pc), user=user, system=system)
                for pc, (user, system) in sorted(pcs.items())],
        "counters": [dict(pc=pc, function=find(pc), ticks=number)
                     for pc, number in sorted(ticks.items())],
    }
    if result["ticks"] == 0:
        raise Failure("no tick fell into the program; let it run longer", 1)
    judge(result)
    judge_modes(result, *read_modes(gmon))
    return result


# --- the verdict -------------------------------------------------------------------------------


def chance(chi_squared, freedom):
    """The probability that chi-squared is so great by chance: the regularized upper incomplete gamma
    function Q(freedom / 2, chi_squared / 2), by its recurrence (NIST DLMF, 8.8.6)."""
    x = chi_squared / 2
    if x == 0 or freedom == 0:
        return 1.0
    a, q = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        q += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return q


def chance_of_row(ticks, n, share):
    """The probability that by chance a share of n ticks gets so many, or so few: twice the tail of the
    binomial distribution.  With few expected ticks a normal distribution would be far off."""
    share = max(share, LEAST_EXPECTED / n)
    if share >= 1:
        return 1.0
    at, step = ticks, 1 if ticks > n * share else -1
    tail = 0.0
    while 0 <= at <= n:
        term = math.exp(math.lgamma(n + 1) - math.lgamma(at + 1) - math.lgamma(n - at + 1)
                        + at * math.log(share) + (n - at) * math.log1p(-share))
        tail += term
        if term < tail * 1e-12:
            break
        at += step
    return min(2 * tail, 1.0)


def any_of(n, probability):
    """The probability of at least one of n events with that probability each."""
    return -math.expm1(n * math.log1p(-probability)) if probability < 1 else 1.0


def judge(result):
    """Adds the rows of the table, with one row for all functions that expect few ticks; chi-squared over the rows; and
    the probability that any row is as far off by chance as the farthest one.  For "off by" and chi-squared, a row that
    expects less than one tick counts as if it expected one."""
    instructions, ticks = result["instructions"], result["ticks"]
    rows, few = [], []
    for function in result["functions"]:
        exact = function["user"] + function["system"]
        row = dict(name=function["name"], exact=exact, ticks=function["ticks"])
        (rows if ticks * exact >= LEAST_TICKS * instructions else few).append(row)
    rows.sort(key=lambda row: -row["exact"])
    if few:
        rows.append(dict(name=f"({len(few)} more)", exact=sum(row["exact"] for row in few),
                         ticks=sum(row["ticks"] for row in few)))
    for row in rows:
        expected = ticks * row["exact"] / instructions
        row["share"] = row["exact"] / instructions
        row["sampled"] = row["ticks"] / ticks
        row["error"] = math.sqrt(max(expected * (1 - row["share"]), 1)) / ticks
        row["off"] = (row["sampled"] - row["share"]) / row["error"]
        row["chi_squared"] = (row["ticks"] - expected) ** 2 / max(expected, 1)
        row["chance"] = any_of(len(rows), chance_of_row(row["ticks"], ticks, row["share"]))
    result["rows"] = rows
    result["freedom"] = len(rows) - 1
    result["chi_squared"] = sum(row["chi_squared"] for row in rows)
    result["chance"] = chance(result["chi_squared"], result["freedom"])
    result["farthest"] = min(rows, key=lambda row: row["chance"])


def judge_modes(result, user, system):
    """Adds the program's share of the time; the rest is the kernel's for it."""
    exact = sum(row["user"] for row in result["functions"]) / result["instructions"]
    result["user"] = dict(share=exact, sampled=user / (user + system),
                          error=math.sqrt(exact * (1 - exact) / (user + system)),
                          chance=chance_of_row(system, user + system, 1 - exact))


def print_table(result):
    print(f"{'exact %':>9} {'sampled %':>10} {'±':>6} {'off by':>7}  function")
    for row in result["rows"]:
        print(f"{100 * row['share']:9.2f} {100 * row['sampled']:10.2f} {100 * row['error']:6.2f}"
              f" {round(row['off'], 1) + 0.0:+7.1f}  {row['name']}")
    print(f"\n{result['instructions']} instructions, {result['ticks']} ticks:"
          f" one for each {result['instructions'] / result['ticks']:.0f}")
    user = result["user"]
    print(f"in user mode: exact {100 * user['share']:.2f} %, sampled {100 * user['sampled']:.2f} %"
          f" ± {100 * user['error']:.2f}")
    if result["outside"]:
        print(f"{result['outside']} instructions outside the text, which are in no row")
    wrong = [row["name"] for row in result["rows"] if row["chance"] < LEAST_CHANCE]
    farthest = result["farthest"]
    verdict = "off by more than chance explains: " + ", ".join(wrong) if wrong else \
        f"no function is off by more than chance explains: as far as {farthest['name']} one is in" \
        f" {100 * farthest['chance']:.3g} % of runs"
    if result["freedom"] > 0:
        print(f"chi-squared {result['chi_squared']:.1f} for {result['freedom']} degrees of freedom:"
              f" {result['chi_squared'] / result['freedom']:.2f} for each;"
              f" by chance as much in {100 * result['chance']:.3g} % of runs")
    print(verdict)


def keep(folder, out, result):
    """Writes the command's output and count.json to OUT=DIR, beside the files from /out."""
    shutil.move(folder + "/stdout", out + "/stdout")
    with open(out + "/count.json", "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1)


def count():
    if not setting("CMD"):
        raise Failure("say what to count: make count CMD='PROGRAM ARGUMENTS'")
    if cpus() != 1:
        raise Failure("CPUS: the ruler counts one CPU's instructions")
    os.environ["CPUS"] = "1"
    out = setting("OUT")
    if out:
        make_folder(out)
    build = Build()
    with Private(build) as folder:
        program, gmon, counts = run(folder, build)
        result = compare(program, gmon, counts)
        if out:
            keep(folder, out, result)
    print_table(result)
    return 0

