/* Times as text, in the "C" locale. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define PIECE_MAX     64
#define ASCTIME_BYTES 26

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

static const char *name(const char *const *names, int n, int i)
{
    return i >= 0 && i < n ? names[i] : "?";
}

static bool is_leap(long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* ISO 8601: week 1 has the year's first Thursday; the days before belong to the year before. */
static int iso_week(const struct tm *tm, long *year)
{
    int monday = (tm->tm_wday + 6) % 7; /* 0 is Monday */
    int week = (tm->tm_yday - monday + 10) / 7;

    *year = tm->tm_year + 1900l;
    if (week == 0) {
        int last_day = is_leap(*year - 1) ? 366 : 365;

        --*year;
        return (tm->tm_yday + last_day - monday + 10) / 7;
    }
    if (week == 53 && tm->tm_yday - monday + 3 >= (is_leap(*year) ? 366 : 365)) {
        ++*year;
        return 1;
    }
    return week;
}

/* One conversion into piece; its text, or the format that it stands for in *again. */
static const char *convert(char conv, const struct tm *tm, char piece[PIECE_MAX],
                           const char **again)
{
    long year = tm->tm_year + 1900l, iso_year;
    int hour = tm->tm_hour % 12 ? tm->tm_hour % 12 : 12;
    int week = iso_week(tm, &iso_year);
    struct tm copy = *tm;

#define NUMBER(fmt, n) (snprintf(piece, PIECE_MAX, fmt, n), piece)
    switch (conv) {
    case 'a':
        return NUMBER("%.3s", name(days, 7, tm->tm_wday));
    case 'A':
        return name(days, 7, tm->tm_wday);
    case 'b':
    case 'h':
        return NUMBER("%.3s", name(months, 12, tm->tm_mon));
    case 'B':
        return name(months, 12, tm->tm_mon);
    case 'C':
        return NUMBER("%02ld", year / 100);
    case 'd':
        return NUMBER("%02d", tm->tm_mday);
    case 'e':
        return NUMBER("%2d", tm->tm_mday);
    case 'g':
        return NUMBER("%02ld", (iso_year % 100 + 100) % 100);
    case 'G':
        return NUMBER("%ld", iso_year);
    case 'H':
        return NUMBER("%02d", tm->tm_hour);
    case 'I':
        return NUMBER("%02d", hour);
    case 'j':
        return NUMBER("%03d", tm->tm_yday + 1);
    case 'k':
        return NUMBER("%2d", tm->tm_hour);
    case 'l':
        return NUMBER("%2d", hour);
    case 'm':
        return NUMBER("%02d", tm->tm_mon + 1);
    case 'M':
        return NUMBER("%02d", tm->tm_min);
    case 'n':
        return "\n";
    case 'p':
        return tm->tm_hour < 12 ? "AM" : "PM";
    case 's':
        return NUMBER("%ld", timegm(&copy));
    case 'S':
        return NUMBER("%02d", tm->tm_sec);
    case 't':
        return "\t";
    case 'u':
        return NUMBER("%d", tm->tm_wday ? tm->tm_wday : 7);
    case 'U':
        return NUMBER("%02d", (tm->tm_yday + 7 - tm->tm_wday) / 7);
    case 'V':
        return NUMBER("%02d", week);
    case 'w':
        return NUMBER("%d", tm->tm_wday);
    case 'W':
        return NUMBER("%02d", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7);
    case 'y':
        return NUMBER("%02ld", (year % 100 + 100) % 100);
    case 'Y':
        return NUMBER("%ld", year);
    case 'z':
        return "+0000";
    case 'Z':
        return "UTC";
    case '%':
        return "%";
    case 'c':
        *again = "%a %b %e %H:%M:%S %Y";
        break;
    case 'D':
    case 'x':
        *again = "%m/%d/%y";
        break;
    case 'F':
        *again = "%Y-%m-%d";
        break;
    case 'r':
        *again = "%I:%M:%S %p";
        break;
    case 'R':
        *again = "%H:%M";
        break;
    case 'T':
    case 'X':
        *again = "%H:%M:%S";
        break;
    default:
        return NUMBER("%%%c", conv);
    }
#undef NUMBER
    return "";
}

size_t strftime(char *s, size_t n, const char *fmt, const struct tm *tm)
{
    size_t len = 0;

    char piece[PIECE_MAX];
    for (; *fmt; fmt++) {
        const char *text = fmt, *again = NULL;
        size_t add = 1;

        if (*fmt == '%') {
            fmt++;
            if (*fmt == 'E' || *fmt == 'O')
                fmt++;
            if (!*fmt)
                return 0;
            text = convert(*fmt, tm, piece, &again);
            add = again ? strftime(s + len, n - len, again, tm) : strlen(text);
            if (again && add == 0)
                return 0;
        }
        if (add >= n - len)
            return 0;
        if (!again)
            memcpy(s + len, text, add);
        len += add;
    }
    if (n == 0)
        return 0;
    s[len] = 0;
    return len;
}

/* A text that does not fit is refused: POSIX gives it 26 bytes. */
char *asctime_r(const struct tm *tm, char *buf)
{
    int n = snprintf(buf, ASCTIME_BYTES, "%.3s %.3s %2d %02d:%02d:%02d %ld\n",
                     name(days, 7, tm->tm_wday), name(months, 12, tm->tm_mon), tm->tm_mday,
                     tm->tm_hour, tm->tm_min, tm->tm_sec, tm->tm_year + 1900l);

    if (n < ASCTIME_BYTES)
        return buf;
    errno = EOVERFLOW;
    return NULL;
}

char *asctime(const struct tm *tm)
{
    static char buf[ASCTIME_BYTES];

    return asctime_r(tm, buf);
}

char *ctime_r(const time_t *t, char *buf)
{
    struct tm tm;

    return gmtime_r(t, &tm) ? asctime_r(&tm, buf) : NULL;
}

char *ctime(const time_t *t)
{
    static char buf[ASCTIME_BYTES];

    return ctime_r(t, buf);
}
