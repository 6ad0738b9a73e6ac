"""The report of prof: its table, what it says of a profile, and what it says of a damaged one.

Most cases are files that are made up here, of /bin/primes, so that every figure is known.  They are
all shown in one boot, by a script that tells them apart.
"""

import math
import os
import re
import struct
import subprocess

import pytest

(USER, SYSTEM, OUTSIDE, FULL, MISSED, FLAGS, ENDED, ELAPSED_NS, FORKED, CHILD_USER,
 CHILD_SYSTEM) = range(1, 12)  # abi/gmon.h
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
        listed = subprocess.run([os.environ.get("CROSS", "") + "nm", path], check=True,
                                capture_output=True, text=True).stdout
        words = [line.split() for line in listed.splitlines()]
        self.address = {word[2]: int(word[0], 16) for word in words if len(word) == 3}


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


def rows(text):
    """[(share, error, seconds, ticks, name, bar)] as printed."""
    return [(*found[:3], int(found[3]), *found[4:]) for found in ROW.findall(text)]


class Show:
    """Boots once for all cases, and knows what each printed, stderr too, and its status."""

    def __init__(self, machine, folder, cases, files, **settings):
        script = "".join(f"echo '== {name}'\n{command} 2>&1\necho \"status $?\"\n"
                         for name, command in cases.items())
        (folder / "cases.sh").write_text(script)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        done = machine.run("sh /cases.sh", extra=folder, det=1, cpus=1, **settings)
        assert done.status == 0, done
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
    files = {
        "few": good,
        "many": gmon(program, many),
        "slow": gmon(program, many, rate=100),
        "hundred": gmon(program, {"times_modulo": 99}),
        "fast": gmon(program, few, rate=10000, totals={ELAPSED_NS: 10**7}),
        "nothing": gmon(program, {}, totals={ELAPSED_NS: 10**9}),
        "asleep": gmon(program, few, totals={ELAPSED_NS: 10**9}),
        "split": gmon(program, few, totals={USER: 60, SYSTEM: 40}),
        "outside": gmon(program, few, totals={USER: 107, OUTSIDE: 7, ELAPSED_NS: 107 * 10**6}),
        "one outside": gmon(program, few, totals={USER: 101, OUTSIDE: 1}),
        "full": gmon(program, {"times_modulo": 65535},
                     totals={USER: 65535 + 12, FULL: 12, ELAPSED_NS: 65547 * 10**6}),
        "missed": gmon(program, few, totals={MISSED: 250, ELAPSED_NS: 350 * 10**6}),
        "skid": gmon(program, few, totals={FLAGS: SKID}),
        "forked": gmon(program, few, totals={FORKED: 3, CHILD_USER: 1500, CHILD_SYSTEM: 250}),
        "called": gmon(program, few, totals={ENDED: CALL}),
        "fault": gmon(program, few, totals={ENDED: FAULT}),
        "replaced": gmon(program, few, totals={ENDED: REPLACED}),
        "no totals": good[:-11 * 24],
        "foreign": good[:-11 * 24] + struct.pack("<QQQ", 0x401000, 0x401020, 77),
        "second byte": gmon(program, {program.address["has_divisor"] + 1: 50}),
        # damaged
        "empty": b"",
        "short": good[:39],
        "gnu": b"gmon\1" + bytes(1000),
        "gnu short": b"gmon\1" + bytes(12),
        "version": gmon(program, few, version=VERSION + 1),
        "odd": gmon(program, few, ncnt=41 + (program.high - program.low)),
        "none": gmon(program, few, ncnt=40),
        "huge": gmon(program, few, ncnt=0x7fffffe0),
        "cut": good[:1000],
        "range": gmon(program, few, low=program.high, high=program.low),
        "other": gmon(program, few, low=program.low + 4096, high=program.high + 4096),
        "no rate": good[:24] + bytes(4) + good[28:],
        "half record": good[:-5],
    }
    return {name.replace(" ", "_"): data for name, data in files.items()}


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
        "2 rows": "prof -n 2 -r primes /many",
        "1 row": "prof -r -n 1 primes /many",
        "5 rows": "prof -r -n 5 primes /many",
        "99 rows": "prof -r -n 99 primes /many",
        "guessed": "cp /many /gmon.out; prof -r",
        "guessed from nothing": "cp /other /gmon.out; prof -r",
        "no such file": "prof -r primes /none_such",
        "no such program": "prof -r none_such /many",
        "not of it": "prof -r sorts /many",
        "0 rows": "prof -n 0 -r primes /many",
        "no rows": "prof -n x -r primes /many",
        "three operands": "prof -r primes /many /few",
        "no operand": "prof",
        "not found": "prof none_such",
        "not executable": "prof /many",
        "a script": "prof /cases.sh",
        **{f"{width} columns": f"winsize {width}; prof -r primes /many" for width in WIDTHS},
    })
    folder = tmp_path_factory.mktemp("prof")
    (folder / "winsize.c").write_text(WINSIZE)
    return Show(machine, folder, cases, files)


def test_most_ticks_come_first_and_equal_ones_by_address(show):
    found = [(name, ticks) for _, _, _, ticks, name, _ in rows(show.text("many"))]
    assert found == [("times_modulo", 5000), ("has_divisor", 2490), ("power_modulo", 2490),
                     ("is_witness", 19), ("has_common", 1)]


@pytest.mark.parametrize("name", ["few", "many", "slow", "hundred"])
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
        # To the first digit of the error, but no more than three.
        assert float(error) >= 0.95 or digits > 0
        assert digits == 0 or want < 0.95 * 10**(1 - digits)
        assert float(seconds) == round(ticks / rate, 3)


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
    assert show.text("guessed").startswith("/bin/primes:\n")
    assert rows(show.text("guessed")) == rows(show.text("many"))
    assert "the profile of no program in PATH" in show.text("guessed from nothing", 1)


def test_both_bytes_of_a_counter_are_the_functions_own(show):
    assert [row[3:5] for row in rows(show.text("second_byte"))] == [(50, "has_divisor")]


def test_the_times(show):
    assert "0.060 s in user mode, 0.040 s in the kernel; 0.100 s elapsed.\n" in show.text("split")
    assert "; 1.000 s elapsed, 0.900 s of it asleep or waiting.\n" in show.text("asleep")
    assert "asleep" not in show.text("few")
    assert "asleep" not in show.text("missed")


def test_no_tick(show):
    text = show.text("nothing")
    assert text.startswith("No tick fell into the text of primes.\n\n0 ticks, 1000 a second.\n")
    assert "1.000 s elapsed, 1.000 s of it asleep or waiting.\n" in text
    assert "±" not in text and "%" not in text


SAID = {
    "one_outside": "1 tick outside the program's text.\n",
    "outside": "7 ticks outside the program's text.\n",
    "full": "12 ticks found a full counter: the shares of their functions are too small.\n",
    "missed": "Missed: 250 periods without a tick, in which it had a CPU that got no time, or too\n"
              "little: up to 0.250 s are in no figure above.\n",
    "skid": "SKEWED: ",
    "forked": "Not in this profile: 3 forks; those that it waited for used 1.750 s.\n",
    "called": "The program turned profiling off: ",
    "fault": "The profile ended early: ",
    "hundred": "That is few: give it more work, or take 10 times the ticks with KARGS=hz=10000\n",
}


def test_each_fact_is_told_where_it_holds_and_only_there(show):
    for name, said in SAID.items():
        assert said in show.text(name)
        for other in ("few", "many", *SAID):
            if other != name and not {name, other} <= {"one_outside", "outside"}:
                assert said not in show.text(other), (name, other)


def test_a_profile_without_totals_is_as_good_as_its_counters(show):
    for name in "no_totals", "foreign":
        text = show.text(name)
        assert rows(text) == rows(show.text("few"))
        assert "\n100 ticks, 1000 a second; ±" in text
        assert "elapsed" not in text


DAMAGED = {
    "empty": "not a profile",
    "short": "not a profile",
    "gnu": "a profile in GNU's own layout",
    "gnu_short": "a profile in GNU's own layout",
    "version": "not a profile in the 4.4BSD layout",
    "odd": "damaged: its header gives an impossible number of counters",
    "none": "damaged: its header gives an impossible number of counters",
    "huge": "cut short: counters are missing",
    "cut": "cut short: counters are missing",
    "range": "damaged: its header gives an impossible range of text",
    "no_rate": "damaged: its header gives no rate",
    "half_record": "damaged: it ends in the middle of a record",
    "other": "not a profile of primes as it is now",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_told_and_not_shown(show, name):
    assert re.fullmatch(rf"prof: /{name}: {re.escape(DAMAGED[name])}.*\n", show.text(name, 1))


def test_what_cannot_be_shown(show):
    assert show.text("replaced", 126) == ("prof: primes: profiled itself, with counters of its own "
                                          "in the place of prof's\n")
    assert show.text("no such file", 1).startswith("prof: /none_such: ")
    assert show.text("no such program", 127) == "prof: none_such: not found\n"
    assert show.text("not of it", 1) == "prof: /many: not a profile of sorts as it is now\n"
    assert show.text("three operands", 2).startswith("usage: prof ")
    assert show.text("no operand", 2).startswith("usage: prof ")
    assert show.text("not found", 127) == "prof: none_such: not found\n"
    assert show.text("not executable", 126) == "prof: /many: not executable\n"


# --- programs ----------------------------------------------------------------------------------

PROGRAMS = {
    # Odd addresses in one section: `first` ends and `second` begins within one counter.
    "shared": """
        void first(long), second(long), third(long), last(long);
        __asm__(".pushsection .text.shared, \\"ax\\", @progbits\\n"
                ".balign 16\\n.globl first, second, third, last\\n"
                ".type first, @function\\n.type second, @function\\n.type third, @function\\n"
                ".type last, @function\\n"
                "first: mov %rdi, %rcx\\n1: loop 1b\\n jmp 2f\\n.balign 16\\nret\\n"
                "second: loop second\\n2: ret\\n"
                ".balign 16\\nnop\\n"
                "third: ret\\n.balign 16\\n"
                "last: mov %rdi, %rcx\\n1: loop 1b\\n ret\\n"
                ".popsection\\n");
        int main(void)
        {
            first(10000000);
            __asm__ volatile("call second" : : "c"(20000000l) : "memory");
            last(10000000);
            return 0;
        }
    """,
    "stopper": """
        #include <unistd.h>
        static void spin(long n) { __asm__ volatile("1: loop 1b" : "+c"(n)); }
        int main(void) { spin(20000000); profil(0, 0, 0, 0); spin(20000000); return 0; }
    """,
    "replacer": """
        #include <unistd.h>
        static unsigned short own[8];
        int main(int argc, char **argv)
        {
            (void)argv;
            profil(own, sizeof own, 0, 65536);
            if (argc > 1)
                profil(0, 0, 0, 0);
            return 0;
        }
    """,
    "taker": """
        #include <sys/mman.h>
        int main(void)
        {
            long n = 20000000;
            /* The counters were mapped first, and this is right below them. */
            char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            mprotect(page + 4096, 4096, PROT_READ);
            __asm__ volatile("1: loop 1b" : "+c"(n));
            return 0;
        }
    """,
    "forker": """
        #include <sys/wait.h>
        #include <unistd.h>
        static void spin(long n) { __asm__ volatile("1: loop 1b" : "+c"(n)); }
        int main(void)
        {
            for (int i = 0; i < 2; i++)
                if (fork() == 0) { spin(12500000); return 0; }
            while (wait(0) > 0)
                ;
            spin(50000000);
            return 0;
        }
    """,
    "outsider": """
        #include <string.h>
        #include <sys/mman.h>
        int main(void)
        {
            /* mov %rdi, %rcx; 1: loop 1b; ret */
            static const char code[] = "\\x48\\x89\\xf9\\xe2\\xfe\\xc3";
            char *page = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            memcpy(page, code, sizeof code);
            ((void (*)(long))page)(25000000);
            return 0;
        }
    """,
    "killed": "int main(void) { *(volatile int *)8 = 0; return 0; }",
    "leaver": "#include <unistd.h>\nint main(void) { _exit(0); }",
    "failing": "int main(void) { return 7; }",
}


@pytest.fixture(scope="module")
def ran(machine, tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    for name, text in PROGRAMS.items():
        (folder / (name + ".c")).write_text(text)
    cases = {name: f"prof {name}" for name in PROGRAMS}
    cases["replacer and off"] = "prof replacer x"
    cases["sleep"] = "prof sleep 1"
    cases["chosen"] = "prof -o /tmp/chosen stopper && prof -r stopper /tmp/chosen"
    cases["device"] = "sh -c 'prof -o /dev/null true; s=$?; ls -l /dev/null; exit $s'"
    cases["itself"] = "sh -c 'cp /bin/true /tmp/x; prof -o /tmp/x /tmp/x; s=$?; /tmp/x && exit $s'"
    return Show(machine, folder, cases, {})


def test_functions_that_share_a_counter_share_a_row(ran):
    found = {name: ticks for _, _, _, ticks, name, _ in rows(ran.text("shared"))}
    assert set(found) <= {"first", "first or second", "last", "main"}
    assert abs(found["first"] - 40) <= 3 and abs(found["last"] - 40) <= 3
    assert abs(found["first or second"] - 80) <= 3


def test_a_program_that_turns_profiling_off(ran):
    text = ran.text("stopper")
    assert "The program turned profiling off: " in text
    assert "asleep" not in text  # it worked on
    assert abs(sum(row[3] for row in rows(text)) - 80) <= 3  # 20000000 instructions of 4 ns
    again = ran.text("chosen")
    assert again[:len(again) // 2] == again[len(again) // 2:]


def test_a_program_with_a_profile_of_its_own(ran):
    for name in "replacer", "replacer and off":
        assert ran.text(name, 126) == ("prof: replacer: profiled itself, with counters of its own "
                                       "in the place of prof's\n")


def test_a_program_that_takes_the_memory_away(ran):
    text = ran.text("taker")
    assert "The profile ended early: its counters could not be written" in text
    assert "asleep" not in text


def test_a_program_that_forks(ran):
    text = ran.text("forker")
    said = re.search(r"Not in this profile: 2 forks; those that it waited for used ([\d.]+) s", text)
    assert abs(float(said[1]) - 0.1) <= 0.01
    assert abs(sum(row[3] for row in rows(text)) - 200) <= 5


def test_a_program_that_runs_outside_its_text(ran):
    said = re.search(r"^(\d+) ticks outside the program's text\.$", ran.text("outsider"),
                     re.MULTILINE)
    assert abs(int(said[1]) - 100) <= 3


def test_a_program_that_sleeps(ran):
    assert "No tick fell into the text of sleep." in ran.text("sleep")
    assert re.search(r"1\.\d+ s elapsed, (1\.00|0\.99)\d s of it asleep", ran.text("sleep"))


def test_a_program_that_leaves_no_profile(ran):
    assert "killed: killed by signal 11, so there is no profile\n" in ran.text("killed", 139)
    assert "only a program that exits normally writes one" in ran.text("leaver", 126)
    assert rows(ran.text("failing", 7)) == []


def test_only_an_old_profile_is_replaced(ran):
    text = ran.text("device", 126)
    assert "prof: /dev/null: not a regular file" in text
    assert re.search(r"^c.* /dev/null$", text, re.MULTILINE)
    assert "prof: /tmp/x: is the program" in ran.text("itself", 126)


def test_several_cpus_in_parallel_are_told(machine):
    done = machine.run("prof true", cpus=2)
    assert done.status == 0 and "SKEWED: " in done.stdout
