/*
 * Times from text (POSIX.1-2017, strptime), in the "C" locale.  Only the fields that the format
 * names change, except that a century or an AM changes the year or the hour at the end.
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

struct parse {
    const char *s;
    struct tm *tm;
    int century, year; /* of the century; -1: not given */
    int afternoon;     /* of %p; -1: not given */
};

static bool parse(struct parse *p, const char *fmt);

static void skip_space(struct parse *p)
{
    while (isspace((unsigned char)*p->s))
        p->s++;
}

/* A number of at most `digits' digits from least to most, stored as itself minus `base'. */
static bool number(struct parse *p, int digits, int least, int most, int base, int *to)
{
    int n = 0, count = 0;

    skip_space(p);
    for (; count < digits && isdigit((unsigned char)*p->s); count++)
        n = n * 10 + (*p->s++ - '0');
    if (count == 0 || n < least || n > most)
        return false;
    *to = n - base;
    return true;
}

/* A name, or its first three letters, in either case. */
static bool name(struct parse *p, const char *const *names, int n, int *to)
{
    for (int i = 0; i < n; i++) {
        size_t len = strlen(names[i]);

        if (strncasecmp(p->s, names[i], len) != 0)
            len = 3;
        if (strncasecmp(p->s, names[i], len) == 0) {
            p->s += len;
            *to = i;
            return true;
        }
    }
    return false;
}

static bool half_of_day(struct parse *p)
{
    if (strncasecmp(p->s, "am", 2) != 0 && strncasecmp(p->s, "pm", 2) != 0)
        return false;
    p->afternoon = tolower((unsigned char)*p->s) == 'p';
    p->s += 2;
    return true;
}

/* +hhmm, +hh:mm, -hhmm or Z. */
static bool zone(struct parse *p)
{
    int hours = 0, minutes = 0;

    if (*p->s == 'Z') {
        p->s++;
    } else {
        bool west = *p->s == '-';

        if (!west && *p->s != '+')
            return false;
        p->s++;
        if (!number(p, 2, 0, 24, 0, &hours))
            return false;
        p->s += *p->s == ':';
        if (isdigit((unsigned char)*p->s) && !number(p, 2, 0, 59, 0, &minutes))
            return false;
        if (west)
            hours = -hours, minutes = -minutes;
    }
    p->tm->tm_gmtoff = hours * 3600 + minutes * 60;
    return true;
}

static bool seconds_since_1970(struct parse *p)
{
    time_t t = 0;

    if (!isdigit((unsigned char)*p->s))
        return false;
    while (isdigit((unsigned char)*p->s))
        if (__builtin_mul_overflow(t, 10, &t) || __builtin_add_overflow(t, *p->s++ - '0', &t))
            return false;
    return gmtime_r(&t, p->tm) != NULL;
}

static bool literal(struct parse *p, char c)
{
    if (*p->s != c)
        return false;
    p->s++;
    return true;
}

static bool date_field(struct parse *p, char conv)
{
    int week;

    switch (conv) {
    case 'a':
    case 'A':
        return name(p, days, 7, &p->tm->tm_wday);
    case 'b':
    case 'B':
    case 'h':
        return name(p, months, 12, &p->tm->tm_mon);
    case 'C':
        return number(p, 2, 0, 99, 0, &p->century);
    case 'd':
    case 'e':
        return number(p, 2, 1, 31, 0, &p->tm->tm_mday);
    case 'j':
        return number(p, 3, 1, 366, 1, &p->tm->tm_yday);
    case 'm':
        return number(p, 2, 1, 12, 1, &p->tm->tm_mon);
    case 'U':
    case 'W': /* checked; without a year and a weekday it says nothing */
        return number(p, 2, 0, 53, 0, &week);
    case 'w':
        return number(p, 1, 0, 6, 0, &p->tm->tm_wday);
    case 'y':
        return number(p, 2, 0, 99, 0, &p->year);
    case 'Y':
        p->century = p->year = -1;
        return number(p, 4, 0, 9999, 1900, &p->tm->tm_year);
    }
    return false;
}

static bool time_field(struct parse *p, char conv)
{
    switch (conv) {
    case 'H':
        return number(p, 2, 0, 23, 0, &p->tm->tm_hour);
    case 'I':
        return number(p, 2, 1, 12, 0, &p->tm->tm_hour);
    case 'M':
        return number(p, 2, 0, 59, 0, &p->tm->tm_min);
    case 'S':
        return number(p, 2, 0, 60, 0, &p->tm->tm_sec);
    case 'p':
        return half_of_day(p);
    case 's':
        return seconds_since_1970(p);
    case 'z':
        return zone(p);
    }
    return false;
}

static bool field(struct parse *p, char conv)
{
    static const struct {
        char conv;
        const char *fmt;
    } others[] = {{'c', "%a %b %e %H:%M:%S %Y"},
                  {'D', "%m/%d/%y"},
                  {'F', "%Y-%m-%d"},
                  {'n', " "},
                  {'r', "%I:%M:%S %p"},
                  {'R', "%H:%M"},
                  {'t', " "},
                  {'T', "%H:%M:%S"},
                  {'x', "%m/%d/%y"},
                  {'X', "%H:%M:%S"}};

    if (conv == '%')
        return literal(p, '%');
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        if (others[i].conv == conv)
            return parse(p, others[i].fmt);
    return date_field(p, conv) || time_field(p, conv);
}

static bool parse(struct parse *p, const char *fmt)
{
    for (; *fmt; fmt++) {
        if (isspace((unsigned char)*fmt)) {
            skip_space(p);
        } else if (*fmt != '%') {
            if (!literal(p, *fmt))
                return false;
        } else {
            fmt++;
            if (*fmt == 'E' || *fmt == 'O')
                fmt++;
            if (!*fmt || !field(p, *fmt))
                return false;
        }
    }
    return true;
}

char *strptime(const char *s, const char *fmt, struct tm *tm)
{
    struct parse p = {.s = s, .tm = tm, .century = -1, .year = -1, .afternoon = -1};

    if (!parse(&p, fmt))
        return NULL;
    if (p.afternoon >= 0)
        tm->tm_hour = tm->tm_hour % 12 + 12 * p.afternoon;
    if (p.century >= 0)
        tm->tm_year = p.century * 100 - 1900 + (p.year >= 0 ? p.year : 0);
    else if (p.year >= 0)
        tm->tm_year = p.year < 69 ? p.year + 100 : p.year; /* 1969 to 2068 */
    return (char *)p.s;
}
