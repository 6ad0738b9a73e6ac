"""tcc makes a program with the files on Tally's disk, /usr/include and /usr/lib.  It runs, and prof shows its lines."""

import re
import subprocess

import pytest

from test_profile import runner

SOURCE = """\
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long steps_of(unsigned long n)
{
    unsigned long steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

int main(int argc, char **argv)
{
    unsigned long sum = 0;
    for (int i = 1; i < atoi(argv[1]); i++)
        sum += steps_of(i);
    printf("%lu %s\\n", sum, strerror(close(99) ? errno : 0));
    return argc - 2;
}
"""


@pytest.mark.needs("tcc")
def test_a_program_of_tccs_runs_and_has_lines(root, build, tmp_path):
    disk, extra = f"{build}/fs.img.tree/usr", tmp_path / "extra"
    shown = subprocess.run(["tcc", "-print-search-dirs"], capture_output=True, text=True, check=True).stdout
    own = re.search(r"^\s*(\S*/tcc/include)$", shown, re.MULTILINE).group(1)
    extra.mkdir()
    (tmp_path / "steps.c").write_text(SOURCE)
    library = [f"{disk}/lib/{name}" for name in ("libc.a", "libm.a", "crtn.o")]
    subprocess.run(["tcc", "-g", "-static", "-nostdlib", "-nostdinc", f"-I{own}", f"-I{disk}/include", "-o",
                    extra / "steps", f"{disk}/lib/crt1.o", f"{disk}/lib/crti.o", "steps.c", *library],
                   cwd=tmp_path, check=True)
    report = runner(root, "run", CMD="sh -c 'prof --lines /steps 100000 2>&1'", EXTRA=str(extra), IMAGE="")
    assert report.startswith("10753712 Bad file descriptor\n")
    ticks = {int(line): int(count) for count, line in re.findall(r"(\d+)  steps\.c:(\d+)\b", report)}
    assert ticks[11] > sum(ticks.values()) / 2
    assert set(ticks) <= set(range(7, 22))
