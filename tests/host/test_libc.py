"""Tally's C library, its pure parts, on the host: built from user/lib with sanitizers, all symbols
prefixed with t_, and compared with the host's own library."""

import concurrent.futures
import fcntl
import os
import pathlib
import re
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIB = ROOT / "user/lib"
BUILD = ROOT / "build/tests/libc"
CC = os.environ.get("HOSTCC", "gcc")
OBJCOPY = shutil.which("objcopy") or "x86_64-linux-gnu-objcopy"

# What only runs on Tally itself: tested in the guest.
NOT_HERE = re.compile(
    r"^(start|exit|image|tls|profile|assert|locale)\.c$|^(pthread|signal)/|"
    r"^unistd/(exec|process|directory|system_info)\.c$|"
    r"^stdlib/(system|mktemp|realpath)\.c$|^stdio/(popen|temporary|err|dprintf)\.c$|"
    r"^time/(clock|filetimes)\.c$"
)
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMMON = ["-std=gnu11", "-O1", "-g", "-fno-pie", "-Wall", "-Wextra", "-Werror", *SANITIZE]


def run(*command):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stderr}"
    return result.stdout


def compile_tally(source):
    """One file of the library, as if for Tally, into an object for the host."""
    include = run(CC, "-print-file-name=include").strip()
    out = BUILD / (str(source.relative_to(LIB)).replace("/", "_") + ".o")
    run(CC, *COMMON, "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-nostdinc",
        f"-I{ROOT}/user/include", f"-I{ROOT}/kernel/include", "-isystem", include,
        "-c", source, "-o", out)
    return out


def build_library():
    sources = [s for s in sorted(LIB.rglob("*.c")) if not NOT_HERE.search(str(s.relative_to(LIB)))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_tally, sources))
    defined = run("nm", "-g", "--defined-only", "--format=posix", *objects)
    names = {line.split()[0] for line in defined.splitlines() if len(line.split()) > 1}
    names |= {"errno", "environ", "program_invocation_name"}  # of start.c, here in shim.c
    renames = [f"{n} t_{n}" for n in sorted(names)]
    (BUILD / "renames").write_text("\n".join(renames) + "\n")
    for o in objects:
        run(OBJCOPY, f"--redefine-syms={BUILD}/renames", o)
    archive = BUILD / "libt.a"
    archive.unlink(missing_ok=True)
    run("ar", "rcs", archive, *objects)
    return archive


@pytest.fixture(scope="session")
def library():
    """The archive, built by the first worker that needs it, again when a source is newer."""
    BUILD.mkdir(parents=True, exist_ok=True)
    archive = BUILD / "libt.a"
    inputs = [*(ROOT / "user").rglob("*.[ch]"), *(ROOT / "kernel/include").rglob("*.h"),
              pathlib.Path(__file__)]
    with open(BUILD / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        newest = max(p.stat().st_mtime for p in inputs)
        if not archive.exists() or archive.stat().st_mtime < newest:
            build_library()
    return archive


@pytest.mark.parametrize("name", ["format", "string", "stdlib", "stdio", "math", "time"])
def test_libc(name, library, tmp_path):
    program = tmp_path / name
    run(CC, *COMMON, "-Wno-format", "-fno-builtin", "-no-pie", HERE / f"libc/{name}.c",
        HERE / "libc/shim.c", library, "-lm", "-o", program)
    result = subprocess.run([program], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{name}: ok\n"


def arc_cotangent(n, one):
    """one * arctan(1/n), by its series."""
    total, term, k = 0, one // n, 0
    while term:
        total += (-1) ** k * (term // (2 * k + 1))
        term //= n * n
        k += 1
    return total


def test_two_over_pi():
    """The table in trig.c is the number 2/pi (Machin: pi/4 = 4 arctan(1/5) - arctan(1/239))."""
    text = (LIB / "math/trig.c").read_text()
    words = re.search(r"two_over_pi\[\] = \{(.*?)\}", text, re.DOTALL).group(1).split(",")
    bits = 64 * (len(words) - 1)
    one = 1 << (bits + 100)
    pi = 4 * (4 * arc_cotangent(5, one) - arc_cotangent(239, one))
    assert bits == 1216
    assert sum(int(w, 16) << (bits - 64 * i) for i, w in enumerate(words)) == (2 * one << bits) // pi
