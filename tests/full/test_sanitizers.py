"""What make test-full runs of the host's programs has the sanitizers."""

import os
import subprocess


def symbols(program):
    return subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout


def test_the_hosts_programs_have_sanitizers(host, build):
    for name in "bin/fs_cases", "bin/mkfs", "bin/region", "libt/bin/string":
        found = symbols(os.path.join(host, name))
        assert "__asan_report_load8" in found and "__ubsan_handle" in found, name
    assert "__tsan_read8" in symbols(os.path.join(build, "tsan/bin/fs_threads"))
