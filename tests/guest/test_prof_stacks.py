"""prof --format, --tree and --html: the calls between functions, and the ticks of each."""

import collections
import json
import re

import pytest

from test_prof import ROW as REPORT_ROW
from test_prof import Show
from test_prof_run import near

# A loop of 250000 instructions takes a tick.
WORK = """
    #include <signal.h>
    #include <pthread.h>
    #include <sys/wait.h>
    #include <unistd.h>
    #define APART __attribute__((noinline, noclone))
    static volatile int sink;
    static APART void work(long n) { __asm__ volatile("1: loop 1b" : "+c"(n)); sink++; }
"""
PROGRAMS = {
    "callers": WORK + """
        static APART void cheap(void) { for (int i = 0; i < 90; i++) work(25000); sink++; }
        static APART void dear(void) { for (int i = 0; i < 10; i++) work(2250000); sink++; }
        int main(void) { cheap(); dear(); return 3; }
    """,
    "recurses": WORK + """
        static APART void down(int n)
        {
            long turns = 2500000;
            __asm__ volatile("1: loop 1b" : "+c"(turns));
            if (n > 0)
                down(n - 1);
            sink++;
        }
        int main(void) { down(3); return 0; }
    """,
    "deep": WORK + """
        static APART void down(int n) { if (n > 0) down(n - 1); else work(10000000); sink++; }
        int main(void) { down(200); return 0; }
    """,
    "edge": WORK + """
        static APART void down(int n) { if (n > 0) down(n - 1); else work(10000000); sink++; }
        int main(void) { down(125); return 0; }
    """,
    # A mark may have the name of a function.
    "marked": "#define MARK\n#include <prof.h>" + WORK + """
        static APART void step(void) { MARK(main); work(5000000); sink++; }
        static APART void down(int n) { if (n > 0) down(n - 1); else work(10000000); sink++; }
        int main(void) { MARK(setup); step(); MARK(run); down(125); return 0; }
    """,
    # Before its jump there is the byte of POP, and on the stack what could be a return address.
    "brackets": WORK + r"""
        static char to;
        static APART void never(void) { work(1); sink++; }
        static APART void brackets(long n)
        {
            __asm__ volatile("push %2\n1: movb $']', %1\njmp 2f\n2: dec %0\njnz 1b\npop %2"
                             : "+c"(n), "=m"(to) : "r"((char *)never + 8));
            work(n + 1);
        }
        static APART void around(long n) { brackets(n); sink++; }
        int main(int argc, char **argv) { (void)argv; argc > 9 ? never() : around(5000000); return 0; }
    """,
    "threads": WORK + """
        static APART void *run(void *n) { work((long)n); sink++; return 0; }
        int main(void)
        {
            pthread_t id;
            pthread_create(&id, 0, run, (void *)10000000l);
            work(5000000);
            pthread_join(id, 0);
            return 0;
        }
    """,
    "handler": WORK + """
        static APART void handle(int sig) { (void)sig; work(10000000); sink++; }
        int main(void) { signal(SIGUSR1, handle); kill(getpid(), SIGUSR1); return 0; }
    """,
    "interrupted": WORK + r"""
        /* The trap's pc is the first instruction of the next function. */
        void before(void);
        __asm__(".text; .type before, @function; before: int3\n"
                ".type first, @function; first: push %rbp; mov %rsp, %rbp; pop %rbp; ret");
        static void handle(int sig) { (void)sig; }
        int main(void)
        {
            signal(SIGTRAP, handle);
            for (int i = 0; i < 30000; i++)
                before();
            return 0;
        }
    """,
    "family": WORK + """
        static APART void child(void) { work(5000000); sink++; }
        int main(void)
        {
            if (fork() == 0) { child(); _exit(0); }
            wait(0);
            work(10000000);
            return 0;
        }
    """,
}
# Counts its calls, seven of step and one in a child.
PROGRAMS["counted"] = "/* flags: -pg */" + WORK + """
    #include <stdlib.h>
    static APART void step(void) { work(100000); sink++; }
    int main(void)
    {
        for (int i = 0; i < 7; i++) step();
        if (fork() == 0) { step(); exit(0); }
        wait(0);
        return 0;
    }
"""
# Two functions of one name, as each is static: one takes a quarter, the other the rest.
TWINS = {
    "main": WORK + """
        void other(void);
        static APART void step(void) { work(2500000); sink++; }
        int main(void) { step(); other(); sink++; return 0; }
    """,
    "other": WORK + """
        static APART void step(void) { work(7500000); sink++; }
        void other(void) { step(); sink++; }
    """,
}


@pytest.fixture(scope="module")
def ran(machine, tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    for name, text in PROGRAMS.items():
        (folder / (name + ".c")).write_text(text)
    (folder / "twins").mkdir()
    for name, text in TWINS.items():
        (folder / "twins" / (name + ".c")).write_text(text)
    cases = {name: f"prof --folded --output /tmp/folded {name}; cat /tmp/folded"
             for name in PROGRAMS}
    cases.update({
        "tree": "prof --tree callers",
        "tree of recursion": "prof --tree recurses",
        "tree of marked": "prof --tree marked",
        "tree of deep": "prof --tree deep",
        "tree of twins": "prof --tree twins",
        "tree of children": "prof --tree --children family",
        "followed": "prof --folded --follow --output /tmp/folded sh -c callers; cat /tmp/folded",
        "separators": "n='/tmp/a;b\nc\033'; ln /bin/callers \"$n\"; prof --folded --follow --output /tmp/folded \"$n\"; "
                      "rm \"$n\"; cat /tmp/folded",
        "gone": "prof --folded --follow --output /dev/null sh -c 'for i in $(seq 40); do "
                "cp /bin/true /tmp/gone$i; /tmp/gone$i; rm /tmp/gone$i; done'",
        **{name: f"prof --format {name} --output /tmp/out --html /tmp/page recurses; cat /tmp/page /tmp/out"
           for name in ("callgrind", "speedscope", "perf")},
        "processes": "prof --format speedscope --follow --output /tmp/out sh -c 'recurses; callers'; cat /tmp/out",
        "page": "prof --html /tmp/page callers; cat /tmp/page",
        "page of children": "prof --html /tmp/page --children family; cat /tmp/page",
        "page of counts": "mkdir /tmp/pg; PROFDIR=/tmp/pg prof --html /tmp/page counted; cat /tmp/page; "
                          "rm -r /tmp/pg",
        "page of nothing": "prof --html /tmp/page true; cat /tmp/page",
        "page of any name": "mkdir '/tmp/\"&<'; ln /bin/callers '/tmp/\"&</script>'; "
                            "prof --html /tmp/page '/tmp/\"&</script>'; cat /tmp/page; rm -r '/tmp/\"&<'",
        "page nowhere": "prof --html /nowhere/x callers",
        "page on the report": "prof --html /tmp/page --output /tmp/page callers",
        "kept": "prof --tree --output /tmp/t --profile /tmp/p callers; prof -r callers /tmp/p",
    })
    return Show(machine, folder, cases, {})


def test_all_is_told_however_long_that_is(ran):
    found = re.findall("^/tmp/gone(.+): No such file or directory$", ran.text("gone"), re.MULTILINE)
    assert found == [str(i) for i in range(1, 41)]


def folded(text):
    """{path: ticks}; no other line."""
    lines = text.splitlines()
    found = [re.fullmatch(r"([\w()$.? ]+(?:;[\w()$.? ]+)*) (\d+)", line) for line in lines]
    assert lines and all(found), text
    return {path: int(ticks) for path, ticks in (match.groups() for match in found)}


def paths(text):
    return {path: ticks for path, ticks in folded(text).items() if ticks > 2}


def test_two_callers_of_one_function_are_told_apart(ran):
    """gprof would give cheap 90 % of the time, for 90 of 100 calls."""
    text = ran.text("callers")
    said, _, rest = text.partition("\n")
    assert said == "callers: ended with status 3."
    found = paths(rest)
    assert list(found) == ["main;dear;work", "main;cheap;work"]
    near(found["main;cheap;work"], 9)
    near(found["main;dear;work"], 90)


def test_recursion(ran):
    found = paths(ran.text("recurses"))
    assert set(found) == {"main" + ";down" * n for n in (1, 2, 3, 4)}
    for ticks in found.values():
        near(ticks, 10)


def test_a_stack_that_is_too_deep(ran):
    text = ran.text("deep")
    said, _, rest = text.partition("\n")
    assert re.fullmatch(r"\d+ ticks with more callers than are known\.", said)
    (path, ticks), = paths(rest).items()
    assert path == "(callers not known);" + "down;" * 127 + "work"
    near(ticks, 40)


def test_a_stack_that_is_cut_above_main(ran):
    assert list(paths(ran.text("edge"))) == ["main;" + "down;" * 126 + "work"]


def test_a_mark_in_main_is_main_s(ran):
    found = paths(ran.text("marked"))
    assert set(found) == {"setup;main;work", "run;" + 126 * "down;" + "work"}
    near(found["setup;main;work"], 20)
    calls = ran.text("tree of marked").split("\n\n")[0]
    assert [row[4] for row in many(calls) if not row[3]] == ["run", "setup"]


def test_a_jump_within_a_function_does_not_leave_it(ran):
    assert set(paths(ran.text("brackets"))) == {"main;around;brackets"}


def test_threads_and_handlers(ran):
    # A period in which a thread ended may have no tick, which prof prints.
    found = paths(re.sub(r"Missed: .*\n.*\n", "", ran.text("threads")))
    near(found["main;work"], 20)
    assert sum(ticks for path, ticks in found.items() if path.endswith("run;work")) >= 37
    found = paths(ran.text("handler"))
    (path, ticks), = found.items()
    assert re.fullmatch(r"main;kill;__signal_return;handle;work", path)
    near(ticks, 40)


def test_what_a_signal_interrupted_calls_sigreturn(ran):
    found = folded(ran.text("interrupted"))
    assert found.get("main;first;__sigreturn", 0) > 10, found
    assert "main;before;__sigreturn" not in found


def test_children_and_other_programs(ran):
    found = paths(ran.text("family"))
    near(found["main;child;work"], 20)
    near(found["main;work"], 40)
    found = paths(ran.text("followed").partition("\n")[2])
    near(found["callers;main;dear;work"], 90)


def test_no_character_of_a_name_separates_or_controls(ran):
    found = paths(ran.text("separators", 0).partition("ended with status 3.\n")[2])
    near(found["a_b?c?;main;dear;work"], 90)


def data_of(text):
    """The JSON object in a page."""
    parts = re.findall(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert len(parts) == 1 and text.count("<!DOCTYPE html>") == 1 and text.rstrip().endswith("</html>"), text
    return json.loads(parts[0])


def calls_of(group):
    """[(path, own ticks, is inlined), ...]"""
    names, path, found = [], [], []
    for depth, which, own, inlined in zip(*(group["calls"][i::4] for i in range(4))):
        if isinstance(which, str):
            names.append(which)
            which = len(names) - 1
        path[depth:] = [names[which]]
        found.append((";".join(path), own, bool(inlined)))
    return found


def page_and_rest(text):
    """(the calls in a page, what stands behind the page)"""
    page, end, rest = text[text.index("<!DOCTYPE html>"):].partition("</html>\n")
    (group,) = data_of(page + end)["groups"]
    return calls_of(group), rest


def test_callgrind_has_each_function_and_its_callees(ran):
    """A recursion has no line for its own calls: a reader would count its ticks twice."""
    calls, text = page_and_rest(ran.text("callgrind"))
    own = {name: int(ticks) for name, ticks in re.findall(r"^fn=(.*)\n0 (\d+)$", text, re.MULTILINE)}
    total = sum(ticks for _, ticks, _ in calls)
    assert own["down"] == sum(ticks for path, ticks, _ in calls if path.endswith("down")) > 30
    assert sum(own.values()) == total == int(re.search(r"^totals: (\d+)$", text, re.MULTILINE)[1])
    below = sum(ticks for path, ticks, _ in calls if path.startswith("main;down"))
    assert f"fn=main\n0 {own['main']}\ncfn=down\ncalls=1 0\n0 {below}\n" in text
    assert text.count("cfn=down\n") == 1 and re.search("^ob=/bin/recurses$", text, re.MULTILINE)


def counts_of(group):
    """{function: calls} in a page's group."""
    names = [name for name in group["calls"][1::4] + group["pcs"][2::3] + group["counts"][::2] if isinstance(name, str)]
    found = {}
    for which, count in zip(group["counts"][::2], group["counts"][1::2]):
        name = which if isinstance(which, str) else names[which]
        found[name] = found.get(name, 0) + count
    return found


def test_a_page_has_the_calls_that_the_program_counted(ran):
    """The calls of a child are added."""
    text = ran.text("page of counts", 0)
    (group,) = data_of(text[text.index("<!DOCTYPE html>"):])["groups"]
    assert counts_of(group) == {"main": 1, "step": 8, "work": 8}


def profiles_of(text):
    """{name: [(path, ticks), ...]} in the order of the samples."""
    data = json.loads(text[text.index('{"$schema"'):])
    names, found = [frame["name"] for frame in data["shared"]["frames"]], {}
    for profile in data["profiles"]:
        assert (profile["type"], profile["unit"], profile["startValue"]) == ("sampled", "nanoseconds", 0)
        assert len(profile["samples"]) == len(profile["weights"]) and sum(profile["weights"]) == profile["endValue"]
        found[profile["name"]] = [(";".join(names[i] for i in path), weight // 1000000)
                                  for path, weight in zip(profile["samples"], profile["weights"])]
    assert len(found) == len(data["profiles"])
    return found


def test_speedscope_has_the_samples_in_the_order_of_time(ran):
    calls, text = page_and_rest(ran.text("speedscope"))
    (samples,) = profiles_of(text).values()
    ticks = collections.Counter()
    for path, n in samples:
        ticks[path] += n
    assert ticks == {path: own for path, own, _ in calls if own > 0}
    begun = list(dict.fromkeys(path for path, _ in samples if path.startswith("main;down")))
    assert begun == ["main" + ";down" * n for n in (1, 2, 3, 4)]


EVENT = re.compile(r"recurses (\d+) (\d+\.\d{6}): 1 cpu-clock:\n((?: *[0-9a-f]+ \S+ \(/bin/recurses\)\n)+)\n")


def test_perf_has_an_event_for_each_tick_in_the_order_of_time(ran):
    calls, text = page_and_rest(ran.text("perf"))
    first = text.index("recurses ")
    events = EVENT.findall(text, first)
    assert "".join(match[0] for match in EVENT.finditer(text, first)) == text[first:]
    paths = collections.Counter(";".join(line.split()[1] for line in stack.splitlines()[::-1])
                                for _, _, stack in events)
    assert paths == {path: ticks for path, ticks, _ in calls if ticks} and len(events) > 30
    assert [float(time) for _, time, _ in events] == [(i + 1) / 1000 for i in range(len(events))]
    assert len({pid for pid, _, _ in events}) == 1


def test_speedscope_has_a_profile_for_each_process(ran):
    found = profiles_of(ran.text("processes"))
    for program, path in ("callers", "main;dear;work"), ("recurses", "main;down"):
        ((_, samples),) = [item for item in found.items() if item[0].startswith(f"/bin/{program} (process ")]
        assert path in dict(samples), found


def test_a_page_has_the_numbers_of_the_report(ran):
    text = ran.text("page", 0)
    report, _, page = text.partition("<!DOCTYPE html>")
    data = data_of("<!DOCTYPE html>" + page)
    (group,) = data["groups"]
    own = collections.Counter()
    for path, ticks, _ in calls_of(group):
        own[path.rpartition(";")[2]] += ticks
    table = {name: int(ticks) for *_, ticks, name, _ in REPORT_ROW.findall(report)}
    assert table["work"] > 90 and +own == table
    assert data["name"] == "callers" and data["hz"] == 1000 and "counts" not in group
    assert sum(group["pcs"][1::3]) == sum(table.values())
    assert group["report"] in report
    assert "callers: ended with status 3.\n" in group["report"]


def test_a_page_has_each_process(ran):
    text = ran.text("page of children", 0)
    data = data_of(text[text.index("<!DOCTYPE html>"):])
    assert len(data["groups"]) == 2
    assert all(re.fullmatch(r"\d+ family, ended with status 0", group["name"]) for group in data["groups"])
    for group, path, ticks in zip(data["groups"], ["main;work", "main;child;work"], [40, 20]):
        found = {path: own for path, own, _ in calls_of(group)}
        near(found[path], ticks)
    assert " elapsed" in data["report"]


def test_a_page_without_ticks_and_one_with_a_name_that_is_markup(ran):
    text = ran.text("page of nothing", 0)
    assert data_of(text[text.index("<!DOCTYPE html>"):])["groups"][0]["report"]
    text = ran.text("page of any name", 0)
    assert data_of(text[text.index("<!DOCTYPE html>"):])["name"] == '/tmp/"&</script>'


def test_a_page_that_cannot_be_written_costs_no_run(ran):
    assert ran.text("page nowhere", 126) == "prof: /nowhere/x: No such file or directory\n"
    assert ran.text("page on the report", 126) == \
        "prof: /tmp/page: is for another result; name another file for the page\n"


ROW = re.compile(r"^ +([\d.]+) +[\d.]+ +([\d.]+) +[\d.]+ +(\d+)  ( *)(\w+)$", re.MULTILINE)
SHARES = re.compile(r"^ +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +\d+  ", re.MULTILINE)


def many(text):
    """The rows but those of a tick or two, which may fall before main or behind it."""
    return [row for row in ROW.findall(text) if int(row[2]) > 2]


def test_the_tree(ran):
    text = ran.text("tree", 3)
    calls, functions = text.split("\n\n")[:2]
    head, *_ = calls.splitlines()
    assert head == "total %    ±  own %    ±    ticks  function, and below it what it called"
    rows = [(name, len(indent) // 2) for _, _, _, indent, name in many(calls)]
    assert rows == [("main", 0), ("dear", 1), ("work", 2), ("cheap", 1), ("work", 2)]
    total, own, ticks = many(calls)[1][:3]
    assert 88 < float(total) < 93 and float(own) < 3
    near(int(ticks), 90)
    (total, own, ticks, _, name), *others = many(functions)
    assert name == "work" and float(total) == float(own) > 97
    assert sorted(name for *_, name in others) == ["cheap", "dear", "main"]
    callers = [(ticks, name) for ticks, name in
               re.findall(r"^ +(\d+)    by (\w+)$", functions, re.MULTILINE) if int(ticks) > 2]
    assert [name for _, name in callers] == ["dear", "cheap", "main", "main"]
    near(int(callers[0][0]), 90)
    near(int(callers[1][0]), 9)
    assert "\ncallers: ended with status 3.\n" in text and "s elapsed" in text
    assert " more)" not in text
    all_ticks = int(re.search(r"^(\d+) ticks, 1000 a second; ± is one standard error\.$", text, re.MULTILINE)[1])
    assert len(SHARES.findall(text)) >= 8
    for total, its_error, own, own_error in SHARES.findall(text):
        for share, error in ((total, its_error), (own, own_error)):
            p = (round(float(share) * all_ticks / 100) + 0.5) / (all_ticks + 1)
            assert float(error) == pytest.approx(100 * (p * (1 - p) / all_ticks)**0.5, abs=0.051)


def test_the_tree_counts_a_tick_of_a_recursion_once(ran):
    text = ran.text("tree of recursion")
    calls, functions = text.split("\n\n")[:2]
    all_ticks = int(re.search(r"^(\d+) ticks, 1000 a second", text, re.MULTILINE)[1])
    shares = [float(total) for total, _, _, _, name in ROW.findall(calls) if name == "down"]
    assert len(shares) == 4
    for share, want in zip(shares, (100, 75, 50, 25)):
        assert abs(share - want) < 8
    (total, own, ticks, _, name), main = many(functions)
    assert name == "down" and main[4] == "main"
    assert float(total) == float(own) == shares[0] == pytest.approx(100 * int(ticks) / all_ticks, abs=0.051)
    near(int(ticks), 40)
    callers = {name: int(ticks)
               for ticks, name in re.findall(r"^ +(\d+)    by (\w+)$", functions, re.MULTILINE)}
    near(callers["main"], 40)
    near(callers["down"], 30)


def test_the_tree_tells_functions_of_one_name_apart(ran):
    functions = ran.text("tree of twins").split("\n\n")[1]
    total = {name: float(share)
             for share, name in re.findall(r"^ *([\d.]+) .* step \((\w+)\.c\)$", functions, re.MULTILINE)}
    assert abs(total["other"] - 75) < 8 and abs(total["main"] - 25) < 8, functions


def tree_parts(machine, folder, rows):
    """The two parts of a run that is the same each time, with at most so many rows."""
    done = machine.run(f"prof --tree --rows {rows} callers 2>&1", extra=folder, det=1, cpus=1)
    assert done.status == 3, done
    return re.findall(r"(?ms)^total %.*?(?=\n\n)", done.stdout)


def test_a_part_of_the_tree(ran, machine):
    wholes, cuts = tree_parts(machine, ran.folder, 9), tree_parts(machine, ran.folder, 2)
    for whole, cut, names in zip(wholes, cuts, (["main", "dear"], ["work", "main"]), strict=True):
        rows = whole.splitlines()
        assert len(ROW.findall(whole)) < 9 and not rows[-1].endswith(" more)")
        left_out = re.fullmatch(r" {35}\((\d+) more\)", cut.splitlines()[-1])
        assert [row[4] for row in ROW.findall(cut)] == names
        assert ROW.findall(cut) == ROW.findall(whole)[:2]
        assert int(left_out[1]) == len(ROW.findall(whole)) - 2
    assert "ticks with more callers than are known.\n" in ran.text("tree of deep")
    assert len(re.findall(r"^\d+ family, ended with status 0:$", ran.text("tree of children"),
                          re.MULTILINE)) == 2


def test_a_profile_can_be_kept_of_stacks_too(ran):
    text = ran.text("kept", 0)
    assert re.search(r" (9\d|10\d)  work ", text)


# Each call of main's has another path: the bits of a number say which of two functions calls which.
PATHS = WORK + """
    static void zero(unsigned long bits, int depth);
    static void one(unsigned long bits, int depth);
    static APART void go(unsigned long bits, int depth)
    {
        depth == 0 ? work(25000) : bits & 1 ? one(bits / 2, depth - 1) : zero(bits / 2, depth - 1);
        sink++;
    }
    static APART void zero(unsigned long bits, int depth) { go(bits, depth); sink++; }
    static APART void one(unsigned long bits, int depth) { go(bits, depth); sink++; }
    int main(void)
    {
        for (unsigned long i = 1; i <= 3000; i++)
            go(i * 0x9e3779b97f4a7c15, 60);
        return 0;
    }
"""


def test_paths_for_which_there_is_no_memory_are_told(machine, tmp_path):
    """Their ticks and those in the rows are all, except a few before and after main, whose rows are too small."""
    (tmp_path / "paths.c").write_text(PATHS)
    done = machine.run("prof --tree paths; prof --folded --output /dev/null paths", extra=tmp_path, det=1, cpus=1,
                       mem="24M", kargs="hz=10000")
    left = re.findall(r"^(\d+) ticks in no row: there was no memory for more paths", done.stderr, re.MULTILINE)
    rows, all_ticks = (int(re.search(what, done.stderr, re.MULTILINE)[1])
                       for what in (r"^[ \d.]{7} .* (\d+)  main$", r"^(\d+) ticks, 10000 a second"))
    assert len(left) == 2 and int(left[0]) > 1000 and rows > 300, done
    assert 0 <= all_ticks - rows - int(left[0]) < rows // 200  # rows of less than 0.5 % are not printed
    assert done.status == 0
