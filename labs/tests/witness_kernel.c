/* A tick in a system call is counted at the pc to which the call returns, and one between two calls
 * at its own: the host saw the same ticks.  The scale is the argument. */
/* machine: det=1 cpus=1 */
#include "witness.h"
#include <fcntl.h>

#define ROUNDS 200
#define CHUNK  (1 << 20)

static char chunk[CHUNK];

static void calls(int zero, const int pipe_ends[2])
{
    CHECK_EQ(read(zero, chunk, CHUNK), CHUNK);
    for (int i = 0; i < 120; i++) {
        CHECK_EQ(write(pipe_ends[1], chunk, 512), 512);
        CHECK_EQ(read(pipe_ends[0], chunk, 512), 512);
        CHECK(getppid() > 0);
        CHECK(prof_ticks() >= 0);
    }
    void *page = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED);
    memset(page, 1, 1 << 16); /* page faults: the kernel's ticks belong to the instruction */
    CHECK_EQ(munmap(page, 1 << 16), 0);
    prof_spin(SPIN_TURNS / 4);
}

int main(int argc, char **argv)
{
    CHECK_EQ(argc, 2);
    int zero = open("/dev/zero", O_RDONLY), pipe_ends[2];
    CHECK(zero >= 0);
    CHECK_EQ(pipe(pipe_ends), 0);
    struct witness w = witness_of(TEXT_START, strtoul(argv[1], NULL, 0));
    witness_on(&w);
    for (int round = 0; round < ROUNDS; round++)
        calls(zero, pipe_ends);
    witness_off();
    struct profstat st = prof_now();
    CHECK_EQ(prof_sum(w.counters, w.n), st.ps_counted);
    CHECK_EQ(st.ps_outside, 0);
    CHECK(st.ps_system >= 100);
    CHECK(st.ps_user >= 10);
    witness_print(&w);
    return 0;
}
