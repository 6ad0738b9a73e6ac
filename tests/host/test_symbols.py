"""The tree's own rules for what the kernel's objects define and use: a name says its file, and no two
files call each other."""

import os
import re
import subprocess

from test_tree import kernel_files, upcalls


def symbols(root, build):
    """What each object of the kernel has: [(source, defined names, names used from elsewhere)]."""
    sources = sorted(path for path in kernel_files(root) if not path.endswith(".h"))
    objects = [os.path.join(build, path + ".o") for path in sources]
    done = subprocess.run(["nm", "-P", "-A", *objects], check=True, capture_output=True, text=True)
    defined, used = {path: set() for path in objects}, {path: set() for path in objects}
    for line in done.stdout.splitlines():
        path, name, kind = line.split()[:3]
        if kind == "U":
            used[path[:-1]].add(name)
        elif kind.isupper():  # not static
            defined[path[:-1]].add(name)
    return [(source, defined[path], used[path]) for source, path in zip(sources, objects)]


# Names that do not begin with their file's: x or x_* in FOLDER/x.c, or FOLDER_x*.
OTHER_NAMES = {
    "kernel/core/string": "the names of the C library",
    "kernel/arch/x86/usercopy": "the field's names: copy_from_user and the like",
    "kernel/main": "kernel_main() and kernel_early(), which begin everything",
}


def test_a_name_says_the_file_that_defines_it(root, build):
    wrong = []
    for path, defined, _ in symbols(root, build):
        base = os.path.splitext(path)[0]
        folder, file = base.split("/")[-2:]
        if base in OTHER_NAMES:
            continue
        prefixes = rf"{file}(_|$)|{folder}_{file}"
        if folder == "x86":
            prefixes += "|arch_"  # the contract of arch/*.h
        if path.startswith("kernel/sys/sys_"):
            prefixes += "|sys_"
        wrong += [f"{path}: {name}" for name in sorted(defined) if not re.match(prefixes, name)]
    assert not wrong, "\n".join(wrong)


def hooks(root):
    """The functions by which a lower file calls a higher one."""
    panic = {"panic", "arch_panic_begin", "arch_panic_end", "arch_backtrace"}
    ticks = {"prof_tick", "prof_missed"}  # called by the clock
    return panic | ticks | upcalls(root)


def calls_between_files(root, build):
    """{file: {file that it uses: names}}, without hooks; x.c and x.S are one file."""
    not_counted, home, used = hooks(root), {}, {}
    for path, defined, undefined in symbols(root, build):
        base = os.path.splitext(path)[0]
        home.update(dict.fromkeys(defined, base))
        if path == "kernel/arch/x86/entry.S":  # its table of system calls
            undefined = {name for name in undefined if not name.startswith("sys_")}
        used.setdefault(base, set()).update(undefined - not_counted)
    calls = {base: {} for base in used}
    for base, names in used.items():
        for name in sorted(names):
            if home.get(name, base) != base:
                calls[base].setdefault(home[name], []).append(name)
    return calls


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
