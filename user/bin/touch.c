/*
 * touch: sets the times of files to now and creates missing ones, unless -c is given.  -d
 * YYYY-MM-DDThh:mm:ss and -t YYYYMMDDhhmm[.ss] give the time (UTC), -r takes it from a file.
 */
#define TOOL "touch"
#include "tool.h"

#include <time.h>

#define USAGE "[-c] [-d TIME | -t TIME | -r FILE] FILE..."

static struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
static int create = 1;

static _Noreturn void refuse(const char *text)
{
    fprintf(stderr,
            "touch: '%s' is no time; write 2026-01-31T12:00:00 with -d, 202601311200 with -t\n",
            text);
    exit(2);
}

/* The fields, as they are written, must be those of the date that they give: there is no 31 April.
 */
static void set_time(struct tm *tm, const char *text)
{
    struct tm given = *tm;
    time_t seconds = timegm(tm);

    if (tm->tm_mon != given.tm_mon || tm->tm_mday != given.tm_mday ||
        tm->tm_hour != given.tm_hour || tm->tm_min != given.tm_min || tm->tm_sec != given.tm_sec)
        refuse(text);
    times[0] = times[1] = (struct timespec){seconds, 0};
}

/* The format reads year, month, day, hour, minute and second; the last may be missing. */
static void parse_time(const char *text, const char *format)
{
    struct tm tm = {0};
    char rest;
    int n = sscanf(text, format, &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min,
                   &tm.tm_sec, &rest);

    if (n != 5 && n != 6)
        refuse(text);
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    set_time(&tm, text);
}

static void copy_times(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        tool_die(path);
    times[0] = st.st_atim;
    times[1] = st.st_mtim;
}

static int touch(const char *path)
{
    int error = utimensat(AT_FDCWD, path, times, 0);

    if (error != 0 && errno == ENOENT) {
        if (!create)
            return 0;
        int fd = open(path, O_WRONLY | O_CREAT, 0666);
        if (fd < 0)
            return tool_error(path);
        close(fd);
        error = utimensat(AT_FDCWD, path, times, 0);
    }
    return error != 0 ? tool_error(path) : 0;
}

int main(int argc, char **argv)
{
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "cd:r:t:")) != -1) {
        switch (opt) {
        case 'c':
            create = 0;
            break;
        case 'd':
            parse_time(optarg, "%4d-%2d-%2dT%2d:%2d:%2d%c");
            break;
        case 'r':
            copy_times(optarg);
            break;
        case 't':
            parse_time(optarg, "%4d%2d%2d%2d%2d.%2d%c");
            break;
        default:
            tool_usage(USAGE);
        }
    }
    if (!argv[optind])
        tool_usage(USAGE);
    for (; argv[optind]; optind++)
        status |= touch(argv[optind]);
    return status;
}
