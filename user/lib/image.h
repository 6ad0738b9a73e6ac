/* The program's own ELF image, as it was loaded. */
#ifndef LIB_IMAGE_H
#define LIB_IMAGE_H

#include <abi/elf.h>

/* The first segment of that type that has all of those flags, or NULL. */
const struct elf_segment *__image_segment(uint32_t type, uint32_t flags);

#endif
