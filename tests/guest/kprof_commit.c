/* A commit of many blocks keeps interrupts off for less than a clock period at a time, however many
 * they are: hardly a tick is missed. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"
#include <fcntl.h>

#define BYTES   (3800u << 10) /* nearly what a transaction may hold */
#define COMMITS 20

static void commit_often(void)
{
    char *mem = map_memory(BYTES, PROT_READ | PROT_WRITE);
    int fd = open("/tmp/large", O_CREAT | O_WRONLY, 0644);
    for (int i = 0; i < COMMITS; i++) {
        CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
        CHECK_EQ(write(fd, mem, BYTES), BYTES);
        CHECK_EQ(fsync(fd), 0);
    }
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(unlink("/tmp/large"), 0);
}

int main(void)
{
    kprof_begin();
    commit_often();
    kprof_end();
    CHECK(kprof_total.kc_system > 1000);
    CHECK_IN(kprof_total.kc_missed, 0, COMMITS / 2); /* some come just while the alarm is set */
    return 0;
}
