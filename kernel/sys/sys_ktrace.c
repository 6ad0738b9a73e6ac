/* The system-call wrapper of ktrace(2). */
#include "core/cpu.h"
#include "sched/thread.h"
#include "sys/syscalls.h"
#include "trace/trace.h"

int64_t sys_ktrace(int what, struct ktrace_event *user_buf, size_t max)
{
    return trace_call(current_thread()->profile, what, user_buf, max);
}
