/* err(3) and its family. */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void message(const char *fmt, va_list ap, const char *why)
{
    flockfile(stderr);
    fprintf(stderr, "%s: ", program_invocation_name);
    if (fmt)
        vfprintf(stderr, fmt, ap);
    if (fmt && why)
        fputs(": ", stderr);
    if (why)
        fputs(why, stderr);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void vwarn(const char *fmt, va_list ap)
{
    message(fmt, ap, strerror(errno));
}

void vwarnx(const char *fmt, va_list ap)
{
    message(fmt, ap, NULL);
}

void warn(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vwarn(fmt, ap);
    va_end(ap);
}

void warnx(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vwarnx(fmt, ap);
    va_end(ap);
}

_Noreturn void err(int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vwarn(fmt, ap);
    va_end(ap);
    exit(status);
}

_Noreturn void errx(int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vwarnx(fmt, ap);
    va_end(ap);
    exit(status);
}
