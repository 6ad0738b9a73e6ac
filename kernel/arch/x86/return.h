/* The return path to user mode. */
#ifndef X86_RETURN_H
#define X86_RETURN_H

#include <stdint.h>

extern uint64_t return_work; /* the function that it calls: return_to_user_work(), if not traced */
void arch_return_to_user(void); /* jumped to, with the stack pointer at a struct trap_frame */
extern char return_to_user_end[];

#endif
