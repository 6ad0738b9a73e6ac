/*
 * Wide characters: Unicode (C11 7.29, POSIX.1-2017 <wchar.h>).  In the locale "C" a character is
 * one byte, 0 to 255; in "C.UTF-8" it is UTF-8, up to four bytes (RFC 3629).
 */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef unsigned wint_t;

/* The beginning of a character whose end is not there yet; zero: none. */
typedef struct {
    unsigned value; /* its bits so far */
    unsigned left;  /* bytes that are missing */
    unsigned least; /* what it must at least be: no longer form than needed is valid */
} mbstate_t;

#define WEOF ((wint_t) - 1)
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-WCHAR_MAX - 1)
#endif

/* Multibyte characters.  -1 with EILSEQ: it is none; -2: its end is missing. */
int mbsinit(const mbstate_t *state);
size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state);
size_t mbrlen(const char *s, size_t n, mbstate_t *state);
size_t wcrtomb(char *to, wchar_t wide, mbstate_t *state);
size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state);
size_t mbsnrtowcs(wchar_t *to, const char **from, size_t nbytes, size_t n, mbstate_t *state);
size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state);
size_t wcsnrtombs(char *to, const wchar_t **from, size_t nchars, size_t n, mbstate_t *state);
wint_t btowc(int c);
int wctob(wint_t c);

/* Columns of a terminal: 0, 1 or 2; -1: it is no printable character. */
int wcwidth(wchar_t c);
int wcswidth(const wchar_t *s, size_t n);

/* As the functions of <string.h>. */
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n);
size_t wcslen(const wchar_t *s);
size_t wcsnlen(const wchar_t *s, size_t max);
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from);
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wcscat(wchar_t *to, const wchar_t *from);
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wcsdup(const wchar_t *s);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *wcschr(const wchar_t *s, wchar_t c);
wchar_t *wcsrchr(const wchar_t *s, wchar_t c);
size_t wcsspn(const wchar_t *s, const wchar_t *set);
size_t wcscspn(const wchar_t *s, const wchar_t *set);
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set);
wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle);
wchar_t *wcstok(wchar_t *s, const wchar_t *seps, wchar_t **save);

/* As those of <stdlib.h> and strftime. */
long wcstol(const wchar_t *s, wchar_t **end, int base);
unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base);
long long wcstoll(const wchar_t *s, wchar_t **end, int base);
unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base);
double wcstod(const wchar_t *s, wchar_t **end);
float wcstof(const wchar_t *s, wchar_t **end);
long double wcstold(const wchar_t *s, wchar_t **end);
size_t wcsftime(wchar_t *s, size_t n, const wchar_t *fmt, const struct tm *tm);

/*
 * Streams.  Wide and narrow calls on one stream may alternate.  The widths of
 * the wide scanf family count bytes.
 */
int fwide(FILE *f, int mode);
wint_t fgetwc(FILE *f);
wint_t getwc(FILE *f);
wint_t getwchar(void);
wint_t ungetwc(wint_t c, FILE *f);
wint_t fputwc(wchar_t c, FILE *f);
wint_t putwc(wchar_t c, FILE *f);
wint_t putwchar(wchar_t c);
wchar_t *fgetws(wchar_t *s, int n, FILE *f);
int fputws(const wchar_t *s, FILE *f);
int wprintf(const wchar_t *fmt, ...);
int fwprintf(FILE *f, const wchar_t *fmt, ...);
int swprintf(wchar_t *s, size_t n, const wchar_t *fmt, ...); /* -1 if it does not fit */
int vwprintf(const wchar_t *fmt, va_list ap);
int vfwprintf(FILE *f, const wchar_t *fmt, va_list ap);
int vswprintf(wchar_t *s, size_t n, const wchar_t *fmt, va_list ap);
int wscanf(const wchar_t *fmt, ...);
int fwscanf(FILE *f, const wchar_t *fmt, ...);
int swscanf(const wchar_t *s, const wchar_t *fmt, ...);
int vwscanf(const wchar_t *fmt, va_list ap);
int vfwscanf(FILE *f, const wchar_t *fmt, va_list ap);
int vswscanf(const wchar_t *s, const wchar_t *fmt, va_list ap);

#include <wctype.h> /* POSIX has its names here too */

#endif
