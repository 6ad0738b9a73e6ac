/* gprofil: many processes that end at once on several CPUs each leave their own file, whole. */
/* machine: cpus=4 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_ends_parallel"
#include "gprofil.h"

#define FAMILIES 8
#define CHILDREN 40

static struct buffer *b, seen;

/* Forks children that end at once, some by a signal, and writes their numbers. */
static void family(struct channel c)
{
    CHECK_EQ(set_buffer(b, -1), 0);
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = START_CHILD({
            b->calls[0].gr_from = getpid();
            if (i % 3 == 0)
                kill(getpid(), SIGKILL);
        });
        CHECK_EQ(write(c.out, &child, sizeof(child)), sizeof(child));
    }
    while (wait(NULL) > 0)
        continue;
    b->calls[0].gr_from = getpid();
}

static void check_file(pid_t pid)
{
    read_exactly(path_in("", pid), &seen, sizeof(seen));
    CHECK_EQ(seen.calls[0].gr_from, pid);
    CHECK_EQ(memcmp(&seen.calls[1], &b->calls[1], 2 * sizeof(*b->calls)), 0);
}

int main(void)
{
    static pid_t parents[FAMILIES], children[FAMILIES * CHILDREN];

    b = make_buffer();
    moncontrol(0);
    struct channel c = channel_open();
    for (int i = 0; i < FAMILIES; i++)
        parents[i] = START_CHILD(family(c));
    for (int i = 0; i < FAMILIES * CHILDREN; i++)
        CHECK_EQ(read(c.in, &children[i], sizeof(pid_t)), sizeof(pid_t));
    for (int i = 0; i < FAMILIES; i++)
        CHECK_EQ(child_wait(parents[i]), 0);
    for (int i = 0; i < FAMILIES; i++)
        check_file(parents[i]);
    for (int i = 0; i < FAMILIES * CHILDREN; i++)
        check_file(children[i]);
    return 0;
}
