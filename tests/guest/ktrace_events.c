/* ktrace: the events of a CPU are in the order of time, calls and traps are nested, each call of
 * the program is there once, and events that find no room are counted as lost. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <string.h>
#include <sys/calls.h>
#include <sys/ktrace.h>
#include <unistd.h>

#define CALLS 100

static struct ktrace_event events[8192];
static size_t count;

static void trace(size_t room, int calls)
{
    CHECK_EQ(ktrace(KTRACE_START, NULL, room), 0);
    for (int i = 0; i < calls; i++)
        lseek(1000 + i, 0, 0);
    CHECK_EQ(ktrace(KTRACE_STOP, NULL, 0), 0);
    ssize_t n = ktrace(KTRACE_READ, events, sizeof(events) / sizeof(*events));
    CHECK(n > 0);
    count = (size_t)n;
    CHECK_EQ(ktrace(KTRACE_FREE, NULL, 0), 0);
}

int main(void)
{
    trace(4096, CALLS);
    CHECK_EQ(events[0].kt_kind, KTRACE_THREAD);
    CHECK_EQ(events[0].kt_what, gettid());
    CHECK_EQ(events[0].kt_detail, getpid());
    CHECK_STR(events[0].kt_name, "ktrace_events");
    int depth = 0, calls = 0;
    for (size_t i = 1; i < count; i++) {
        const struct ktrace_event *event = &events[i];
        CHECK(event->kt_ns >= events[i - 1].kt_ns);
        if (event->kt_kind == KTRACE_CALL && event->kt_detail == SYS_lseek)
            CHECK_EQ(event->kt_what, 1000 + calls++);
        depth += event->kt_kind == KTRACE_CALL || event->kt_kind == KTRACE_TRAP;
        depth -= event->kt_kind == KTRACE_CALL_END || event->kt_kind == KTRACE_TRAP_END;
        CHECK_IN(depth, 0, 2);
    }
    CHECK_EQ(calls, CALLS);
    CHECK_EQ(depth, 1); /* in the call that turned it off */
    CHECK_EQ(events[count - 1].kt_kind, KTRACE_END);
    CHECK_EQ(events[count - 1].kt_what, 0);

    trace(256, 1000); /* a page of the kernel's has room for 256 */
    CHECK_EQ(events[count - 1].kt_kind, KTRACE_END);
    CHECK(events[count - 1].kt_what >= 2 * 1000 - 256);
    return 0;
}
