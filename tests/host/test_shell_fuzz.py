"""The shell, built for the host with sanitizers: random arithmetic and random words give what dash makes of them."""

import glob
import os
import random
import subprocess

import pytest

WORDS = ["a", "b", "ab", "x y", " ", ":", "a:b", " a  b ", "*", "a*", "?", "[ab]", "", "'", "a'b", "::", "a: b"]


def expression(rng, depth=4):
    """An arithmetic expression of the variables a, b, c and u, which is not set."""
    kind = rng.randrange(9) if depth > 0 else 0
    inner = lambda: expression(rng, depth - 1)  # noqa: E731
    if kind <= 1:
        return rng.choice(["a", "b", "c", "u", "$a", "$b", "0", "1", "2", "7", "010", "0x1F", "9223372036854775807",
                           str(rng.randrange(100)), str(rng.randrange(1 << 62)), "${#c}"])
    if kind <= 4:
        sign = rng.choice("+ - * / % & | ^ && || == != < <= > >=".split())
        return f"{inner()} {sign} {inner()}"
    if kind == 5:
        return f"({inner()}) {rng.choice(['<<', '>>'])} {rng.randrange(63)}"
    if kind == 6:
        return f"{rng.choice('-+!~')} {rng.choice(['a', '5', '(' + inner() + ')'])}"
    if kind == 7:
        return f"({inner()} ? {inner()} : {inner()})"
    # Only here, and in brackets: C leaves open when another operand is read.
    return f"(c {rng.choice('= += -= *= |= &= ^='.split())} {rng.choice('ab3')})" if depth == 4 else inner()


def quoted(rng, depth, in_quotes):
    """A part of a word."""
    kind = rng.randrange(8) if depth > 0 else rng.randrange(4)
    if kind == 0:
        return rng.choice(["a", "b", "x", ":", "/"])
    if kind == 1:
        return rng.choice(["\\$", "\\\\", '\\"', "\\`"] + ([] if in_quotes else ["'*'", "'a b'", '""', "''", "\\*"]))
    if kind <= 3:
        return rng.choice(["$p", "$q", "${p}", "$1", "$2", "$#", "$*", "$@", "$u", "${#p}", "$((p0+1))"])
    if kind == 4:
        return f"$(printf %s {word(rng, depth - 1)})"
    if kind == 5 and not in_quotes:
        return '"' + "".join(quoted(rng, depth - 1, True) for _ in range(rng.randrange(3))) + '"'
    name = rng.choice(["p", "q", "u", "1", "2", "9"])
    if kind == 6:
        op = rng.choice([":-", "-", ":+", "+"] + ([":=", "="] if name in "pqu" else []))
        inside = "".join(quoted(rng, depth - 1, in_quotes) for _ in range(rng.randrange(3)))
        if "=" in op:
            inside = inside.replace("$@", "$1")  # POSIX leaves open what is between its fields in a value
        return f"${{{name}{op}{inside}}}"
    pattern = rng.choice(["a", "*", "?", "*a", "a*", "[ab]", "*:", ":*", "' '", '"*"', "$q", '"$q"', "[!a]*"])
    return f"${{{name}{rng.choice(['%', '%%', '#', '##'])}{pattern}}}"


def word(rng, depth=3):
    return "".join(quoted(rng, depth, False) for _ in range(rng.randrange(1, 4)))


SOUP = ["if", "then", "fi", "else", "elif", "for", "in", "do", "done", "case", "esac", "{", "}", "(", ")", "!", "|", "||",
        "&&", "&", ";", ";;", "\n", "<", ">x", "<<E", "<<-'E'", "E", "\nE\n", "f()", "f", "x=1", "$x", "${x:-", "}", "${#x",
        "$((", "))", "$(", ")", "`", "'", '"', "\\", "\\\n", "#", "$", "$@", "${x%%", "*", "echo", "eval", "trap", "set",
        "return", "break", "local", "shift", "export", "read", "getopts", "unset", ":", ".", "command", "exit", "1", "+", "?",
        "readonly", "wait", "type", "cd", "1>&2", "2>&-", "umask", "\t", "a=(", "${", "EXIT"]


def soup_case(rng):
    """Words of the grammar in any order."""
    text = rng.choice(["", " ", " "]).join(rng.choice(SOUP) for _ in range(rng.randrange(1, 14)))
    return f"(eval {quote(text)}; f; f) >/dev/null 2>&1 </dev/null; wait"


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


def arithmetic_case(rng):
    text = expression(rng)
    return f"(a={rng.randrange(-9, 9)} b={rng.randrange(1 << 33)} c=-3; echo $(({text})) $a $b $c) 2>/dev/null; echo $?"


def word_case(rng):
    # dash and POSIX differ where a field of $* is only a separator, and where blanks meet another separator.
    ifs = rng.choice(["", "IFS=:;", "IFS=;", "unset IFS;"])
    p, q = (quote(rng.choice(WORDS)) for _ in range(2))
    first, second = (quote(rng.choice(WORDS).replace(":", "z")) for _ in range(2))
    return f"(set -f; p={p} q={q}; set -- {first} {second}; {ifs} printf '<%s>' {word(rng)} {word(rng)}) 2>/dev/null; " \
           "echo $?"


@pytest.fixture(scope="module")
def shell(root, tmp_path_factory):
    """With abs in the place of poweroff, which takes a number too."""
    program = str(tmp_path_factory.mktemp("shell") / "sh")
    subprocess.run([os.environ.get("HOSTCC", "cc"), "-std=gnu11", "-O1", "-g", "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all", "-w", "-D_GNU_SOURCE", "-Dpoweroff=abs", "-o", program,
                    *glob.glob(f"{root}/user/bin/sh/*.c")], check=True)
    return program


def output(program, script, cwd):
    env = {"PATH": "/usr/bin:/bin", "ASAN_OPTIONS": f"detect_leaks=0:log_path={cwd}/asan", "HOME": "/",
           "UBSAN_OPTIONS": f"log_path={cwd}/ubsan"}
    done = subprocess.run([program], input=script, env=env, text=True, capture_output=True, timeout=100, cwd=cwd)
    reports = [path.read_text() for path in cwd.glob("*san.*")]
    assert not reports, reports[0]
    return done.stdout


@pytest.mark.needs("dash")
@pytest.mark.parametrize("case", [arithmetic_case, word_case])
def test_random_scripts_give_what_dash_gives(shell, tmp_path, case):
    rng = random.Random(int(os.environ.get("SEED", "1")))
    cases = [case(rng) for _ in range(300)]
    script = "\n".join(f"echo @{i}; {text}" for i, text in enumerate(cases))
    theirs, ours = (output(program, script, tmp_path).split("@")[1:] for program in ("dash", shell))
    wrong = [f"{text}\n{a!r} instead of {b!r}" for text, a, b in zip(cases, ours, theirs) if a != b]
    assert len(theirs) == len(ours) and not wrong, "\n".join(wrong[:20])


def test_no_text_crashes_the_shell(shell, tmp_path):
    rng = random.Random(int(os.environ.get("SEED", "1")))
    script = "\n".join(soup_case(rng) for _ in range(300))
    assert output(shell, script + "\necho end", tmp_path) == "end\n"
