/* The calendar against the host's, in UTC. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>

#include "check.h"

struct tm *t_gmtime_r(const time_t *t, struct tm *tm);
time_t t_mktime(struct tm *tm);
size_t t_strftime(char *s, size_t n, const char *fmt, const struct tm *tm);
char *t_asctime(const struct tm *tm);

extern __thread int t_errno;

#define YEAR 31556952 /* the mean, in seconds */

static void compare(time_t t)
{
    static const char fmt[] =
        "%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %m %M %n %p %r %R %S %t "
        "%T %u %U %V %w %W %x %X %y %Y %Z %%";
    struct tm a;

    gmtime_r(&t, &a);
    struct tm b;
    t_gmtime_r(&t, &b);
    CHECK(a.tm_sec == b.tm_sec && a.tm_min == b.tm_min && a.tm_hour == b.tm_hour &&
              a.tm_mday == b.tm_mday && a.tm_mon == b.tm_mon && a.tm_year == b.tm_year &&
              a.tm_wday == b.tm_wday && a.tm_yday == b.tm_yday,
          "%ld", t);
    a.tm_zone = "UTC";
    char want[400];
    strftime(want, sizeof(want), fmt, &a);
    char got[400];
    t_strftime(got, sizeof(got), fmt, &b);
    CHECK(!strcmp(want, got), "%ld:\n%s\n%s", t, want, got);
    CHECK(!strcmp(asctime(&a), t_asctime(&b)), "%s", t_asctime(&b));
    CHECK(t_mktime(&b) == t, "%ld back as %ld", t, t_mktime(&b));
}

/* Before the year 0 the last two digits are those of years that go on counting up. */
static void compare_before_zero(void)
{
    for (int year = -410; year < 10; year++) {
        struct tm tm = {.tm_year = year - 1900, .tm_mon = 6, .tm_mday = 15};

        t_mktime(&tm);
        char want[20];
        strftime(want, sizeof(want), "%y %g %G", &tm);
        char got[20];
        t_strftime(got, sizeof(got), "%y %g %G", &tm);
        CHECK(!strcmp(want, got), "year %d: %s, not %s", year, got, want);
    }
}

char *t_strptime(const char *s, const char *fmt, struct tm *tm);

/* Only what the format names is compared: the host's computes more fields. */
static void parsing(void)
{
    static const struct {
        const char *text, *fmt;
    } rows[] = {{"2024-02-29 23:59:60", "%Y-%m-%d %H:%M:%S"},
                {"Fri Mar  1 04:05:06 2019", "%c"},
                {"  7/04/76x", " %D"},
                {"12:30:00 am", "%r"},
                {"12 PM", "%I %p"},
                {"january 5", "%B %d"},
                {"Jul5", "%b%e"},
                {"19 69", "%C %y"},
                {"68", "%y"},
                {"69", "%y"},
                {"20", "%C"},
                {"%5", "%%%H"},
                {"24", "%H"},
                {"13", "%m"},
                {"x", "%d"},
                {"2019", "%Y-"},
                {"1:2", "%H : %M"},
                {"1 :2", "%H:%M"},
                {"366", "%j"},
                {"+0130 x", "%z %n x"},
                {"-05:00", "%z"}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct tm a = {0}, b = {0};
        char *want = strptime(rows[i].text, rows[i].fmt, &a);
        char *got = t_strptime(rows[i].text, rows[i].fmt, &b);
        CHECK(got == want, "%s by %s: %s, not %s", rows[i].text, rows[i].fmt, got, want);
        if (!want || !got)
            continue;
        CHECK(a.tm_sec == b.tm_sec && a.tm_min == b.tm_min && a.tm_hour == b.tm_hour, "%s by %s",
              rows[i].text, rows[i].fmt);
        CHECK(a.tm_year == b.tm_year && a.tm_mon == b.tm_mon && a.tm_mday == b.tm_mday &&
                  a.tm_gmtoff == b.tm_gmtoff,
              "%s by %s", rows[i].text, rows[i].fmt);
    }
}

int main(void)
{
    struct tm tm = {.tm_year = 124, .tm_mon = 13, .tm_mday = -5, .tm_hour = 49, .tm_sec = -1};
    for (time_t day = -800; day < 2000; day++)
        compare(day * 86400 + (day & 1 ? 86399 : 0));
    for (time_t year = 1890; year < 2110; year++)
        for (int day = -3; day < 4; day++)
            compare((year - 1970) * YEAR + day * 86400);
    for (int i = 0; i < 3000; i++)
        compare((time_t)(draw() % (8000ll * YEAR)) - 969ll * YEAR); /* 1001 to 9000 */

    compare_before_zero();

    CHECK(t_mktime(&tm) == timegm(&tm), "normalised");
    CHECK(tm.tm_mon == 0, "normalised");
    CHECK(tm.tm_year == 125, "normalised");
    char text[8];
    CHECK(t_strftime(text, 5, "%Y", &tm) == 4, "just fits");
    CHECK(t_strftime(text, 4, "%Y", &tm) == 0, "just fits");
    tm = (struct tm){.tm_year = 9999 - 1900, .tm_mday = 1};
    CHECK(!strcmp(t_asctime(&tm), "Sun Jan  1 00:00:00 9999\n"), "%s", t_asctime(&tm));
    tm.tm_year++;
    t_errno = 0;
    CHECK(!t_asctime(&tm), "year 10000");
    CHECK(t_errno == EOVERFLOW, "year 10000");
    tm.tm_year = INT_MAX;
    CHECK(!t_asctime(&tm), "the last year");
    parsing();
    return verdict("time");
}
