/* monitor(3C): a histogram in the program's own buffer, call counts in its cells, and the file when
 * it ends; another call in between restarts the histogram, and the calls add up. */
/* manual: monitor, MONITOR: histogram cells few-cells restart end profdir refused */
/* machine: det=1 cpus=1 kargs=hz=10000 */
/* flags: -pg */
#include "gmon_file.h"
#include <limits.h>
#include <mon.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FOLDER "/tmp/gmon"
#define NFUNC  8
#define ROOM   20000 /* WORDs: enough for a counter for each two bytes of a small part */
#define GUARD  0x5a5a

static volatile int sink;
static WORD first[ROOM + 1], second[ROOM + 1];

CALLED static int called(void)
{
    for (int i = 0; i < 20000; i++)
        sink = i;
    return 0;
}

CALLED static int called_too(void)
{
    sink = 2;
    return 0;
}

/* Its address is above those of the others. */
QUIET __attribute__((noinline, section(".text.zz_last"))) static int last(void)
{
    return 0;
}

static void work(int times)
{
    for (int i = 0; i < times; i++)
        called();
    called_too();
}

QUIET static uint64_t histogram(const WORD *buffer)
{
    size_t words = (sizeof(struct hdr) + NFUNC * sizeof(struct cnt)) / sizeof(WORD);
    uint64_t sum = 0;

    for (size_t i = words; i < ROOM; i++)
        sum += buffer[i];
    CHECK_EQ(buffer[ROOM], GUARD);
    return sum;
}

/* The calls that the cells have of the function. */
QUIET static long cell(const WORD *buffer, int (*function)(void))
{
    struct hdr head;
    memcpy(&head, buffer, sizeof(head));
    CHECK_EQ(head.nfns, NFUNC);
    CHECK(head.hpc == (char *)last);
    for (size_t i = 0; i < NFUNC; i++) {
        struct cnt cnt;
        memcpy(&cnt, (const char *)buffer + sizeof(head) + i * sizeof(cnt), sizeof(cnt));
        if ((uintptr_t)cnt.fnpc - (uintptr_t)function < 16)
            return cnt.mcnt;
    }
    return 0;
}

QUIET static int profiled(const char *what)
{
    first[ROOM] = second[ROOM] = GUARD;
    if (strcmp(what, "twice") == 0) {
        monitor((int (*)(void))2, last, first, ROOM, NFUNC);
        work(20);
        uint64_t before = histogram(first);
        CHECK_IN(before, 20, 800);
        monitor((int (*)(void))2, last, second, ROOM, NFUNC);
        CHECK_EQ(histogram(second), 0);
        before = histogram(first);
        work(10);
        monitor(0, 0, 0, 0, 0);
        uint64_t after = histogram(second);
        CHECK_IN(after, 10, before - 10);
        work(10); /* is over */
        CHECK_EQ(histogram(first), before);
        CHECK_EQ(histogram(second), after);
        CHECK_EQ(cell(second, called), 30);
        CHECK_EQ(cell(second, called_too), 2);
        CHECK_EQ(gmon_calls("mon.out", (void (*)(void))called), 30);
        int fd;
        CHECK_EQ(gmon_open("mon.out", &fd), after);
        close(fd);
        CHECK_EQ(rename("mon.out", "mon.old"), 0);
        monitor(0, 0, 0, 0, 0); /* the second writes nothing, nor does exit */
        exit(0);
    }
    if (strcmp(what, "anew") == 0) {
        monitor((int (*)(void))2, last, first, ROOM, NFUNC);
        work(2);
        monitor(0, 0, 0, 0, 0);
        monitor((int (*)(void))2, last, first, ROOM, NFUNC);
        work(3);
        exit(0); /* ends it */
    }
    if (strcmp(what, "same buffer") == 0) { /* the old histogram ends before that is zeroed */
        static WORD large[400000];
        const size_t n = sizeof(large) / sizeof(*large);
        int (*const end)(void) = (int (*)(void))INT_MAX; /* of all text */

        for (int i = 0; i < 20; i++) {
            monitor((int (*)(void))2, end, large, n, 0);
            work(1);
            monitor((int (*)(void))2, end, large, n, NFUNC);
            work(1);
            monitor(0, 0, 0, 0, 0);
            int fd;
            uint64_t ticks = gmon_open("mon.out", &fd);
            close(fd);
            CHECK_EQ(ticks + gmon_total("mon.out", GMON_OUTSIDE),
                     gmon_total("mon.out", GMON_USER) + gmon_total("mon.out", GMON_SYSTEM));
        }
        CHECK_EQ(unlink("mon.out"), 0);
    }
    if (strcmp(what, "cells") == 0) { /* more functions than cells: the file has all */
        monitor((int (*)(void))2, last, first, ROOM, 1);
        work(2);
        monitor(0, 0, 0, 0, 0);
        CHECK_EQ(gmon_calls("mon.out", (void (*)(void))called), 2);
        CHECK_EQ(gmon_calls("mon.out", (void (*)(void))called_too), 1);
    }
    if (strcmp(what, "wrong") == 0) {
        monitor(last, (int (*)(void))2, first, ROOM, NFUNC);
        monitor((int (*)(void))2, last, first, 12, 0);
        monitor((int (*)(void))2, last, first, 13 + 8 * NFUNC - 1, NFUNC);
        monitor((int (*)(void))2, last, first, ROOM, SIZE_MAX / 8);
        monitor((int (*)(void))2, last, (WORD *)((char *)first + 1), ROOM, NFUNC);
        CHECK_EQ(first[0], 0);
    }
    if (strcmp(what, "one") == 0) { /* one counter for all */
        monitor((int (*)(void))2, last, first, 13, 0);
        work(20);
        monitor(0, 0, 0, 0, 0);
        CHECK_IN(first[12], 20, 800);
        CHECK_EQ(first[13], 0);
    }
    return 0;
}

QUIET int main(int argc, char **argv)
{
    if (argc == 2)
        return profiled(argv[1]);
    CHECK_EQ(mkdir(FOLDER, 0755), 0);
    CHECK_EQ(mkdir(FOLDER "/d", 0755), 0);
    CHECK_EQ(chdir(FOLDER), 0);

    gmon_run(argv[0], "twice", "A=1");
    CHECK_EQ(access("mon.out", F_OK), -1);
    gmon_run(argv[0], "anew", "A=1");
    CHECK_EQ(gmon_calls("mon.out", (void (*)(void))called), 3);
    gmon_run(argv[0], "same buffer", "A=1");
    gmon_run(argv[0], "cells", "A=1");
    CHECK_EQ(unlink("mon.out"), 0);
    CHECK_EQ(access("gmon.out", F_OK), -1);

    char path[64];
    snprintf(path, sizeof(path), "d/%d.gmon_monitor", gmon_run(argv[0], "anew", "PROFDIR=d"));
    CHECK_EQ(gmon_calls(path, (void (*)(void))called), 3);
    gmon_run(argv[0], "anew", "PROFDIR=");
    CHECK_EQ(access("mon.out", F_OK), -1);

    gmon_run(argv[0], "wrong", "A=1"); /* what -pg does is not changed */
    CHECK_EQ(access("mon.out", F_OK), -1);
    CHECK_EQ(access("gmon.out", F_OK), 0);
    gmon_run(argv[0], "one", "A=1");
    CHECK_EQ(access("mon.out", F_OK), 0);
    return 0;
}
