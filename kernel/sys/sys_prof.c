/* The system-call wrappers of profil(2) and profstat(2). */
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "prof/prof.h"
#include "sched/thread.h"
#include "sys/syscalls.h"

int64_t sys_profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale)
{
    struct prof_histogram histogram = {(uint64_t)buf, bufsiz, offset, scale};
    return prof_set(current_thread(), &histogram);
}

int64_t sys_profstat(struct profstat *user_stat)
{
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    return copy_to_user(user_stat, &stat, sizeof(stat));
}
