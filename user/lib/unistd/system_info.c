/* Facts about the system: uname, sysconf and the like. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

int getpagesize(void)
{
    return PAGE_SIZE;
}

/* The kernel's rate, which the boot line may change. */
static long clock_rate(void)
{
    struct profstat st;

    return profstat(&st) < 0 ? -1 : (long)st.ps_hz;
}

/* RLIM_INFINITY is -1, which sysconf returns for no limit. */
static long limit(int which)
{
    struct rlimit value;

    return getrlimit(which, &value) < 0 ? -1 : (long)value.rlim_cur;
}

/* By _SC_ names; -1 stands for an option that is left out. */
static const int fixed[] = {
    [_SC_ARG_MAX] = ARG_MAX,
    [_SC_PAGESIZE] = PAGE_SIZE,
    [_SC_LINE_MAX] = LINE_MAX,
    [_SC_MONOTONIC_CLOCK] = _POSIX_VERSION,
    [_SC_REALTIME_SIGNALS] = -1,
    [_SC_TIMERS] = _POSIX_VERSION,
    [_SC_CPUTIME] = -1, /* the clocks are there, but timer_create refuses them */
    [_SC_THREAD_CPUTIME] = -1,
    [_SC_CLOCK_SELECTION] = -1,
    [_SC_VERSION] = _POSIX_VERSION,
    [_SC_JOB_CONTROL] = 1,
    [_SC_SAVED_IDS] = 1,
    [_SC_REGEXP] = 1,
    [_SC_SHELL] = 1,
    [_SC_SPAWN] = _POSIX_VERSION,
    [_SC_FSYNC] = _POSIX_VERSION,
    [_SC_MEMORY_PROTECTION] = _POSIX_VERSION,
    [_SC_MAPPED_FILES] = _POSIX_VERSION,
    [_SC_MEMLOCK] = -1,
    [_SC_SEMAPHORES] = _POSIX_VERSION,
    [_SC_THREADS] = _POSIX_VERSION,
    [_SC_BARRIERS] = _POSIX_VERSION,
    [_SC_READER_WRITER_LOCKS] = _POSIX_VERSION,
    [_SC_SPIN_LOCKS] = _POSIX_VERSION,
    [_SC_TIMEOUTS] = _POSIX_VERSION,
    [_SC_THREAD_SAFE_FUNCTIONS] = _POSIX_VERSION,
    [_SC_THREAD_ATTR_STACKADDR] = _POSIX_VERSION,
    [_SC_THREAD_ATTR_STACKSIZE] = _POSIX_VERSION,
    [_SC_THREAD_PROCESS_SHARED] = _POSIX_VERSION,
    [_SC_THREAD_PRIO_INHERIT] = -1,
    [_SC_THREAD_PRIO_PROTECT] = -1,
    [_SC_THREAD_PRIORITY_SCHEDULING] = -1,
    [_SC_PRIORITY_SCHEDULING] = -1,
    [_SC_MESSAGE_PASSING] = -1,
    [_SC_SHARED_MEMORY_OBJECTS] = _POSIX_VERSION,
    [_SC_ASYNCHRONOUS_IO] = -1,
    [_SC_IPV6] = -1,
    [_SC_THREAD_STACK_MIN] = PTHREAD_STACK_MIN,
    [_SC_THREAD_KEYS_MAX] = PTHREAD_KEYS_MAX,
    [_SC_THREAD_DESTRUCTOR_ITERATIONS] = 4,
    [_SC_SEM_NSEMS_MAX] = -1, /* no limit */
    [_SC_SEM_VALUE_MAX] = INT_MAX,
    [_SC_SIGQUEUE_MAX] = -1,
    [_SC_RTSIG_MAX] = -1,
    [_SC_TIMER_MAX] = TIMER_MAX,
    [_SC_DELAYTIMER_MAX] = DELAYTIMER_MAX,
    [_SC_NGROUPS_MAX] = 1,
    [_SC_TZNAME_MAX] = _POSIX_TZNAME_MAX,
    [_SC_SYMLOOP_MAX] = SYMLOOP_MAX,
    [_SC_HOST_NAME_MAX] = _POSIX_HOST_NAME_MAX,
    [_SC_LOGIN_NAME_MAX] = 32,
    [_SC_TTY_NAME_MAX] = 32,
    [_SC_GETPW_R_SIZE_MAX] = 64,
    [_SC_GETGR_R_SIZE_MAX] = 64,
    [_SC_IOV_MAX] = 16,
    [_SC_ATEXIT_MAX] = 64,
    [_SC_RE_DUP_MAX] = _POSIX_RE_DUP_MAX,
    [_SC_EXPR_NEST_MAX] = _POSIX2_EXPR_NEST_MAX,
    [_SC_2_VERSION] = _POSIX_VERSION,
    [_SC_XOPEN_VERSION] = -1,
};

long sysconf(int name)
{
    switch (name) {
    case _SC_CLK_TCK:
        return clock_rate();
    case _SC_CHILD_MAX:
    case _SC_THREAD_THREADS_MAX:
        return limit(RLIMIT_NPROC);
    case _SC_OPEN_MAX:
    case _SC_STREAM_MAX:
        return limit(RLIMIT_NOFILE);
    }
    if (name >= 0 && name < (int)(sizeof(fixed) / sizeof(*fixed)) && fixed[name])
        return fixed[name];
    errno = EINVAL;
    return -1;
}

int getdtablesize(void)
{
    return (int)sysconf(_SC_OPEN_MAX);
}

static long limit_of_files(int name)
{
    static const int limits[] = {
        [_PC_NAME_MAX] = NAME_MAX,
        [_PC_PATH_MAX] = PATH_MAX,
        [_PC_PIPE_BUF] = PIPE_BUF,
        [_PC_LINK_MAX] = INT16_MAX,
        [_PC_MAX_CANON] = _POSIX_MAX_CANON,
        [_PC_MAX_INPUT] = _POSIX_MAX_INPUT,
        [_PC_CHOWN_RESTRICTED] = 1,
        [_PC_NO_TRUNC] = 1,
        [_PC_VDISABLE] = -1,
        [_PC_SYNC_IO] = 1,
        [_PC_ASYNC_IO] = -1,
        [_PC_FILESIZEBITS] = 32,
        [_PC_SYMLINK_MAX] = PATH_MAX - 1,
        [_PC_2_SYMLINKS] = 1,
    };

    if (name >= 0 && name < (int)(sizeof(limits) / sizeof(*limits)) && limits[name])
        return limits[name];
    errno = EINVAL;
    return -1;
}

long pathconf(const char *path, int name)
{
    return access(path, F_OK) < 0 ? -1 : limit_of_files(name);
}

long fpathconf(int fd, int name)
{
    struct stat st;

    return fstat(fd, &st) < 0 ? -1 : limit_of_files(name);
}

size_t confstr(int name, char *to, size_t n)
{
    if (name != _CS_PATH) {
        errno = EINVAL;
        return 0;
    }
    return strlcpy(to, "/bin", n) + 1;
}

int uname(struct utsname *name)
{
    *name = (struct utsname){"Tally", "tally", "1", "1", "x86_64"};
    return 0;
}

int gethostname(char *name, size_t n)
{
    if (strlcpy(name, "tally", n) < n)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}
