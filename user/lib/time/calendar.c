/*
 * Between seconds since 1970 and years, months and days (the Gregorian calendar, UTC, no leap
 * seconds).
 *
 * Years are counted from 1 March, so the leap day is the last of its year; 400 years always have
 * 146 097 days.  The months from March on have 31 30 31 30 31 days, again, and again: 153 days
 * for five, which (153 * m + 2) / 5 turns into days before month m.
 */
#include <errno.h>
#include <limits.h>
#include <time.h>

#define DAY          86400
#define DAYS_400     146097
#define MARCH_1_0000 719468 /* days from 0000-03-01 to 1970-01-01 */

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;

static int64_t floor_div(int64_t n, int64_t d)
{
    return n / d - (n % d < 0);
}

/* Days since 1970 of the first of a month (0 to 11) in a year. */
static int64_t month_start(int64_t year, int month)
{
    int64_t y = month < 2 ? year - 1 : year; /* the year that began in March */
    int64_t m = month < 2 ? month + 10 : month - 2;

    return 365 * y + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) + (153 * m + 2) / 5 -
           MARCH_1_0000;
}

struct tm *gmtime_r(const time_t *t, struct tm *tm)
{
    int64_t day = floor_div(*t, DAY), second = *t - day * DAY;
    int64_t n = day + MARCH_1_0000, era = floor_div(n, DAYS_400);

    n -= era * DAYS_400;
    /* Days of 400 years without their leap days, over 365. */
    int64_t year = (n - n / 1460 + n / 36524 - n / 146096) / 365;
    n -= 365 * year + year / 4 - year / 100;
    tm->tm_mon = (5 * n + 2) / 153;
    tm->tm_mday = n - (153 * tm->tm_mon + 2) / 5 + 1;
    tm->tm_mon = tm->tm_mon < 10 ? tm->tm_mon + 2 : tm->tm_mon - 10;
    year += 400 * era + (tm->tm_mon < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return NULL;
    }
    tm->tm_year = year - 1900;
    tm->tm_yday = day - month_start(year, 0);
    tm->tm_wday = (day + 4) - floor_div(day + 4, 7) * 7; /* 1970 began on a Thursday */
    tm->tm_hour = second / 3600;
    tm->tm_min = second / 60 % 60;
    tm->tm_sec = second % 60;
    tm->tm_isdst = 0;
    tm->tm_gmtoff = 0;
    tm->tm_zone = "UTC";
    return tm;
}

time_t timegm(struct tm *tm)
{
    int64_t months = 12 * (tm->tm_year + 1900ll) + tm->tm_mon, year = floor_div(months, 12);
    int64_t day = month_start(year, months - 12 * year) + tm->tm_mday - 1;
    time_t t = day * DAY + tm->tm_hour * 3600ll + tm->tm_min * 60ll + tm->tm_sec;

    return gmtime_r(&t, tm) ? t : -1;
}

time_t mktime(struct tm *tm)
{
    return timegm(tm);
}

struct tm *localtime_r(const time_t *t, struct tm *tm)
{
    return gmtime_r(t, tm);
}

struct tm *gmtime(const time_t *t)
{
    static struct tm tm;

    return gmtime_r(t, &tm);
}

struct tm *localtime(const time_t *t)
{
    return gmtime(t);
}

void tzset(void)
{
}
