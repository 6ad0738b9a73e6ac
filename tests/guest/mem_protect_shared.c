/* Every protection allows the same, and the same to the kernel, whether a page is the process's
 * own, was shared by fork before it was protected, or after: what may be written or executed may be
 * read.  Whoever writes gets a copy of its own. */
/* machine: det=1 cpus=2 */
#include "probe.h"

#define RW (PROT_READ | PROT_WRITE)

static struct channel bytes, go;
static unsigned char *page;

static bool kernel_reads(void)
{
    ssize_t n = write(bytes.out, page, 4);
    char out[4];
    if (n == 4)
        CHECK_EQ(read(bytes.in, out, 4), 4);
    else
        CHECK_EQ(errno, EFAULT);
    return n == 4;
}

static bool kernel_writes(void)
{
    char in[4] = {(char)RET_BYTE, 'n', 'e', 'w'};
    CHECK_EQ(write(bytes.out, in, 4), 4);
    ssize_t n = read(bytes.in, page, 4);
    if (n != 4) {
        CHECK_EQ(errno, EFAULT);
        CHECK_EQ(read(bytes.in, in, 4), 4);
    }
    return n == 4;
}

/* One access to a page that nothing else was done with since. */
static void check(int prot, int access)
{
    switch (access) {
    case 0:
        CHECK_EQ(CAN_READ(page), prot != PROT_NONE);
        break;
    case 1:
        CHECK_EQ(CAN_WRITE(page), (prot & PROT_WRITE) != 0);
        break;
    case 2:
        CHECK_EQ(CAN_CALL(page), (prot & PROT_EXEC) != 0);
        break;
    case 3:
        CHECK_EQ(kernel_reads(), prot != PROT_NONE);
        break;
    case 4:
        CHECK_EQ(kernel_writes(), (prot & PROT_WRITE) != 0);
        break;
    }
}
#define ACCESSES 5

/* The other process keeps the page until it is told, and then finds in it what fork gave it. */
static pid_t sharer(void)
{
    return START_CHILD({
        channel_receive(go);
        CHECK_EQ(mprotect(page, PAGE_SIZE, PROT_READ), 0);
        CHECK_EQ(memcmp(page, "\xc3old", 4), 0);
    });
}

enum when { NEVER, BEFORE, AFTER, IN_THE_CHILD, WHENS };

static void combination(enum when shared, int prot, int access)
{
    pid_t child = 0;
    page = (unsigned char *)map_memory(PAGE_SIZE, RW);
    memcpy(page, "\xc3old", 4);
    if (shared == BEFORE)
        child = sharer();
    CHECK_EQ(mprotect(page, PAGE_SIZE, prot), 0);
    if (shared == AFTER)
        child = sharer();
    if (shared == IN_THE_CHILD)
        CHECK_EQ(IN_CHILD(check(prot, access)), 0);
    else
        check(prot, access);
    if (child) {
        channel_send(go, 'g');
        CHECK_EQ(child_wait(child), 0);
    }
    CHECK_EQ(mprotect(page, PAGE_SIZE, PROT_READ), 0);
    bool changed = shared != IN_THE_CHILD && access == 4 && (prot & PROT_WRITE);
    CHECK_EQ(memcmp(page, changed ? "\xc3new" : "\xc3old", 4), 0);
    CHECK_EQ(munmap(page, PAGE_SIZE), 0);
}

int main(void)
{
    bytes = channel_open();
    go = channel_open();
    for (int shared = NEVER; shared < WHENS; shared++)
        for (int prot = 0; prot < 8; prot++)
            for (int access = 0; access < ACCESSES; access++)
                combination(shared, prot, access);
    return 0;
}
