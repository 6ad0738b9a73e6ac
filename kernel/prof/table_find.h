/*
 * Finding a pc's counter in a table, inline because it is part of each tick.  Apart from table.h,
 * which most of the kernel includes: so a change of the arithmetic compiles three files, not half
 * of them.
 */
#ifndef PROF_TABLE_FIND_H
#define PROF_TABLE_FIND_H

#include "prof/bin.h"
#include "prof/table.h"
#include <stdint.h>

/* The user address of the pc's counter in that histogram, otherwise that of the overflow counter,
 * or 0 if there is none.  prof_bin() numbers counters of 2 bytes.  A counter of 4 bytes has the
 * place of two, and nbytes is a multiple of 4. */
static inline uint64_t prof_table_find_in(const struct prof_table *table,
                                          const struct prof_histogram *histogram, uint64_t pc)
{
    uint64_t index;
    if (!prof_bin(pc, histogram->offset, histogram->scale, histogram->nbytes, &index))
        return table->overflow.counters;
    return histogram->counters + (index * 2 & table->counter_mask);
}

/* The same in a table that is exact. */
static inline uint64_t prof_table_find_exact(const struct prof_table *table, uint64_t pc)
{
    const struct prof_histogram *only = &table->only;
    bool is_inside = pc >= only->low && pc < only->high;
    return is_inside ? only->counters + (pc - only->low) * sizeof(uint32_t) : 0;
}

/* The same in the histogram that the pc belongs to (table.h). */
static inline uint64_t prof_table_find(const struct prof_table *table, uint64_t pc)
{
    if (table->single)
        return prof_table_find_in(table, &table->only, pc);
    return table->exact ? prof_table_find_exact(table, pc) : prof_table_search(table, pc);
}

#endif
