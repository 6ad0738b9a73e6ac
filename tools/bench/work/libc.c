/*
 * Measures the C library's functions in instructions (bench.c says how they are counted), for one
 * call or for one sorted element.
 *
 * Strings have 1 000 bytes, arrays 10 000 elements.  The needles of strstr differ from every place
 * of the text in the first byte, the last or the middle one.
 */
#include <err.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 1000
#define MANY   10000
#define TEXT   "/tmp/numbers"

/* Each begins a page, so that no figure depends on where the linker puts it. */
#define PAGE __attribute__((aligned(4096)))
static PAGE char text[LENGTH + 1], same[LENGTH + 1], to[LENGTH + 1], longest[MANY + 1];
static PAGE char needle[LENGTH / 20 + 1];
static int unsorted[MANY], array[MANY];
static volatile size_t sink;

/* Called through pointers, as the compiler would replace calls of these two by instructions. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile fill)(void *, int, size_t) = memset;

static uint64_t instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Prints the instructions since `start`, for each of `parts` parts. */
static void print(const char *key, uint64_t start, unsigned parts)
{
    uint64_t spent = instructions() - start;
    printf("%s\t%llu\n", key, (unsigned long long)(spent / parts));
}

/* Evaluates an expression twice, and measures the second time. */
#define MEASURE(key, expression)         \
    do {                                 \
        sink = (size_t)(expression);     \
        uint64_t start = instructions(); \
        sink = (size_t)(expression);     \
        print(key, start, 1);            \
    } while (0)

static void strings(void)
{
    memset(text, 'a', LENGTH);
    memset(same, 'a', LENGTH);
    memset(needle, 'a', sizeof(needle) - 2);
    MEASURE("memcpy", copy(to, text, LENGTH));
    MEASURE("memset", fill(to, 'x', LENGTH));
    MEASURE("memcmp", memcmp(text, same, LENGTH));
    MEASURE("memchr", memchr(text, 'x', LENGTH));
    MEASURE("strlen", strlen(text));
    MEASURE("strchr", strchr(text, 'x'));
    MEASURE("strcpy", strcpy(to, text));
    MEASURE("strcmp", strcmp(text, same));
    MEASURE("strcmp-short", strcmp(text + LENGTH - 5, same + LENGTH - 5));
    MEASURE("strcasecmp", strcasecmp(text, same));
    needle[0] = 'b';
    MEASURE("strstr-first", strstr(text, needle));
    needle[0] = 'a';
    needle[sizeof(needle) - 2] = 'b';
    MEASURE("strstr-last", strstr(text, needle));
    needle[sizeof(needle) - 2] = 'a';
    needle[sizeof(needle) / 2] = 'b';
    MEASURE("strstr-middle", strstr(text, needle));
    MEASURE("strcasestr", strcasestr(text, needle));
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void sort(const char *key)
{
    memcpy(array, unsorted, sizeof(array));
    uint64_t start = instructions();
    qsort(array, MANY, sizeof(*array), compare);
    print(key, start, MANY);
}

#define SORT(key, value)               \
    do {                               \
        for (int i = 0; i < MANY; i++) \
            unsorted[i] = (value);     \
        sort(key);                     \
    } while (0)

static void sorting(void)
{
    uint32_t x = 1;
    qsort(array, MANY, sizeof(*array), compare); /* to have the pages there */
    SORT("qsort-equal", 7);
    SORT("qsort-sorted", i);
    SORT("qsort-reversed", MANY - i);
    SORT("qsort-pipe", i < MANY / 2 ? i : MANY - i);
    SORT("qsort-random", (int)((x = x * 1664525 + 1013904223) >> 8));
}

static void numbers(void)
{
    MEASURE("strtol", strtol("123456", NULL, 10));
    MEASURE("strtod-short", strtod("3.14159", NULL));
    MEASURE("strtod-17", strtod("3.1415926535897931", NULL));
    MEASURE("strtod-small", strtod("2.2250738585072014e-308", NULL));
    memset(longest, '7', MANY);
    MEASURE("strtod-10000", strtod(longest, NULL));
    /* The least double, to its last digit but a few. */
    char half[800];
    snprintf(half, sizeof(half), "%.770e", 0x1p-1074);
    MEASURE("strtod-half", strtod(half, NULL));
}

static void scanning(void)
{
    int n, sum = 0;
    FILE *f = fopen(TEXT, "w+");
    if (!f)
        err(1, TEXT);
    for (int i = 0; i < LENGTH; i++)
        fprintf(f, "%d\n", 123456 + i);
    for (int round = 0; round < 2; round++) {
        rewind(f);
        uint64_t start = instructions();
        while (fscanf(f, "%d", &n) == 1)
            sum += n;
        if (round == 1)
            print("fscanf", start, LENGTH);
    }
    fclose(f);
    remove(TEXT);
    MEASURE("sscanf", sscanf("123456", "%d", &n));
    MEASURE("sscanf-word", sscanf("123456", "%s", to));
    MEASURE("sscanf-long", sscanf(longest, "%5d", &n)); /* a field of a long text */
    sink = (size_t)sum;
}

int main(void)
{
    strings();
    sorting();
    numbers();
    scanning();
    return 0;
}
