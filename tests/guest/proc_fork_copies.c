/* fork copies all memory: what either side writes afterwards, and a grandchild, only it sees. */
/* machine: cpus=4 */
#include "child.h"

#define PAGES    40
#define CHILDREN 12

static char data[PAGES * PAGE_SIZE] = "initialised";
static char bss[PAGES * PAGE_SIZE];

struct memory {
    char *part[5]; /* PAGES pages each */
};

static void fill(struct memory *m, char mark)
{
    for (int i = 0; i < 5; i++)
        for (int page = 0; page < PAGES; page++)
            m->part[i][page * PAGE_SIZE + page] = mark + page;
}

static void check(struct memory *m, char mark)
{
    for (int i = 0; i < 5; i++)
        for (int page = 0; page < PAGES; page++)
            CHECK_EQ(m->part[i][page * PAGE_SIZE + page], (char)(mark + page));
}

/* Writes first, so that the parent's copy must stay; then lets the parent write and looks again. */
static void be_child(struct memory *m, char mark, struct channel go)
{
    check(m, 1);
    fill(m, mark);
    channel_receive(go);
    check(m, mark);
    CHECK_EQ(IN_CHILD(check(m, mark); fill(m, 3)), 0);
    check(m, mark);
}

int main(void)
{
    char stack[PAGES * PAGE_SIZE];
    struct memory m = {{data, bss, stack, sbrk(PAGES * PAGE_SIZE),
                        map_memory(PAGES * PAGE_SIZE, PROT_READ | PROT_WRITE)}};
    struct channel go = channel_open();
    CHECK(m.part[3] != (void *)-1);
    fill(&m, 1);
    pid_t pid[CHILDREN];
    for (int i = 0; i < CHILDREN; i++)
        pid[i] = START_CHILD(be_child(&m, 10 + i, go));
    fill(&m, 100);
    for (int i = 0; i < CHILDREN; i++)
        channel_send(go, 'g');
    for (int i = 0; i < CHILDREN; i++)
        CHECK_EQ(child_wait(pid[i]), 0);
    check(&m, 100);
    CHECK_EQ(memcmp(data + 1, "nitialised", 11), 0);
    return 0;
}
