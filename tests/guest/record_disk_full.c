/* With the disk full no record can be written: the process ends as it would without, no part of the
 * record is in the file, the next that can be written tells how many are missing, and the blocks
 * are free again. */
/* machine: det=1 cpus=1 */
#include "record.h"

#define PAGES 4 /* of counters; each makes four blocks of hits */

static char block[4096];

/* Until not even one more byte fits into a file of its own. */
static void fill(void)
{
    int fd = open("/tmp/filler", O_WRONLY | O_CREAT | O_APPEND, 0666);
    for (size_t n = sizeof(block); n > 0;)
        if (write(fd, block, n) < 0) {
            CHECK_EQ(errno, ENOSPC);
            n /= 2;
        }
    CHECK_EQ(close(fd), 0);
}

/* A child with a record of many blocks. */
static pid_t fork_touching(void)
{
    char *end =
        (char *)0x00007ffffffff000 - STACK_BYTES - ARG_MAX - PAGE_SIZE; /* of the counters */
    return START_CHILD(memset(end - PAGES * PAGE_SIZE, 1, PAGES * PAGE_SIZE); _exit(5));
}

static off_t size_of_file(void)
{
    struct stat st;
    CHECK_EQ(stat(RECORDS, &st), 0);
    return st.st_size;
}

/* Its record is not in the file. */
static void lose_one(void)
{
    off_t size = size_of_file();
    CHECK_EQ(WEXITSTATUS(child_wait(fork_touching())), 5);
    CHECK_EQ(size_of_file(), size);
}

int main(void)
{
    CHECK(TEXT_BYTES > PAGES * PAGE_SIZE);
    CHECK_EQ(profrecord(0, records_open(), PROF_RECORD_FORKS), 0);
    CHECK_EQ(IN_CHILD(prof_burn_alone(3)), 0);
    int other = open("/tmp/other", O_WRONLY | O_CREAT, 0666);
    CHECK_EQ(write(other, block, sizeof(block)), sizeof(block));

    fill();
    lose_one();
    CHECK_EQ(ftruncate(other, 0), 0); /* now the beginning of one fits */
    lose_one();
    CHECK_EQ(lseek(other, 0, SEEK_SET), 0);
    CHECK_EQ(write(other, block, sizeof(block)), sizeof(block)); /* the block is free again */
    CHECK_EQ(unlink("/tmp/filler"), 0);
    CHECK_EQ(IN_CHILD(prof_burn_alone(3)), 0);

    struct records records = records_read();
    CHECK_EQ(records_next(&records)->pr_lost, 0);
    CHECK_EQ(records_next(&records)->pr_lost, 2);
    CHECK(!records_next(&records));
    return 0;
}
