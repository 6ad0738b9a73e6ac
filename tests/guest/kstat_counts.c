/* kstat: each count grows by what is in use, and is as before when that has ended. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "counts.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

#define FILE "/counted"

static struct kstat before, now;
static char buf[PAGE_SIZE];

/* A process that sleeps until its channel is closed. */
static pid_t start_sleeper(struct channel c)
{
    pid_t pid = START_CHILD(close(c.out), read(c.in, buf, 1));
    CHECK_EQ(close(c.in), 0);
    return pid;
}

static void memory(void)
{
    before = counts();
    char *p = map_memory(3 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    memset(p, 1, 3 * PAGE_SIZE);
    now = counts();
    CHECK_IN(counts_pages(&now) - counts_pages(&before), 3, 6); /* and tables */
    CHECK_EQ(munmap(p, 3 * PAGE_SIZE), 0);
    now = counts();
    CHECK_IN(counts_pages(&now) - counts_pages(&before), 0, 1); /* one may be the kernel's */
}

static void pipes(void)
{
    before = counts();
    struct channel c = channel_open();
    channel_send(c, 'x');
    now = counts();
    CHECK_EQ(now.ks_files - before.ks_files, 2);
    CHECK_EQ(counts_objects(&now) - counts_objects(&before), 3);
    CHECK_EQ(counts_pages(&now) - counts_pages(&before), 1);
    channel_close(c);
    now = counts();
    counts_same(&before, &now);
}

static void processes(void)
{
    before = counts();
    struct channel c = channel_open();
    pid_t pid = start_sleeper(c);
    now = counts();
    CHECK_EQ(now.ks_processes - before.ks_processes, 1);
    CHECK_EQ(now.ks_threads - before.ks_threads, 1);
    CHECK(counts_pages(&now) > counts_pages(&before) + 5);
    CHECK_EQ(close(c.out), 0);
    CHECK_EQ(child_wait(pid), 0);
    now = counts();
    CHECK_EQ(now.ks_processes, before.ks_processes);
    CHECK_EQ(now.ks_threads, before.ks_threads);
    CHECK_EQ(now.ks_files, before.ks_files);
}

/* A name that is gone while the file is open: it stays in use until it is closed. */
static void files(void)
{
    before = counts();
    int fd = open(FILE, O_RDWR | O_CREAT, 0666);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(unlink(FILE), 0);
    now = counts();
    CHECK_EQ(now.ks_files - before.ks_files, 1);
    CHECK_EQ(now.ks_inodes - before.ks_inodes, 1);
    CHECK_EQ(now.ks_disk_inodes - before.ks_disk_inodes, 1);
    CHECK_EQ(now.ks_disk_blocks - before.ks_disk_blocks, 1);
    CHECK_EQ(close(fd), 0);
    now = counts();
    counts_same(&before, &now);
    CHECK_EQ(now.ks_disk_inodes, before.ks_disk_inodes);
    CHECK_EQ(now.ks_disk_blocks, before.ks_disk_blocks);
}

static void errors(void)
{
    CHECK_FAILS(kstat(nowhere(), 0), EFAULT);
    CHECK_FAILS(kfail(1, 0), EPERM); /* the boot line does not allow it */
}

int main(void)
{
    for (int i = 0; i < 2; i++) { /* the second time nothing is used for the first time */
        memory();
        pipes();
        processes();
        files();
    }
    errors();
    return 0;
}
