/* While a call looks at the buffers of 1024 regions, each in hundreds of pieces, others get their
 * turn: nobody waits much longer than a time slice of 10 ms. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include "sprofil.h"
#include <sys/mman.h>

#define PAGES 200
#define CALLS 8

static struct prof regions[PROF_REGIONS_MAX];

/* Each second page of it may be executed. */
static char *memory_in_pieces(void)
{
    char *memory =
        mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    for (int i = 0; i < PAGES; i += 2)
        CHECK_EQ(mprotect(memory + i * 4096, 4096, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
    return memory;
}

static void call_on_and_on(struct channel ready)
{
    char *memory = memory_in_pieces();
    for (int i = 0; i < PROF_REGIONS_MAX; i++)
        regions[i] = (struct prof){memory, PAGES * 4096, TEXT_START + 64 * i, 65536};
    channel_send(ready, 'r');
    for (int i = 0; i < CALLS; i++)
        CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
}

int main(void)
{
    struct channel ready = channel_open();
    pid_t pid = START_CHILD(call_on_and_on(ready));
    CHECK_EQ(close(ready.out), 0); /* so reading ends when the child does */
    channel_receive(ready);
    uint64_t before = now_ns() / 1000000, longest = 0, start = before;
    int status;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        uint64_t now = now_ns() / 1000000;
        longest = now - before > longest ? now - before : longest;
        before = now;
    }
    CHECK_EQ(status, 0);
    printf("%d calls: %lu ms, the longest without a turn %lu ms\n", CALLS, before - start, longest);
    CHECK(before - start >= 1000); /* so a call takes longer than some slices */
    CHECK(longest <= 30);
    return 0;
}
