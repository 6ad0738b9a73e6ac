"""A program may define any name of the C library: its definition wins, and the library calls its own function
(tools/own-names)."""

import collections
import os
import re
import subprocess

import pytest

CROSS = os.environ.get("CROSS", "")

# The library calls the program's functions of these names.
REPLACED = {"malloc", "calloc", "realloc", "free", "exit", "main"}


def is_reserved(name):
    """C11 7.1.3, as far as a program never defines such a name in practice."""
    return re.match(r"__|_[A-Z]", name)


@pytest.fixture(scope="module")
def names(build):
    """Of libc.a: {public name: [kind of each definition]}, and {undefined name: objects}."""
    done = subprocess.run([f"{CROSS}nm", "-A", "-P", f"{build}/user/libc.a"], check=True,
                          capture_output=True, text=True)
    defined, undefined = collections.defaultdict(list), collections.defaultdict(set)
    for line in done.stdout.splitlines():
        place, name, kind = line.split()[:3]
        if kind in "Uw":
            undefined[name].add(place)
        elif kind.isupper() and not is_reserved(name):
            defined[name].append(kind)
    assert len(defined) > 500
    return defined, undefined


def test_public_names_are_weak_and_defined_once(names):
    defined, _ = names
    assert not {name: kinds for name, kinds in defined.items() if kinds not in (["W"], ["V"])}


def test_the_library_calls_no_name_that_a_program_may_define(names):
    defined, undefined = names
    variables = {name for name, kinds in defined.items() if kinds == ["V"]}
    called = {name: places for name, places in undefined.items()
              if not is_reserved(name) and name not in REPLACED and name not in variables
              and name != "_GLOBAL_OFFSET_TABLE_"}
    assert not called


def test_any_linker_will_do(build):
    """The library has no thread-local variables, and needs no symbol that only some linkers define."""
    done = subprocess.run([f"{CROSS}objdump", "-ht", f"{build}/user/libc.a"], check=True,
                          capture_output=True, text=True)
    assert not re.findall(r"\.t(?:bss|data)\S*", done.stdout)
    weak = re.findall(r"^\S+ +(w?) .*\*UND\*.* __ehdr_start$", done.stdout, re.M)
    assert weak == ["w"]


def test_a_program_that_defines_every_name_links(names, build, tmp_path):
    defined, _ = names
    lines = [".text"] + [f".globl {name}\n{name}: ret\n.size {name}, 1" for name in (*defined, "main", "_start")]
    (tmp_path / "all.s").write_text("\n".join(lines) + "\n")
    subprocess.run([f"{CROSS}gcc", "-c", "-o", "all.o", "all.s"], cwd=tmp_path, check=True)
    done = subprocess.run([f"{CROSS}ld", "-static", "-o", "all", "all.o", "--whole-archive", f"{build}/user/libc.a"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    symbols = subprocess.run([f"{CROSS}nm", "-P", "all"], cwd=tmp_path, check=True, capture_output=True, text=True)
    kinds = {line.split()[0]: line.split()[1] for line in symbols.stdout.splitlines()}
    assert not {name for name in defined if kinds[name] != "T"}
