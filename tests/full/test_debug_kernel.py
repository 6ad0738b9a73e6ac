"""The guest tests again, with the kernel that checks itself (DEBUG=1)."""

import glob
import os
import subprocess
import sys

# Not those that count ticks or instructions: this kernel takes more of both.  Of the profiling calls
# those that show errors are there, and fuzz_calls makes all of them.
KINDS = ("bad_pointers device dir disk exec fault fd file futex fuzz libc link mem pipe proc "
         "sched_long_call sched_registers sched_wakeup shell signal thread tool").split()
# It fits the memory to the sizes of the kernel's objects, and here each has a red zone and a tag; or bounds
# what the kernel takes.
LEFT_OUT = ["mem_cache_back.c", "mem_many_regions.c", "mem_region_memory.c", "proc_fork_undone.c",
            "proc_growth.c"]


def debug_kernel(root):
    """Has tools/run build it, which does that for one at a time, and returns an environment."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "PYTEST_"))}
    env.update(DEBUG="1", KERNEL="")
    built = subprocess.run(["tools/run", "CMD=true"], cwd=root, env=env, stdin=subprocess.DEVNULL,
                           capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return env


def test_guest_tests_pass_with_the_kernel_that_checks_itself(root):
    env = debug_kernel(root)
    tests = {path for kind in [*KINDS, "*_errors"] for ext in ("c", "sh")
             for path in glob.glob(f"tests/guest/{kind}*.{ext}", root_dir=root)}
    left_out = {f"tests/guest/{name}" for name in LEFT_OUT}
    assert left_out < tests
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir=.", "-q",
                           "-n", "2", *sorted(tests - left_out)], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
