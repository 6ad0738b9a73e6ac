/* The two locales: "C", with which a program begins, and "C.UTF-8".  They differ in LC_CTYPE. */
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "wchar/locale.h"

#define CATEGORIES LC_MESSAGES /* 1 to this */

static unsigned utf8; /* bit n: category n is "C.UTF-8" */

/* The environment's choice for a category (POSIX.1-2017, 8.2), or UTF-8. */
static const char *from_environment(int category)
{
    static const char *const variables[] = {
        [LC_COLLATE] = "LC_COLLATE", [LC_CTYPE] = "LC_CTYPE", [LC_MONETARY] = "LC_MONETARY",
        [LC_NUMERIC] = "LC_NUMERIC", [LC_TIME] = "LC_TIME",   [LC_MESSAGES] = "LC_MESSAGES"};
    const char *value = getenv("LC_ALL");

    if (!value || !*value)
        value = getenv(variables[category]);
    if (!value || !*value)
        value = getenv("LANG");
    return value && *value ? value : "C.UTF-8";
}

/* Stores the category's bit; false for a locale that is not here. */
static bool choose(int category, const char *name, size_t n, unsigned *to)
{
    static const char *const names[] = {"C", "POSIX", "C.UTF-8", "C.utf8"};

    for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strlen(names[i]) == n && strncmp(names[i], name, n) == 0) {
            *to = (*to & ~(1u << category)) | (unsigned)(i >= 2) << category;
            return true;
        }
    return false;
}

/* Takes one name for all categories, or six with / between them, as all_names returns them. */
static bool choose_all(const char *name, unsigned *to)
{
    for (int category = 1; category <= CATEGORIES; category++) {
        const char *one = *name ? name : from_environment(category);
        size_t n = strcspn(one, "/");

        if (!choose(category, one, n, to))
            return false;
        if (*name && name[n])
            name += n + 1;
    }
    return true;
}

static char *name_of(bool is_utf8)
{
    return is_utf8 ? "C.UTF-8" : "C";
}

static char *all_names(void)
{
    static char names[CATEGORIES * sizeof("C.UTF-8")];

    if (utf8 == 0 || utf8 == (2u << CATEGORIES) - 2)
        return name_of(utf8);
    names[0] = 0;
    for (int category = 1; category <= CATEGORIES; category++) {
        strcat(names, category > 1 ? "/" : "");
        strcat(names, name_of(utf8 >> category & 1));
    }
    return names;
}

char *setlocale(int category, const char *name)
{
    unsigned now = utf8;

    if (category < LC_ALL || category > LC_MESSAGES)
        return NULL;
    if (name && category == LC_ALL && !choose_all(name, &now))
        return NULL;
    if (name && category != LC_ALL) {
        const char *one = *name ? name : from_environment(category);
        if (!choose(category, one, strlen(one), &now))
            return NULL;
    }
    utf8 = now;
    __locale_is_utf8 = utf8 >> LC_CTYPE & 1;
    return category == LC_ALL ? all_names() : name_of(utf8 >> category & 1);
}

struct lconv *localeconv(void)
{
    static char empty[1];
    static char point[] = ".";
    static struct lconv c = {
        .decimal_point = point,
        .thousands_sep = empty,
        .grouping = empty,
        .int_curr_symbol = empty,
        .currency_symbol = empty,
        .mon_decimal_point = empty,
        .mon_thousands_sep = empty,
        .mon_grouping = empty,
        .positive_sign = empty,
        .negative_sign = empty,
        .int_frac_digits = CHAR_MAX,
        .frac_digits = CHAR_MAX,
        .p_cs_precedes = CHAR_MAX,
        .p_sep_by_space = CHAR_MAX,
        .n_cs_precedes = CHAR_MAX,
        .n_sep_by_space = CHAR_MAX,
        .p_sign_posn = CHAR_MAX,
        .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX,
        .int_p_sep_by_space = CHAR_MAX,
        .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX,
        .int_p_sign_posn = CHAR_MAX,
        .int_n_sign_posn = CHAR_MAX,
    };

    return &c;
}
