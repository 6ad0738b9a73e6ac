"""The tree's own rules: layers, the arch contract, headers that stand alone."""

import glob
import os
import re
import subprocess

import pytest

# A folder may include from itself and from those before it.  arch/*.h, the contract, may be
# included by all; arch/x86, the implementation, only by itself.
LAYERS = ["abi", "arch", "core", "sched", "mm", "prof", "dev", "fs", "proc", "sys"]

# The few steps upward, each with its reason.
UPWARD = {
    ("kernel/core/print.c", "sched/thread.h"),  # a panic names the thread it happened in
    ("kernel/sched/sched.c", "mm/kmem.h"),  # threads are small objects
    ("kernel/sched/clock.c", "prof/prof.h"),  # the tick's hook
    ("kernel/sched/thread.h", "prof/prof.h"),  # ticks not yet binned belong to the thread
}


def includes(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            found = re.match(r'\s*#\s*include\s*["<]([^">]+)[">]', line)
            if found:
                yield number, found.group(1)


def kernel_files(root):
    for folder, _, names in os.walk(os.path.join(root, "kernel")):
        for name in names:
            if name.endswith((".c", ".h", ".S")):
                yield os.path.relpath(os.path.join(folder, name), root)


def test_a_folder_includes_only_from_the_layers_below(root):
    wrong = []
    for path in kernel_files(root):
        folder = path.split("/")[1]
        if folder not in LAYERS:  # kernel/main.c puts everything together
            continue
        for number, name in includes(os.path.join(root, path)):
            if "/" not in name or name.startswith("arch/"):
                continue
            if folder == "arch" and not path.startswith("kernel/arch/x86/"):
                allowed = LAYERS[:LAYERS.index("core") + 1]
            elif folder == "arch":
                continue  # the implementation calls up into what its traps and calls start
            else:
                allowed = LAYERS[:LAYERS.index(folder) + 1]
            if name.split("/")[0] not in allowed and (path, name) not in UPWARD:
                wrong.append(f"{path}:{number}: {name}")
    assert not wrong


def test_portable_code_knows_the_arch_contract_alone(root):
    implementation = os.listdir(os.path.join(root, "kernel/arch/x86"))
    implementation.remove("machine.h")  # the types that every implementation must give
    wrong = [f"{path}:{number}: {name}"
             for path in kernel_files(root) if not path.startswith("kernel/arch/x86/")
             for number, name in includes(os.path.join(root, path))
             if name.startswith("arch/x86/") or name in implementation]
    assert not wrong


def test_programs_know_the_abi_alone(root):
    paths = [path for folder in ("user", "tests/guest")
             for ext in ("c", "h", "S")
             for path in glob.glob(f"{root}/{folder}/**/*.{ext}", recursive=True)]
    wrong = [f"{os.path.relpath(path, root)}:{number}: {name}"
             for path in paths for number, name in includes(path)
             if name.split("/")[0] in LAYERS[1:-1]  # <sys/...> is the C library's
             ]
    assert not wrong


@pytest.mark.parametrize("flags,folders", [
    (["-ffreestanding", "-mgeneral-regs-only", "-Ikernel", "-Ikernel/include",
      "-Ikernel/arch/x86"], ["kernel"]),
    (["-Iuser/include", "-Ikernel/include", "-D__tally__=1"], ["user/include"]),
], ids=["kernel", "libc"])
def test_every_header_compiles_alone_and_twice(root, flags, folders):
    compiler = os.environ.get("HOSTCC", "gcc")
    own = subprocess.run([compiler, "-print-file-name=include"], capture_output=True, text=True,
                         check=True).stdout.strip()
    headers = sorted(os.path.relpath(path, root) for folder in folders
                     for path in glob.glob(f"{root}/{folder}/**/*.h", recursive=True))
    wrong = []
    for header in headers:
        source = f'#include "{header}"\n' * 2
        done = subprocess.run(
            [compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-nostdinc",
             "-isystem", own, "-I.", *flags, "-xc", "-"],
            input=source, cwd=root, capture_output=True, text=True)
        if done.returncode != 0:
            wrong.append(f"{header}: {done.stderr.splitlines()[0:3]}")
    assert headers and not wrong, "\n".join(wrong)
