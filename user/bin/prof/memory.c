#include "memory.h"

#include <sys/kstat.h>

#include "prof.h"

uint64_t memory_free(void)
{
    struct kstat stat;

    if (kstat(&stat) != 0)
        tool_die("memory");
    return stat.ks_pages_free * PAGE_SIZE;
}
