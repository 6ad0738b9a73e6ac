"""All guest tests again, with the kernel that checks itself (DEBUG=1)."""

import os
import subprocess
import sys

# Those that say something of the other kernel only.
COSTS = "it bounds what the kernel takes, and this one takes more"
OBJECTS = "it fits the memory to the sizes of the kernel's objects, and here each has a red zone and a tag"
ONE_TICK = "it has no room for a tick in __exit, and here the program's end takes long enough for one"
LEFT_OUT = {
    "kprof_held_off.c": COSTS,
    "mem_many_regions.c": COSTS,
    "prof_beat.c": COSTS,
    "prof_missed.c": "its clock leaves the program no time at all beside this kernel",
    "prof_way_out.c": COSTS,
    "profstack_sigreturn.c": COSTS,
    "test_count.py::test_only_the_programs_own_process_is_counted": COSTS,
    "test_kprof_count.py": "it compares with the instructions of build/kernel.elf",
    "mem_cache_back.c": OBJECTS,
    "mem_region_memory.c": OBJECTS,
    "proc_fork_undone.c": OBJECTS,
    "test_prof_run.py::test_functions_that_share_a_counter_share_a_row": ONE_TICK,
    "test_prof_stacks.py::test_a_part_of_the_tree": ONE_TICK,
}


def test_all_guest_tests_pass_with_the_kernel_that_checks_itself(root):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "PYTEST_"))}
    built = subprocess.run(["make", "kernel", "DEBUG=1"], cwd=root, env=env, stdin=subprocess.DEVNULL,
                           capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    without = [word for test in LEFT_OUT
               for word in (("--deselect", f"tests/guest/{test}") if "::" in test
                            else ("--ignore", f"tests/guest/{test}"))]
    assert all(os.path.exists(f"{root}/tests/guest/{test.partition('::')[0]}") for test in LEFT_OUT)
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir=.", "-q",
                           "-n", "2", *without, "tests/guest"], cwd=root, env={**env, "DEBUG": "1"},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
