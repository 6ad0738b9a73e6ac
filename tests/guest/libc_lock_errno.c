/* A function that waits for a lock leaves errno alone, also if a signal interrupts the wait:
 * printf's %m tells the error from before. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SIGNALS 20

static FILE *stream;
static int ends[2];

static void tell(int sig)
{
    (void)sig;
    CHECK_EQ(write(ends[1], "x", 1), 1);
}

static void *print(void *unused)
{
    errno = ENOENT;
    fprintf(stream, "%m");
    return unused;
}

int main(void)
{
    stream = tmpfile();
    CHECK(stream);
    CHECK_EQ(pipe(ends), 0);
    CHECK(signal(SIGUSR1, tell) != SIG_ERR);
    flockfile(stream);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, print, NULL), 0);
    for (int i = 0; i < SIGNALS; i++) {
        sched_yield(); /* the thread goes on to wait, for the lock */
        CHECK_EQ(pthread_kill(t, SIGUSR1), 0);
        char c;
        CHECK_EQ(read(ends[0], &c, 1), 1);
    }
    funlockfile(stream);
    CHECK_EQ(pthread_join(t, NULL), 0);
    rewind(stream);
    char text[64];
    CHECK(fgets(text, sizeof(text), stream));
    CHECK_STR(text, strerror(ENOENT));
    CHECK_EQ(fclose(stream), 0);
    return 0;
}
