#include "core/ksyms.h"
#include <stdbool.h>
#include <stddef.h>

struct ksym {
    uint64_t address;
    const char *name;
};

extern const uint64_t ksyms_count;
extern const struct ksym ksyms_table[]; /* by address */

extern const char boot_text_end[], kernel_start[], kernel_text_end[];

const char *ksyms_name(uint64_t pc, uint64_t *offset)
{
    bool is_boot = pc < (uint64_t)boot_text_end;
    bool is_kernel = pc >= (uint64_t)kernel_start && pc < (uint64_t)kernel_text_end;
    uint64_t low = 0, high = is_boot || is_kernel ? ksyms_count : 0;
    while (low < high) { /* the first entry above pc */
        uint64_t mid = low + (high - low) / 2;
        if (ksyms_table[mid].address <= pc)
            low = mid + 1;
        else
            high = mid;
    }
    *offset = low > 0 ? pc - ksyms_table[low - 1].address : pc;
    return low > 0 ? ksyms_table[low - 1].name : "?";
}

const char *ksyms_at(uint64_t index, uint64_t *start)
{
    if (index >= ksyms_count)
        return NULL;
    *start = ksyms_table[index].address;
    return ksyms_table[index].name;
}
