/* A write of stdio's that goes on after a signal leaves errno alone: printf's %m tells the error
 * from before the call. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define WIDTH 100 /* more than the stream's buffer */

static int ends[2];
static char much[BUFSIZ], buffer[64];

static void empty_pipe(int sig)
{
    int error = errno;
    (void)sig;
    CHECK_EQ(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
    while (read(ends[0], much, sizeof(much)) > 0)
        continue;
    errno = error;
}

int main(void)
{
    CHECK_EQ(pipe(ends), 0);
    CHECK_EQ(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    while (write(ends[1], much, sizeof(much)) > 0)
        continue;
    CHECK_EQ(fcntl(ends[1], F_SETFL, 0), 0);
    FILE *f = fdopen(ends[1], "w");
    CHECK(f);
    CHECK_EQ(setvbuf(f, buffer, _IOFBF, sizeof(buffer)), 0);
    struct sigaction act = {.sa_handler = empty_pipe}; /* the write is not restarted */
    CHECK_EQ(sigaction(SIGALRM, &act, NULL), 0);
    struct itimerval soon = {.it_value = {.tv_usec = 100000}};
    CHECK_EQ(setitimer(ITIMER_REAL, &soon, NULL), 0);
    errno = ENOENT;
    int n = fprintf(f, "%*s%m", WIDTH, "");
    CHECK_EQ(fclose(f), 0);
    memset(much, 0, sizeof(much));
    CHECK_EQ(read(ends[0], much, sizeof(much) - 1), n);
    CHECK_STR(much + WIDTH, strerror(ENOENT));
    return 0;
}
