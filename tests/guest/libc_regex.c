/* Regular expressions as a program uses them: tests/host/libc/regex.c has the patterns. */
#include "check.h"
#include <regex.h>
#include <stdlib.h>

int main(void)
{
    regex_t regex;
    regmatch_t at[3];
    static const char text[] = "key = value";
    CHECK_EQ(regcomp(&regex, "^([a-z]+) *= *(.*)$", REG_EXTENDED), 0);
    CHECK_EQ(regex.re_nsub, 2);
    CHECK_EQ(regexec(&regex, text, 3, at, 0), 0);
    CHECK(at[1].rm_so == 0 && at[1].rm_eo == 3 && at[2].rm_so == 6 && at[2].rm_eo == 11);
    CHECK_EQ(regexec(&regex, "none", 3, at, 0), REG_NOMATCH);
    regfree(&regex);
    char problem[100];
    int error = regcomp(&regex, "a(", REG_EXTENDED);
    CHECK_EQ(error, REG_EPAREN);
    CHECK_EQ(regerror(error, &regex, problem, sizeof(problem)), strlen(problem) + 1);
    return 0;
}
