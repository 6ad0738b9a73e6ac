/*
 * Sorting in place, without extra memory and never quadratic: heapsort, in the bottom-up form
 * (Wegener, "Bottom-up heapsort", 1993), which walks the hole left by the largest element down to a
 * leaf along the larger children, and then climbs back to where the moved element belongs.  That
 * takes about half of plain heapsort's comparisons, near n log2 n.  Short runs are sorted by
 * insertion.
 *
 * Left out: quicksort, faster on average, but quadratic for unlucky input unless it keeps another
 * algorithm in reserve; merge sort, which must ask for memory and so can fail.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SHORT 8

struct sort {
    char *base;
    size_t size;
    int (*cmp)(const void *, const void *, void *);
    void *arg;
};

static char *element(const struct sort *s, size_t i)
{
    return s->base + i * s->size;
}

static bool less(const struct sort *s, size_t i, size_t j)
{
    return s->cmp(element(s, i), element(s, j), s->arg) < 0;
}

static void swap(const struct sort *s, size_t i, size_t j)
{
    char *a = element(s, i), *b = element(s, j);
    size_t n = s->size;
    uint64_t v, w;

    for (; n >= sizeof(v); n -= sizeof(v), a += sizeof(v), b += sizeof(v)) {
        memcpy(&v, a, sizeof(v));
        memcpy(&w, b, sizeof(w));
        memcpy(a, &w, sizeof(w));
        memcpy(b, &v, sizeof(v));
    }
    for (; n > 0; n--) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

static void insertion(const struct sort *s, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && less(s, j, j - 1); j--)
            swap(s, j, j - 1);
}

/* Brings the element at i to its place in the heap [0, n), whose other elements are in order. */
static void sift(const struct sort *s, size_t i, size_t n)
{
    size_t leaf = i;

    while (2 * leaf + 2 < n)
        leaf = 2 * leaf + (less(s, 2 * leaf + 1, 2 * leaf + 2) ? 2 : 1);
    if (2 * leaf + 1 < n)
        leaf = 2 * leaf + 1;
    while (leaf > i && less(s, leaf, i))
        leaf = (leaf - 1) / 2;
    /* Every element on the path up from there moves to its parent's place; ours goes to leaf. */
    for (; leaf > i; leaf = (leaf - 1) / 2)
        swap(s, i, leaf);
}

void qsort_r(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *, void *),
             void *arg)
{
    struct sort s = {base, size, cmp, arg};

    if (n <= SHORT) {
        insertion(&s, n);
        return;
    }
    for (size_t i = n / 2; i-- > 0;)
        sift(&s, i, n);
    while (n-- > 1) {
        swap(&s, 0, n);
        sift(&s, 0, n);
    }
}

struct plain {
    int (*cmp)(const void *, const void *);
};

static int plain_cmp(const void *a, const void *b, void *arg)
{
    return ((struct plain *)arg)->cmp(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
    struct plain plain = {cmp};

    qsort_r(base, n, size, plain_cmp, &plain);
}
