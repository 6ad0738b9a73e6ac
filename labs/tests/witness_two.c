/* No tick is lost, and none is counted at another pc, while a page fault keeps it from being
 * written: each place of the program has its counter on a page that nothing has touched, and with a
 * tick each 1500 instructions others come meanwhile.  The host saw the same ticks.  The scale is
 * the argument.  The buffer is larger than the memory: its pages cannot all be made beforehand. */
/* machine: det=1 cpus=1 mem=256M shift=6 kargs=hz=10000 */
#include "child.h"
#include "witness.h"

#define PLACES      96
#define PLACE_BYTES 4096
#define TURNS       1600 /* about a tick */
#define ROUNDS      8
#define LEAST       500
#define BUFFER      (1ul << 30)

/* void places(unsigned long turns): PLACES times a loop and a fresh page, each on a page of its
 * own. */
void places(unsigned long turns, char *fresh);
__asm__(".pushsection .text\n"
        ".globl places\n"
        "places:\n"
        ".rept 96\n"
        "movq %rdi, %rcx\n"
        "1: decq %rcx\n"
        "jnz 1b\n"
        "movb $1, (%rsi)\n"
        "addq $4096, %rsi\n"
        "jmp 2f\n"
        ".skip 4064, 0x90\n"
        "2:\n"
        ".endr\n"
        "ret\n"
        ".popsection\n");

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    struct witness w = witness_of(TEXT_START, strtoul(argv[1], NULL, 0));
    w.counters = (void *)map_memory(BUFFER, PROT_READ | PROT_WRITE);
    witness_on_in(&w, BUFFER);
    for (int round = 0; round < ROUNDS; round++) {
        size_t size = PLACES * PLACE_BYTES;
        char *fresh = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(fresh != MAP_FAILED);
        places(TURNS, fresh);
        CHECK_EQ(munmap(fresh, size), 0);
    }
    witness_off();
    struct profstat st = prof_now();
    CHECK_EQ(prof_sum(w.counters, w.n), st.ps_counted);
    CHECK_EQ(st.ps_outside, 0);
    CHECK(st.ps_user + st.ps_system >= LEAST);
    witness_print(&w);
    return 0;
}
