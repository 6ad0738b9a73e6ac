"""The tree's own rules: layers, the arch contract, headers, and what the pages name.  test_symbols.py
has those for which the kernel's objects are read."""

import glob
import os
import re
import subprocess

import pytest

# A folder may include from itself and from those before it.  arch/*.h, the contract, may be
# included by all; arch/x86, the implementation, only by itself.  It switches threads and runs on
# address spaces: so it may include from all up to vm.
LAYERS = ["abi", "arch", "core", "mm", "sched", "vm", "prof", "dev", "fs", "proc", "sys"]

# The few steps upward, each with its reason.
UPWARD = {
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
    wrong, upward = [], set()
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
                allowed = LAYERS[:LAYERS.index("vm") + 1]
            else:
                allowed = LAYERS[:LAYERS.index(folder) + 1]
            if name.split("/")[0] in allowed:
                continue
            upward.add((path, name))
            if (path, name) not in UPWARD:
                wrong.append(f"{path}:{number}: {name}")
    assert not wrong and upward == UPWARD


def test_portable_code_knows_the_arch_contract_alone(root):
    implementation = os.listdir(os.path.join(root, "kernel/arch/x86"))
    implementation.remove("machine.h")  # the types that every implementation must give
    wrong = [f"{path}:{number}: {name}"
             for path in kernel_files(root) if not path.startswith("kernel/arch/x86/")
             for number, name in includes(os.path.join(root, path))
             if name.startswith("arch/x86/") or name in implementation]
    assert not wrong


def test_only_the_architecture_has_assembly(root):
    wrong = []
    for path in kernel_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            if not path.startswith("kernel/arch/x86/") and \
                    (path.endswith(".S") or re.search(r"\b(__)?asm(__)?\b", file.read())):
                wrong.append(path)
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


def top_level(path):
    """What stands outside of all braces: a list of declarations, and of definitions' heads."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", file.read(), flags=re.S)
    text = re.sub(r"^\s*#(.*\\\n)*.*$", "", text, flags=re.M)
    text = re.sub(r'"(\\.|[^"\\])*"', '""', text)
    text = re.sub(r"__attribute__\s*\(\(([^()]|\([^()]*\))*\)\)", "", text)
    declared, defined, head, depth = [], [], "", 0
    for char in text:
        if char == "{":
            depth += 1
            if depth == 1 and re.search(r"\)\s*$", head):  # a function's; not a struct's or value's
                defined.append(head.strip())
                head = ""
        elif char == "}":
            depth -= 1
        elif depth == 0 and char == ";":
            declared.append(head.strip())
            head = ""
        elif depth == 0:
            head += char
    return declared, defined


def name_of(head):
    """The function or variable that a declaration or the head of a definition names."""
    head = head.split("=")[0]
    found = re.search(r"(\w+)\s*\(", head) or re.search(r"(\w+)\s*(\[.*)?$", head, re.S)
    return found.group(1) if found else None


def names_declared(path):
    for head in top_level(path)[0]:
        is_function = "(" in head and not re.match(r"(static|typedef|_Static_assert)\b", head)
        if is_function or re.match(r"extern\b", head):
            yield name_of(head)


def names_defined(base):
    names = set()
    if os.path.exists(base + ".c"):
        declared, defined = top_level(base + ".c")
        names |= {name_of(head) for head in defined if not re.search(r"\bstatic\b", head)}
        names |= {name_of(head) for head in declared
                  if "(" not in head.split("=")[0] and not re.match(r"(static|extern)\b", head)}
    if os.path.exists(base + ".S"):
        with open(base + ".S", encoding="utf-8") as file:
            names |= set(re.findall(r"^(\w+):", file.read(), re.M))
    return names


def upcalls(root):
    """What arch.h lists as functions of higher folders that arch/x86 calls."""
    with open(os.path.join(root, "kernel/arch/arch.h"), encoding="utf-8") as file:
        section = re.sub(r"/\*.*?\*/", "", file.read().split("---- upcalls")[1], flags=re.S)
    return set(re.findall(r"(\w+)\(", section))


def test_what_a_header_declares_is_defined_in_the_source_beside_it(root):
    """x/y.h in x/y.c or x/y.S; arch/*.h, the contract, anywhere in arch/x86."""
    contract = upcalls(root).union(*(
        names_defined(os.path.splitext(path)[0])
        for path in glob.glob(f"{root}/kernel/arch/x86/*.[cS]")))
    wrong, seen = [], 0
    for path in sorted(kernel_files(root)):
        if not path.endswith(".h"):
            continue
        base = os.path.join(root, path[:-2])
        defined = contract if os.path.dirname(path) == "kernel/arch" else names_defined(base)
        for name in names_declared(base + ".h"):
            seen += 1
            if name not in defined:
                wrong.append(f"{path}: {name}")
    assert seen > 50 and not wrong, "\n".join(wrong)


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


PLACES = ("", "kernel/", "kernel/include/", "user/", "user/bin/")


PAGES = ["README.md", *("doc/" + name for name in (
    "adding-a-test.md", "glossary.md", "locks.md", "profiling.md", "tour.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_what_exists(root, page):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    files = re.findall(r"`((?:[a-z0-9_]+/)+[a-z0-9_]+\.(?:[chS]|py|md|ini))`", text)
    assert files
    missing = [name for name in files
               if not any(os.path.exists(os.path.join(root, place, name)) for place in PLACES)]
    sources = ""
    for path in kernel_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            sources += file.read()
    functions = re.findall(r"`([a-z_][a-z0-9_]*)\(\)`", text)
    missing += [name for name in functions
                if not re.search(rf"\b{name}\b", sources) and name not in ("main", "profil", "getppid")]
    assert not missing
