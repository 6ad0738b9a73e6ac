/* The kernel's own function names, which the build puts into the image (Makefile, ksyms). */
#ifndef CORE_KSYMS_H
#define CORE_KSYMS_H

#include <stdint.h>

/* The function that pc lies in, and how far from its start; "?" if before the first. */
const char *ksyms_name(uint64_t pc, uint64_t *offset);

#endif
