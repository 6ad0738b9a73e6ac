/* The shared pages of an inode. */
#include "fs/mapped_pages.h"
#include "core/string.h"
#include "dev/block.h"
#include <abi/limits.h>

_Static_assert(sizeof(struct mapped_part) == PAGE_SIZE && BLOCK_SIZE == PAGE_SIZE, "pages");

void *mapped_pages_find(const struct mapped_part *part, uint64_t index)
{
    for (; part; part = part->next)
        if (index - part->first < MAPPED_PART)
            return part->pages[index - part->first];
    return NULL;
}

void mapped_pages_zero(struct mapped_part *part, uint64_t from)
{
    for (; part; part = part->next)
        for (unsigned i = 0; i < MAPPED_PART; i++) {
            uint64_t start = (part->first + i) * PAGE_SIZE, end = start + PAGE_SIZE;
            size_t kept = from > start ? from - start : 0;
            if (part->pages[i] && from < end)
                memset((char *)part->pages[i] + kept, 0, PAGE_SIZE - kept);
        }
}
