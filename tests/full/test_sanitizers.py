"""What make test-full runs of the host's programs has the sanitizers, and what make test T=... runs has them, too."""

import os
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def symbols(program):
    return subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout


def test_the_hosts_programs_have_sanitizers(host, build):
    for name in "bin/fs_cases", "bin/mkfs", "bin/region", "libt/bin/string":
        found = symbols(os.path.join(host, name))
        assert "__asan_report_load8" in found and "__ubsan_handle" in found, name
    assert "__tsan_read8" in symbols(os.path.join(build, "tsan/bin/fs_threads"))


@pytest.mark.parametrize("arguments, folder", (((), "host"), (("T=tests/host/region.c",), "asan"),
                                               (("T=tests/host/region.c", "SANITIZE=0"), "host")))
def test_of_a_few_tests_make_test_has_them(arguments, folder):
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name not in ("SANITIZE", "T")}
    told = subprocess.run(["make", "-nB", "test", *arguments], cwd=ROOT, env=env, check=True, capture_output=True,
                          text=True).stdout
    assert {name for name in ("host", "asan") if f"build/{name}/bin/region" in told} == {folder}
