#include "memory.h"

#include <sys/kstat.h>

#include "prof.h"

uint64_t memory_free(void)
{
    struct kstat stat;

    if (kstat(&stat, 0) != 0)
        tool_die("memory");
    uint64_t pages = stat.ks_pages_free + stat.ks_pages_kept, objects = 0;
    for (size_t i = 0; i < KSTAT_SIZES; i++)
        objects += stat.ks_objects[i].count * stat.ks_objects[i].nbytes;
    return pages * PAGE_SIZE - objects;
}
