/* proclist: every process once by ascending pid, with its family, threads, state, name and size. */
#include "child.h"
#include <pthread.h>
#include <sys/procinfo.h>

static struct procinfo list[64];

static struct procinfo *info_of(pid_t pid)
{
    ssize_t n = proclist(list, 64);
    CHECK_IN(n, 1, 63);
    for (ssize_t i = 0; i < n; i++) {
        CHECK(i == 0 || list[i].pi_pid > list[i - 1].pi_pid);
        CHECK(list[i].pi_name[0] != '\0');
        if (list[i].pi_pid == pid)
            return &list[i];
    }
    FAIL("process %d is not listed", pid);
}

static void *wait_on(void *c)
{
    channel_receive(*(struct channel *)c);
    return NULL;
}

int main(void)
{
    struct channel go = channel_open();
    struct procinfo *p = info_of(getpid());
    CHECK_EQ(p->pi_ppid, getppid());
    CHECK_EQ(p->pi_pgid, getpgrp());
    CHECK_EQ(p->pi_threads, 1);
    CHECK_EQ(p->pi_state, 'R');
    CHECK_STR(p->pi_name, "proc_list");

    uint64_t before = p->pi_bytes;
    char *memory = map_memory(100 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK(info_of(getpid())->pi_bytes < before + 50 * PAGE_SIZE); /* nothing is there yet */
    before = info_of(getpid())->pi_bytes;
    memset(memory, 1, 100 * PAGE_SIZE);
    CHECK_EQ(info_of(getpid())->pi_bytes, before + 100 * PAGE_SIZE);
    CHECK_EQ(munmap(memory + 10 * PAGE_SIZE, 80 * PAGE_SIZE), 0);
    CHECK_EQ(info_of(getpid())->pi_bytes, before + 20 * PAGE_SIZE);

    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, wait_on, &go), 0);
    CHECK_EQ(info_of(getpid())->pi_threads, 2);
    channel_send(go, 'g');
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(info_of(getpid())->pi_threads, 1);

    CHECK_EQ(info_of(1)->pi_ppid, 0);
    CHECK_EQ(proclist(list, 0), 0);
    CHECK_EQ(proclist(list, 1), 1);
    CHECK_EQ(list[0].pi_pid, 1);
    CHECK_FAILS(proclist(nowhere(), 1), EFAULT);
    return 0;
}
