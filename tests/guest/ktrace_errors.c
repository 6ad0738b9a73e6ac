/* ktrace's errors: each has its errno, and the trace stays as it is. */
/* machine: det=1 cpus=2 */
#include "check.h"
#include "child.h"
#include "probe.h"
#include <sys/ktrace.h>
#include <unistd.h>

static struct ktrace_event events[KTRACE_MAX / 16];

static void others_cannot(void)
{
    CHECK_FAILS(ktrace(KTRACE_START, NULL, 100), EBUSY);
    for (int what = KTRACE_STOP; what <= KTRACE_FREE; what++)
        CHECK_FAILS(ktrace(what, events, 1), EPERM);
}

static size_t read_all(void)
{
    size_t n = 0;
    for (ssize_t got; (got = ktrace(KTRACE_READ, events + n, 7)) != 0; n += (size_t)got)
        CHECK_IN(got, 1, 7);
    return n;
}

int main(void)
{
    CHECK_FAILS(ktrace(-1, NULL, 0), EINVAL);
    CHECK_FAILS(ktrace(KTRACE_FREE + 1, NULL, 0), EINVAL);
    CHECK_FAILS(ktrace(KTRACE_START, NULL, 0), EINVAL);
    CHECK_FAILS(ktrace(KTRACE_START, NULL, KTRACE_MAX + 1), EINVAL);
    for (int what = KTRACE_STOP; what <= KTRACE_FREE; what++)
        CHECK_FAILS(ktrace(what, events, 1), EPERM);

    CHECK_EQ(ktrace(KTRACE_START, NULL, 1000), 0);
    CHECK_FAILS(ktrace(KTRACE_START, NULL, 1000), EBUSY);
    CHECK_FAILS(ktrace(KTRACE_READ, events, 1), EBUSY);
    CHECK_EQ(IN_CHILD(others_cannot()), 0);
    CHECK_EQ(ktrace(KTRACE_STOP, NULL, 0), 0);
    CHECK_FAILS(ktrace(KTRACE_START, NULL, 1000), EBUSY);
    CHECK_EQ(IN_CHILD(others_cannot()), 0);
    CHECK_EQ(ktrace(KTRACE_READ, events, 0), 0);
    CHECK_FAILS(ktrace(KTRACE_READ, nowhere(), 1), EFAULT);
    CHECK_EQ(ktrace(KTRACE_STOP, NULL, 0), 0); /* it has stopped already */
    size_t n = read_all();
    CHECK_EQ(events[n - 1].kt_kind, KTRACE_END);
    CHECK_EQ(events[n - 1].kt_cpu, 1);
    CHECK_EQ(ktrace(KTRACE_FREE, NULL, 0), 0);
    CHECK_FAILS(ktrace(KTRACE_FREE, NULL, 0), EPERM);

    CHECK_EQ(ktrace(KTRACE_START, NULL, 1000), 0); /* begins anew, and ends with the process */
    return 0;
}
