/* Facts about the system: uname, sysconf and the like. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/resource.h>
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

long sysconf(int name)
{
    switch (name) {
    case _SC_ARG_MAX:
        return ARG_MAX;
    case _SC_CLK_TCK:
        return clock_rate();
    case _SC_CHILD_MAX:
        return limit(RLIMIT_NPROC);
    case _SC_OPEN_MAX:
        return limit(RLIMIT_NOFILE);
    case _SC_PAGESIZE:
        return PAGE_SIZE;
    case _SC_THREADS_MAX:
        return THREADS_MAX;
    case _SC_LINE_MAX:
        return LINE_MAX;
    case _SC_MONOTONIC_CLOCK:
        return _POSIX_VERSION;
    case _SC_REALTIME_SIGNALS:
    case _SC_TIMERS:
    case _SC_CPUTIME:
    case _SC_THREAD_CPUTIME:
    case _SC_CLOCK_SELECTION:
        return -1;
    }
    errno = EINVAL;
    return -1;
}

long pathconf(const char *path, int name)
{
    if (access(path, F_OK) < 0)
        return -1;
    switch (name) {
    case _PC_NAME_MAX:
        return NAME_MAX;
    case _PC_PATH_MAX:
        return PATH_MAX;
    case _PC_PIPE_BUF:
        return PIPE_BUF;
    }
    errno = EINVAL;
    return -1;
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
