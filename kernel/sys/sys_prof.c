/* The system-call wrappers of profil(2), sprofil(2), pcsample(2), profstack(2), gprofil(2),
 * profstat(2), profrecord(2), kprof(2) and ktrace(2). */
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "fs/file.h"
#include "proc/process.h"
#include "prof/kernel.h"
#include "prof/prof.h"
#include "record/record.h"
#include "sched/clock.h"
#include "sched/thread.h"
#include "sys/syscalls.h"
#include "trace/trace.h"
#include <abi/errno.h>

/* The value of an expression.  Only one thread at a time turns profiling on or off in a process,
 * and not during a fork: otherwise the child could count into memory that was copied before it
 * became counters. */
#define ALONE(expression)                                      \
    ({                                                         \
        struct mutex *mutex_ = &current_process()->prof_mutex; \
        mutex_lock(mutex_);                                    \
        int64_t result_ = (expression);                        \
        mutex_unlock(mutex_);                                  \
        result_;                                               \
    })

static int64_t stop(uint32_t reason)
{
    return ALONE((prof_stop(current_thread(), reason), 0));
}

int64_t sys_profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale)
{
    if (scale == 0)
        return stop(PROF_CALL);
    if (scale > PROF_SCALE_MAX || (uint64_t)buf % sizeof(*buf) != 0)
        return -EINVAL;
    struct prof_histogram histogram = {
        .counters = (uint64_t)buf, .nbytes = bufsiz, .offset = offset, .scale = scale};
    struct prof_table table = prof_table_single(&histogram);
    return ALONE(prof_set(current_thread(), &table));
}

/* n of struct prof or, with PROF_RANGES, of struct prof_range. */
static int read_regions(struct prof_table *table, const void *user_regions, int n)
{
    struct prof_range read;
    size_t size = table->ranges ? sizeof(read) : sizeof(read.pr);
    for (int i = 0; i < n; i++) {
        int error = copy_from_user(&read, (const char *)user_regions + i * size, size);
        if (!error)
            error = table->ranges ? prof_table_add_range(table, &read)
                                  : prof_table_add(table, &read.pr);
        if (error)
            return error;
    }
    return prof_table_sort(table);
}

static bool are_flags(unsigned flags)
{
    unsigned all = PROF_UINT | PROF_STOP | PROF_LAZY | PROF_SIGNED | PROF_RANGES;
    return !(flags & ~all) && (flags & (PROF_UINT | PROF_SIGNED)) != (PROF_UINT | PROF_SIGNED);
}

static int tell_tick(struct timeval *user_tick)
{
    struct timeval tick = {.tv_sec = 0, .tv_usec = 1000000 / clock_hz()};
    return user_tick ? copy_to_user(user_tick, &tick, sizeof(tick)) : 0;
}

int64_t sys_sprofil(const struct prof *user_regions, int n, struct timeval *user_tick,
                    unsigned flags)
{
    if (n < 0 || n > PROF_REGIONS_MAX)
        return -E2BIG;
    if (!are_flags(flags))
        return -EINVAL;
    struct prof_table table = prof_table_empty(flags);
    int error = read_regions(&table, user_regions, n);
    if (!error)
        error = tell_tick(user_tick);
    if (!error && n > 0)
        return ALONE(prof_set(current_thread(), &table));
    prof_table_free(&table);
    if (!error || error == -EFAULT)
        stop(error ? PROF_FAULT : PROF_CALL);
    return error;
}

int64_t sys_gprofil(void *buf, size_t buflen, size_t samplesize, uintptr_t offset, unsigned scale,
                    int dirfd)
{
    if (!current_process()->recorded->gmon.directory)
        return -EPERM;
    if (scale > PROF_SCALE_MAX)
        return -EINVAL;
    if (scale == 0)
        return stop(PROF_CALL);
    const struct prof_histogram histogram = {.counters = (uint64_t)buf + sizeof(struct gmonhdr),
                                             .nbytes = samplesize,
                                             .offset = offset,
                                             .scale = scale};
    return ALONE(gmon_set((uint64_t)buf, buflen, &histogram, dirfd));
}

int64_t sys_pcsample(uintptr_t *user_samples, long n)
{
    if (n < 0)
        return -EINVAL;
    struct prof_samples samples = {.first = (uint64_t)user_samples, .max = n};
    return ALONE(prof_sample(current_thread(), &samples));
}

int64_t sys_profstack(void *buf, size_t nbytes, unsigned depth)
{
    if (nbytes == 0)
        return stop(PROF_CALL);
    if (depth == 0 || depth > PROF_STACK_MAX || nbytes < PROF_STACKS_START ||
        (uint64_t)buf % sizeof(uint64_t) != 0)
        return -EINVAL;
    struct prof_stacks stacks = prof_stacks_make((uint64_t)buf, nbytes, depth);
    return ALONE(prof_set_stacks(current_thread(), &stacks));
}

int64_t sys_profstat(struct profstat *user_stat)
{
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    return copy_to_user(user_stat, &stat, sizeof(stat));
}

int64_t sys_profrecord(pid_t pid, int fd, unsigned flags)
{
    if (fd == -1 && flags == 0)
        return record_end(pid);
    struct file *file = file_table_get(&current_process()->files, fd);
    if (!file)
        return -EBADF;
    int error = record_begin(pid, file, flags);
    file_put(file);
    return error;
}

int64_t sys_kprof(int what, void *user_buf, size_t max)
{
    return prof_kernel_call(current_thread()->profile, what, user_buf, max);
}

int64_t sys_ktrace(int what, struct ktrace_event *user_buf, size_t max)
{
    return trace_call(current_thread()->profile, what, user_buf, max);
}
