#include "core/ksyms.h"

struct ksym {
    uint64_t address;
    const char *name;
};

extern const uint64_t ksyms_count;
extern const struct ksym ksyms_table[]; /* by address */

extern const char kernel_text_end[];

const char *ksyms_name(uint64_t pc, uint64_t *offset)
{
    uint64_t low = 0, high = pc < (uint64_t)kernel_text_end ? ksyms_count : 0;
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
