/* The kernel's own function names.  The build makes the table from the linked kernel (build.mk,
 * tools/ksyms.awk). */
#ifndef CORE_KSYMS_H
#define CORE_KSYMS_H

#include <stdint.h>

/* The function that pc lies in, and how far from its start; "?" if outside the kernel's code. */
const char *ksyms_name(uint64_t pc, uint64_t *offset);

/* The functions one by one, by address: the name of number `index`, and where it begins; NULL at
 * the end. */
const char *ksyms_at(uint64_t index, uint64_t *start);

#endif
