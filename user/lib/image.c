/*
 * The linker puts the ELF header and the program headers at the start of the first segment and
 * calls that place __ehdr_start.  They give the exact bounds of the code and the thread-local
 * storage with GNU ld and lld, and no other symbol does.  The symbol is weak, as tcc's linker does
 * not define it.  tcc's programs have no thread-local variables, and any address may be code.
 */
#include <stddef.h>
#include <stdint.h>

#include "image.h"

extern const char __ehdr_start[] __attribute__((visibility("hidden"), weak));

static const struct elf_header *const header = (const void *)__ehdr_start;

static const struct elf_segment *segments(void)
{
    return (const void *)(__ehdr_start + header->phoff);
}

const struct elf_segment *__image_segment(uint32_t type)
{
    for (int i = 0; header && i < header->phnum; i++)
        if (segments()[i].type == type)
            return &segments()[i];
    return NULL;
}

const struct elf_segment *__image_text(void)
{
    static const struct elf_segment all = {.memsz = UINTPTR_MAX};

    for (int i = 0; header && i < header->phnum; i++) {
        const struct elf_segment *s = &segments()[i];

        if (s->type == PT_LOAD && header->entry - s->vaddr < s->memsz)
            return s;
    }
    return &all;
}
