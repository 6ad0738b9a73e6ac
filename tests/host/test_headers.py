"""The C library's headers stand alone: each compiles by itself with every compiler, and declares the types that
POSIX.1-2017 lists for it."""

import os
import pathlib
import re
import subprocess

import pytest


def headers(root):
    folder = pathlib.Path(root, "user/include")
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.h"))


def compiler(name):
    """Its command, without the host's headers."""
    if name == "tcc":
        shown = subprocess.run(["tcc", "-print-search-dirs"], capture_output=True, text=True, check=True).stdout
        own = [line.strip() for line in shown.splitlines() if line.strip().endswith("/tcc/include")][0]
        return ["tcc", "-c", "-Wall", "-Werror", "-nostdinc", f"-I{own}"]
    own = subprocess.run([name, "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
    return [name, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-nostdinc", "-isystem", own]


def compile_all(name, flags, sources, root, folder):
    """Compiles {file name: text}; returns the compiler's messages."""
    for file, text in sources.items():
        (folder / file).write_text(text)
    done = subprocess.run([*compiler(name), *flags, f"-I{root}/user/include", f"-I{root}/kernel/include", *sources],
                          cwd=folder, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def source_of(header):
    return header.replace("/", "_").replace(".h", ".c")


GCC = os.environ.get("CROSS", "") + "gcc"
NEEDS_CLANG, NEEDS_TCC = pytest.mark.needs("clang"), pytest.mark.needs("tcc")


@pytest.mark.parametrize("name,flags", [
    (GCC, ["-std=c99"]), (GCC, ["-std=c11"]),
    pytest.param("clang", ["--target=x86_64-linux-gnu", "-std=c99"], marks=NEEDS_CLANG),
    pytest.param("clang", ["--target=x86_64-linux-gnu", "-std=c11"], marks=NEEDS_CLANG),
    pytest.param("tcc", [], marks=NEEDS_TCC)])
def test_each_header_compiles_alone(name, flags, root, tmp_path):
    left_out = ["complex.h", "tgmath.h"] if name == "tcc" else []  # tcc has no complex numbers
    sources = {source_of(header): f"#include <{header}>\n#include <{header}>\n"
               for header in headers(root) if header not in left_out}
    assert len(sources) > 40
    assert not compile_all(name, flags, sources, root, tmp_path)


def test_no_private_header_includes_a_public_one(root):
    """Such a header would meet a program's own <stdint.h>, which includes ours, half read."""
    wrong = [f"{path.name}: {name}" for path in pathlib.Path(root, "kernel/include/abi").glob("*.h")
             for name in re.findall(r"#\s*include\s*[<\"](.*?)[>\"]", path.read_text()) if not name.startswith("abi/")]
    assert not wrong


# The volume Base Definitions, chapter 13: types only.  Left out: trace_* and sigevent.
POSIX_TYPES = {
    "ctype.h": "locale_t",
    "dirent.h": "DIR, ino_t, struct dirent",
    "fcntl.h": "mode_t, off_t, pid_t",
    "glob.h": "glob_t, size_t",
    "inttypes.h": "int64_t, uintmax_t",
    "locale.h": "locale_t, struct lconv",
    "math.h": "double_t, float_t",
    "pthread.h": "pthread_attr_t, pthread_cond_t, pthread_condattr_t, pthread_key_t, pthread_mutex_t, "
                 "pthread_mutexattr_t, pthread_once_t, pthread_t, clockid_t, size_t, struct timespec",
    "regex.h": "regex_t, regmatch_t, regoff_t, size_t",
    "sched.h": "pid_t, time_t, struct sched_param, struct timespec",
    "semaphore.h": "sem_t, struct timespec",
    "setjmp.h": "jmp_buf, sigjmp_buf",
    "signal.h": "sig_atomic_t, sigset_t, pid_t, uid_t, size_t, pthread_t, stack_t, siginfo_t, ucontext_t, mcontext_t, "
                "struct sigaction, struct timespec",
    "stdio.h": "FILE, fpos_t, off_t, size_t, ssize_t, va_list",
    "stdlib.h": "div_t, ldiv_t, lldiv_t, size_t, wchar_t",
    "string.h": "size_t, locale_t",
    "strings.h": "size_t, locale_t",
    "sys/mman.h": "mode_t, off_t, size_t",
    "sys/resource.h": "id_t, rlim_t, struct rlimit, struct rusage, struct timeval",
    "sys/stat.h": "blkcnt_t, blksize_t, dev_t, gid_t, ino_t, mode_t, nlink_t, off_t, time_t, uid_t, struct stat, "
                  "struct timespec",
    "sys/time.h": "time_t, suseconds_t, struct timeval, struct itimerval",
    "sys/times.h": "clock_t, struct tms",
    "sys/types.h": "blkcnt_t, blksize_t, clock_t, clockid_t, dev_t, fsblkcnt_t, fsfilcnt_t, gid_t, id_t, ino_t, key_t, "
                   "mode_t, nlink_t, off_t, pid_t, size_t, ssize_t, suseconds_t, time_t, timer_t, uid_t, "
                   "pthread_attr_t, pthread_barrier_t, pthread_barrierattr_t, pthread_cond_t, pthread_condattr_t, "
                   "pthread_key_t, pthread_mutex_t, pthread_mutexattr_t, pthread_once_t, pthread_rwlock_t, "
                   "pthread_rwlockattr_t, pthread_spinlock_t, pthread_t, "
                   "u_int32_t, caddr_t, uint, ushort, u_char",  # the last line: 4.3BSD
    "sys/utsname.h": "struct utsname",
    "sys/wait.h": "idtype_t, id_t, pid_t, siginfo_t",
    "termios.h": "cc_t, speed_t, tcflag_t, pid_t, struct termios",
    "time.h": "clock_t, clockid_t, locale_t, pid_t, size_t, time_t, timer_t, struct timespec, struct tm",
    "unistd.h": "gid_t, intptr_t, off_t, pid_t, size_t, ssize_t, uid_t",
    "utime.h": "time_t, struct utimbuf",
}


def test_each_header_has_the_types_that_posix_lists(root, tmp_path):
    sources = {}
    for header, types in POSIX_TYPES.items():
        sizes = "".join(f"    sizeof({name}),\n" for name in types.split(", "))
        sources[source_of(header)] = f"#include <{header}>\nconst unsigned long sizes[] = {{\n" \
            + sizes.replace("sizeof(DIR)", "sizeof(DIR *)") + "};\n"
    assert not compile_all(GCC, ["-std=c99"], sources, root, tmp_path)


def test_sys_types_brings_the_macros_of_bsd(root, tmp_path):
    """figlet uses __BEGIN_DECLS and includes no other header for it."""
    text = "#include <sys/types.h>\n__BEGIN_DECLS\nulong ticks __P((uint));\n__END_DECLS\n"
    assert not compile_all(GCC, ["-std=c99"], {"types.c": text}, root, tmp_path)
