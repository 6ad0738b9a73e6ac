/* rmdir, and rename over a directory, while another thread creates a file in it: a file that was
 * created is there, and its directory too. */
/* machine: cpus=4 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS   2000
#define CREATORS 3

static bool over;   /* atomic */
static int created; /* atomic: files */

static void *create(void *name)
{
    while (!__atomic_load_n(&over, __ATOMIC_RELAXED)) {
        int fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0666);
        if (fd < 0) {
            CHECK_EQ(errno, ENOENT);
            continue;
        }
        CHECK_EQ(close(fd), 0);
        CHECK_EQ(unlink(name), 0);
        __atomic_add_fetch(&created, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

int main(void)
{
    static char *const names[CREATORS] = {"/both/a", "/both/b", "/both/c"};
    pthread_t threads[CREATORS];
    for (int i = 0; i < CREATORS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, create, names[i]), 0);
    int removed = 0, not_empty = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (mkdir("/both", 0777) < 0)
            CHECK_EQ(errno, EEXIST); /* it was not empty in the round before */
        if (i % 2) {
            CHECK_EQ(mkdir("/other", 0777), 0);
            if (rename("/other", "/both") < 0) {
                CHECK_EQ(errno, ENOTEMPTY);
                CHECK_EQ(rmdir("/other"), 0);
                not_empty++;
            }
        } else if (rmdir("/both") < 0) {
            CHECK_EQ(errno, ENOTEMPTY);
            not_empty++;
        } else {
            removed++;
        }
    }
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
    for (int i = 0; i < CREATORS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    CHECK(created > 0); /* or nothing ran in parallel */
    CHECK(removed > 0);
    CHECK(not_empty > 0);
    return 0;
}
