/* Where memory has room for one operation of the file system at a time, those that write take
 * turns: who slept in its operation, as for the disk, was always the next, too. */
/* machine: cpus=1 mem=8M */
#include "child.h"
#include "filler.h"
#include <abi/fs.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>

#define FILLER  (8 << 20)
#define LEFT    8   /* pages */
#define WRITERS 4   /* threads, each with a file */
#define BLOCKS  512 /* a file's: far more than are kept */
#define MOST    100 /* writes of one of them */
#define LEAST   10  /* meanwhile of each other */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int fds[WRITERS];
static volatile int done[WRITERS]; /* how often each has written */
static volatile bool is_over;

static int make_file(int number)
{
    static char block[FS_BLOCK_SIZE];
    char name[] = "/tmp/0";
    name[5] += number;
    int fd = open(name, O_RDWR | O_CREAT, 0644);
    CHECK(fd >= 0);
    for (int i = 0; i < BLOCKS; i++)
        CHECK_EQ(write(fd, block, sizeof(block)), sizeof(block));
    return fd;
}

/* In blocks that are not kept, so each reads the disk. */
static void *write_here_and_there(void *number)
{
    size_t self = (size_t)number;
    CHECK_EQ(pthread_mutex_lock(&gate), 0);
    CHECK_EQ(pthread_mutex_unlock(&gate), 0);
    while (!is_over) {
        CHECK(lseek(fds[self], done[self] * 37 % BLOCKS * FS_BLOCK_SIZE, SEEK_SET) >= 0);
        CHECK_EQ(write(fds[self], "x", 1), 1);
        if (++done[self] == MOST)
            is_over = true;
    }
    return NULL;
}

int main(void)
{
    CHECK_EQ(pthread_mutex_lock(&gate), 0);
    pthread_t writers[WRITERS];
    for (size_t i = 0; i < WRITERS; i++) {
        fds[i] = make_file(i);
        CHECK_EQ(pthread_create(&writers[i], NULL, write_here_and_there, (void *)i), 0);
    }
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    free_pages(n - LEFT, LEFT);
    CHECK_EQ(pthread_mutex_unlock(&gate), 0);
    for (size_t i = 0; i < WRITERS; i++)
        CHECK_EQ(pthread_join(writers[i], NULL), 0);
    for (size_t i = 0; i < WRITERS; i++)
        CHECK_IN(done[i], LEAST, MOST);
    return 0;
}
