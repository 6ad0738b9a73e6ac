"""The report of prof: its table, what it says of a profile, and what it says of a damaged one.

Most cases are files that are made up here, of /bin/primes, so that every figure is known.  They are
all shown in one boot, by a script that tells them apart.
"""

import copy
import math
import os
import re
import struct
import subprocess

import pytest

(USER, SYSTEM, OUTSIDE, FULL, MISSED, FLAGS, ENDED, ELAPSED_NS, FORKED, CHILD_USER,
 CHILD_SYSTEM) = range(1, 12)  # abi/gmon.h
TEXT_END, LOST_CALLS, READY_NS, DISK_NS = 12, 13, 14, 15
SKID, CALL, FAULT, REPLACED = 1, 1, 3, 100
VERSION = 0x00051879
ROW = re.compile(r"^ *([\d.]+) +([\d.]+) +([\d.]+) +(\d+)  (\S.*?)(?:  +(#+))?$", re.MULTILINE)


class Program:
    """An ELF file: the bounds of its text and its functions' addresses."""

    def __init__(self, path):
        with open(path, "rb") as file:
            image = file.read()
        offset, count = struct.unpack_from("<Q", image, 32)[0], struct.unpack_from("<H", image, 56)[0]
        for at in range(offset, offset + 56 * count, 56):
            kind, flags, _, address, _, _, nbytes = struct.unpack_from("<IIQQQQQ", image, at)
            if kind == 1 and flags & 1:
                self.low, self.high = address & ~1, (address + nbytes + 1) & ~1
        listed = subprocess.run([os.environ["CROSS"] + "nm", path], check=True,
                                capture_output=True, text=True).stdout
        words = [line.split() for line in listed.splitlines()]
        self.address = {word[2]: int(word[0], 16) for word in words if len(word) == 3}
        self.statics = {word[2] for word in words if len(word) == 3 and word[1] == "t"}
        self.functions = [(int(word[0], 16), word[2]) for word in words
                          if len(word) == 3 and word[1] in "tTwW"]


def gmon(program, ticks, rate=1000, totals=(), **head):
    """ticks: {function or address: count}.  head: other values for the header, to damage it."""
    counters = [0] * ((program.high - program.low) // 2)
    for where, count in ticks.items():
        at = where if isinstance(where, int) else program.address[where]
        counters[(at - program.low) // 2] += count
    total = {n: 0 for n in range(1, 12)}
    total[USER] = sum(counters)
    total[ELAPSED_NS] = sum(counters) * 10**9 // rate
    total.update(totals)
    head = {"low": program.low, "high": program.high, "ncnt": 2 * len(counters) + 40,
            "version": VERSION, "rate": rate, **head}
    return (struct.pack("<QQIIIIII", head["low"], head["high"], head["ncnt"], head["version"],
                        head["rate"], 0, 0, 0) +
            struct.pack(f"<{len(counters)}H", *counters) +
            b"".join(struct.pack("<QQQ", 0, n, total[n]) for n in sorted(total)))


def gnu(program, ticks, calls=(), totals=(), most=65535):
    """The same in GNU's layout, with as many histograms as the greatest count needs; calls:
    (from, self, count) each.  ticks None: no histogram."""
    left, data = dict(ticks or {}), b"gmon" + struct.pack("<IIII", 1, 0, 0, 0)
    while ticks is not None:
        part = {where: min(count, most) for where, count in left.items() if count > 0}
        left = {where: count - part[where] for where, count in left.items() if count > 0}
        counters = [0] * ((program.high - program.low) // 2)
        for where, count in part.items():
            counters[(program.address[where] - program.low) // 2] = count
        data += struct.pack("<BQQII15sc", 0, program.low, program.high, len(counters), 1000,
                            b"seconds", b"s") + struct.pack(f"<{len(counters)}H", *counters)
        if not any(left.values()):
            break
    for start, to, count in [*calls, *((0, which, count) for which, count in totals)]:
        while count > 0:
            data += struct.pack("<BQQI", 1, start, to, min(count, 2**32 - 1))
            count -= min(count, 2**32 - 1)
    return data


def rows(text):
    """[(share, error, seconds, ticks, name, bar)] as printed."""
    return [(*found[:3], int(found[3]), *found[4:]) for found in ROW.findall(text)]


class Show:
    """Boots once for all cases, and knows what each printed, stderr too, and its status; and the kernel's messages."""

    def __init__(self, machine, folder, cases, files, **settings):
        script = "".join(f"echo '== {name}'\n{command}\necho \"status $?\"\n"
                         for name, command in cases.items())
        self.folder = folder
        (folder / "cases.sh").write_text(script)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        done = machine.run("sh /cases.sh 2>&1", extra=folder, det=1, cpus=1, **settings)
        assert done.status == 0, done
        self.messages = done.stderr
        parts = re.split(r"^== (.*)\n", done.stdout, flags=re.MULTILINE)[1:]
        self.shown = {name: re.fullmatch(r"(.*)status (\d+)\n", text, re.DOTALL).groups()
                      for name, text in zip(parts[::2], parts[1::2])}

    def text(self, name, status=0):
        text, got = self.shown[name]
        assert int(got) == status, text
        return text


# --- profiles made by this test ----------------------------------------------------------------


def made_up(program):
    few = {"times_modulo": 50, "has_divisor": 30, "power_modulo": 20}
    many = {"times_modulo": 5000, "power_modulo": 2490, "has_divisor": 2490, "is_witness": 19,
            "has_common": 1}
    good = gmon(program, few)
    above, below, lower, upper, wide, behind, around, larger = (copy.copy(program) for _ in range(8))
    above.low = min(program.address[name] for name in few)  # parts of the text
    below.high = above.low
    lower.high = upper.low = program.address["times_modulo"]
    wide.low -= 4096  # as glibc's, from __executable_start on
    behind.low, behind.high = program.high, program.high + 4096
    around.high += 4094
    larger.high += 4096
    files = {
        "few": good,
        "many": gmon(program, many),
        "long": gnu(program, {**many, "times_modulo": 10**6}),
        "slow": gmon(program, many, rate=100),
        "hundred": gmon(program, {"times_modulo": 99}),
        "half": gmon(program, {"times_modulo": 99}, rate=5000),
        "over half": gmon(program, {"times_modulo": 99}, rate=5001),
        "fast": gmon(program, few, rate=10000, totals={ELAPSED_NS: 10**7}),
        "nothing": gmon(program, {}, totals={ELAPSED_NS: 10**9}),
        "asleep": gmon(program, few, totals={ELAPSED_NS: 10**9}),
        "waits": gmon(program, few, totals={ELAPSED_NS: 10**9, READY_NS: 2 * 10**8, DISK_NS: 3 * 10**8}),
        "ready": gmon(program, few, totals={ELAPSED_NS: 10**9, READY_NS: 10**9}),
        "split": gmon(program, few, totals={USER: 60, SYSTEM: 40}),
        "outside": gmon(program, few, totals={USER: 107, OUTSIDE: 7, ELAPSED_NS: 107 * 10**6}),
        "one outside": gmon(program, few, totals={USER: 101, OUTSIDE: 1}),
        "part": gmon(above, few, totals={USER: 107, OUTSIDE: 7, TEXT_END: program.high}),
        "part nothing": gmon(below, {}, totals={USER: 7, OUTSIDE: 7, TEXT_END: program.high}),
        "full": gmon(program, {"times_modulo": 65535},
                     totals={USER: 65535 + 12, FULL: 12, ELAPSED_NS: 65547 * 10**6}),
        "missed": gmon(program, few, totals={MISSED: 250, ELAPSED_NS: 350 * 10**6}),
        "skid": gmon(program, few, totals={FLAGS: SKID}),
        "forked": gmon(program, few, totals={FORKED: 3, CHILD_USER: 1500, CHILD_SYSTEM: 250}),
        "called": gmon(program, few, totals={ENDED: CALL}),
        "fault": gmon(program, few, totals={ENDED: FAULT}),
        "replaced": gmon(program, few, totals={ENDED: REPLACED, USER: 3}),
        "lost": good + struct.pack("<QQQ", 0, LOST_CALLS, 5),
        "no totals": good[:-11 * 24],
        "lost alone": good[:-11 * 24] + struct.pack("<QQQ", 0, LOST_CALLS, 7),
        "foreign": good[:-11 * 24] + struct.pack("<QQQ", 0x401000, 0x401020, 77),
        "calls": good + b"".join(struct.pack("<QQQ", *call) for call in made_calls(program)),
        "gnu": gnu(program, {"times_modulo": 200000, "has_divisor": 65536, "is_witness": 1}),
        "gnu calls": gnu(program, few, made_calls(program)),
        "gnu totals": gnu(program, few, totals=[(USER, 100), (ELAPSED_NS, 20 * 10**9)]),
        "one": gnu(program, {"times_modulo": 1}, [(program.address["main"], program.address["times_modulo"], 1)]),
        "wide": gmon(wide, few)[:-11 * 24],
        "wide calls": gnu(wide, few, made_calls(program)),
        "two ranges": gnu(lower, {"has_divisor": 30}) + gnu(upper, {"times_modulo": 50, "power_modulo": 20})[20:],
        "upper range": gnu(upper, {"times_modulo": 50}),
        "lower range": gnu(lower, {"has_divisor": 30}),
        "longer": gnu(around, few),
        "calls alone": gnu(program, None, made_calls(program)),
        "second byte": gmon(program, {program.address["has_divisor"] + 1: 50}),
        # damaged
        "empty": b"",
        "short": good[:39],
        "gnu short": b"gmon\1" + bytes(12),
        "gnu version": b"gmon\2" + gnu(program, few)[5:],
        "gnu empty": b"gmon\1" + bytes(15),
        "gnu nothing": b"gmon\1" + bytes(1000),
        "gnu kind": gnu(program, few) + b"\2",
        "gnu cut": gnu(program, few)[:1000],
        "gnu half call": gnu(program, few) + struct.pack("<BQQ", 1, 2, 3),
        "gnu other": gnu(program, few) + b"\0" + struct.pack(
            "<QQII16sH", program.low, program.high + 2, 1, 1000, b"", 1),
        "version": gmon(program, few, version=VERSION + 1),
        "odd": gmon(program, few, ncnt=41 + (program.high - program.low)),
        "none": gmon(program, few, ncnt=40),
        "huge": gmon(program, few, ncnt=0x7fffffe0),
        "cut": good[:1000],
        "range": gmon(program, few, low=program.high, high=program.low),
        "rates": gnu(program, few) + gnu(program, few)[20:41] + b"\1\0\0\0" + gnu(program, few)[45:],
        "behind": gnu(behind, {}),
        "larger": gnu(larger, few),
        "tick behind": gmon(around, {program.high + 100: 1})[:-11 * 24],
        "call behind": gnu(program, few, [(program.address["main"], program.high, 1)]),
        "call from behind": gnu(program, few, [(program.high, program.address["main"], 1)]),
        "other": gmon(program, few, low=program.low + 4096, high=program.high + 4096),
        "no rate": good[:24] + bytes(4) + good[28:],
        "half record": good[:-5],
    }
    return {name.replace(" ", "_"): data for name, data in files.items()}


def made_calls(program):
    """Two call sites of one function, one of another; none of a third, which has ticks."""
    to = program.address
    return [(to["main"] + 9, to["times_modulo"], 1000), (to["main"] + 20, to["times_modulo"], 1500),
            (to["power_modulo"] + 9, to["has_divisor"], 6 * 10**9),
            (to["main"] + 30, to["is_witness"], 3)]


LETTERS = "-a", "-c", "-n", "-t", "-o", "-x", "-g", "-l", "-z", "-s", "-ax"  # of the file "calls"
REFUSED = {
    "": "no program to run",
    "-x": "-x is for a profile file: add -m FILE or -r",
    "-n primes": "-n is for a profile file: add -m FILE or -r",
    "-r -a -n": "-a and -n cannot be given together",
    "-r -t -c": "-t and -c cannot be given together",
    "-r -o -x": "-o and -x cannot be given together",
    "-r -g -l": "-g and -l cannot be given together",
    "-r -m /many": "-r and -m cannot be given together",
    "-r primes /many /few": "-r: only a program and a profile file can follow",
    "-m /many primes /few": "-m FILE: only the program's name can follow",
    "-r --profile /x": "-r and --profile cannot be given together",
    "-r --follow": "-r and --follow cannot be given together",
    "-m /many --children": "-m and --children cannot be given together",
    "--pid 1 -r": "--pid and -r cannot be given together",
    "--pid 1 true": "--pid and a program to run cannot be given together",
    "--all --kernel true": "--all and --kernel cannot be given together",
    "--all --profile /x true": "--all and --profile cannot be given together",
    "--all": "no program to run",
    "-r --tree": "-r and --tree cannot be given together",
    "--folded --tree true": "--folded and --tree cannot be given together",
    "--folded --rows 2 true": "--folded and --rows cannot be given together",
    "--folded --children true": "--folded and --children cannot be given together",
    "--folded --format callgrind true": "--folded and --format cannot be given together",
    "--format callgrind --tree true": "--format and --tree cannot be given together",
    "--format svg true": "--format svg: must be folded, speedscope, callgrind or perf",
    "-q": "unknown option -- 'q'",
    "--none": "unknown option -- 'none'",
    "--fo true": "ambiguous option -- 'fo': --follow --folded --format",
    "--ro=3 --p=1 true": "ambiguous option -- 'p=1': --profile --pid",
    "--=3 true": "unknown option -- '=3'",
    "--rows": "option needs an argument -- 'rows'",
}
WIDTHS = 36, 54, 64, 132  # of the terminal
WINSIZE = """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/ioctl.h>
    #include <termios.h>
    int main(int argc, char **argv)
    {
        struct winsize size = {.ws_row = 24, .ws_col = argc > 1 ? atoi(argv[1]) : 80};
        return ioctl(open("/dev/console", O_RDWR), TIOCSWINSZ, &size) != 0;
    }
"""


@pytest.fixture(scope="module")
def program(build):
    return Program(os.path.join(build, "user/bin/primes"))


@pytest.fixture(scope="module")
def show(machine, program, tmp_path_factory):
    files = made_up(program)
    cases = {name: f"prof -r primes /{name}" for name in files}
    cases.update({
        "-s one": "prof -rs primes /one; rm /one",
        "folders": "mkdir /one /two; cp /bin/primes /one; cp /bin/primes /two; cp /bin/primes /two/other",
        "2 rows": "prof --rows 2 -r primes /many",
        "1 row": "prof -r --rows=1 primes /many",
        "5 rows": "prof -r --rows 5 primes /many",
        "99 rows": "prof -r --rows 99 primes /many",
        "-m": "prof -m /many primes",
        "-m guessed": "PATH=/one /bin/prof -m /many",
        "-m guessed here": "cd /one; PATH=/none: /bin/prof -m /many; cd /",
        "-m all": "prof -m /calls -ax -z primes | cat",
        "output on the program": "cp /bin/primes /tmp/p; prof -r --output /tmp/p /tmp/p /many; "
                                 "/tmp/p 10",
        "output": "prof -r --output /tmp/report primes /many; echo $? only; cat /tmp/report",
        "no output": "prof -r --output /nowhere/x primes /many",
        "-c without": "prof -r -c primes /many",
        "outside calls": "prof -r primes /foreign",
        "calls": "prof -r primes /calls | cat",
        "gnu_calls": "prof -r primes /gnu_calls | cat",
        **{letters: f"prof -r {letters} primes /calls 2>&1 | cat" for letters in LETTERS},
        **{"refused " + command: "prof " + command for command in REFUSED},
        "guessed": "cp /many /gmon.out; PATH=/one /bin/prof -r",
        "guessed of two": "PATH=/two /bin/prof -r",
        "guessed from nothing": "cp /other /gmon.out; prof -r",
        "no such file": "prof -r primes /none_such",
        "no such program": "prof -r none_such /many",
        "not of it": "prof -r sorts /many",
        "0 rows": "prof --rows 0 -r primes /many",
        "no rows": "prof --rows x -r primes /many",
        "not found": "prof none_such",
        "not executable": "prof /many",
        "a script": "chmod 755 /cases.sh; prof /cases.sh",
        **{f"{width} columns": f"winsize {width}; prof -r primes /many" for width in WIDTHS},
    })
    folder = tmp_path_factory.mktemp("prof")
    (folder / "winsize.c").write_text(WINSIZE)
    return Show(machine, folder, cases, files)


def test_most_ticks_come_first_and_equal_ones_by_address(show):
    found = [(name, ticks) for _, _, _, ticks, name, _ in rows(show.text("many"))]
    assert found == [("times_modulo", 5000), ("has_divisor", 2490), ("power_modulo", 2490),
                     ("is_witness", 19), ("has_common", 1)]


@pytest.mark.parametrize("name", ["few", "many", "long", "slow", "hundred"])
def test_shares_errors_and_seconds_are_those_of_the_ticks(show, name):
    text = show.text(name)
    table = rows(text)
    total = sum(row[3] for row in table)
    rate = 100 if name == "slow" else 1000
    assert f"\n{total} ticks, {rate} a second; ± is one standard error.\n" in text
    for share, error, seconds, ticks, _, _ in table:
        p = (ticks + 0.5) / (total + 1)
        want = 100 * math.sqrt(p * (1 - p) / total)
        digits = len(error.partition(".")[2])
        assert len(share.partition(".")[2]) == digits
        assert abs(float(share) - 100 * ticks / total) <= 0.5 * 10**-digits + 1e-9
        assert abs(float(error) - want) <= 0.5 * 10**-digits + 1e-9
        # To the first digit of the error.
        assert want >= 0.95 * 10**-digits
        assert digits == 0 or want < 0.95 * 10**(1 - digits)
        assert float(seconds) == round(ticks / rate, 3)
    assert len({row.start(5) - row.start() for row in ROW.finditer(text)}) == 1  # the columns line up


def test_bars_are_as_long_as_the_ticks_are_many(show):
    found = {name: (ticks, len(bar)) for _, _, _, ticks, name, bar in rows(show.text("many"))}
    longest = found["times_modulo"][1]
    assert longest >= 10
    assert abs(found["power_modulo"][1] - longest / 2) <= 1
    assert found["has_common"][1] == 1
    assert max(len(line) for line in show.text("many").splitlines()) <= 80


@pytest.mark.parametrize("width", WIDTHS)
def test_a_terminals_width(show, width):
    text = show.text(f"{width} columns")
    table = text.partition("\n\n")[0].splitlines()
    assert max(len(line) for line in table) <= width
    assert ("seconds" in table[0]) == (width >= 60)
    assert ("#" in text) == ("times_modulo" in text) == (width >= 54)
    assert width >= 54 or re.search(r" 5000  times_\w+\.\.$", text, re.MULTILINE)
    assert [row.split()[:2] for row in table[1:]] == [
        row.split()[:2] for row in show.text("many").splitlines()[1:6]]


def test_n_rows_and_the_rest_in_one(show):
    two = rows(show.text("2 rows"))
    assert [(row[3], row[4]) for row in two] == [(5000, "times_modulo"), (2490, "has_divisor"),
                                                 (2510, "(3 more)")]
    assert [row[3:5] for row in rows(show.text("1 row"))][1] == (5000, "(4 more)")
    assert rows(show.text("5 rows")) == rows(show.text("99 rows")) == rows(show.text("many"))
    assert "not a number from 1" in show.text("0 rows", 2)
    assert "not a number from 1" in show.text("no rows", 2)


def test_the_program_is_found_by_its_text(show):
    assert show.text("guessed").startswith("/one/primes:\n")
    assert rows(show.text("guessed")) == rows(show.text("many"))
    assert "could be of several programs; name the program" in show.text("guessed of two", 1)
    assert "the profile of no program in PATH" in show.text("guessed from nothing", 1)


def test_both_bytes_of_a_counter_are_the_functions_own(show):
    assert [row[3:5] for row in rows(show.text("second_byte"))] == [(50, "has_divisor")]


def test_the_times(show):
    assert "0.060 s in user mode, 0.040 s in the kernel; 0.100 s elapsed.\n" in show.text("split")
    assert "; 1.000 s elapsed, at least about 0.900 s of it asleep or waiting.\n" in show.text("asleep")
    assert "; 1.000 s elapsed, at least about 0.400 s of it asleep, 0.200 s waiting for a CPU, " \
           "0.300 s waiting for the disk.\n" in show.text("waits")
    assert "; 1.000 s elapsed, at least about 0.900 s of it waiting for a CPU.\n" in show.text("ready")
    assert "asleep" not in show.text("few")
    assert "asleep" not in show.text("missed")


def test_no_tick(show):
    text = show.text("nothing")
    assert text.startswith("No tick fell into the text of primes.\n\n0 ticks, 1000 a second.\n")
    assert "1.000 s elapsed, at least about 1.000 s of it asleep or waiting.\n" in text
    assert "±" not in text and "%" not in text
    text = show.text("part_nothing")
    assert text.startswith("No tick fell into the code of primes that was profiled.\n\n7 ticks, ")
    assert "\n7 ticks outside the code that was profiled.\n" in text


SAID = {
    "one_outside": "1 tick outside the program's text.\n",
    "outside": "7 ticks outside the program's text.\n",
    "part": "7 ticks outside the code that was profiled.\n",
    "full": "12 ticks found a full counter, or no room for a stack: the shares of their functions\nare too small.\n",
    "missed": "Missed: 250 periods without a tick, in which it had a CPU that got no time, or too\n"
              "little, or ended a thread: up to 0.250 s are in no figure above.\n",
    "skid": "SKEWED: ",
    "forked": "Not in this profile: 3 forks; those that it waited for used 1.750 s.\n",
    "called": "The program turned profiling off: ",
    "fault": "The profile ended early: ",
    "replaced": "For a time the program had a profile of its own, whose ticks are not here.\n",
    "lost": "Not counted: 5 calls, as the table of arcs was full.\n",
    "lost_alone": "Not counted: 7 calls, as the table of arcs was full.\n",
    "hundred": "That is few: give it more work, or take 10 times the ticks with KARGS=hz=10000\n",
    "half": "That is few: give it more work, or take 2 times the ticks with KARGS=hz=10000\n",
    "over_half": "That is few: give it more work.\n",
}


def test_each_fact_is_told_where_it_holds_and_only_there(show):
    for name, said in SAID.items():
        assert said in show.text(name)
        for other in ("few", "many", *SAID):
            if other != name and not {name, other} <= {"one_outside", "outside"}:
                assert said not in show.text(other), (name, other)


def test_a_profile_without_totals_is_as_good_as_its_counters(show):
    for name in "no_totals", "foreign", "lost_alone", "replaced":
        text = show.text(name)
        if name != "foreign":
            assert rows(text) == rows(show.text("few"))
        assert "\n100 ticks, 1000 a second; ±" in text
        assert "elapsed" not in text


# --- System V's letters --------------------------------------------------------------------------

CALLS_ROW = re.compile(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+)(?: +(\d+) +([\d.]+))?"
                       r"(?: +([0-9a-f]{6,}))? {2,}(\w\S*(?: \(\S+\))?)(?:  +#+)?$", re.MULTILINE)


def calls(text):
    """{name: (ticks, calls, ms/call, address)} as printed and in that order."""
    return {name: (int(ticks), int(count or 0), ms, address)
            for ticks, count, ms, address, name in CALLS_ROW.findall(text)}


def test_calls_and_the_time_of_each(show):
    for name in "calls", "gnu_calls":
        table = calls(show.text(name))
        assert "ticks     calls   ms/call  function\n" in show.text(name)
        assert table == {"times_modulo": (50, 2500, "0.0200", ""),
                         "has_divisor": (30, 6 * 10**9, "0.0000", ""),
                         "power_modulo": (20, 0, "", ""), "is_witness": (0, 3, "0.0000", "")}
    assert "calls" not in show.text("few").partition("\n")[0]


def test_another_systems_range_may_be_wider_or_a_part(show):
    assert rows(show.text("wide")) == rows(show.text("two_ranges")) == rows(show.text("longer"))
    assert rows(show.text("wide")) == rows(show.text("few"))
    assert show.text("wide_calls") == show.text("gnu_calls")
    for name, ticks in ("upper_range", (50, "times_modulo")), ("lower_range", (30, "has_divisor")):
        assert [row[3:5] for row in rows(show.text(name))] == [ticks]
    for name in "few", "wide", "two_ranges", "upper_range", "lower_range", "longer":
        assert ("is the file of this build?" in show.text(name)) == (name in ("lower_range", "longer"))


def test_calls_without_a_histogram(show):
    text = show.text("calls_alone")
    assert {name: row[:2] for name, row in calls(text).items()} == {
        "times_modulo": (0, 2500), "has_divisor": (0, 6 * 10**9), "is_witness": (0, 3)}
    assert text.endswith("\n\nNo ticks: the file has calls only.\n")


def test_the_sorts(show, program):
    def names(letter):
        return list(calls(show.text(letter)))

    assert names("-t") == ["times_modulo", "has_divisor", "power_modulo", "is_witness"]
    assert names("-c") == ["has_divisor", "times_modulo", "is_witness", "power_modulo"]
    assert names("-n") == sorted(names("-t"))
    assert names("-a") == names("-ax") == sorted(names("-t"), key=program.address.get)
    assert show.text("-c without").endswith(
        "No calls to sort by: none was counted; a program built with -pg counts them.\n")
    assert [row[4] for row in rows(show.text("-c without"))] == [row[4] for row in rows(show.text("many"))]


def test_the_addresses(show, program):
    for letter, base in ("-o", "o"), ("-x", "x"), ("-ax", "x"):
        table = calls(show.text(letter))
        assert len(table) == 4
        for name, row in table.items():
            assert row[3] == format(program.address[name], base)


def test_static_functions(show, program):
    assert show.text("-g") == show.text("calls")
    assert program.statics >= {"times_modulo", "has_divisor"}
    names = {address: name for address, name in program.functions if name not in program.statics}
    want = {}
    for name, ticks in ("times_modulo", 50), ("has_divisor", 30), ("power_modulo", 20):
        before = names[max(address for address in names if address <= program.address[name])]
        want[before] = want.get(before, 0) + ticks
    assert {name: row[0] for name, row in calls(show.text("-l")).items() if row[0]} == want


def test_unused_functions(show, program):
    table = calls(show.text("-z"))
    assert {name: row for name, row in table.items() if row[0] or row[1]} == calls(show.text("calls"))
    assert len(table) == len({address for address, _ in program.functions
                              if program.low <= address < program.high})
    places = {name.split(".")[0]: address for address, name in program.functions}
    assert list(table)[4:] == sorted(list(table)[4:], key=lambda name: places[name.split(" (")[0]])


def test_the_summary(show, program):
    table, summary = show.text("calls"), show.text("-s")
    assert summary == (table + f"/calls: text {program.low:#x} to {program.high:#x}, 1000 ticks a second\n"
                       "100 ticks in 3 counters above 0; 6000002503 calls in 4 arcs\n")
    assert show.text("-s one").endswith("\n1 tick in 1 counter above 0; 1 call in 1 arc\n")


def test_m_names_the_file(show):
    assert show.text("-m") == show.text("many")
    assert show.text("-m guessed") == "/one/primes:\n" + show.text("many")
    assert show.text("-m guessed here") == "./primes:\n" + show.text("many")  # PATH's last element is empty
    assert len(calls(show.text("-m all"))) > 50


@pytest.mark.parametrize("command", REFUSED)
def test_what_is_refused(show, command):
    assert show.text("refused " + command, 2).startswith("prof: " + REFUSED[command] + "\nusage: prof [")


# --- files -------------------------------------------------------------------------------------


def test_the_report_in_a_file(show):
    assert show.text("output") == "0 only\n" + show.text("many")
    assert show.text("output on the program") == "prof: /tmp/p: is the program; name another file\n" \
        "4 primes up to 10\n"
    assert show.text("no output", 1) == "prof: /nowhere/x: No such file or directory\n"


def test_counts_of_any_size_in_gnus_layout(show):
    assert [row[3:5] for row in rows(show.text("gnu"))] == [
        (200000, "times_modulo"), (65536, "has_divisor"), (1, "is_witness")]
    assert "20.000 s elapsed" in show.text("gnu_totals")


DAMAGED = {
    "empty": "not a profile",
    "short": "not a profile",
    "gnu_short": "not a profile",
    "gnu_version": "a profile of an unknown version of the GNU layout",
    "gnu_empty": "a profile without a histogram",
    "gnu_nothing": "damaged: its header gives an impossible number of counters",
    "gnu_kind": "damaged: it has a record of an unknown kind",
    "gnu_cut": "cut short: counters are missing",
    "gnu_half_call": "damaged: it ends in the middle of a record",
    "gnu_other": "damaged: its histograms are not of the same text",
    "version": "not a profile in the layout of 4.4BSD or of GNU",
    "odd": "damaged: its header gives an impossible number of counters",
    "none": "damaged: its header gives an impossible number of counters",
    "huge": "cut short: counters are missing",
    "cut": "cut short: counters are missing",
    "range": "damaged: its header gives an impossible range of text",
    "no_rate": "damaged: its header gives no rate",
    "half_record": "damaged: it ends in the middle of a record",
    "rates": "damaged: its histograms are not of the same rate",
    **dict.fromkeys(("behind", "larger", "tick_behind", "call_behind", "call_from_behind", "other"),
                    "not a profile of primes as it is now"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_told_and_not_shown(show, name):
    assert re.fullmatch(rf"prof: /{name}: {re.escape(DAMAGED[name])}.*\n", show.text(name, 1))


def test_what_cannot_be_shown(show):
    assert show.text("no such file", 1).startswith("prof: /none_such: ")
    assert show.text("no such program", 127) == "prof: none_such: not found\n"
    assert show.text("not of it", 1) == "prof: /many: not a profile of sorts as it is now\n"
    assert show.text("not found", 127) == "prof: none_such: not found\n"
    assert show.text("not executable", 126) == "prof: /many: not executable\n"
    assert show.text("a script", 126) == (
        "prof: /cases.sh: not an ELF program; of a script, profile what runs it: "
        "prof --follow sh SCRIPT\n")
