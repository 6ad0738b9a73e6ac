/* A program begins in "C", and setlocale gives it UTF-8 by name or by default. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

static void names(void)
{
    CHECK_STR(setlocale(LC_ALL, NULL), "C");
    CHECK_EQ(MB_CUR_MAX, 1);
    CHECK_STR(nl_langinfo(CODESET), "ANSI_X3.4-1968");
    CHECK(!setlocale(LC_ALL, "de_DE.UTF-8"));
    CHECK_STR(setlocale(LC_CTYPE, ""), "C.UTF-8");
    CHECK_EQ(MB_CUR_MAX, 4);
    CHECK_STR(nl_langinfo(CODESET), "UTF-8");
    char *saved;
    saved = strdup(setlocale(LC_ALL, NULL));
    CHECK_STR(setlocale(LC_ALL, "POSIX"), "C");
    CHECK_STR(setlocale(LC_ALL, saved), saved);
    CHECK_STR(setlocale(LC_CTYPE, NULL), "C.UTF-8");
    CHECK_STR(setlocale(LC_TIME, NULL), "C");
    free(saved);
    CHECK_EQ(setenv("LANG", "C", 1), 0);
    CHECK_STR(setlocale(LC_ALL, ""), "C");
    CHECK_EQ(setenv("LC_CTYPE", "xx", 1), 0);
    CHECK(!setlocale(LC_ALL, ""));
    CHECK_EQ(setenv("LC_ALL", "C.UTF-8", 1), 0);
    CHECK_STR(setlocale(LC_ALL, ""), "C.UTF-8");
    CHECK_STR(nl_langinfo(DAY_1), "Sunday");
    CHECK_STR(nl_langinfo(ABMON_12), "Dec");
    CHECK_STR(nl_langinfo(-1), "");
}

static void streams(void)
{
    FILE *f = fopen("/tmp/wide", "w+");

    CHECK_EQ(fputws(L"a\xe4\x4e00\n", f), 0);
    CHECK_EQ(fwprintf(f, L"%5lc|%s\n", 0xe4, "\xc3\xa4"), 8);
    CHECK_EQ(ftell(f), 1 + 2 + 3 + 1 + 4 + 2 + 1 + 2 + 1);
    rewind(f);
    CHECK_EQ(fgetwc(f), 'a');
    CHECK_EQ(fgetwc(f), 0xe4);
    CHECK_EQ(ungetwc(0x4e01, f), 0x4e01);
    wchar_t line[20];
    CHECK(fgetws(line, 20, f) == line);
    CHECK(wcscmp(line, L"\x4e01\x4e00\n") == 0);
    CHECK_EQ(fwscanf(f, L"%ls", line), 1);
    CHECK(wcscmp(line, L"\xe4|\xe4") == 0);
    CHECK_EQ(fgetwc(f), '\n');
    CHECK_EQ(fgetwc(f), WEOF);
    CHECK(feof(f) && !ferror(f));
    CHECK_EQ(fputs("\xc3(", f), 0);
    CHECK_EQ(fseek(f, -2, SEEK_CUR), 0);
    CHECK_EQ(fgetwc(f), WEOF);
    CHECK_EQ(errno, EILSEQ);
    CHECK(ferror(f));
    fclose(f);
    unlink("/tmp/wide");
}

int main(void)
{
    names();
    streams();
    return 0;
}
