/*
 * The instructions that access user memory (arch/usercopy.h).  For each, .fixups has the address at
 * which to continue if its fault cannot be handled (trap.c).  STAC and CLAC permit and forbid access
 * to user memory on a CPU with SMAP; on others they are replaced by no-ops at boot (cpu.c).
 */
    .macro OPEN_USER
8:  stac
    .pushsection .smap_sites, "a"
    .quad 8b
    .popsection
    .endm

    .macro CLOSE_USER
8:  clac
    .pushsection .smap_sites, "a"
    .quad 8b
    .popsection
    .endm

    .macro FIXUP at, to
    .pushsection .fixups, "a"
    .quad \at, \to
    .popsection
    .endm

    .text

/* int usercopy_bytes(void *dst, const void *src, size_t n): 0, or 1 if it faulted.  Words first: REP MOVS
 * continues where it was after a handled fault. */
    .globl usercopy_bytes
usercopy_bytes:
    movq %rdx, %rcx
    shrq $3, %rcx
    OPEN_USER
1:  rep movsq
    movl %edx, %ecx
    andl $7, %ecx
2:  rep movsb
    CLOSE_USER
    xorl %eax, %eax
    ret
    FIXUP 1b, fault
    FIXUP 2b, fault

/* int usercopy_load8(uint8_t *value, const void *src), and the same for 32 bits */
    .macro LOAD_USER name, move, register
    .globl \name
\name:
    OPEN_USER
1:  \move (%rsi), %\register
    CLOSE_USER
    \move %\register, (%rdi)
    xorl %eax, %eax
    ret
    FIXUP 1b, fault
    .endm

    LOAD_USER usercopy_load8, movb, al
    LOAD_USER usercopy_load32, movl, eax

/* uint64_t frames_from_user(struct user_place *place, uint64_t *pcs, uint64_t max, uint64_t end)
 * r8: no frame is below; r9: the frame pointer */
    .globl frames_from_user
frames_from_user:
    movq 8(%rdi), %r8
    movq 16(%rdi), %r9
    movabsq $0x00007ffffffff000 - 16, %r10 /* USER_END */
    leaq (%rsi, %rdx, 8), %rdx
    movq %rsi, %r11
    OPEN_USER
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
    CLOSE_USER
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
    OPEN_USER
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
    CLOSE_USER
    movl %r8d, %eax
    ret
4:  \zero_extend
    jmp 2b
5:  CLOSE_USER
    xorl %eax, %eax
    ret
    FIXUP 1b, count_fault
    FIXUP 3b, count_fault
    .endm

    .globl count_user_u16, count_user_u32
count_user_u16:
    COUNT_USER 2, movzwl, "movzwl %ax, %eax", cmpxchgw, %cx
count_user_u32:
    COUNT_USER 4, movl, "", cmpxchgl, %ecx
count_fault:
    CLOSE_USER
bad_address:
    movq $-14, %rax                     /* -EFAULT */
    ret

fault:
    CLOSE_USER
    movl $1, %eax
    ret

    .section .note.GNU-stack, "", @progbits
