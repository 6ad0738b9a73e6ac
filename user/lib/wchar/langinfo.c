/* The words of both locales are those of strftime. */
#include <langinfo.h>
#include <time.h>

#include "locale.h"

static char *day_or_month(nl_item item)
{
    static char name[16];
    struct tm tm = {.tm_mday = 1};

    if (item >= ABMON_1 && item <= ABMON_12)
        tm.tm_mon = item - ABMON_1;
    else if (item >= MON_1 && item <= MON_12)
        tm.tm_mon = item - MON_1;
    else if (item >= ABDAY_1 && item <= ABDAY_7)
        tm.tm_wday = item - ABDAY_1;
    else if (item >= DAY_1 && item <= DAY_7)
        tm.tm_wday = item - DAY_1;
    else
        return (char *)"";
    const char *fmt = item >= ABMON_1 ? "%b" : item >= MON_1 ? "%B" : item >= ABDAY_1 ? "%a" : "%A";
    strftime(name, sizeof(name), fmt, &tm);
    return name;
}

char *nl_langinfo(nl_item item)
{
    static const char *const words[] = {
        [RADIXCHAR] = ".",    [THOUSEP] = "",       [YESEXPR] = "^[yY]",
        [NOEXPR] = "^[nN]",   [CRNCYSTR] = "-",     [D_T_FMT] = "%a %b %e %H:%M:%S %Y",
        [D_FMT] = "%m/%d/%y", [T_FMT] = "%H:%M:%S", [T_FMT_AMPM] = "%I:%M:%S %p",
        [AM_STR] = "AM",      [PM_STR] = "PM",
    };

    if (item == CODESET)
        return __locale_is_utf8 ? "UTF-8" : "ANSI_X3.4-1968";
    if (item > 0 && item <= PM_STR)
        return (char *)words[item];
    return day_or_month(item);
}
