/* While a thread holds a stream's lock and waits for input, all streams can be flushed. */
/* machine: cpus=4 */
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static void *reads(void *in)
{
    CHECK_EQ(getc(in), 'x');
    return NULL;
}

int main(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, reads, in), 0);
    while (ftrylockfile(in) == 0) {
        funlockfile(in);
        sched_yield();
    }
    CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(pthread_join(t, NULL), 0);
    fclose(in);
    close(ends[1]);
    return 0;
}
