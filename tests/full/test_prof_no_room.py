"""prof --tree of a program with more stacks than there is room for: 16 MiB."""

import re


def test_what_has_no_room_for_its_stack_is_told_of_a_kept_profile_too(machine, tmp_path):
    """Those of 3 s, 10000 a second of a KiB each."""
    (tmp_path / "deeper.c").write_text("""
        static volatile int sink;
        static void __attribute__((noinline)) down(int n)
        {
            if (n == 0)
                __asm__ volatile("1: loop 1b" : : "c"(6000000l));
            else
                down(n - 1);
            sink++;
        }
        int main(void) { down(200); return 0; }
    """)
    done = machine.run("prof --tree --output /tmp/t --profile /tmp/p deeper; cat /tmp/t; prof -r deeper /tmp/p",
                       extra=tmp_path, det=1, cpus=1, shift=6, kargs="hz=10000")
    assert done.status == 0, done
    tree, kept = re.split(r"^ +% +±.*\n", done.stdout, maxsplit=1, flags=re.MULTILINE)
    (taken, without), (again, full) = (
        map(int, re.search(rf"^(\d+) ticks, [^\0]*^(\d+) ticks {why}", text, re.MULTILINE).groups())
        for text, why in ((tree, "without a stack: "), (kept, "found a full counter, or no room for a stack: ")))
    assert taken == again and without == full > 0
    rows = re.findall(r"^ *[\d.]+ +[\d.]+ +[\d.]+ +(\d+)  \S", kept, re.MULTILINE)
    assert sum(map(int, rows)) == taken - full
