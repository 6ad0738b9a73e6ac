/* What the headers promise to the preprocessor: errors are macros (C11 7.5p2), and there are the
 * least values that POSIX asks of every system.  The members and calls of C11 are there, too. */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <time.h>

#if EDOM <= 0 || EILSEQ <= 0 || ERANGE <= 0 || EDOM == ERANGE || ENOSPC != 28
#error "errors are no numbers for #if"
#endif

#if !defined(EPERM) || !defined(ENOSPC) || !defined(ETIMEDOUT) || !defined(EOVERFLOW)
#error "errors are no macros"
#endif

#if EWOULDBLOCK != EAGAIN || EOPNOTSUPP != ENOTSUP
#error "one error, two names"
#endif

#if _POSIX_PIPE_BUF != 512 || _POSIX_NAME_MAX != 14 || _POSIX_OPEN_MAX != 20 || \
    _POSIX_PATH_MAX != 256 || _POSIX_ARG_MAX != 4096 || _POSIX_SYMLOOP_MAX != 8
#error "POSIX.1-2017, <limits.h>, Minimum Values"
#endif

#if PIPE_BUF < _POSIX_PIPE_BUF || NAME_MAX < _POSIX_NAME_MAX || OPEN_MAX < _POSIX_OPEN_MAX ||     \
    PATH_MAX < _POSIX_PATH_MAX || ARG_MAX < _POSIX_ARG_MAX || SYMLOOP_MAX < _POSIX_SYMLOOP_MAX || \
    LINE_MAX < _POSIX2_LINE_MAX || SSIZE_MAX < _POSIX_SSIZE_MAX
#error "less than POSIX asks for"
#endif

/* A flag that changes nothing, for children do not stop. */
static void no_stopped_children(void)
{
    struct sigaction act = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP};
    CHECK_EQ(sigaction(SIGCHLD, &act, NULL), 0);
}

static void one_locale(void)
{
    const struct lconv *c = localeconv();
    CHECK_EQ(c->int_p_cs_precedes, CHAR_MAX);
    CHECK_EQ(c->int_n_cs_precedes, CHAR_MAX);
    CHECK_EQ(c->int_p_sep_by_space, CHAR_MAX);
    CHECK_EQ(c->int_n_sep_by_space, CHAR_MAX);
    CHECK_EQ(c->int_p_sign_posn, CHAR_MAX);
    CHECK_EQ(c->int_n_sign_posn, CHAR_MAX);
}

static void time_of_a_base(void)
{
    struct timespec before, now, after;
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &before), 0);
    CHECK_EQ(timespec_get(&now, TIME_UTC), TIME_UTC);
    CHECK_EQ(clock_gettime(CLOCK_REALTIME, &after), 0);
    CHECK_IN(now.tv_sec, before.tv_sec, after.tv_sec);
    CHECK_IN(now.tv_nsec, 0, 999999999);
    CHECK_EQ(timespec_get(&now, TIME_UTC + 1), 0);
    CHECK_EQ(timespec_get(&now, 0), 0);
}

int main(void)
{
    no_stopped_children();
    one_locale();
    time_of_a_base();
    return 0;
}
