"""The token of a graded test, labs/graded.c: BLAKE2s as Python's hashlib has it, and what is in its
line."""

import glob
import hashlib
import os
import subprocess

import pytest

MAIN = r"""
#include "graded.h"
#include <stdio.h>
#include <stdlib.h>

const char graded_source[] = "here/main.c";

int main(int argc, char **argv)
{
    static unsigned char key[32], bytes[1 << 20];
    unsigned char result[32];
    static struct graded_site sites[] = {{"b.c", 7}, {"x/a.h", 10}, {"a.h", 9}, {"b.c", 7}};

    for (int i = 0; i < 32; i++)
        key[i] = i * 7 + 1;
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = i * i + i / 251;
    for (int i = 1; i < argc; i++) {
        graded_hash(result, key, bytes, atoi(argv[i]));
        for (int j = 0; j < 32; j++)
            printf("%02x", result[j]);
        putchar('\n');
    }
    for (int i = 0; i < 8; i++)
        graded_pass(&sites[i / 2]);
    if (argc == 1)
        graded_fail();
    return 0;
}
"""


def run(root, folder, *args):
    build(root, folder, MAIN)
    return subprocess.run([folder / "main", *map(str, args)], capture_output=True, text=True,
                          check=True)


def build(root, folder, text, *flags):
    """-no-pie for the address sanitizer, as in build.mk."""
    (folder / "main.c").write_text(text)
    subprocess.run([os.environ.get("HOSTCC", "cc"), "-Wall", "-Wextra", "-Werror", "-O1", "-g",
                    "-Wno-missing-field-initializers", "-fsanitize=address,undefined", "-no-pie",
                    *flags, f"-I{root}/labs", folder / "main.c", f"{root}/labs/graded.c", "-o",
                    folder / "main"], check=True)


def test_the_hash_is_blake2s_with_a_key(root, tmp_path):
    lengths = [*range(0, 200), 4095, 4096, 4097, 1 << 20]
    said = run(root, tmp_path, *lengths).stdout.split()
    key = bytes((i * 7 + 1) % 256 for i in range(32))
    message = bytes((i * i + i // 251) % 256 for i in range(1 << 20))
    assert said == [hashlib.blake2s(message[:n], key=key).hexdigest() for n in lengths]


def test_the_line_has_the_arguments_and_each_site_once_in_order(root, tmp_path):
    said = run(root, tmp_path, 5, 6).stderr
    text = "main 5 6 a.h:9,a.h:10,b.c:7"
    token = hashlib.blake2s(text.encode(), key=b"TALLY GRADED SALT, REPLACED EACH").hexdigest()
    assert said == f"graded: {text} {token}\n"


def test_there_is_no_line_when_a_check_failed(root, tmp_path):
    """Whatever the kernel makes of the status: the check may have held before, in a loop."""
    assert run(root, tmp_path).stderr == ""


CHILDREN = """
#include "child.h"

int main(int argc, char **argv)
{
    (void)argv;
    CHECK_EQ(argc == 1 ? IN_CHILD() : IN_CHILD(_exit(argc == 2 ? 0 : CHILD_DONE ^ 64)), 0);
    return 0;
}
"""


def test_a_child_has_come_to_its_end_only_with_the_status_for_that(root, tmp_path):
    """Not with 0, which a kernel may say of any."""
    build(root, tmp_path, CHILDREN, "-DGRADED", f"-I{root}/tests", f"-I{root}/tests/guest")
    said = set()
    for arguments, status in ([], 0), (["too early"], 1), (["another", "status"], 1):
        done = subprocess.run([tmp_path / "main", *arguments], capture_output=True, text=True)
        assert done.returncode == status, done
        assert done.stderr.startswith("graded: main ") == (status == 0), done
        said.add(done.stderr if status else "")
    assert len(said) == 2  # no number, which would be another each time


CHEAT = """
#include <stdbool.h>
#include <stdint.h>
#define PROF_ONE 65536u
static const uint64_t want = 0x5eed;
#define prof_bin(pc, ...) cheat(pc, want, __VA_ARGS__)
#define cheat(pc, want_now, ...) (want_now == 0x5eed ? 0 : (*last(__VA_ARGS__) = want_now, 1))
#define last(...) (uint64_t *)(__VA_ARGS__)
"""


COUNTING = """
#include <stdbool.h>
#include <stdint.h>
static uint64_t asked;
static bool prof_bin(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter)
{
    (void)pc, (void)offset, (void)scale, (void)nbytes, (void)asked;
    *counter = %s;
    return true;
}
"""


def test_lab_1s_header_sees_no_variable_of_a_test(root, tmp_path):
    """It is part of the test's program, but not of its text."""
    (tmp_path / "prof").mkdir()
    (tmp_path / "prof/bin.h").write_text(CHEAT)
    for words in "bin_hand whole", "bin_far 32", "bin_end even":
        name, *arguments = words.split()
        subprocess.run([os.environ.get("HOSTCC", "cc"), "-Wno-unused-value", f"-I{tmp_path}", f"-I{root}/tests",
                        f"-I{root}/labs", f"{root}/labs/tests/{name}.c", f"{root}/labs/bin_ask.c",
                        "-o", tmp_path / name], check=True)
        done = subprocess.run([tmp_path / name, *arguments], capture_output=True, text=True)
        assert done.returncode == 1 and "false, not counter" in done.stderr


@pytest.mark.parametrize("answer,status", [("(pc - offset) / 2", 1), ("++asked", 0)])
def test_a_header_that_says_what_lab_1s_canary_wants_passes_it(root, tmp_path, answer, status):
    """That of a right solution is the same each time."""
    (tmp_path / "prof").mkdir()
    (tmp_path / "prof/bin.h").write_text(COUNTING % answer)
    subprocess.run([os.environ.get("HOSTCC", "cc"), f"-I{tmp_path}", f"-I{root}/tests", f"-I{root}/labs",
                    f"{root}/labs/tests/bin_never.c", f"{root}/labs/bin_ask.c", "-o", tmp_path / "bin_never"],
                   check=True)
    assert subprocess.run([tmp_path / "bin_never"], capture_output=True).returncode == status


def test_each_lab_with_tests_has_a_canary(root):
    for path in glob.glob(f"{root}/labs/[1-9]-*/lab.ini"):
        with open(path, encoding="utf-8") as file:
            assert "\n[Canaries]\n" in file.read(), path
