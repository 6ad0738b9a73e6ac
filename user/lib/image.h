/* The program's own ELF image, as it was loaded. */
#ifndef LIB_IMAGE_H
#define LIB_IMAGE_H

#include <abi/elf.h>

/* The first segment of that type, or NULL. */
const struct elf_segment *__image_segment(uint32_t type);

/* The segment with the entry: of several that are executable the one whose ticks are counted. */
const struct elf_segment *__image_text(void);

#endif
