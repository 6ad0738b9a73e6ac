/*
 * The instructions that access user memory (arch/usercopy.h).  For each, .fixups has the address at
 * which to continue if its fault cannot be handled (trap.c).  STAC and CLAC permit and forbid access
 * to user memory (SMAP; Intel SDM 3, 4.6.1).
 *
 * Functions are aligned like those of C: kprof(2) has a count for two bytes, which must be of one function.
 */
    .macro FIXUP at, to
    .pushsection .fixups, "a"
    .quad \at, \to
    .popsection
    .endm

    .text

/* int usercopy_bytes(void *dst, const void *src, size_t n): 0, or -EFAULT.  Words first: REP MOVS
 * continues where it was after a handled fault. */
    .balign 16
    .globl usercopy_bytes
usercopy_bytes:
    movq %rdx, %rcx
    shrq $3, %rcx
    stac
1:  rep movsq
    movl %edx, %ecx
    andl $7, %ecx
2:  rep movsb
    clac
    xorl %eax, %eax
    ret
    FIXUP 1b, fault
    FIXUP 2b, fault

/* int64_t usercopy_string(char *dst, const void *src, size_t n): copies up to a NUL; the bytes before it, n if there
 * is none in n bytes, or -EFAULT. */
    .balign 16
    .globl usercopy_string
usercopy_string:
    movq %rdx, %rax
    addq %rdx, %rdi
    addq %rdx, %rsi
    negq %rdx
    je 3f
    stac
1:  movb (%rsi, %rdx), %cl
    movb %cl, (%rdi, %rdx)
    testb %cl, %cl
    je 2f
    incq %rdx
    jne 1b
2:  clac
3:  addq %rdx, %rax
    ret
    FIXUP 1b, fault

/* int usercopy_load32(uint32_t *value, const void *src): 0 or -EFAULT. */
    .balign 16
    .globl usercopy_load32
usercopy_load32:
    stac
1:  movl (%rsi), %eax
    clac
    movl %eax, (%rdi)
    xorl %eax, %eax
    ret
    FIXUP 1b, fault

/* uint64_t frames_from_user(struct user_place *place, uint64_t *pcs, uint64_t max, uint64_t end)
 * r8: no frame is below; r9: the frame pointer */
    .balign 16
    .globl frames_from_user
frames_from_user:
    movq 8(%rdi), %r8
    movq 16(%rdi), %r9
    movabsq $0x00007ffffffff000 - 16, %r10 /* USER_END */
    leaq (%rsi, %rdx, 8), %rdx
    movq %rsi, %r11
    stac
1:  cmpq %rdx, %rsi
    je frames_end
    cmpq %r8, %r9
    jb frames_end
    cmpq %r10, %r9
    ja frames_end
    testb $7, %r9b
    jnz frames_end
    leaq 16(%r9), %r8
2:  movq -8(%r8), %rax
3:  movq -16(%r8), %r9
    movq %rax, (%rsi)
    addq $8, %rsi
    testq %rax, %rax
    je frames_end
    cmpq %rcx, %rax
    jne 1b
frames_end:
    clac
    movq %r8, 8(%rdi)
    movq %r9, 16(%rdi)
    movq %rsi, %rax
    subq %r11, %rax
    shrq $3, %rax
    ret
    FIXUP 2b, frames_end
    FIXUP 3b, frames_end

/* int64_t f(counter, uint32_t n, uint32_t ceiling), for a counter of nbytes */
    .macro COUNT_USER nbytes, load, zero_extend, cmpxchg, new
    movabsq $0x00007ffffffff000 - \nbytes, %rax /* USER_END */
    cmpq %rax, %rdi
    ja bad_address
    stac
1:  \load (%rdi), %eax
2:  movl %edx, %ecx
    subl %eax, %ecx
    jbe 5f                              /* it is at the ceiling, or above */
    movl %ecx, %r8d                     /* r8d: as much fits */
    cmpl %esi, %ecx
    cmoval %esi, %ecx
    addl %eax, %ecx
3:  lock \cmpxchg \new, (%rdi)
    jne 4f
    clac
    movl %r8d, %eax
    ret
4:  \zero_extend
    jmp 2b
5:  clac
    xorl %eax, %eax
    ret
    FIXUP 1b, fault
    FIXUP 3b, fault
    .endm

    .balign 16
    .globl count_user_u16, count_user_u32
count_user_u16:
    COUNT_USER 2, movzwl, "movzwl %ax, %eax", cmpxchgw, %cx
    .balign 16
count_user_u32:
    COUNT_USER 4, movl, "", cmpxchgl, %ecx
fault:
    clac
bad_address:
    movq $-14, %rax                     /* -EFAULT */
    ret

    .section .note.GNU-stack, "", @progbits
