/* Recorded processes that together use up memory, so that forks fail and the kernel kills them:
 * each leaves its record, or the next one tells that it is missing. */
/* machine: cpus=4 mem=24M */
#include "record.h"

#define CHILDREN 60
#define AT_ONCE  12

static void eat(size_t npages)
{
    char *p = map_memory(npages * PAGE_SIZE, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < npages; i++)
        p[i * PAGE_SIZE] = 1;
}

/* It may be killed, too. */
static void fill_memory(void)
{
    pid_t pids[AT_ONCE] = {0};
    for (int i = 0; i < CHILDREN + AT_ONCE; i++) {
        pid_t *pid = &pids[i % AT_ONCE];
        if (*pid > 0)
            child_wait(*pid);
        *pid = i < CHILDREN ? fork() : 0;
        if (i < CHILDREN && *pid == 0) {
            prof_spin(1 + i * 1000);
            eat(i % 4 == 0 ? 100000 : 300);
            _exit(0);
        }
    }
}

int main(void)
{
    int fd = records_open();
    IN_CHILD(CHECK_EQ(profrecord(0, fd, PROF_RECORD_FORKS), 0); fill_memory());
    CHECK_EQ(close(fd), 0);
    records_wait();

    struct records records = records_read();
    uint64_t n = 0, lost = 0, forked = 0, killed = 0;
    const struct prof_record *r;
    while ((r = records_next(&records))) {
        CHECK(r->pr_lost >= lost);
        lost = r->pr_lost;
        n++;
        forked += r->pr_stat.ps_forked;
        killed += WIFSIGNALED(r->pr_status);
    }
    printf("%lu children, %lu killed, %lu records, %lu lost\n", forked, killed, n, lost);
    CHECK(killed > 0);
    CHECK_EQ(n + lost, forked + 1);
    return 0;
}
