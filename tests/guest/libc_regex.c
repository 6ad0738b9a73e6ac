/* Regular expressions as a program uses them: tests/host/libc/regex.c has the patterns. */
#include "check.h"
#include <regex.h>
#include <stdlib.h>

int main(void)
{
    static const char text[] = "key = value";
    regex_t regex;
    CHECK_EQ(regcomp(&regex, "^([a-z]+) *= *(.*)$", REG_EXTENDED), 0);
    CHECK_EQ(regex.re_nsub, 2);
    regmatch_t at[3];
    CHECK_EQ(regexec(&regex, text, 3, at, 0), 0);
    CHECK(at[1].rm_so == 0 && at[1].rm_eo == 3 && at[2].rm_so == 6 && at[2].rm_eo == 11);
    CHECK_EQ(regexec(&regex, "none", 3, at, 0), REG_NOMATCH);
    regfree(&regex);
    int error = regcomp(&regex, "a(", REG_EXTENDED);
    CHECK_EQ(error, REG_EPAREN);
    char problem[100];
    CHECK_EQ(regerror(error, &regex, problem, sizeof(problem)), strlen(problem) + 1);
    return 0;
}
