/*
 * sorts: sorts the same random numbers in several ways and compares the work.
 *
 *     sorts N [SEED]
 *
 * Each result is checked: in order, and with the sum that the numbers had.  The quadratic way gets
 * no more than QUADRATIC_MAX of the numbers.  Hot functions are kept out of line, so that a profile
 * lists each by its own name.
 */
#define TOOL "sorts"
#include "tool.h"

#include <stdint.h>

#define N_MAX         10000000l
#define QUADRATIC_MAX 4000u

#define OUT_OF_LINE __attribute__((noinline))

static uint64_t comparisons;
static uint32_t *spare; /* as many numbers, for those that need room */

static int less(uint32_t a, uint32_t b)
{
    comparisons++;
    return a < b;
}

static void swap(uint32_t *a, uint32_t *b)
{
    uint32_t old = *a;

    *a = *b;
    *b = old;
}

OUT_OF_LINE static void sort_insertion(uint32_t *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t value = a[i];
        size_t hole = i;

        for (; hole > 0 && less(value, a[hole - 1]); hole--)
            a[hole] = a[hole - 1];
        a[hole] = value;
    }
}

/* Insertion over shrinking gaps (M. Ciura, Best Increments for Shellsort, 2001). */
OUT_OF_LINE static void sort_shell(uint32_t *a, size_t n)
{
    static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t g = 0; g < sizeof(gaps) / sizeof(gaps[0]); g++)
        for (size_t gap = gaps[g], i = gap; i < n; i++) {
            uint32_t value = a[i];
            size_t hole = i;

            for (; hole >= gap && less(value, a[hole - gap]); hole -= gap)
                a[hole] = a[hole - gap];
            a[hole] = value;
        }
}

/* Lets a[top] sink in a heap of n numbers, the greatest of which is a[0]. */
OUT_OF_LINE static void heap_sink(uint32_t *a, size_t top, size_t n)
{
    for (size_t child; (child = 2 * top + 1) < n; top = child) {
        if (child + 1 < n && less(a[child], a[child + 1]))
            child++;
        if (!less(a[top], a[child]))
            break;
        swap(&a[top], &a[child]);
    }
}

static void sort_heap(uint32_t *a, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        heap_sink(a, i, n);
    while (n > 1) {
        swap(&a[0], &a[--n]);
        heap_sink(a, 0, n);
    }
}

/* Partitions a around its middle number; returns where the second part begins. */
OUT_OF_LINE static size_t quick_part(uint32_t *a, size_t n)
{
    uint32_t pivot = a[(n - 1) / 2];
    size_t low = 0, high = n - 1;

    for (;; low++, high--) {
        while (less(a[low], pivot))
            low++;
        while (less(pivot, a[high]))
            high--;
        if (low >= high)
            return high + 1;
        swap(&a[low], &a[high]);
    }
}

/* The larger part is left to the loop, so that the stack stays shallow. */
static void sort_quick(uint32_t *a, size_t n)
{
    while (n > 1) {
        size_t first = quick_part(a, n);

        if (first <= n - first) {
            sort_quick(a, first);
            a += first;
            n -= first;
        } else {
            sort_quick(a + first, n - first);
            n = first;
        }
    }
}

OUT_OF_LINE static void merge_halves(uint32_t *a, size_t half, size_t n)
{
    size_t left = 0, right = half, to = 0;

    memcpy(spare, a, half * sizeof(*a));
    while (left < half && right < n)
        a[to++] = less(a[right], spare[left]) ? a[right++] : spare[left++];
    memcpy(a + to, spare + left, (half - left) * sizeof(*a));
}

OUT_OF_LINE static void sort_merge(uint32_t *a, size_t n)
{
    if (n < 2)
        return;
    sort_merge(a, n / 2);
    sort_merge(a + n / 2, n - n / 2);
    merge_halves(a, n / 2, n);
}

/* One byte's worth of order, from one array into the other. */
OUT_OF_LINE static void radix_pass(const uint32_t *from, uint32_t *to, size_t n, int shift)
{
    size_t start[257] = {0};

    for (size_t i = 0; i < n; i++)
        start[(from[i] >> shift & 255) + 1]++;
    for (int digit = 0; digit < 256; digit++)
        start[digit + 1] += start[digit];
    for (size_t i = 0; i < n; i++)
        to[start[from[i] >> shift & 255]++] = from[i];
}

static void sort_radix(uint32_t *a, size_t n)
{
    for (int shift = 0; shift < 32; shift += 16) {
        radix_pass(a, spare, n, shift);
        radix_pass(spare, a, n, shift + 8);
    }
}

static const struct {
    const char *name;
    void (*sort)(uint32_t *a, size_t n);
    int quadratic;
} ways[] = {
    {"insertion", sort_insertion, 1}, {"shell", sort_shell, 0}, {"heap", sort_heap, 0},
    {"quick", sort_quick, 0},         {"merge", sort_merge, 0}, {"radix", sort_radix, 0},
};

/* xorshift (G. Marsaglia, 2003): never 0 if the state is not. */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

OUT_OF_LINE static int is_sorted(const uint32_t *a, size_t n, uint64_t sum)
{
    for (size_t i = 0; i < n; i++) {
        sum -= a[i];
        if (i > 0 && a[i - 1] > a[i])
            return 0;
    }
    return sum == 0;
}

/* Returns 0 if that way of sorting gives the right result. */
static int try_way(size_t way, uint32_t *a, size_t n, uint32_t seed)
{
    uint64_t sum = 0;

    if (ways[way].quadratic && n > QUADRATIC_MAX)
        n = QUADRATIC_MAX;
    for (size_t i = 0; i < n; i++)
        sum += a[i] = next_random(&seed);
    comparisons = 0;
    ways[way].sort(a, n);
    if (!is_sorted(a, n, sum)) {
        fprintf(stderr, "sorts: %s did not sort\n", ways[way].name);
        return 1;
    }
    printf("%-10s %8zu numbers %12llu comparisons\n", ways[way].name, n,
           (unsigned long long)comparisons);
    return 0;
}

int main(int argc, char **argv)
{
    uint32_t seed = 1;
    int status = 0;

    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !argv[0] || (argv[1] && argv[2]))
        tool_usage("N [SEED]");
    size_t n = (size_t)tool_number(argv[0], 1, N_MAX);
    if (argv[1])
        seed = (uint32_t)tool_number(argv[1], 1, UINT32_MAX);
    uint32_t *a = tool_alloc(NULL, n * sizeof(*a));
    spare = tool_alloc(NULL, n * sizeof(*spare));
    for (size_t way = 0; way < sizeof(ways) / sizeof(ways[0]); way++)
        status |= try_way(way, a, n, seed);
    free(a);
    free(spare);
    return tool_end(status);
}
