/* The entries into the kernel: only the CPU calls them. */
#ifndef X86_ENTRY_H
#define X86_ENTRY_H

#include <stdint.h>

extern uint64_t entry_stubs[]; /* 16 bytes of code for each vector */
void entry_syscall(void);
void entry_nmi(void);

#endif
