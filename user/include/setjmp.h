/* Non-local jumps (C11 7.13; sigsetjmp: POSIX.1-2017).  setjmp does not save the signal mask. */
#ifndef _SETJMP_H
#define _SETJMP_H

#include <abi/compiler.h>

/* rbx rbp r12 r13 r14 r15 rsp rip, then, for sigsetjmp, a flag and the mask. */
typedef uint64_t jmp_buf[10];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf env) __attribute__((returns_twice));
int _setjmp(jmp_buf env) __attribute__((returns_twice));
int sigsetjmp(sigjmp_buf env, int save_mask) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf env, int value);
_Noreturn void _longjmp(jmp_buf env, int value);
_Noreturn void siglongjmp(sigjmp_buf env, int value);

#endif
