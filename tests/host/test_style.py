"""One hand in all C files: what clang-format holds, and what it cannot; clang-tidy is in tests/full/test_lint.py."""

import glob
import os
import re
import subprocess

import pytest


@pytest.mark.needs("clang-format-19")
def test_clang_format_finds_nothing(root, build, lint):
    done = lint(os.path.relpath(build, root) + "/lint/format")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("tools,runs", [
    ({"clang-format": 19, "clang-tidy": 19}, True),
    ({"clang-format": 19, "clang-tidy": 18}, False),
    ({"clang-format": 190, "clang-tidy": 19}, False),
    ({"clang-format": 14, "clang-format-19": 19, "clang-tidy-19": 19}, True),
    ({}, False),
])
def test_lint_runs_with_its_one_version_only(lint, tmp_path, tools, runs):
    for path in [path for folder in os.get_exec_path() for path in glob.glob(folder + "/*")]:
        name = os.path.basename(path)
        if not re.match("clang-(format|tidy)", name) and not os.path.lexists(tmp_path / name):
            os.symlink(path, tmp_path / name)
    for name, version in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho Some LLVM version {version}.1.7\n")
        (tmp_path / name).chmod(0o755)
    done = lint("lint-tools", PATH=str(tmp_path))
    assert (done.returncode == 0) == runs, done.stdout
    assert ("lint: not run: it needs clang-format and clang-tidy of version 19" in done.stdout) == (not runs)


FOLDERS = ("kernel", "user", "mkfs", "tests", "tools", "labs")


def sources(root):
    for folder in FOLDERS:
        for path in glob.glob(f"{root}/{folder}/**/*.[ch]", recursive=True):
            with open(path, encoding="utf-8") as file:
                yield os.path.relpath(path, root), code(file.read())


def code(text):
    """Without comments and what is between quotes; each line in its place."""
    token = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    bare = re.sub(token, lambda found: '""' if found[0][0] in "\"'" else "\n" * found[0].count("\n"),
                  text, flags=re.S)
    return re.sub(r" +$", "", bare, flags=re.M)


def lines_with(pattern, text):
    for found in re.finditer(pattern, text, re.M):
        yield text.count("\n", 0, found.start()) + 1


def sizeof_without_parentheses(text):
    return lines_with(r"\bsizeof\b(?!\()", text)


def conditions(text):
    """(line, text) of what stands in the parentheses of each if, while, for, assert and CHECK."""
    for found in re.finditer(r"\b(if|while|for|assert|CHECK)\s?\(", text):
        depth, end = 1, found.end()
        while depth > 0 and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text.count("\n", 0, found.start()) + 1, text[found.end():end]


def pointer_compared_in_a_condition(text):
    """p is tested as if (p) and if (!p); p != NULL is a bool to return, to assign or to pass."""
    compared = r"([!=]=\s*(NULL|\(void \*\)0)|\bNULL\s*[!=]=)"
    return [*(line for line, inside in conditions(text) if re.search(compared, inside)),
            *lines_with(compared + r"[^;?:{}]*(&&|\|\||\?)", text),
            *lines_with(r"(&&|\|\|)[^;?:{}]*" + compared, text)]


def error_with_another_name(text):
    """0 or -E... is `error`, a value or -E... is `result`."""
    return lines_with(r"\b(int|long|unsigned|short|bool|\w+_t)\b[^;(){}]*"
                      r"(?<!\*)\b(err|errcode|rc|res|ret|retval)\b(?! *\()", text)


DECLARATION = re.compile(r"(?!return|goto|else|typedef|extern|static)"
                         r"(?:(?:const|volatile|unsigned|struct|enum|union) )*\w+ ([\w*\[\], ]+);$")


def indent_of(line):
    return len(line) - len(line.lstrip())


def statement(lines, start):
    """The one that begins in a line, as far as it is indented, with its braces and its else."""
    end = start + 1
    while end < len(lines) and (not lines[end].strip()
                                or indent_of(lines[end]) > indent_of(lines[start])
                                or re.match(r"\s*(\}|else\b|case\b|default:)", lines[end])
                                and indent_of(lines[end]) == indent_of(lines[start])):
        end += 1
    return "\n".join(lines[start:end])


def is_field(lines, number):
    """Whether the block around a line is a struct's, or a macro's."""
    around = [line for line in lines[:number]
              if line.strip() and line[0] != "#" and indent_of(line) < indent_of(lines[number])]
    return not around or re.search(r"\b(struct|union)\b[^()]*\{$|\\$", around[-1])


def declared_before_its_value(text):
    """A variable is declared where it gets its value, or just before the statement that sets it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = DECLARATION.match(line.strip())
        if not found or indent_of(line) == 0 or is_field(lines, number):
            continue
        names = re.findall(r"(\w+)(?:\[[^]]*\])*(?:,|$)", found[1])
        after = number + 1
        while not lines[after].strip() or DECLARATION.match(lines[after].strip()):
            after += 1
        used = set(names) & set(re.findall(r"\w+", statement(lines, after)))
        set_alone = re.match(r"\s*(\w+) = [^,]*;$", lines[after])
        if not used or set_alone and set_alone[1] in names:
            yield number + 1


def error_without_its_minus(text):
    """In the kernel an error is a negative number of abi/errno.h."""
    return lines_with(r"\breturn (E[A-Z0-9]+|-1);", text)


RULES = [sizeof_without_parentheses, pointer_compared_in_a_condition, error_with_another_name,
         declared_before_its_value]


@pytest.mark.parametrize("rule", RULES)
def test_one_hand(root, rule):
    wrong = [f"{path}:{number}" for path, text in sources(root) for number in rule(text)]
    assert not wrong, "\n".join([rule.__name__, *wrong])


def test_an_error_of_the_kernel_is_negative(root):
    wrong = [f"{path}:{number}" for path, text in sources(root) if path.startswith("kernel/")
             for number in error_without_its_minus(text)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.needs("git")
def test_all_folders_with_c_files_are_looked_at(root):
    assert {path.split("/")[0] for path, _ in sources(root)} == set(FOLDERS)
    listed = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=root, capture_output=True, text=True)
    assert {path.split("/")[0] for path in listed.stdout.split()} <= set(FOLDERS)


@pytest.mark.parametrize("rule,wrong,right", [
    (sizeof_without_parentheses, "    n = sizeof *p;", "    n = sizeof(*p);"),
    (pointer_compared_in_a_condition, "    if (p != NULL)", "    return p != NULL;"),
    (pointer_compared_in_a_condition, "    x = a && p == NULL;", "    x = p == NULL;"),
    (pointer_compared_in_a_condition, "    x = NULL == p ? 1 : 2;", "    x = q ? p != NULL : y;"),
    (pointer_compared_in_a_condition, "    if (a ||\n        p == NULL)",
     "    f(a || b);\n    x = p == NULL;"),
    (pointer_compared_in_a_condition, "    while (f(a) !=\n           NULL)",
     "    while (a)\n        b = p != NULL;"),
    (pointer_compared_in_a_condition, "    x = p == NULL &&\n        y;",
     "    x = p == NULL;\n    y = a && b;"),
    (pointer_compared_in_a_condition, "    if (p == (void *)0)", "    if (*p == 0)"),
    (sizeof_without_parentheses, "    n = sizeof (p);", "    n = sizeof(struct s);"),
    (error_with_another_name, "void f(const char *p, int err)", "void f(int n, struct timespec *res)"),
    (error_with_another_name, "long ret;", "    err(1, \"x\");"),
    (error_with_another_name, "    int n = 0, ret;", "    int n = 0, result;"),
    (error_with_another_name, "    unsigned rc;", "    unsigned error;"),
    (error_with_another_name, "    int rc = f();", "    int error = f();"),
    (error_without_its_minus, "    return EBADF;", "    return -EBADF;"),
    (error_without_its_minus, "    return -1;", "    return -ENOMEM;"),
    (declared_before_its_value, "{\n    int n;\n    f();\n    g(&n);",
     "{\n    f();\n    int n;\n    g(&n);"),
    (declared_before_its_value, "{\n    int n;\n\n    n = f();", "{\n    int n = f();"),
    (declared_before_its_value, "{\n    int n;\n    f();", "struct s {\n    int n;\n};\nint f();"),
])
def test_a_rule_sees_what_is_wrong(rule, wrong, right):
    assert list(rule(code(wrong)))
    assert not list(rule(code(right)))
