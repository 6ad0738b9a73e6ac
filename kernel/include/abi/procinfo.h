/* proclist(2): what ps shows of one process. */
#ifndef ABI_PROCINFO_H
#define ABI_PROCINFO_H

#include <abi/limits.h>
#include <abi/types.h>

struct procinfo {
    pid_t pi_pid, pi_ppid, pi_pgid;
    uint32_t pi_threads; /* 0: a zombie, not yet waited for */
    char pi_state;       /* R running or ready, S sleeping, T stopped, Z ended */
    char pi_name[PROC_NAME_MAX + 1];
    char pi_unused[7];          /* zeros: what a structure leaves out may be anything */
    uint64_t pi_bytes;          /* resident memory, in bytes */
    clock_t pi_utime, pi_stime; /* ticks */
};

#endif
