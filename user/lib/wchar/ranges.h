/* Ranges of characters in order, and the search for one. */
#ifndef LIB_WCHAR_RANGES_H
#define LIB_WCHAR_RANGES_H

#include <stdbool.h>
#include <stddef.h>

struct range {
    unsigned first, last;
};

static inline bool is_in_ranges(const struct range *ranges, size_t n, unsigned c)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t mid = (low + high) / 2;

        if (c > ranges[mid].last)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n && c >= ranges[low].first;
}

#endif
