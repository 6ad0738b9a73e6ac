"""prof runs programs: whatever they do, and however they end, their profile is printed."""

import collections
import os
import re
import struct
import subprocess
import sys

import pytest

from test_prof import Show, rows

SPIN = """
    #include <unistd.h>
    #define spin(n) do { long left = (n); __asm__ volatile("1: loop 1b" : "+c"(left)); } while (0)
"""
FILL = """
    #include <fcntl.h>
    static char block[4096];
    /* Until not even one more byte fits onto the disk. */
    static void fill(void)
    {
        int fd = open("/tmp/filler", O_WRONLY | O_CREAT | O_APPEND, 0666);
        for (unsigned long n = sizeof block; n > 0;)
            if (write(fd, block, n) < 0)
                n /= 2;
        close(fd);
    }
"""
PROGRAMS = {
    # Odd addresses in one section: `first` ends and `second` begins within one counter.
    "shared": """
        void first(long), second(long), third(long), last(long);
        __asm__(".pushsection .text.shared, \\"ax\\", @progbits\\n"
                ".balign 16\\n.globl first, second, third, last\\n"
                ".type first, @function\\n.type second, @function\\n.type third, @function\\n"
                ".type last, @function\\n"
                "first: mov %rdi, %rcx\\n1: loop 1b\\n jmp 2f\\n.balign 16\\nret\\n"
                "second: loop second\\n2: ret\\n"
                ".balign 16\\nnop\\n"
                "third: ret\\n.balign 16\\n"
                "last: mov %rdi, %rcx\\n1: loop 1b\\n ret\\n"
                ".popsection\\n");
        int main(void)
        {
            first(2500000);
            __asm__ volatile("call second" : : "c"(5000000l) : "memory");
            last(2500000);
            return 0;
        }
    """,
    "dotted": """
        void dotted(void) __asm__(".dotted");
        void __attribute__((noinline)) dotted(void)
        {
            __asm__ volatile("1: loop 1b" : : "c"(2500000l));
        }
        int main(void) { dotted(); return 0; }
    """,
    # Labels are no functions, and a function of no bytes has no ticks; this one's name is the first.
    "labels": """
        __asm__(".pushsection .text.labels, \\"ax\\", @progbits\\n"
                ".balign 16\\n.globl worker\\n.type worker, @function\\n.type a_nothing, @function\\n"
                "a_nothing: .size a_nothing, 0\\n"
                "worker: mov %rdi, %rcx\\n.balign 4\\nspin_here: spin.3: loop spin_here\\n ret\\n"
                ".size worker, . - worker\\n.popsection\\n");
        void worker(long);
        int main(void) { worker(5000000); return 0; }
    """,
    # What is behind a function's end is not it: as after strip -x there is code without a name, `spins`.
    "stripped": """
        __asm__(".pushsection .text.stripped, \\"ax\\", @progbits\\n"
                ".balign 16\\n.globl ends, spins\\n.type ends, @function\\n"
                "ends: ret\\n.size ends, . - ends\\n.balign 16\\n"
                ".Lspins: mov %rdi, %rcx\\n1: loop 1b\\n ret\\n"
                ".popsection\\n.pushsection .rodata\\n.balign 8\\nspins: .quad .Lspins\\n.popsection\\n");
        void ends(void);
        extern void (*const spins)(long);
        int main(void) { ends(); spins(5000000); return 0; }
    """,
    # Its functions need not begin at a counter's bytes.
    "narrow": """/* flags: -falign-functions=2 */
        #define STEP(name, code) \\
            __attribute__((noinline, section(".hot." #name))) void name(void) { __asm__ volatile(code); }
        STEP(one, "nop") STEP(two, "nop\\nnop\\nnop") STEP(three, "nop\\nnop")
        int main(void) { for (long i = 0; i < 300000; i++) { one(); two(); three(); } return 0; }
    """,
    # Programs that differ in their functions' names alone.
    **{name: SPIN + f"""
        static void __attribute__((noinline)) {one}(void) {{ spin(2500000); }}
        static void __attribute__((noinline)) {two}(void) {{ spin(1250000); }}
        int main(void) {{ {one}(); {two}(); return 0; }}
    """ for name, one, two in (("here", "alpha", "omega"), ("there", "omega", "alpha"))},
    "stopper": SPIN + """
        int main(void) { spin(2500000); profil(0, 0, 0, 0); spin(2500000); return 0; }
    """,
    "replacer": SPIN + """
        #include <stdio.h>
        static unsigned short own[100000];
        int main(void)
        {
            unsigned sum = 0;
            spin(2500000);
            profil(own, sizeof own, 0x400000, 65536);
            spin(2500000);
            profil(0, 0, 0, 0);
            for (int i = 0; i < 100000; i++)
                sum += own[i];
            printf("own %u\\n", sum);
            return 0;
        }
    """,
    "counted": "/* flags: -pg */" + SPIN + """
        static unsigned short own[8];
        static void __attribute__((noinline)) called(void) { spin(2500); }
        int main(int argc, char **argv)
        {
            for (int i = 0; i < 5000; i++)
                called();
            if (argc > 1)
                profil(own, *argv[1] == 'r' ? sizeof own : 0, 0, *argv[1] == 'r' ? 65536 : 0);
            return 0;
        }
    """,
    "taker": """
        #include <sys/mman.h>
        int main(void)
        {
            long n = 5000000;
            /* The counters were mapped first, and this is right below them. */
            char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            mprotect(page + 4096, 4096, PROT_READ);
            __asm__ volatile("1: loop 1b" : "+c"(n));
            return 0;
        }
    """,
    "outsider": """
        #include <string.h>
        #include <sys/mman.h>
        int main(void)
        {
            /* mov %rdi, %rcx; 1: loop 1b; ret */
            static const char code[] = "\\x48\\x89\\xf9\\xe2\\xfe\\xc3";
            char *page = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            memcpy(page, code, sizeof code);
            ((void (*)(long))page)(6250000);
            return 0;
        }
    """,
    "tail": """
        #include <stdint.h>
        #include <string.h>
        #include <sys/mman.h>
        extern char etext[];
        int main(void)
        {
            /* The same code, in the page that the text ends in. */
            static const char code[] = "\\x48\\x89\\xf9\\xe2\\xfe\\xc3";
            char *at = (char *)(((uintptr_t)etext + 31) & ~15ul);
            char *page = (char *)((uintptr_t)at & ~4095ul);
            if (etext <= page || mprotect(page, 4096, 7) != 0)
                return 99;
            memcpy(at, code, sizeof code);
            ((void (*)(long))at)(6250000);
            return 0;
        }
    """,
    "scribbler": """
        #include <stdint.h>
        #include <sys/mman.h>
        extern char __executable_start[], etext[];
        int main(int argc, char **argv)
        {
            (void)argv;
            /* As in "taker", the counters are above this; their last word is behind the text. */
            char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            uintptr_t text = (uintptr_t)etext - ((uintptr_t)__executable_start + 4096);
            ((uint32_t *)(page + 4096))[(4 * text + 4095) / 4096 * 1024 - 1] = argc > 1 ? 4000000000 : 5;
            return 0;
        }
    """,
    "eraser": SPIN + """
        #include <stdint.h>
        #include <string.h>
        #include <sys/mman.h>
        extern char __executable_start[], etext[];
        int main(void)
        {
            char *page = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            uintptr_t text = (uintptr_t)etext - ((uintptr_t)__executable_start + 4096);
            spin(1250000);
            memset(page + 4096, 0, (4 * text + 4095) / 4096 * 4096); /* as in "scribbler" */
            return 0;
        }
    """,
    "crasher": SPIN + "int main(void) { spin(1250000); *(volatile int *)8 = 0; return 0; }",
    "killed": SPIN + """
        #include <signal.h>
        int main(void) { spin(1250000); kill(getpid(), SIGKILL); return 0; }
    """,
    "leaver": SPIN + "int main(void) { spin(1250000); _exit(3); }",
    "closer": SPIN + """
        #include <stdlib.h>
        int main(void)
        {
            for (int fd = 0; fd < 64; fd++)
                close(fd);
            unsetenv("PATH");
            if (chdir("/bin") != 0)
                return 1;
            spin(1250000);
            return 0;
        }
    """,
    "asks": SPIN + """
        #include <signal.h>
        int main(int argc, char **argv)
        {
            (void)argv;
            spin(1250000);
            kill(getppid(), argc > 1 ? SIGHUP : SIGTERM);
            for (;;) pause();
        }
    """,
    "childless": """
        #include <signal.h>
        #include <unistd.h>
        int main(int argc, char **argv)
        {
            (void)argv;
            if (argc == 1)
                return 0;
            signal(SIGCHLD, SIG_IGN);
            execl("/bin/prof", "prof", "stopper", NULL);
            return 1;
        }
    """,
    # Has prof record it, and when it does ends that by ^\\, or not by an ignored ^C, or is another program.
    "late": SPIN + """
        #include <signal.h>
        #include <stdio.h>
        #include <sys/wait.h>
        int main(int argc, char **argv)
        {
            char mode = argc > 1 ? *argv[1] : 'n', pid[16], c;
            int said[2];
            if (mode == 'n')
                return 0;
            if (mode == 'i')
                signal(SIGINT, SIG_IGN);
            sprintf(pid, "%d", getpid());
            pipe(said);
            pid_t prof = fork();
            if (prof == 0) {
                dup2(said[1], 2);
                execl("/bin/prof", "prof", "--pid", pid, "--profile", "/tmp/late", "--output", "/tmp/report", NULL);
            }
            read(said[0], &c, 1);
            int status = 0;
            if (mode == 'e')
                execl("/bin/leaver", "leaver", NULL);
            kill(prof, mode == 'q' ? SIGQUIT : SIGINT);
            if (mode == 'q')
                waitpid(prof, &status, 0);
            else
                spin(1250000);
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        }
    """,
    "ignores": """
        #include <signal.h>
        #include <unistd.h>
        int main(int argc, char **argv)
        {
            (void)argv;
            void *term = signal(SIGTERM, SIG_IGN), *hup = signal(SIGHUP, SIG_IGN);
            if (argc == 1)
                execl("/bin/prof", "prof", "ignores", "x", NULL);
            return term != SIG_IGN || hup != SIG_IGN;
        }
    """,
    "ender": SPIN + """
        #include <sys/profil.h>
        #include <sys/wait.h>
        int main(int argc, char **argv)
        {
            (void)argv;
            if (argc > 1 && fork() > 0) {
                wait(NULL);
                return 0;
            }
            spin(1250000);
            if (profrecord(0, -1, 0) != 0)
                return 1;
            spin(1250000);
            return 0;
        }
    """,
    "family": SPIN + """
        #include <signal.h>
        #include <sys/wait.h>
        static void __attribute__((noinline)) first_child(void) { spin(1250000); _exit(4); }
        static void __attribute__((noinline)) second_child(void)
        {
            spin(625000);
            kill(getpid(), SIGTERM);
        }
        int main(int argc, char **argv)
        {
            (void)argv;
            if (fork() == 0)
                first_child();
            wait(NULL);
            if (fork() == 0)
                second_child();
            wait(NULL);
            if (argc > 1 && fork() == 0)
                for (;;)
                    pause();
            spin(2500000);
            return 0;
        }
    """,
    "becomer": SPIN + """
        #include <sys/wait.h>
        int main(int argc, char **argv)
        {
            (void)argv;
            spin(1250000);
            if (argc == 1) {
                execl("/bin/becomer", "becomer", "x", NULL);
            } else if (fork() == 0) {
                execl("/bin/leaver", "leaver", NULL);
            } else {
                wait(NULL);
                execl("/bin/crasher", "crasher", NULL);
            }
            return 1;
        }
    """,
    "again": SPIN + """
        int main(int argc, char **argv)
        {
            (void)argv;
            spin(1250000);
            sleep(1);
            if (argc == 1)
                execl("/bin/again", "again", "x", NULL);
            return argc != 2;
        }
    """,
    "comes": SPIN + """
        int main(int argc, char **argv)
        {
            (void)argv;
            spin(1250000);
            if (argc == 1)
                execl("/bin/between", "between", NULL);
            return argc != 2;
        }
    """,
    "between": SPIN + """
        int main(void) { spin(500000); sleep(1); execl("/bin/comes", "comes", "x", NULL); return 1; }
    """,
    "threads": """
        #include <pthread.h>
        static void __attribute__((noinline)) spin(long n) { __asm__ volatile("1: loop 1b" : "+c"(n)); }
        static void *work(void *n) { spin((long)n); return 0; }
        int main(void)
        {
            pthread_t id[4];
            for (long i = 0; i < 4; i++)
                pthread_create(&id[i], 0, work, (void *)(1250000 * (i + 1)));
            for (int i = 0; i < 4; i++)
                pthread_join(id[i], 0);
            return 0;
        }
    """,
    "without": SPIN + """
        #include <fcntl.h>
        int main(void) { spin(1250000); return fcntl(2, F_GETFD) < 0 ? 5 : 9; }
    """,
    "forks": """
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void)
        {
            for (int i = 0; i < 500; i++) {
                if (fork() == 0)
                    _exit(0);
                wait(NULL);
            }
            return 0;
        }
    """,
    "failing": "int main(void) { return 7; }",
    "filler": SPIN + FILL + "int main(void) { fill(); return 0; }",
    "loser": SPIN + FILL + """
        static int __attribute__((noinline)) down(int n)
        {
            if (n == 0)
                spin(1250000);
            return n > 0 ? down(n - 1) + 1 : 0;
        }
        int main(void)
        {
            fill(); /* so that its own record, of deep stacks, is lost */
            if (down(100) == 100)
                execl("/bin/after", "after", NULL);
            return 99;
        }
    """,
    "after": SPIN + """
        static void __attribute__((noinline)) work(void) { spin(1250000); }
        int main(void) { unlink("/tmp/filler"); work(); return 0; }
    """,
    "long": SPIN + "int main(void) { spin(31250000); return 3; }",
}


# Has code in a segment below the one with the entry.
BELOW = """
    .globl _start, below
    .type _start, @function; .type below, @function
    _start: mov $2500000, %ecx; 1: loop 1b; call below; xor %eax, %eax; xor %edi, %edi; syscall
    .size _start, . - _start
    .section .below, "ax"
    below: mov $1250000, %ecx; 1: loop 1b; ret
    .size below, . - below
"""


@pytest.fixture(scope="module")
def ran(machine, tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    subprocess.run([os.environ["CROSS"] + "gcc", "-nostdlib", "-static", "-no-pie",
                    "-Wl,--section-start=.below=0x200000", "-x", "assembler", "-", "-o", folder / "below"],
                   input=BELOW, text=True, check=True)
    for name, text in PROGRAMS.items():
        (folder / (name + ".c")).write_text(text)
    cases = {name: f"prof {name}" for name, text in PROGRAMS.items() if FILL not in text}
    cases.update({
        "sleep": "prof sleep 1",
        "beside": "sh -c 'while :; do :; done' & p=$!; prof stopper; s=$?; kill $p; sh -c 'exit '$s",
        "times": "sh -c 'forks; time true'",
        "shared": "prof --profile /tmp/saved shared && echo shared: && prof -r shared /tmp/saved",
        "counted": "cd /tmp; prof counted; prof -r counted; rm gmon.out; cd /",
        "counted and off": "counted off; prof -r counted",
        "counted and replaced": "counted replaced; prof -r counted; rm gmon.out",
        "apart": "sh -c 'prof seq 2 2>/tmp/report; grep -c elapsed /tmp/report'",
        "in a file": "prof --output /tmp/report seq 2; grep -c elapsed /tmp/report",
        "saved": "prof --profile /tmp/saved stopper && prof -r stopper /tmp/saved",
        "saved scribble": "prof --profile /tmp/saved scribbler && prof -r scribbler /tmp/saved",
        "below": "prof --profile /tmp/saved /below && prof -r /below /tmp/saved",
        "unsaved": "cd /tmp; prof true; ls gmon.out; cd /",
        "on the program": "cp /bin/true /tmp/x; prof --profile /tmp/x /tmp/x; echo $?; "
                          "prof --output /tmp/x /tmp/x; echo $?; /tmp/x && echo whole",
        "on the report": "cd /tmp; echo whole >y; prof --output y --profile ./y true; echo $?; cat y; "
                         "prof --output /dev/null --profile /dev/null true; echo $?",
        "nothing made": "mkdir /none; cd /none; prof --output f --profile f true; "
                        "prof --output f --profile /none true; "
                        "prof --output f --profile g --pid 4711; prof --folded --output empty true; "
                        "kprof --output h prof --output i --all true; ls | cat; rm *; cd /",
        "without standard error": "cd /tmp; prof --profile closed without 2>&-; echo $?; "
                                  "prof -r without closed | grep -c elapsed; grep -c elapsed closed; "
                                  "prof --profile closed true 2>&-; echo $?; cd /",
        "under prof": "prof prof true",
        "replaced": "echo '/tmp/p; /tmp/p; cp /bin/there /tmp/p; /tmp/p' >/tmp/s; cp /bin/here /tmp/p; "
                    "prof --follow sh /tmp/s; rm /tmp/p /tmp/s",
        "nowhere": "prof --output /nowhere/x seq 2",
        "no process": "sh -c 'ulimit -u 4; prof seq 2; echo $?; prof --all seq 2; exit $?'",
        "no name": "prof ''",
        "no memory": "sh -c 'ulimit -v 12048; prof --tree --profile /tmp/kept seq 2; echo $?; "
                     "ls /tmp | grep -c kept; :'",
        "children": "prof --children family",
        "children become": "prof --children sh -c 'leaver; leaver; exit 0'",
        "one runs": "prof family x",
        "child ends": "prof ender x",
        "follow": "prof --follow becomer",
        "follow each": "prof --follow --children becomer",
        "follow again": "prof --follow again",
        "follow again, each": "prof --follow --children again",
        "follow there and back": "prof --follow comes",
        "attached": "long & prof --pid $!; wait $!; echo left $?",
        "attached to nobody": "prof --pid 4711",
        "attached twice": "sleep 1000 & p=$!; prof --pid $p 2>/tmp/report & q=$!; "
                          "until grep recording /tmp/report; do :; done; prof --pid $p; s=$?; kill $p; wait $q; "
                          "sh -c 'exit '$s",
        "folded outsider": "prof --folded --output /dev/null outsider",
        "folded taker": "prof --folded --output /dev/null taker",
        "scribbled": "prof scribbler x",
        "asks by SIGHUP": "prof asks x",
        "SIGCHLD ignored": "childless x",
        **{f"late {mode}": f"rm -f /tmp/report; late {mode}; echo left $?; until grep elapsed /tmp/report; do sleep 1; "
           f"done; prof -m /tmp/late {program}"
           for mode, program in (("quit", "late"), ("ignored", "late"), ("exec", "leaver"))},
        "report on profile": "cd /tmp; prof --profile mine leaver; prof -m mine --output mine leaver; echo $?; "
                             "prof -m mine leaver; cd /",
        "lost": "prof --tree --follow loser",
        "lost, not kept": "prof --follow --profile /tmp/kept loser; s=$?; ls /tmp | grep -c kept; sh -c 'exit '$s",
        "attached and lost": "filler; long & prof --pid $!; s=$?; rm /tmp/filler; wait; sh -c 'exit '$s",
        "tmpdir": "TMPDIR=/nowhere prof leaver",
        "here": "mkdir /d; cd /d; mv /tmp /hidden; prof leaver; s=$?; mv /hidden /tmp; cd /; rmdir /d; "
                "sh -c 'exit '$s",
        "no tmp": "mkdir /d; cd /d; rmdir /d; mv /tmp /hidden; prof seq 2; s=$?; "
                  "mv /hidden /tmp; cd /; sh -c 'exit '$s",
        "left behind": "ls /tmp",
    })
    return Show(machine, folder, cases, {}, shift=4)


def ticks(text):
    """By name: functions of two files may have one, and a row each."""
    found = collections.Counter()
    for _, _, _, ticks, name, _ in rows(text):
        found[name] += ticks
    return found


def near(found, want, processes=1):
    """A loop of 62 500 instructions takes a tick; where it begins in a period is not known."""
    assert abs(found - want) <= 3 * processes, found


def test_functions_that_share_a_counter_of_a_file_share_a_row(ran):
    live, file = map(ticks, re.split(r"(?m)^shared:$", ran.text("shared")))
    assert {name for name, n in live.items() if n > 1} == {"first", "second", "last"}
    assert {name for name, n in file.items() if n > 1} == {"first", "first or second", "last"}
    assert not {"second", "third"} & set(file)
    for found in live, file:
        near(found["first"], 40)
        near(found["last"], 40)
    near(live["second"], 80)
    near(file["first or second"], 80)


def test_a_dot_may_begin_a_name(ran):
    found = ticks(ran.text("dotted"))
    near(found[".dotted"], 40)


def test_functions_share_no_counter_however_they_are_aligned(ran):
    found = ticks(ran.text("narrow"))
    assert {"one", "two", "three"} < set(found) and not [name for name in found if " or " in name], found


def test_labels_and_functions_of_no_bytes_have_no_ticks(ran):
    found = ticks(ran.text("labels"))
    near(found["worker"], 80)
    assert not {"a_nothing", "spin_here", "spin"} & set(found)


def test_code_behind_a_functions_end_is_not_charged_to_it(ran):
    found = ticks(ran.text("stripped"))
    near(found["(no symbol)"], 80)
    assert "ends" not in found


def test_the_segment_with_the_entry_is_the_one_that_is_counted(ran):
    text = ran.text("below")
    assert text[:len(text) // 2] == text[len(text) // 2:]
    near(ticks(text[:len(text) // 2])["_start"], 40)
    near(int(re.search(r"^(\d+) ticks outside the program's text\.$", text, re.MULTILINE)[1]), 20)


def test_the_report_is_not_among_the_programs_output(ran):
    assert ran.text("apart") == "1\n2\n1\n"
    assert ran.text("in a file") == "1\n2\n1\n"


def test_a_profile_is_kept_where_it_is_asked_for(ran):
    text = re.sub(r"In no row: .*\n", "", ran.text("saved"))  # which a file does not know
    assert text[:len(text) // 2] == text[len(text) // 2:]
    near(ticks(text[:len(text) // 2])["main"], 80)
    said = ran.text("saved scribble")
    assert [name for name in ticks(said) if name == "(no symbol)"] and said.count("elapsed") == 2
    assert "ls: gmon.out: " in ran.text("unsaved")
    assert ran.text("on the program") == 2 * "prof: /tmp/x: is the program; name another file\n126\n" \
        + "whole\n"
    assert ran.text("on the report") == "prof: ./y: is for the report; name another file for the profile\n126\nwhole\n0\n"
    assert ran.text("without standard error") == "5\n1\n0\n1\n"
    assert ran.text("nowhere", 126) == "prof: /nowhere/x: No such file or directory\n"


def test_a_program_with_a_profile_of_its_own(ran):
    near(sum(ticks(ran.text("stopper")).values()), 80)  # 5000000 instructions of 16 ns
    own, _, report = ran.text("replacer").partition("\n")
    near(int(own.split()[1]), 40)
    assert ticks(report)["main"] >= 77


def test_a_program_that_counts_its_calls(ran):
    """Under prof it has two profiles: what prof sees, and its own gmon.out."""
    text = ran.text("counted")
    assert abs(ticks(text.partition("\n\n")[0])["called"] - 200) < 9
    assert re.search(r" (19\d|20\d) +5000 +0\.0[34]\d\d  called\b", text)
    assert "The program turned profiling off: " in ran.text("counted and off")
    text = ran.text("counted and replaced")
    assert "For a time the program had a profile of its own, whose ticks are not here.\n" in text
    assert "elapsed" not in text
    assert int(re.search(r"^(\d+) ticks, 1000 a second", text, re.MULTILINE)[1]) >= 200


def test_a_program_that_takes_the_memory_away(ran):
    text = ran.text("taker")
    assert "The profile ended early: its counters could not be written" in text
    assert "asleep" not in text
    assert "The profile ended early: its counters could not be written" in ran.text("folded taker")


def test_a_program_that_runs_outside_its_text(ran):
    for name in "outsider", "tail", "folded outsider":
        said = re.search(r"^(\d+) ticks outside the program's text\.$", ran.text(name), re.MULTILINE)
        near(int(said[1]), 100)


def test_a_program_that_sleeps(ran):
    assert int(re.search(r"^(\d+) ticks?, 1000 a second", ran.text("sleep"), re.MULTILINE)[1]) < 5
    assert re.search(r"1\.\d+ s elapsed, at least about (1\.00|0\.99)\d s of it asleep", ran.text("sleep"))


def test_a_program_that_waits_for_the_cpu(ran):
    text = ran.text("beside")
    user, elapsed, ready = map(float, re.search(r"([\d.]+) s in user .* ([\d.]+) s elapsed, at least about ([\d.]+) s "
                                                "of it waiting for a CPU", text).groups())
    assert "asleep" not in text and ready > 0.4 * elapsed and user + ready == pytest.approx(elapsed, rel=0.1), text


@pytest.mark.parametrize("name,status,ending", [
    ("crasher", 139, "killed by signal 11 (Segmentation fault)"),
    ("killed", 137, "killed by signal 9 (Killed)"),
    ("leaver", 3, "ended with status 3"),
    ("closer", 0, None),
])
def test_however_a_program_ends(ran, name, status, ending):
    text = ran.text(name, status)
    near(ticks(text)["main"], 20)
    assert (f"\n{name}: {ending}.\n" in text) if ending else f"{name}: " not in text
    assert ("That is few" in text) == (not ending)  # what failed is not to be given more work


def test_a_program_that_fails(ran):
    text = ran.text("failing", 7)
    assert sum(ticks(text).values()) <= 1 and text.endswith("\nfailing: ended with status 7.\n")


@pytest.mark.parametrize("name, sig, what", [("asks", 15, "Terminated"), ("asks by SIGHUP", 1, "Hangup")])
def test_prof_passes_on_what_would_end_it(ran, name, sig, what):
    text = ran.text(name, 128 + sig)
    near(ticks(text)["main"], 20)
    assert f"\nasks: killed by signal {sig} ({what}).\n" in text


def test_an_ignored_SIGCHLD_takes_no_report(ran):
    near(ticks(ran.text("SIGCHLD ignored"))["main"], 80)


def test_prof_under_prof_is_refused(ran):
    assert ran.text("under prof", 126).startswith(
        "prof: /bin/true: what this prof runs is recorded already, by another prof\n")


def test_what_is_ignored_stays_so(ran):
    ran.text("ignores")


@pytest.mark.parametrize("name", ["ender", "child ends"])
def test_a_process_that_ends_its_recording(ran, name):
    text = ran.text(name)
    near(ticks(text)["main"], 20)
    assert "\nIn no figure here: what 1 process did after profrecord ended the recording.\n" in text


def test_a_fork_s_children_are_in_the_sum(ran):
    text = ran.text("family")
    found = ticks(text)
    near(found["main"], 40)
    near(found["first_child"], 20)
    near(found["second_child"], 10)
    assert "\nThe sum of 3 processes, 1 of them killed by a signal; --children shows each.\n" in text
    assert "still run" not in text
    assert "\nIn no figure here: 1 child that still runs.\n" in ran.text("one runs")


def sections(text):
    """[(what its head line says, its rows)]; the first has no head."""
    first, *rest = re.split(r"^(/\S+|\d+ \w+, .*):\n", text, flags=re.MULTILINE)
    return [("", ticks(first)), *((head, ticks(body)) for head, body in zip(rest[::2], rest[1::2]))]


def test_the_lines_add_up_to_the_time_elapsed(ran):
    """What it takes to begin and end 500 processes is in no row, but it is told."""
    text = ran.text("forks")
    user, system, elapsed, rest = map(float, re.search(
        r"([\d.]+) s in user mode, ([\d.]+) s in the kernel; ([\d.]+) s elapsed\.\n"
        r"In no row: ([\d.]+) s of starting and ending processes\.", text).groups())
    assert rest > elapsed / 10
    assert user + system + rest == pytest.approx(elapsed, rel=0.04)


def test_time_is_not_that_of_what_ran_before(ran):
    assert sum(map(float, re.findall(r"(?:user|sys) +([\d.]+)", ran.text("times")))) <= 0.01


def test_the_children_one_by_one(ran):
    (_, table), *each = sections(ran.text("children"))
    assert table == {head: sum(found.values()) for head, found in each}
    endings = "ended with status 0", "ended with status 4", "killed by signal 15 (Terminated)"
    assert [re.sub(r"^\d+ ", "", name) for name in table] == ["family, " + end for end in endings]
    for (_, found), name, want in zip(each, ("main", "first_child", "second_child"), (40, 20, 10)):
        near(found[name], want)
    assert each[1][1].get("main", 0) <= 1  # what the parent counted is not there


def test_children_that_exec_are_told(ran):
    assert ("\n2 of them went on as other programs, which --follow shows.\n"
            in ran.text("children become"))


def test_what_it_execs(ran):
    alone = ran.text("becomer", 139)
    near(ticks(alone)["main"], 20)
    assert "\nbecomer: went on as another program, which --follow shows.\n" in alone
    text = ran.text("follow", 139)
    (_, table), *programs = sections(text)
    assert set(table) == {"/bin/becomer", "/bin/leaver", "/bin/crasher"} == {head for head, _ in programs}
    for head, found in programs:
        near(found["main"], 40 if head == "/bin/becomer" else 20)
        assert table[head] == sum(found.values())
    assert "\nbecomer: killed by signal 11 (Segmentation fault).\n" in text
    each = sections(ran.text("follow each", 139))[1:]
    ran_long = [re.sub(r"^\d+ ", "", head) for head, found in each if found.get("main", 0) > 10]
    assert sorted(ran_long) == 2 * ["becomer, went on as another program"] + [
        "crasher, killed by signal 11 (Segmentation fault)", "leaver, ended with status 3"]


def test_a_process_that_execs_its_program_again_is_one(ran):
    text = ran.text("follow again")
    near(ticks(text)["main"], 40)
    assert "The sum of" not in text and re.search(r", at least about (2\.0|1\.9)\d+ s of it asleep", text)
    _, *each = sections(ran.text("follow again, each"))
    assert len(each) == 2
    assert "\nThe sum of 2 processes; --children shows each.\n" in ran.text("follow", 139)  # becomer and its child


def test_a_process_that_comes_back_to_its_program_is_one(ran):
    """Which was not asleep while it ran the other."""
    text = ran.text("follow there and back").split("\n/bin/comes:\n")[1]
    comes, between = text.split("\n/bin/between:\n")
    near(ticks(comes)["main"], 40)
    assert "The sum of" not in comes and "asleep" not in comes and "asleep" in between, comes
    assert float(re.search(r"; (\S+) s elapsed\.$", comes, re.MULTILINE)[1]) < 0.5, comes


def test_a_program_that_was_replaced_has_not_the_names_of_the_new_one(ran):
    text = ran.text("replaced")
    assert "\n/tmp/p: is another program now\n" in text, text
    found = ticks(text)
    near(found["omega"], 40)
    near(found["alpha"], 20)
    near(found["/tmp/p"], 180, processes=3)
    near(found["(no symbol)"], 120, processes=2)


def test_processes_of_one_number_are_several(machine):
    """The shell has more children than there are numbers."""
    shell = "sh -c 'for i in $(seq 40); do /bin/true; done; exit'"
    done = machine.run(f"prof {shell}; prof --follow {shell}", kargs="pid_max=20", cpus=1, det=1)
    assert done.status == 0, done
    assert re.findall(r"^The sum of (\d+) processes", done.stderr, re.MULTILINE)[:2] == ["42", "42"], done


def test_threads(ran):
    near(ticks(ran.text("threads"))["spin"], 200)


def test_a_process_that_runs_already(ran):
    text = ran.text("attached")
    assert re.match(r"prof: recording process \d+ until it ends, or \^C\n", text)
    assert 250 < ticks(text)["main"] < 510  # two take turns until prof waits
    assert re.search(r"^process \d+: ended with status 3\.$", text, re.MULTILINE)
    assert text.endswith("left 3\n")
    assert ran.text("attached to nobody", 126) == "prof: process 4711: No such process\n"


def test_a_process_that_is_recorded_already(ran):
    assert re.search(r"^prof: process \d+: is recorded already, .* end the prof that records it$",
                     ran.text("attached twice", 126), re.MULTILINE)


def test_a_process_is_recorded_until_a_signal_that_is_meant_for_prof(ran):
    assert ran.text("late quit").startswith("left 0\n")
    near(ticks(ran.text("late ignored"))["main"], 20)


def test_the_profile_of_what_a_process_ran_last_is_kept(ran):
    near(ticks(ran.text("late exec"))["main"], 20)


def test_a_report_is_not_put_over_its_profile(ran):
    text = ran.text("report on profile")
    assert "\nprof: mine: is the profile; name another file for the report\n1\n" in text
    near(ticks(text.partition("\n1\n")[2])["main"], 20)


def test_a_file_is_left_only_if_there_is_what_it_is_for(ran):
    assert ran.text("nothing made").split("\n")[-3:] == ["empty", "h", ""]


def test_a_lost_record(ran):
    """The program's own: what there is is told as what it is.  The only one: prof ends all the same."""
    (_, table), (head, _) = sections(ran.text("lost"))
    assert table["/bin/after"] >= 19  # and what it takes to remove a large file
    assert head == "/bin/after" and list(table) == [head]
    assert re.search(r" main\n.* work\n", ran.text("lost"))
    assert "\n1 record could not be written: " in ran.text("lost")
    told = re.findall(r"^loser\[\d+\]: its profile could not be recorded: No space left on device$", ran.messages,
                      re.MULTILINE)
    assert len(told) == 2  # in two cases, each of them once
    kept = ran.text("lost, not kept", 126)
    assert "\nprof: loser: its own record was lost: no profile of it is kept\n" in kept and kept.endswith("\n0\n")
    assert re.search(r"^prof: process \d+: no record: ", ran.text("attached and lost", 126), re.MULTILINE)


def test_the_figures_of_a_long_row_are_apart(ran):
    assert re.search(r" 4000000\.\d+ 4000000000  \(no symbol\)", ran.text("scribbled"))


def test_a_program_that_writes_to_its_counters(ran):
    text = ran.text("eraser")
    taken = int(re.search(r"^(\d+) ticks, ", text, re.MULTILINE)[1])
    near(taken, 20)
    gone, = re.findall(r"^(\d+) ticks in no row: the program changed the memory in which they are counted\.$", text,
                       re.MULTILINE)
    near(int(gone), 20)
    assert sum(ticks(text).values()) == taken - int(gone)
    assert re.search(r"^\d{10} ticks too many in the rows: the program changed the memory in which they are\ncounted\.$",
                     ran.text("scribbled"), re.MULTILINE)
    assert "changed the memory" not in ran.text("folded taker") + ran.text("family") + ran.text("lost")


def test_what_cannot_be_profiled(ran):
    said = "prof: fork: Resource temporarily unavailable\n"
    assert ran.text("no process", 126) == f"{said}126\n{said}"
    assert ran.text("no name", 127) == "prof: : not found\n"
    assert ran.text("no memory") == (
        "1\n2\nprof: seq: not profiled, as there was no memory for its counters\n126\n0\n")


def test_the_temporary_file(ran):
    assert "leaver: ended with status 3" in ran.text("tmpdir", 3)
    assert "leaver: ended with status 3" in ran.text("here", 3)
    text = ran.text("no tmp", 126)
    assert text.startswith("prof: no temporary file in TMPDIR, /tmp or the current folder: ")
    assert "prof" not in ran.text("left behind")


def test_several_cpus_in_parallel_are_told(machine):
    done = machine.run("prof true; prof --folded true; echo 10 END >/tmp/p; basic -p /tmp/p", cpus=2)
    assert done.status == 0 and done.stderr.count("SKEWED: ") == 3


def huge_program():
    """An ELF file with more text than the address space has room for counters; it exits with 0."""
    code = b"\x31\xc0\x31\xff\x0f\x05"
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    size = len(header) + 56 + len(code)
    return header + struct.pack("<IIQQQQQQ", 1, 5, 0, 0x400000, 0, size, 80 << 40, 4096) + code


def test_a_program_that_could_not_be_profiled_is_told_and_hides_nothing(machine):
    text = "".join(f"\\{byte:03o}" for byte in huge_program())
    done = machine.run(f"printf '{text}' >/tmp/huge; chmod 755 /tmp/huge; "
                       "prof --follow sh -c 'for i in $(seq 9000); do :; done; /tmp/huge; exit 3'", cpus=2)
    assert done.status == 3
    assert done.stderr.count("SKEWED: ") == 1
    assert "\n1 of them could not be profiled, as there was no memory for the counters.\n" in done.stderr


def test_no_counter_is_ever_full(root, tmp_path):
    """As many ticks at one pc as 65 seconds have: the file has several histograms."""
    (tmp_path / "spinner.c").write_text(SPIN + "int main(void) { spin(105000000); return 0; }")
    env = {**os.environ, "EXTRA": str(tmp_path), "IMAGE": "", "DET": "1", "SHIFT": "6",
           "KARGS": "hz=10000", "CMD": "spinner", "OUT": str(tmp_path)}
    done = subprocess.run([sys.executable, "-IS", "tools/run", "profile"], cwd=root, env=env,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "gmon.out").read_bytes().startswith(b"gmon\1")
    counts = ticks((tmp_path / "prof.txt").read_text())
    found = counts["main"]
    assert found > 67200  # 105000000 instructions of 2^6 ns, 10000 times a second; and the ticks' own
    row = re.search(r"^ *(\S+) +(\S+) +(\S+) +main$", done.stdout, re.MULTILINE)  # gprof's
    percent, cumulative, seconds = (pytest.approx(float(word), abs=0.0051) for word in row.groups())
    assert 100 * found / sum(counts.values()) == percent and found / 10000 == seconds == cumulative
