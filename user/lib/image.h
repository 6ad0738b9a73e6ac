/* The program's own ELF image, as it was loaded. */
#ifndef LIB_IMAGE_H
#define LIB_IMAGE_H

#include <stdint.h>

#define SEGMENT_LOAD 1 /* PT_LOAD */
#define SEGMENT_TLS  7 /* PT_TLS */
#define SEGMENT_EXEC 1 /* PF_X */

/* An ELF64 program header (System V ABI, chapter 5). */
struct segment {
    uint32_t type, flags;
    uint64_t offset, addr, phys, file_nbytes, mem_nbytes, align;
};

/* The first segment of that type that has all of those flags, or NULL. */
const struct segment *__image_segment(uint32_t type, uint32_t flags);

#endif
