"""The tree's own rules: layers, the arch contract, headers, and what the pages name.  test_symbols.py
has those for which the kernel's objects are read."""

import glob
import os
import re
import shutil
import subprocess

import pytest

# A folder may use itself and those before it.  arch/*.h, the contract, may be included by all;
# arch/x86, the implementation, only by itself.  It switches threads and runs on address spaces: so
# it may use all up to vm.  All may include debug/*.h, which are macros that vanish without DEBUG=1;
# debug/*.c may use all that it checks.
LAYERS = ["abi", "arch", "core", "mm", "sched", "vm", "prof", "trace", "dev", "fs", "proc", "debug", "record", "sys"]

# The few steps upward, each with its reason.
UPWARD = {
    ("kernel/sched/clock.c", "kernel/prof/prof.h"),  # the tick's hook
    ("kernel/sched/clock.c", "kernel/prof/kernel.h"),  # the same, of the kernel's own profile
    ("kernel/sched/sched.c", "kernel/trace/trace.h"),  # each switch and each wake-up
    ("kernel/sched/thread.h", "kernel/prof/prof.h"),  # ticks not yet binned belong to the thread
}

COMPILERS_OWN = {"stdarg.h", "stdbool.h", "stddef.h", "stdint.h"}
KERNEL_PLACES = ("kernel", "kernel/include", "kernel/arch/x86")
CONTRACT = r"kernel/arch/(\w+|x86/machine)\.h$"  # machine.h: types that every implementation has
CHECKS = r"kernel/debug/\w+\.h$"


def code_of(path):
    """Without comments; each line in its place."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|//[^\n]*""",
                      lambda found: found[1] or " " + "\n" * found[0].count("\n"),
                      file.read(), flags=re.S)


def includes(root, path, places):
    """(line, file) of each, as the compiler finds it; or its name, if it is none of the tree."""
    for number, line in enumerate(code_of(os.path.join(root, path)).split("\n"), 1):
        if not re.match(r"\s*#\s*(include|import)", line):
            continue
        found = re.fullmatch(r'\s*#\s*include\s*["<]([^">]+)[">]\s*', line)
        name = found.group(1) if found else line.strip()
        tried = [os.path.normpath(os.path.join(place, name))
                 for place in (os.path.dirname(path), *places)]
        yield number, next((file for file in tried if os.path.isfile(os.path.join(root, file))), name)


def kernel_files(root):
    for folder, _, names in os.walk(os.path.join(root, "kernel")):
        for name in names:
            if name.endswith((".c", ".h", ".S")):
                yield os.path.relpath(os.path.join(folder, name), root)


def layer_of(path):
    """Where a file of the kernel belongs; kernel/main.c, which puts everything together, nowhere."""
    folders = path.split("/")[1:-1]
    return "/".join(folders[1:] if folders[:1] == ["include"] else folders[:1])


def usable_by(path):
    """The layers that a file of the kernel may use."""
    last = layer_of(path)
    if re.match(CHECKS, path):
        last = "core"
    if last == "arch":
        last = "vm" if path.startswith("kernel/arch/x86/") else "core"
    return LAYERS[:LAYERS.index(last) + 1] if last in LAYERS else []


def test_every_file_of_the_kernel_is_in_a_layer_and_of_a_kind_that_is_checked(root):
    everything = [os.path.relpath(os.path.join(folder, name), root)
                  for folder, _, names in os.walk(os.path.join(root, "kernel")) for name in names]
    wrong = [path for path in everything
             if path != "kernel/main.c" and (layer_of(path) not in LAYERS
                                             or not path.endswith((".c", ".h", ".S")))]
    assert len(everything) > 100 and not wrong


def test_a_folder_includes_only_from_the_layers_below(root):
    wrong, upward = [], set()
    for path in kernel_files(root):
        for number, name in includes(root, path, KERNEL_PLACES):
            if name in COMPILERS_OWN or re.match(CONTRACT, name) or re.match(CHECKS, name):
                continue
            if name.startswith("kernel/") and \
                    (path == "kernel/main.c" or layer_of(name) in usable_by(path)):
                continue
            upward.add((path, name))
            if (path, name) not in UPWARD:
                wrong.append(f"{path}:{number}: {name}")
    assert not wrong and upward == UPWARD


def test_portable_code_knows_the_arch_contract_alone(root):
    wrong = [f"{path}:{number}: {name}"
             for path in kernel_files(root) if not path.startswith("kernel/arch/x86/")
             for number, name in includes(root, path, KERNEL_PLACES)
             if name.startswith("kernel/arch/") and not re.match(CONTRACT, name)]
    assert not wrong


def test_only_the_architecture_has_assembly(root):
    """Nor what the compiler has for single instructions."""
    instruction = r"\b_*asm_*\b|\b__builtin_ia32_|\b_mm_|\b\w+intrin\.h\b"
    wrong = [path for path in kernel_files(root) if not path.startswith("kernel/arch/x86/")
             and (path.endswith(".S") or re.search(instruction, code_of(os.path.join(root, path))))]
    assert not wrong


def test_programs_know_the_abi_alone(root):
    paths = [os.path.relpath(path, root) for folder in ("user", "tests/guest")
             for ext in ("c", "h", "S")
             for path in glob.glob(f"{root}/{folder}/**/*.{ext}", recursive=True)]
    wrong = [f"{path}:{number}: {name}"
             for path in paths
             for number, name in includes(root, path, ("user/include", "kernel/include", "tests", "kernel"))
             if name.startswith("kernel/") and layer_of(name) != "abi"]
    assert paths and not wrong


def top_level(path):
    """What stands outside of all braces: a list of declarations, and of definitions' heads."""
    text = re.sub(r"^\s*#(.*\\\n)*.*$", "", code_of(path), flags=re.M)
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


def test_the_tour_names_the_hooks_by_which_lower_folders_call_upward(root):
    heads = [head for path in kernel_files(root) if path.endswith(".h")
             for head in top_level(os.path.join(root, path))[0]]
    hooks = {name_of(head) for head in heads if re.search(r"_set_\w+\s*\(.*\(\*", head, re.S)}
    with open(os.path.join(root, "doc/tour.md"), encoding="utf-8") as file:
        text = file.read()
    assert len(hooks) >= 5 and not {name for name in hooks if f"`{name}`" not in text}


def test_a_file_declares_nothing_that_another_defines(root):
    """It includes the other's header; not even within a function."""
    paths = [os.path.join(root, path) for path in sorted(kernel_files(root)) if path.endswith((".c", ".h"))]
    defined = {path: names_defined(os.path.splitext(path)[0]) for path in paths}
    everywhere = set().union(*defined.values())
    wrong = []
    for path in paths:
        declared = {name_of(head) for head in re.findall(r"\bextern\b([^;{]*);", code_of(path))}
        declared |= set(names_declared(path)) if path.endswith(".c") else set()
        wrong += [f"{os.path.relpath(path, root)}: {name}"
                  for name in sorted(declared & everywhere - defined[path])]
    assert len(everywhere) > 300 and not wrong, "\n".join(wrong)


# What breaks each rule: a line at the end of a file of kernel/.
BREAKS = {
    test_every_file_of_the_kernel_is_in_a_layer_and_of_a_kind_that_is_checked: [
        ("util/new.c", ""),
        ("core/new.s", ""),
    ],
    test_a_folder_includes_only_from_the_layers_below: [
        ("mm/page.c", '#include "proc/process.h"'),
        ("mm/page.c", "#include <proc/process.h>"),
        ("mm/page.c", '#include "../proc/process.h"'),
        ("mm/page.c", '#include "core/../fs/fs.h"'),
        ("mm/page.c", "#include HEADER"),
        ("include/abi/fs.h", '#include "core/list.h"'),
        ("arch/x86/tlb.c", '#include "fs/fs.h"'),
    ],
    test_portable_code_knows_the_arch_contract_alone: [
        ("mm/page.c", '#include "arch/x86/tlb.h"'),
        ("mm/page.c", "#include <tlb.h>"),
    ],
    test_only_the_architecture_has_assembly: [
        ("mm/page.c", '__asm("nop");'),
        ("mm/page.h", "#define PAUSE() __builtin_ia32_pause()"),
    ],
    test_programs_know_the_abi_alone: [
        ("../user/bin/new.c", '#include "../../kernel/core/list.h"'),
        ("../user/bin/new.c", '#include "abi/../core/list.h"'),
    ],
    test_what_a_header_declares_is_defined_in_the_source_beside_it: [
        ("mm/page.h", "void kmem_free(void *object);"),
        ("mm/page.h", "extern int cpu_count;"),
    ],
    test_a_file_declares_nothing_that_another_defines: [
        ("mm/page.c", "void kmem_free(void *object);"),
        ("mm/page.c", "static void f(void) { extern void exit_process(int status); }"),
        ("mm/page.h", "static inline void f(void) { extern void exit_process(int status); }"),
    ],
}


@pytest.mark.parametrize("rule,path,line", [
    (rule, path, line) for rule, breaks in BREAKS.items() for path, line in breaks])
def test_a_rule_sees_what_is_wrong(rule, path, line, root, tmp_path):
    shutil.copytree(os.path.join(root, "kernel"), tmp_path / "kernel")
    file = tmp_path / "kernel" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if line:
        file.touch()
        rule(str(tmp_path))
    with file.open("a") as text:
        text.write(line + "\n")
    with pytest.raises(AssertionError):
        rule(str(tmp_path))


DIALECTS = sorted(os.listdir(os.path.join(os.path.dirname(__file__), "../../user/compat")))


@pytest.mark.parametrize("flags,folders", [
    (["-ffreestanding", "-mgeneral-regs-only", "-Ikernel", "-Ikernel/include",
      "-Ikernel/arch/x86"], ["kernel"]),
    (["-Iuser/include", "-Ikernel/include", "-D__tally__=1"], ["user/include"]),
    *((["-Iuser/compat/" + dialect, "-Iuser/include", "-Ikernel/include", "-D__tally__=1"],
       ["user/compat/" + dialect]) for dialect in DIALECTS),
], ids=["kernel", "libc", *DIALECTS])
def test_every_header_compiles_alone_and_twice(root, flags, folders):
    compiler = os.environ["CROSS"] + "gcc"
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


def test_an_object_with_the_size_of_a_pointer_is_warned_of(root):
    """gcc alone tells; clang does not look."""
    source = """#include "mm/kmem.h"
        struct object { long a[4]; };
        struct object *make(void);
        struct object *make(void)
        {
            struct object *object = kmem_alloc(sizeof(SIZE));
            object->a[3] = 1;
            return object;
        }"""
    said = [subprocess.run([os.environ["CROSS"] + "gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-ffreestanding",
                            f"-DSIZE={size}", "-Ikernel", "-Ikernel/include", "-Ikernel/arch/x86", "-S", "-o",
                            "/dev/null", "-xc", "-"],
                           input=source, cwd=root, capture_output=True, text=True, check=True).stderr
            for size in ("object", "*object")]
    assert "object of size 8 allocated by" in said[0] and said[1] == ""


PLACES = ("", "kernel/", "kernel/include/", "user/", "user/bin/")
MADE = "doc/conformance.md", "build/mistakes.md"  # by make


PAGES = ["README.md", *("doc/" + name for name in (
    "adding-a-test.md", "glossary.md", "locks.md", "prof.md", "profiling.md", "ruler.md", "running.md", "tick.md",
    "tour.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_what_exists(root, page):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    files = re.findall(r"`((?:[a-z0-9_]+/)+[a-z0-9_]+\.(?:[chS]|py|md|ini))`", text)
    assert files
    left_out = () if os.path.isdir(os.path.join(root, "tests/full")) else ("tests/full/",)  # in a lab's starter
    missing = [name for name in files
               if name not in MADE and not name.startswith(left_out)
               and not any(os.path.exists(os.path.join(root, place, name)) for place in PLACES)]
    sources = ""
    for path in kernel_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            sources += file.read()
    functions = re.findall(r"`([a-z_][a-z0-9_]*)\(\)`", text)
    missing += [name for name in functions
                if not re.search(rf"\b{name}\b", sources) and name not in ("main", "profil", "getppid")]
    assert not missing


def test_the_page_of_locks_names_each_as_the_kernel_does(root):
    """A panic tells a lock's name, and says that it is on that page."""
    given = r'(?:SPINLOCK_INIT\(|MUTEX_INIT\(\w+, |spin_init\([^";]*, |mutex_init\([^";]*, )"([^"]+)"'
    names = {name for path in kernel_files(root) for name in re.findall(given, code_of(os.path.join(root, path)))}
    with open(os.path.join(root, "doc/locks.md"), encoding="utf-8") as file:
        text = file.read()
    told = {name.strip(" `") for cell in re.findall(r"^\| ([^|]*) \||^(`[^`]*`)", text, re.M)
            for name in re.split(r"[,:(]", re.sub(r"\([^)]*\)", "", "".join(cell)))}
    assert len(names) > 25 and names <= told, names - told


def lines_of(paths):
    """As `wc -l` counts them."""
    return sum(open(path, encoding="utf-8").read().count("\n") for path in paths)


def test_the_tour_tells_how_much_there_is_to_read(root):
    """Each number within a fifth, as a lab's starter has less.  Of a stop counts what its first sentence names.
    The numbers agree with each other."""
    with open(os.path.join(root, "doc/tour.md"), encoding="utf-8") as file:
        text = file.read()
    name = r"`([a-z0-9_/]+\.[chS])`"
    stops = dict(re.findall(r"^## (\d+)\. .*\n\n(`[^;]*?`)[.;]\s", text, re.MULTILINE))
    told, counted = [], []
    for read, lines, hours in re.findall(r"^\| \d [^|]*\| ([^|]*) \| (\d+) \| (\d+) \|", text, re.MULTILINE):
        assert 85 < int(lines) / int(hours) < 95, read
        names = re.findall(name, read)
        if "their headers" in read:
            names += [source[:-1] + "h" for source in names if source.endswith(".c")]
        for number in re.findall(r"(?<!from stop )\b\d\b", read):
            names += re.findall(name, stops[number])
        paths = {os.path.join(root, place, name) for name in names for place in ("kernel", "kernel/include")}
        told.append(int(lines))
        counted.append(lines_of(filter(os.path.exists, paths)))
    told += [int(number.replace(" ", "")) for number in
             re.search(r"some ([\d ]+) lines of code, ([\d ]+) with[^`]*are about ([\d ]+) lines", text).groups()]
    assert abs(told[-1] - sum(told[:-3])) < 50
    paths = [os.path.join(root, path) for path in kernel_files(root)]
    code = sum(bool(line.strip()) for path in paths for line in code_of(path).splitlines())
    counted += [code, lines_of(paths), sum(counted)]
    assert len(told) == 10 and all(abs(a - b) < b / 5 for a, b in zip(told, counted)), list(zip(told, counted))


def commands_of(script):
    """(line, text) of each line, with what it goes on with inside of quotes and $( ), without comments."""
    inside, start, text, ends = [], 1, "", {"'": "'", '"': '"', "$(": ")"}
    for found in re.finditer(r"\\.|\$\(|(?<!\S)#[^\n]*|.", script, re.DOTALL):
        token, innermost = found[0], inside[-1] if inside else None
        if inside and token[-1] == ends[innermost] and (innermost == "'" or len(token) == 1):
            inside.pop()
        elif innermost != "'" and token in ends and (innermost, token) != ('"', "'"):
            inside.append(token)
        elif token[0] == "#" and not inside:
            continue
        elif token == "\n" and not inside:
            yield start, text.strip()
            start, text = script.count("\n", 0, found.end()) + 1, ""
            continue
        text += token


def unchecked(script):
    """The lines of a shell test's commands that test something, of which nothing comes where it is not so."""
    return [line for line, text in commands_of(script)
            if re.match("(! )?test ", text) and not text.endswith(("exit 1", "||", "&&"))]


def test_what_a_shell_test_tests_can_fail(root):
    assert unchecked('test 1 = 2\ntest 1 = 2 # || exit 1\n! test "$(a "b\n\'")" = 2\n') == [1, 2, 3]
    assert not unchecked('test "$(a \'\\\n"c\')" = 2 || exit 1 # a\ntest 1 = 1 &&\n    exit 1\nif test 1; then :; fi\n')
    for path in glob.glob(os.path.join(root, "tests/guest/*.sh")):
        with open(path, encoding="utf-8") as file:
            script = file.read()
        assert re.search("^set -e", script, re.MULTILINE) or unchecked(script) == [], path


def last_in_children(text):
    """(line, code) of what a test's child does last: START_CHILD(...) and IN_CHILD(...)."""
    for found in re.finditer(r"\b(START_CHILD|IN_CHILD)\(", text):
        depth, end = 1, found.end()
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text.count("\n", 0, found.start()) + 1, re.split(r"[;{]", text[found.end():end - 1].rstrip("; }\n"))[-1]


def exec_unseen(text):
    """The lines of children that end with 0 where their exec fails."""
    return [line for line, last in last_in_children(text) if re.match(r"\s*exec[lv]p?e?\(", last)]


def test_who_starts_a_program_learns_that_it_was_not_started(root):
    assert exec_unseen("IN_CHILD(a(); execl(b,\n(c)));\nSTART_CHILD({\n execv(a, b);\n})") == [1, 3]
    assert not exec_unseen('IN_CHILD(execl(a, b); _exit(1)), 0)\nSTART_CHILD(BECOME("/bin/true"))')
    for path in glob.glob(os.path.join(root, "tests/guest/**/*.[ch]"), recursive=True):
        assert exec_unseen(code_of(path)) == [], path
