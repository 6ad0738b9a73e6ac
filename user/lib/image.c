/*
 * The linker puts the ELF header and the program headers at the start of the first segment and
 * calls that place __ehdr_start.  They give the exact bounds of the code and the thread-local
 * storage with any linker and script: no other symbol is the same in GNU ld and lld.
 */
#include <stddef.h>

#include "image.h"

extern const char __ehdr_start[] __attribute__((visibility("hidden")));

static const struct elf_header *const header = (const void *)__ehdr_start;

static const struct elf_segment *segment(int i)
{
    return (const void *)(__ehdr_start + header->phoff + (size_t)i * header->phentsize);
}

const struct elf_segment *__image_segment(uint32_t type)
{
    for (int i = 0; i < header->phnum; i++)
        if (segment(i)->type == type)
            return segment(i);
    return NULL;
}

const struct elf_segment *__image_text(void)
{
    for (int i = 0; i < header->phnum; i++)
        if (segment(i)->type == PT_LOAD && header->entry - segment(i)->vaddr < segment(i)->memsz)
            return segment(i);
    return NULL;
}
