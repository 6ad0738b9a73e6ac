"""Stack samples of whole programs, beside what is known of these: their code, and how often it ran."""

import bisect
import json
import math
import os
import re
import struct
import subprocess
import sys

from test_gprof import debug_file

# Work of many kinds, each reached by calls of its own; leaves its samples in /out/stacks.
BUSY = r"""
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <unistd.h>
#define APART __attribute__((noinline))
static uint64_t buffer[1 << 17];
static char text[4096];
static jmp_buf back;
static volatile unsigned sink;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int backward(const void *a, const void *b) { return compare(b, a); }
static void handler(int sig) { for (int i = 0; i < 300; i++) sink += sig; }
static APART void sort(void)
{
    static int many[500];
    for (int i = 0; i < 500; i++)
        many[i] = rand() % 1000;
    qsort(many, 500, sizeof(int), compare);
    qsort(many, 500, sizeof(int), backward);
}
static APART void print(void)
{
    for (int i = 0; i < 20; i++)
        snprintf(text, sizeof(text), "%d %s %g %x", i, "text", 1.0 / i, i);
}
static APART void jump(int depth)
{
    if (depth == 0)
        longjmp(back, 1);
    jump(depth - 1);
    sink++;
}
static APART void jumps(void)
{
    for (volatile int i = 0; i < 600; i++)
        if (!setjmp(back))
            jump(5);
}
static APART void memory(void)
{
    void *p[50];
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 50; i++)
            p[i] = malloc(20 * i);
        for (int i = 0; i < 50; i++)
            free(p[i]);
    }
}
static APART void calls(int fd)
{
    for (int i = 0; i < 30; i++) {
        getppid();
        read(fd, text, sizeof(text));
        close(-1);
    }
}
static APART void signals(void)
{
    for (int i = 0; i < 10; i++)
        raise(SIGUSR1);
}
static void work(clock_t ticks)
{
    int fd = open("/dev/zero", O_RDONLY);
    struct tms now;
    for (times(&now), ticks += now.tms_utime; now.tms_utime < ticks; times(&now)) {
        sort();
        print();
        jumps();
        memory();
        calls(fd);
        signals();
    }
    close(fd);
}
static void *thread(void *arg) { work(500); return arg; }
int main(void)
{
    pthread_t id;
    signal(SIGUSR1, handler);
    profstack(buffer, sizeof(buffer), PROF_STACK_MAX);
    work(10000);
    pthread_create(&id, NULL, thread, NULL);
    pthread_join(id, NULL);
    profstack(NULL, 0, 0);
    int fd = open("/out/stacks", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return write(fd, buffer, buffer[0]) != (ssize_t)buffer[0];
}
"""

# One function with two callers: one calls it nine times for short work, one once for long work.
SPLIT = r"""
#include <stdio.h>
#include <sys/profil.h>
#define APART __attribute__((noinline, aligned(64))) static void
static uint64_t buffer[1 << 16];
static volatile unsigned sink;
APART work(unsigned n) { for (unsigned i = 0; i < n; i++) sink += i; }
APART cheap(void) { work(SHORT); sink++; }
APART dear(void) { work(LONG); sink++; }
int main(void)
{
#ifdef STACKS
    profstack(buffer, sizeof(buffer), 8);
#endif
    for (int i = 0; i < 20000; i++) {
        for (int k = 0; k < 9; k++)
            cheap();
        dear();
    }
#ifdef STACKS
    profstack(NULL, 0, 0);
    unsigned ticks[2] = {0};
    for (size_t at = 1; at < buffer[0] / 8;) {
        const struct prof_stack *stack = (const void *)&buffer[at];
        if (stack->ps_pc[0] - (uintptr_t)work < 64)
            ticks[stack->ps_pc[1] - (uintptr_t)cheap < 64] += stack->ps_ticks;
        at += 1 + stack->ps_depth;
    }
    printf("%u %u\n", ticks[1], ticks[0]);
#endif
    return 0;
}
"""
SHORT, LONG = 20, 1000


def tally(root, what, cmd, folder, **settings):
    env = {**os.environ, "EXTRA": str(folder), "IMAGE": "", "DET": "1", "CPUS": "1", "CMD": cmd, **settings}
    done = subprocess.run([sys.executable, "-IS", "tools/run", what], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def stacks(data):
    """(ticks, is it cut, pcs) of each sample of a buffer."""
    at, used = 8, struct.unpack_from("<Q", data)[0]
    while at < used:
        ticks, depth, flags = struct.unpack_from("<IHH", data, at)
        yield ticks, flags & 1, struct.unpack_from(f"<{depth}Q", data, at + 8)
        at += 8 + 8 * depth


class Code:
    """Of a program: where its functions are, and what follows each of its calls and jumps."""

    def __init__(self, path):
        text = subprocess.run([os.environ["CROSS"] + "objdump", "-d", "-w", path], capture_output=True,
                              text=True).stdout
        heads = re.findall(r"^([0-9a-f]+) <(\S+)>:$", text, re.MULTILINE)
        self.firsts, self.names = [int(pc, 16) for pc, _ in heads], [name for _, name in heads]
        self.called, self.jumps, call = {}, {}, None
        for pc, what in re.findall(r"^ +([0-9a-f]+):\t[0-9a-f ]+\t(.*)", text, re.MULTILINE):
            pc = int(pc, 16)
            if call:
                self.called[pc], call = call, None
            if found := re.match(r"(call|j\w+) +(?:[0-9a-f]+ <([^+>]+)(\+0x[0-9a-f]+)?>|\*)", what):
                if found[1] == "call":
                    call = found[2] or "*"
                elif found[2] and not found[3]:
                    self.jumps.setdefault(self.function(pc), set()).add(found[2])

    def function(self, pc):
        return self.names[bisect.bisect_right(self.firsts, pc) - 1]

    def reached(self, name):
        """What runs after a call of a function: it, and what it jumps to as the last thing."""
        names, new = set(), {name}
        while new:
            names |= new
            new = set().union(*(self.jumps.get(name, set()) for name in new)) - names
        return names

    def explains(self, inner, outer):
        """Whether a call before the return address `outer` leads to the function of `inner`."""
        called = self.called.get(outer)
        return called == "*" or called is not None and self.function(inner) in self.reached(called)


def broken_link(code, pcs):
    """The first pc whose caller, as the stack has it, does not call it."""
    for inner, outer in zip(pcs, pcs[1:]):
        if code.function(outer - 1) == "__signal_return" or code.function(inner - 1) == "__signal_return":
            continue  # to a handler, and to what its signal interrupted
        if code.function(inner) == "__sigreturn" or code.explains(inner, outer):
            continue
        return f"{code.function(inner)} <- {code.function(outer)}: {[hex(pc) for pc in pcs]}"
    return None


def test_each_caller_in_a_stack_calls_the_one_before(root, build, tmp_path):
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "busy.c").write_text(BUSY)
    tally(root, "run", "busy", folder, OUT=str(tmp_path / "out"), KARGS="hz=10000")
    code = Code(debug_file(build, folder, "busy"))
    all_ticks, wrong, seen, in_longjmp = 0, {}, {}, 0
    for ticks, is_cut, pcs in stacks((tmp_path / "out/stacks").read_bytes()):
        all_ticks += ticks
        for name in {code.function(pc) for pc in pcs}:
            seen[name] = seen.get(name, 0) + ticks
        link = broken_link(code, pcs)
        if link and link.startswith("longjmp <- "):  # its last two instructions: doc/tick.md
            in_longjmp += ticks
        elif is_cut or link or code.function(pcs[-1]) not in ("_start", "thread_main"):
            wrong[link] = wrong.get(link, 0) + ticks
    assert all_ticks > 9000
    assert {"compare", "__format_double", "getppid", "handler", "jump", "longjmp", "malloc", "thread_main",
            "_start"} <= seen.keys()
    assert sum(wrong.values()) < all_ticks / 1000, wrong
    assert in_longjmp < seen["longjmp"] * 3 / 4


def exact_share(root, build, folder, out):
    """Of what work() executes, cheap()'s part, by what make count counts."""
    tally(root, "count", "counted", folder, OUT=str(out))
    with open(out / "count.json", encoding="utf-8") as file:
        rows = json.load(file)["pcs"]
    calls = {name: next(row["user"] for row in rows if row["function"] == name)
             for name in ("work", "cheap", "dear")}
    assert calls == {"work": 200000, "cheap": 180000, "dear": 20000}
    inside = [row["user"] for row in rows if row["function"] == "work"]
    fixed = sum(count for count in inside if count == calls["work"])
    turns = calls["cheap"] * SHORT + calls["dear"] * LONG
    in_loop = sum(inside) - fixed  # the loop's head may be executed once more than its body
    assert in_loop >= turns
    cheap = in_loop * calls["cheap"] * SHORT / turns + fixed * calls["cheap"] / calls["work"]
    return cheap / sum(inside)


def gprof_share(root, folder, out):
    """The same by the call graph of the host's gprof."""
    graph = tally(root, "profile", "graphed", folder, OUT=str(out)).partition("Call graph")[2]
    entry = next(entry for entry in re.split(r"^-+$", graph, flags=re.MULTILINE)
                 if re.search(r"^\[\d+\].* work \[\d+\]$", entry, re.MULTILINE))
    rows = re.findall(r"^ +([\d.]+) +[\d.]+ +\d+/\d+ +(cheap|dear) ", entry, re.MULTILINE)
    seconds = {name: float(text) for text, name in rows}
    return seconds["cheap"] / (seconds["cheap"] + seconds["dear"])


def test_stacks_tell_callers_apart_that_gprof_cannot(root, build, tmp_path):
    """gprof divides a function's time among its callers by the number of their calls."""
    folder = tmp_path / "programs"
    folder.mkdir()
    source = SPLIT.replace("SHORT", str(SHORT)).replace("LONG", str(LONG))
    for name, flags in {"counted": "-DPLAIN", "graphed": "-pg", "sampled": "-DSTACKS"}.items():
        (folder / f"{name}.c").write_text(f"/* flags: {flags} */\n{source}")
    exact = exact_share(root, build, folder, tmp_path / "count")
    by_calls = gprof_share(root, folder, tmp_path / "graph")
    cheap, dear = map(int, tally(root, "run", "sampled", folder, KARGS="hz=10000").split())
    sampled = cheap / (cheap + dear)
    print(f"exact {exact:.4f}, stacks {sampled:.4f} of {cheap + dear}, gprof {by_calls:.4f}")
    assert abs(by_calls - 0.9) < 0.01 and 0.1 < exact < 0.2
    assert abs(sampled - exact) < 4 * math.sqrt(exact * (1 - exact) / (cheap + dear))
