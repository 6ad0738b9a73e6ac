"""The tree's own rules for what the kernel's objects define and use: a name says its file, no two files
call each other, and none calls upward."""

import os
import re
import shutil
import subprocess

import pytest

from test_tree import code_of, kernel_files, layer_of, upcalls, usable_by


def symbols(root, build):
    """What each object of the kernel has: [(source, defined names, names used from elsewhere)]."""
    sources = sorted(path for path in kernel_files(root)
                     if not path.endswith(".h") and not path.startswith("kernel/debug/"))
    objects = [path + ".o" for path in sources]
    done = subprocess.run([os.environ["CROSS"] + "nm", "-P", "-A", *objects], cwd=build, check=True,
                          capture_output=True, text=True)
    defined, used = {path: set() for path in objects}, {path: set() for path in objects}
    for line in done.stdout.splitlines():
        path, name, kind = line.split()[:3]
        if kind == "U":
            used[path[:-1]].add(name)
        elif kind.isupper():  # not static
            defined[path[:-1]].add(name)
    return [(source, defined[path], used[path]) for source, path in zip(sources, objects)]


# Names that do not begin with their file's.
OTHER_NAMES = {
    "kernel/core/string": "the names of the C library",
    "kernel/arch/x86/usercopy": "the field's names: copy_from_user and the like",
    "kernel/main": "kernel_main(), which begins everything",
}


def files_of_name(name, files):
    """x or x_* is in FOLDER/x.c, as FOLDER_x* is; x_y_* is in x_y.c, if there is one."""
    fits = {}
    for base in files:
        folder, file = base.split("/")[-2:]
        for prefix in (file, f"{folder}_{file}"):
            if re.match(rf"{prefix}(_|$)", name):
                fits.setdefault(len(prefix), set()).add(base)
    return fits[max(fits)] if fits else set()


def test_a_name_says_the_file_that_defines_it(root, build):
    files = {os.path.splitext(path)[0] for path in kernel_files(root)}
    wrong = []
    for path, defined, _ in symbols(root, build):
        base = os.path.splitext(path)[0]
        if base in OTHER_NAMES:
            continue
        others = "arch_" if path.startswith("kernel/arch/x86/") else \
            "sys_" if path.startswith("kernel/sys/sys_") else "$"  # the contract; the handlers
        wrong += [f"{path}: {name}" for name in sorted(defined)
                  if base not in files_of_name(name, files) and not re.match(others, name)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name,want", [
    ("file", {"fs/file"}), ("file_open", {"fs/file"}), ("fs_file_open", {"fs/file"}),
    ("file_table_get", {"fs/file_table"}), ("files_close", set()), ("fs_files_close", set()),
])
def test_the_longest_name_of_a_file_counts(name, want):
    assert files_of_name(name, {"fs/file", "fs/file_table"}) == want


def hooks(root):
    """The functions by which a lower file calls a higher one."""
    panic = {"panic", "arch_panic_begin", "arch_panic_end", "arch_backtrace",
             "arch_callers_hash"}  # as arch_backtrace: of whoever calls
    ticks = {"prof_tick", "prof_missed",  # called by the clock
             "prof_kernel_on", "prof_kernel_tick", "prof_kernel_idle"}
    changes = {"trace_on", "trace_switch", "trace_wake"}  # called by the scheduler
    return panic | ticks | changes | upcalls(root)


def calls_between_files(root, build):
    """{file: {file that it uses: names}}, without hooks; x.c, x.S and what x.h has are one file."""
    not_counted, home, used = hooks(root), {}, {}
    for path, defined, undefined in symbols(root, build):
        base = os.path.splitext(path)[0]
        home.update(dict.fromkeys(defined, base))
        if path == "kernel/arch/x86/entry.S":  # its table of system calls
            undefined = {name for name in undefined if not name.startswith("sys_")}
        used.setdefault(base, set()).update(undefined - not_counted)
    for path in kernel_files(root):
        if path.endswith(".h") and layer_of(path) not in ("abi", "arch"):
            used.setdefault(path[:-2], set()).update(words_of(root, path) - not_counted)
    calls = {base: {} for base in used}
    for base, names in used.items():
        for name in sorted(names):
            if home.get(name, base) != base:
                calls[base].setdefault(home[name], []).append(name)
    return calls


def words_of(root, path):
    """For a header: what its inline functions and macros use."""
    lines = [line for line in code_of(os.path.join(root, path)).split("\n")
             if not re.match(r"\s*#\s*include", line)]
    return set(re.findall(r"\w+", re.sub(r'"(\\.|[^"\\])*"', "", "\n".join(lines))))


def shortest_circle(calls, start):
    """The steps (file, file it calls) from start back to start, or None."""
    came_from, queue = {}, [start]
    for base in queue:
        for other in calls[base]:
            if other not in came_from:
                came_from[other] = base
                queue.append(other)
    if start not in came_from:
        return None
    steps = [(came_from[start], start)]
    while steps[0][0] != start:
        steps.insert(0, (came_from[steps[0][0]], steps[0][0]))
    return steps


def test_no_two_files_call_each_other(root, build):
    """Neither directly nor by way of others."""
    calls = calls_between_files(root, build)
    assert len(calls) > 50
    told = []
    while circles := [steps for base in calls if (steps := shortest_circle(calls, base))]:
        told.append("a circle:")
        for base, other in min(circles, key=len):
            told.append(f"    {base} calls {other}: {' '.join(calls[base].pop(other))}")
    assert not told, "\n".join(told)


def test_a_file_calls_only_the_layers_below(root, build):
    """Whoever declares what it calls.  kernel/main.c puts everything together."""
    wrong = [f"{base} calls {other}: {' '.join(names)}"
             for base, others in calls_between_files(root, build).items() if base != "kernel/main"
             for other, names in others.items() if layer_of(other) not in usable_by(base)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("rule,path,line", [
    (test_no_two_files_call_each_other, "sched/runq.h", "#define AGAIN() alarm_init_cpu()"),
    (test_a_file_calls_only_the_layers_below, "mm/page.h",
     "static inline void end(void) { exit_process(0); }"),
])
def test_what_a_header_calls_counts(rule, path, line, root, build, tmp_path):
    shutil.copytree(os.path.join(root, "kernel"), tmp_path / "kernel")
    rule(str(tmp_path), build)
    with (tmp_path / "kernel" / path).open("a") as file:
        file.write(line + "\n")
    with pytest.raises(AssertionError):
        rule(str(tmp_path), build)
