/*
 * The linker puts the ELF header and the program headers at the start of the first segment and
 * calls that place __ehdr_start.  They give the exact bounds of the code and the thread-local
 * storage with any linker and script: no other symbol is the same in GNU ld and lld.
 */
#include <stddef.h>

#include "image.h"

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

const struct elf_segment *__image_segment(uint32_t type, uint32_t flags)
{
    const struct elf_header *eh = (const void *)__ehdr_start;
    const char *ph = __ehdr_start + eh->phoff;

    for (int i = 0; i < eh->phnum; i++, ph += eh->phentsize) {
        const struct elf_segment *s = (const void *)ph;

        if (s->type == type && (s->flags & flags) == flags)
            return s;
    }
    return NULL;
}
