"""What kernel/core/undefined.c says of each kind of undefined behaviour, when code of either compiler does it."""

import os
import re
import subprocess

import pytest

from conftest import need

CASES = {  # a function's statements, with n = 1 that no compiler sees; what is said
    "int x = n; return x + 2147483647": "1 + 2147483647 is no value of 'int'",
    "int x = -2147483647; return x - n - n": "-2147483648 - 1 is no value of 'int'",
    "long x = n; return (x << 40) * (x << 30)": "1099511627776 * 1073741824 is no value of 'long int'",
    "int x = -2147483647 - n; return x / -n": "-2147483648 / (or %) -1 is no value of 'int'",
    "int x = -2147483647 - n; return x % -n": "-2147483648 / (or %) -1 is no value of 'int'",
    "int x = -2147483647 - n; return -x": "0 - -2147483648 is no value of 'int'",
    "unsigned long x = n; return x << (n - 2)": "1, of type 'long unsigned int', is shifted by -1: "
        "not from 0 to below the bits that it has",
    "signed char x = n; return x << (n + 40)":
        "1, of type 'int', is shifted by 41: not from 0 to below the bits that it has",
    "return -n << 3": "-1, of type 'int', is shifted by 3: it is negative",
    "return (n + 1) << 30": "2, of type 'int', is shifted by 30: the result is no value of that type",
    "return __builtin_clz(n - 1)": "the first, or last, bit that is 1 is looked for in 0",
    "static int a[4]; return a[n + 6]": "index 7 lies outside 'int [4]'",
    "static int a[4]; return a[n - 3]": "index -2 lies outside 'int [4]'",
    "int a[n - 4]; return use(a)": "an array on the stack of -3 elements",
    "static int one; return (&one)[n]": "no 'int' is at ADDRESS, as the object there ends before",
    "char *x = (char *)16; return (long)(x + (-32L * n))":
        "a pointer, 0x10, is moved to 0xfffffffffffffff0, beyond the end of all addresses",
    "char *x = (char *)16; return use(x - 16L * n)": "a pointer, 0x10, is moved to NULL",
    "char *x = (char *)(n - 1L); return use(x + 32L * n)": "NULL is moved to 0x20",
    "union { char c; _Bool b; } u = {n + 4}; return use(&u), u.b": "5 is no value of '_Bool'",
    "return takes(n == 1 ? 0 : &n)": "NULL is given to a function that takes no NULL there",
    "return (long)returns(n == 1 ? 0 : &n)": "NULL is returned by a function that returns no NULL",
    "if (n == 1) __builtin_unreachable(); return 0":
        "this place was reached, and __builtin_unreachable() says that it never is",
}
HEAD = """
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

void panic(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    exit(0);
}

int print_into(char *buf, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    return vsnprintf(buf, size, format, args);
}

__attribute__((noinline)) static long use(void *x) { __asm__ volatile("" : : "r"(x) : "memory"); return 0; }
__attribute__((noinline, nonnull)) static long takes(const int *x) { return use((void *)x); }
__attribute__((noinline, returns_nonnull)) static const void *returns(const void *x) { use((void *)x); return x; }
static volatile int one = 1;

"""


def checks(root, compiler):
    """The kernel's flags of DEBUG=1 that say which checks there are; clang alone knows the check of functions."""
    with open(os.path.join(root, "build.mk"), encoding="utf-8") as file:
        flags = file.read().split("\nCHECKS := ", 1)[1].split("\n\n")[0]
    words = re.findall(r"-f(?:no-)?sanitize[\w=,-]+", flags)
    return ["-DDEBUG", *(word for word in words if compiler == "clang" or word != "-fno-sanitize=function")]


@pytest.fixture(scope="module", params=["gcc", "clang"])
def said(request, root, tmp_path_factory):
    """What each case's program prints, without the source's name, and the types in gcc's words."""
    need(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    cases = [f"static long case{i}(int n)\n{{\n    {code};\n}}\n" for i, code in enumerate(CASES)]
    table = ", ".join(f"case{i}" for i in range(len(CASES)))
    with open(folder / "cases.c", "w", encoding="utf-8") as file:
        file.write(f"""{HEAD}{"".join(cases)}
int main(int argc, char **argv)
{{
    static long (*const cases[])(int) = {{{table}}};
    return argc == 2 ? (int)cases[atoi(argv[1])](one) : 0;
}}
""")
    kernels = f"{root}/kernel/core/undefined.c"
    for flags, source in ((checks(root, request.param), "cases.c"), (["-DDEBUG", f"-I{root}/kernel"], kernels)):
        subprocess.run([request.param, "-O1", *flags, "-w", "-c", source], cwd=folder, check=True)
    subprocess.run([request.param, "-o", "cases", "cases.o", "undefined.o"], cwd=folder, check=True)

    def run(code):
        number = str(list(CASES).index(code))
        text = subprocess.run([folder / "cases", number], capture_output=True, text=True, check=True).stdout
        text = re.sub("0x[0-9a-f]+(?=, as)", "ADDRESS", text).replace("int[4]", "int [4]")
        return text.replace("'unsigned long'", "'long unsigned int'").replace("'long'", "'long int'").replace("'bool'", "'_Bool'")

    run.compiler = request.param
    names = subprocess.run(["nm", folder / "cases.o"], capture_output=True, text=True, check=True).stdout
    run.asked = set(re.findall(r"U (__ubsan_\w+)", names))
    return run


@pytest.mark.parametrize("code", CASES)
def test_what_is_undefined_is_told(said, code):
    line = HEAD.count("\n") + 4 * list(CASES).index(code) + 3
    if code.startswith("return (long)returns"):
        line = HEAD[:HEAD.index("*returns(")].count("\n") + 1
    if re.search("object" if said.compiler == "clang" else "NULL is moved|to NULL", CASES[code]):
        assert said(code) == ""  # it does not look at that
    else:
        assert said(code) == f"cases.c:{line}: undefined behaviour: {CASES[code]}"


def test_each_function_of_the_kernels_has_a_case(said, root):
    """By the names that the cases' object asks for; clang's lack one."""
    with open(os.path.join(root, "kernel/core/undefined.c"), encoding="utf-8") as file:
        there = set(re.findall(r"__ubsan_\w+", file.read()))
    assert len(there) == 15
    missing = there - said.asked
    assert missing == ({"__ubsan_handle_type_mismatch_v1_abort"} if said.compiler == "clang" else set())
