/* What the C library does with ten times as much takes about ten times as long, the worst that is
 * known included.  Every instruction takes the same time here. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <stdint.h>
#include <stdlib.h>
#include <strings.h>

#define FEW  500
#define MANY (10 * FEW)

static char text[MANY + 1], other[MANY + 1], part[MANY + 1];
static int array[MANY];
static volatile size_t sink;

static uint64_t clock_now(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

static void set(char *s, size_t n, const char *pattern)
{
    size_t period = strlen(pattern);
    for (size_t i = 0; i < n; i++)
        s[i] = pattern[i % period];
    s[n] = 0;
}

static void find_dense(size_t n)
{
    set(text, n, "ab");
    set(part, n / 2, "ab");
    part[n / 2 - 1] = 'a';
    part[n / 2 - 2] = 'a';
    sink = strstr(text, part) == NULL;
}

static void find_last_differs(size_t n)
{
    set(text, n, "a");
    set(part, n / 2, "a");
    part[n / 2 - 1] = 'b';
    sink = strcasestr(text, part) == NULL;
}

static void find_first_differs(size_t n)
{
    set(text, n, "a");
    set(part, n / 2, "a");
    part[0] = 'b';
    sink = memmem(text, n, part, n / 2) == NULL;
}

static void find_middle_differs(size_t n)
{
    set(text, n, "a");
    set(part, n / 2, "a");
    part[n / 4] = 'b';
    sink = strstr(text, part) == NULL;
}

/* Each search finds its byte at once, in what is left of a long string. */
static void find_each(size_t n)
{
    set(text, n, "ab");
    for (char *p = text; (p = strstr(p, "ba")); p++)
        ;
}

static void scan_each(size_t n)
{
    set(text, n, "12 ");
    int value, used;
    for (char *p = text; sscanf(p, "%d%n", &value, &used) == 1; p += used)
        ;
}

static void compare_all(size_t n)
{
    set(text, n, "a");
    set(other, n, "a");
    sink = strcmp(text, other) == 0 && strcasecmp(text, other) == 0 && memcmp(text, other, n) == 0;
}

static void copy_all(size_t n)
{
    set(text, n, "a");
    sink = strlen(strcpy(other, text)) + (strrchr(text, 'b') == NULL);
}

/* Halfway between two doubles, but for the last digit. */
static void read_long(size_t n)
{
    set(text, n, "0");
    memcpy(text, "9007199254740993.", 17);
    text[n - 1] = '1';
    sink = strtod(text, NULL) == 9007199254740994;
}

static int up(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void sort_pipe(size_t n)
{
    for (size_t i = 0; i < n; i++)
        array[i] = (int)(i < n / 2 ? i : n - i);
    qsort(array, n, sizeof(*array), up);
}

static void sort_any(size_t n)
{
    uint32_t x = 1;
    for (size_t i = 0; i < n; i++)
        array[i] = (int)((x = x * 1664525 + 1013904223) >> 8);
    qsort(array, n, sizeof(*array), up);
}

/* Blocks with their own mappings, those that are the longest in use first. */
static void free_large(size_t n)
{
    static void *block[MANY];
    for (size_t i = 0; i < n; i++)
        CHECK(block[i] = malloc(256 << 10));
    for (size_t i = 0; i < n; i++)
        free(block[i]);
}

/* log2 of MANY is 1.4 times that of FEW: n log n makes it 14 times as long, n * n 100 times. */
static void grows(const char *what, void (*work)(size_t))
{
    work(MANY);
    uint64_t start = clock_now();
    work(FEW);
    uint64_t few = clock_now() - start;
    start = clock_now();
    work(MANY);
    uint64_t many = clock_now() - start;
    if (many > 16 * few)
        FAIL("%s: %u, ten times as much %u", what, (unsigned)few, (unsigned)many);
}

int main(void)
{
    grows("strstr of a pattern with a period", find_dense);
    grows("strcasestr, the last byte differs", find_last_differs);
    grows("memmem, the first byte differs", find_first_differs);
    grows("strstr, a byte in the middle differs", find_middle_differs);
    grows("strstr again and again", find_each);
    grows("sscanf again and again", scan_each);
    grows("strcmp", compare_all);
    grows("strcpy", copy_all);
    grows("strtod", read_long);
    grows("qsort up and down", sort_pipe);
    grows("qsort", sort_any);
    grows("malloc and free of large blocks", free_large);
    return 0;
}
