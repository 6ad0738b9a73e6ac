/* The system-call wrapper of kprof(2). */
#include "core/cpu.h"
#include "prof/kernel.h"
#include "sched/thread.h"
#include "sys/syscalls.h"

int64_t sys_kprof(int what, void *user_buf, size_t max)
{
    return prof_kernel_call(current_thread()->profile, what, user_buf, max);
}
