/*
 * Sorting in place, without extra memory and never quadratic: introsort (Musser, "Introspective
 * sorting and selection algorithms", 1997), which is quicksort until it has cut unevenly too often,
 * and then heapsort.
 *
 * The array is looked through before it is cut, and so is each part of a cut at which no element
 * had to move: if it is in order it stays so, if it is in reverse it is turned round.  So an array
 * in order costs about one comparison for each element, and in any other the look ends soon.  If
 * only the first half or more is in order, the rest is sorted and the two are merged in place, by
 * SymMerge (Kim and Kutzner, "Stable minimum storage merging by symmetric comparisons", 2004).  So
 * a sorted array to which a little was appended costs little more.
 *
 * The pivot is the median of three elements, in a long part of three such medians (Bentley and
 * McIlroy, "Engineering a sort function", 1993).  Two pointers walk towards each other and both
 * stop at an element equal to the pivot, so that equal elements are cut evenly.  They stop at each
 * other too, so that no order, however contradictory, leads them out of the array.  The shorter
 * part is sorted first: the stack holds at most log2 n of them.
 *
 * Heapsort is in its bottom-up form (Wegener, "Bottom-up heapsort", 1993), which walks the hole
 * left by the largest element down to a leaf along the larger children, and then climbs back to
 * where the moved element belongs: near n log2 n comparisons, for any input.
 *
 * Left out: merge sort of the whole, which must ask for memory and so can fail; in place it is
 * slow.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SHORT 8  /* parts up to this are sorted by insertion */
#define LONG  64 /* parts from this on have a pivot from nine elements */

struct order {
    size_t size;
    int (*cmp)(const void *, const void *, void *);
    void *arg;
};

static inline int compare(const struct order *o, const char *a, const char *b)
{
    return o->cmp(a, b, o->arg);
}

/* The two below move `width` bytes at once, which divide the size. */

static inline void swap_by(size_t width, char *a, char *b, size_t size)
{
    for (char *end = a + size; a < end; a += width, b += width) {
        uint64_t v, w;

        __builtin_memcpy(&v, a, width);
        __builtin_memcpy(&w, b, width);
        __builtin_memcpy(a, &w, width);
        __builtin_memcpy(b, &v, width);
    }
}

/* The element at `from` goes down to `to`, those between go up by one. */
static inline void insert_by(size_t width, char *to, char *from, size_t size)
{
    for (char *end = to + size; to < end; to += width, from += width) {
        uint64_t v;

        __builtin_memcpy(&v, from, width);
        for (char *p = from; p > to; p -= size)
            __builtin_memcpy(p, p - size, width);
        __builtin_memcpy(to, &v, width);
    }
}

/* Most elements are pointers or integers. */
#define BY_WIDTH(move, a, b, size) \
    do {                           \
        if ((size) == 8)           \
            move(8, a, b, 8);      \
        else if ((size) == 4)      \
            move(4, a, b, 4);      \
        else if ((size) % 8 == 0)  \
            move(8, a, b, size);   \
        else if ((size) % 4 == 0)  \
            move(4, a, b, size);   \
        else                       \
            move(1, a, b, size);   \
    } while (0)

static void swap(size_t size, char *a, char *b)
{
    BY_WIDTH(swap_by, a, b, size);
}

static void insertion(const struct order *o, char *base, char *end)
{
    for (char *i = base + o->size; i < end; i += o->size) {
        char *to = i;

        while (to > base && compare(o, to - o->size, i) > 0)
            to -= o->size;
        if (to < i)
            BY_WIDTH(insert_by, to, i, o->size);
    }
}

/* Brings the element at i to its place in the heap [0, n), whose other elements are in order. */
static void sift(const struct order *o, char *base, size_t i, size_t n)
{
    size_t leaf = i, size = o->size;

    while (2 * leaf + 2 < n) {
        leaf = 2 * leaf + 1;
        leaf += compare(o, base + leaf * size, base + (leaf + 1) * size) < 0;
    }
    if (2 * leaf + 1 < n)
        leaf = 2 * leaf + 1;
    while (leaf > i && compare(o, base + leaf * size, base + i * size) < 0)
        leaf = (leaf - 1) / 2;
    /* Every element on the path up from there moves to its parent's place; ours goes to leaf. */
    for (; leaf > i; leaf = (leaf - 1) / 2)
        swap(size, base + i * size, base + leaf * size);
}

static void heapsort(const struct order *o, char *base, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(o, base, i, n);
    while (n-- > 1) {
        swap(o->size, base, base + n * o->size);
        sift(o, base, 0, n);
    }
}

/* How many elements at the start are in order or in reverse, which *reverse tells. */
static size_t first_run(const struct order *o, char *base, size_t n, bool *reverse)
{
    char *end = base + n * o->size, *p = base + o->size;
    int direction = 0;

    for (; p < end; p += o->size) {
        int c = compare(o, p - o->size, p);

        if (c == 0)
            continue;
        if (direction == 0)
            direction = c;
        else if ((c < 0) != (direction < 0))
            break;
    }
    *reverse = direction > 0;
    return (size_t)(p - base) / o->size;
}

static void turn_round(const struct order *o, char *base, size_t n)
{
    for (char *a = base, *b = base + (n - 1) * o->size; a < b; a += o->size, b -= o->size)
        swap(o->size, a, b);
}

/* The `left` bytes before the middle change places with the `right` bytes after it. */
static void rotate(char *middle, size_t left, size_t right)
{
    while (left != right) {
        if (left > right) {
            BY_WIDTH(swap_by, middle - left, middle, right);
            left -= right;
        } else {
            BY_WIDTH(swap_by, middle - left, middle + right - left, left);
            right -= left;
        }
    }
    BY_WIDTH(swap_by, middle - left, middle, left);
}

/* Merges [0, m) and [m, n).  As many of the first go to the upper half as of the second to the
 * lower: those from `low` on, which is found by halving, and those before `end`.  They change
 * places. */
static void merge(const struct order *o, char *base, size_t m, size_t n)
{
    size_t size = o->size, half = n / 2;
    size_t low = m > half ? m + half - n : 0, high = m < half ? m : half;

    while (low < high) {
        size_t i = (low + high) / 2;

        if (compare(o, base + i * size, base + (m + half - 1 - i) * size) <= 0)
            low = i + 1;
        else
            high = i;
    }
    size_t end = m + half - low;
    if (low < m && m < end)
        rotate(base + m * size, (m - low) * size, (end - m) * size);
    if (0 < low && low < half)
        merge(o, base, low, half);
    if (half < end && end < n)
        merge(o, base + half * size, end - half, n - half);
}

static char *median(const struct order *o, char *a, char *b, char *c)
{
    if (compare(o, a, b) > 0) {
        char *t = a;
        a = b;
        b = t;
    }
    if (compare(o, b, c) <= 0)
        return b;
    return compare(o, a, c) > 0 ? a : c;
}

static char *choose_pivot(const struct order *o, char *base, size_t n)
{
    size_t part = n / 8 * o->size;
    char *first = base, *middle = base + n / 2 * o->size, *last = base + (n - 1) * o->size;

    if (n >= LONG) {
        first = median(o, first, first + part, first + 2 * part);
        middle = median(o, middle - part, middle, middle + part);
        last = median(o, last - 2 * part, last - part, last);
    }
    return median(o, first, middle, last);
}

/* Cuts at a pivot and returns its place: no element before it is greater, none after it less.
 * *moved: elements were exchanged for that. */
static char *cut(const struct order *o, char *base, size_t n, bool *moved)
{
    size_t size = o->size;
    char *up = base + size, *down = base + (n - 1) * size;

    *moved = false;
    swap(size, base, choose_pivot(o, base, n));
    for (;;) {
        while (up <= down && compare(o, up, base) < 0)
            up += size;
        while (up <= down && compare(o, down, base) > 0)
            down -= size;
        if (up >= down)
            break;
        swap(size, up, down);
        *moved = true;
        up += size;
        down -= size;
    }
    swap(size, base, down);
    return down;
}

static void sort(const struct order *o, char *base, size_t n, unsigned cuts, bool moved);

/* Sorts a part of which the first half or more is in order or in reverse; false if it is not. */
static bool merge_run(const struct order *o, char *base, size_t n, unsigned cuts)
{
    bool reverse;
    size_t run = first_run(o, base, n, &reverse);

    if (run < n / 2)
        return false;
    if (reverse)
        turn_round(o, base, run);
    if (run < n) {
        sort(o, base + run * o->size, n - run, cuts, false);
        merge(o, base, run, n);
    }
    return true;
}

/* Cuts at most `cuts` times in a row; moved: the cut that made this part exchanged elements. */
static void sort(const struct order *o, char *base, size_t n, unsigned cuts, bool moved)
{
    while (n > SHORT) {
        if (!moved && merge_run(o, base, n, cuts))
            return;
        if (cuts-- == 0) {
            heapsort(o, base, n);
            return;
        }
        char *pivot = cut(o, base, n, &moved), *after = pivot + o->size;
        size_t before = (size_t)(pivot - base) / o->size, rest = n - before - 1;
        if (before < rest) {
            sort(o, base, before, cuts, moved);
            base = after;
            n = rest;
        } else {
            sort(o, after, rest, cuts, moved);
            n = before;
        }
    }
    insertion(o, base, base + n * o->size);
}

void qsort_r(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *, void *),
             void *arg)
{
    struct order o = {size, cmp, arg};

    /* Twice as many cuts as even ones would take. */
    if (n > 1 && size > 0)
        sort(&o, base, n, 2 * (64 - __builtin_clzl(n)), false);
}

void qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *))
{
    /* A function of two arguments may be given a third one, in a register (psABI, 3.2.3). */
    qsort_r(base, n, size, (int (*)(const void *, const void *, void *))(void (*)(void))cmp, NULL);
}
