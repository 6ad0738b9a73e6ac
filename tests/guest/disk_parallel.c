/* machine: cpus=4 */
/*
 * Many processes at once make, fill, link, move, cut and remove in shared directories.  Each has
 * files of its own there and finds in them what it wrote; no process stops the others. test_disk.py
 * checks the disk afterwards.
 */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define PROCESSES 8
#define ROUNDS    120
#define FILES     6
#define BYTES     30000

static int me;
static uint32_t state;

static uint32_t random_below(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 16) % n;
}

static struct mine {
    int dir;   /* it is /many/DIR/ME-NUMBER; -1: it is not there */
    int size;  /* bytes, */
    char fill; /* all the same */
} mine[FILES];

static void name_of(char *name, int dir, int number)
{
    sprintf(name, "/many/%d/%d-%d", dir, me, number);
}

static void check(const char *name, const struct mine *m)
{
    static char buf[BYTES + 1];
    int fd = open(name, O_RDONLY);
    CHECK(fd >= 0);
    CHECK_EQ(read(fd, buf, sizeof(buf)), m->size);
    for (int i = 0; i < m->size; i++)
        CHECK_EQ(buf[i], m->fill);
    CHECK_EQ(close(fd), 0);
}

static void create(int number)
{
    static char buf[BYTES];
    struct mine *m = &mine[number];
    *m = (struct mine){random_below(3), random_below(BYTES), 'a' + random_below(26)};
    char name[64];
    name_of(name, m->dir, number);
    memset(buf, m->fill, sizeof(buf));
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    CHECK(fd >= 0);
    for (int done = 0; done < m->size;) {
        int n = 1 + random_below(9000);
        n = n < m->size - done ? n : m->size - done;
        CHECK_EQ(write(fd, buf, n), n);
        done += n;
    }
    CHECK_EQ(close(fd), 0);
}

static void change(int number)
{
    struct mine *m = &mine[number];
    int dir = random_below(3);
    char name[64];
    name_of(name, m->dir, number);
    check(name, m);
    char other[64];
    switch (random_below(5)) {
    case 0:
        CHECK_EQ(unlink(name), 0);
        m->dir = -1;
        break;
    case 1:
        m->size = random_below(m->size + 1);
        CHECK_EQ(truncate(name, m->size), 0);
        break;
    case 2:
        name_of(other, dir, number);
        CHECK_EQ(rename(name, other), 0);
        m->dir = dir;
        break;
    case 3: /* with a second name meanwhile */
        name_of(other, dir, FILES);
        CHECK_EQ(link(name, other), 0);
        int fd = open(name, O_RDONLY);
        CHECK_EQ(unlink(name), 0);
        CHECK_EQ(rename(other, name), 0);
        CHECK_EQ(close(fd), 0);
        break;
    default:
        sprintf(other, "/many/%d/dir-%d", dir, me);
        CHECK_EQ(mkdir(other, 0777), 0);
        if (random_below(20) == 0)
            sync();
        CHECK_EQ(rmdir(other), 0);
    }
}

static void work(int number)
{
    me = number;
    state = number * 7919;
    for (int i = 0; i < FILES; i++)
        mine[i].dir = -1;
    for (int i = 0; i < ROUNDS; i++) {
        int n = random_below(FILES);
        if (mine[n].dir < 0)
            create(n);
        else
            change(n);
    }
    for (int i = 0; i < FILES; i++) {
        char name[64];
        name_of(name, mine[i].dir, i);
        if (mine[i].dir >= 0)
            check(name, &mine[i]);
    }
}

int main(void)
{
    CHECK_EQ(mkdir("/many", 0777), 0);
    CHECK_EQ(mkdir("/many/0", 0777), 0);
    CHECK_EQ(mkdir("/many/1", 0777), 0);
    CHECK_EQ(mkdir("/many/2", 0777), 0);
    pid_t pids[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        pids[i] = START_CHILD(work(i + 1));
    for (int i = 0; i < PROCESSES; i++)
        CHECK_EQ(child_wait(pids[i]), 0);
    return 0;
}
