/* Memory, numbers, sorting, environment, ending (C11 7.22, POSIX.1-2017 <stdlib.h>). */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <abi/wait_status.h>
#include <alloca.h>
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX     0x7fffffff
#define MB_CUR_MAX   (__mb_cur_max())

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

/*
 * Memory.  NULL with ENOMEM when there is none.  A block that was freed twice, was never allocated,
 * or has been written past its end is reported on standard error when it is freed or resized, and
 * the process aborts.  Sizes are multiples of 16: the up to 15 bytes that are added may be written.
 */
void *malloc(size_t n) __attribute__((malloc));
void *calloc(size_t count, size_t size) __attribute__((malloc));
void *realloc(void *p, size_t n);
void *reallocarray(void *p, size_t count, size_t size);
void *aligned_alloc(size_t align, size_t n) __attribute__((malloc)); /* EINVAL: no power of two */
int posix_memalign(void **p, size_t align, size_t n);
void free(void *p);

/* Ending.  exit calls the functions that atexit registered, last first, and flushes the streams. */
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
_Noreturn void quick_exit(int status);
_Noreturn void abort(void);
int atexit(void (*func)(void));
int at_quick_exit(void (*func)(void));

/* Numbers from text: ERANGE where the value does not fit, rounded correctly for strtod. */
int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double atof(const char *s);
long strtol(const char *s, char **end, int base);
unsigned long strtoul(const char *s, char **end, int base);
long long strtoll(const char *s, char **end, int base);
unsigned long long strtoull(const char *s, char **end, int base);
double strtod(const char *s, char **end);
float strtof(const char *s, char **end);
long double strtold(const char *s, char **end); /* precision and range of a double */

int abs(int n);
long labs(long n);
long long llabs(long long n);
div_t div(int n, int d);
ldiv_t ldiv(long n, long d);
lldiv_t lldiv(long long n, long long d);

/* Sorting and searching.  qsort takes O(n log n) comparisons for every input. */
void qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *));
void qsort_r(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *, void *),
             void *arg);
void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*cmp)(const void *, const void *));

/* Pseudo-random numbers: the same sequence for the same seed, from run to run. */
int rand(void);
int rand_r(unsigned *seed);
void srand(unsigned seed);
long random(void);
void srandom(unsigned seed);

/* POSIX's generator of 48 bits, the same sequence everywhere; x[0] has the lowest bits. */
double drand48(void);
double erand48(unsigned short x[3]);
long lrand48(void);
long nrand48(unsigned short x[3]);
long mrand48(void);
long jrand48(unsigned short x[3]);
void srand48(long seed);
unsigned short *seed48(unsigned short x[3]);
void lcong48(unsigned short all[7]);

/* Environment, commands, names. */
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *assignment);
int clearenv(void);
int system(const char *command);
int mkstemp(char *template);
int mkstemps(char *template, int behind); /* so many bytes are behind the XXXXXX */
char *mkdtemp(char *template);
char *realpath(const char *path, char *resolved);

/* Multibyte characters: <wchar.h> says what they are. */
size_t __mb_cur_max(void);
int mblen(const char *s, size_t n);
int mbtowc(wchar_t *to, const char *s, size_t n);
int wctomb(char *to, wchar_t c);
size_t mbstowcs(wchar_t *to, const char *from, size_t n);
size_t wcstombs(char *to, const wchar_t *from, size_t n);

#endif
