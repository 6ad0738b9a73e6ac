/* gprofil: whatever the arguments are, and whatever threads do to the buffer, the calls and the
 * mappings while the process ends, the file holds at most buflen bytes and the machine goes on.
 */
/* machine: cpus=4 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_hostile"
#include "gprofil.h"
#include <pthread.h>

#define ROUNDS  40
#define THREADS 3
#define NBYTES  (64 * PAGE_SIZE)

static char *buf;
static size_t buflen;
static uint64_t seed;

/* Marsaglia's xorshift; each thread has its own state. */
static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* Small, large, near a bound, or anything. */
static uint64_t odd_number(uint64_t *state)
{
    static const uint64_t bounds[] = {
        0,          1,         sizeof(struct gmonhdr), NBYTES,
        UINT32_MAX, 1ul << 32, 0x00007ffffffff000,     0xffff800000000000,
        UINT64_MAX};
    uint64_t bound = bounds[next(state) % (sizeof(bounds) / sizeof(*bounds))];
    switch (next(state) % 3) {
    case 0:
        return bound;
    case 1:
        return bound + next(state) % 64 - 32;
    default:
        return next(state) >> next(state) % 64;
    }
}

static void fill_header(uint64_t *state)
{
    struct gmonhdr *head = (void *)buf;

    head->gh_ncnt = odd_number(state);
    head->gh_totarc = odd_number(state);
    head->gh_flags = next(state) % 2 ? GMON_GNU : odd_number(state);
}

static void do_something(uint64_t *state)
{
    switch (next(state) % 8) {
    case 0:
        munmap(buf + next(state) % 64 * PAGE_SIZE, PAGE_SIZE);
        break;
    case 1:
        mprotect(buf + (1 + next(state) % 63) * PAGE_SIZE, PAGE_SIZE, next(state) % 4);
        break;
    case 2:
        mmap(buf, NBYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        break;
    case 3:
        profil((unsigned short *)buf, odd_number(state), 0x400000, odd_number(state));
        break;
    case 4:
        gprofil((void *)odd_number(state), odd_number(state), odd_number(state), odd_number(state),
                next(state) % 4 ? 65536 : odd_number(state), odd_number(state));
        break;
    default:
        gprofil(buf, buflen, odd_number(state), 0x400000 + next(state) % 100,
                next(state) % 2 * 65536, next(state) % 8 - 1);
        break;
    }
}

static void *be_hostile(void *arg)
{
    uint64_t state = seed + (uintptr_t)arg;

    for (;;) {
        do_something(&state);
        if (next(&state) % 4 == 0)
            fill_header(&state); /* perhaps by a fault the end of the process */
    }
    return arg;
}

static void live(int round)
{
    uint64_t state = seed;

    buf = map_memory(NBYTES, PROT_READ | PROT_WRITE);
    buflen = round % 2 ? NBYTES : odd_number(&state);
    memset(buf, round, NBYTES);
    fill_header(&state);
    gprofil(buf, buflen, odd_number(&state), 0x400000, 65536, -1);
    for (uintptr_t i = 1; i <= THREADS; i++) {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, be_hostile, (void *)i), 0);
    }
    while (next(&state) % 200 != 0)
        do_something(&state);
    if (round % 3 == 0)
        kill(getpid(), SIGKILL);
}

int main(void)
{
    int nfiles = 0;

    moncontrol(0);
    for (int round = 0; round < ROUNDS; round++) {
        seed = 0x9e3779b97f4a7c15 * (round + 1);
        pid_t child = START_CHILD(live(round));
        int status = child_wait(child);
        CHECK(WIFSIGNALED(status) || status == 0);
        struct stat st;
        if (lstat(path_in("", child), &st) < 0)
            continue;
        nfiles++;
        CHECK_EQ(st.st_mode, S_IFREG | 0600);
        CHECK_IN(st.st_blocks, 0, NBYTES / 512 + 128); /* what was never there is a hole */
        if (round % 2)
            CHECK_IN(st.st_size, 0, NBYTES + 21 + 24 * GMON_TOTALS); /* GNU's header is longer */
        CHECK_EQ(unlink(path_in("", child)), 0);
    }
    CHECK(nfiles > ROUNDS / 10);
    return 0;
}
