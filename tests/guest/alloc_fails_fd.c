/* Without memory for the page of a high descriptor dup2 and fcntl say ENOMEM, and change
 * nothing; with memory they work. */
/* machine: det=1 cpus=1 kargs=fail */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/calls.h>
#include <unistd.h>

#define HIGH 500

int main(void)
{
    CHECK_EQ(kfail(1, 0), 0);
    CHECK_FAILS(dup2(0, HIGH), ENOMEM);
    kfail(1, 0);
    CHECK_FAILS(fcntl(0, F_DUPFD, HIGH), ENOMEM);
    kfail(0, 0);
    CHECK_FAILS(fcntl(HIGH, F_GETFD), EBADF);
    CHECK_EQ(fcntl(0, F_DUPFD, HIGH), HIGH);
    return 0;
}
