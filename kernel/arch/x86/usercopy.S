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

/* int usercopy_zero(void *dst, size_t n) */
    .globl usercopy_zero
usercopy_zero:
    xorl %eax, %eax
    movq %rsi, %rcx
    shrq $3, %rcx
    OPEN_USER
1:  rep stosq
    movl %esi, %ecx
    andl $7, %ecx
2:  rep stosb
    CLOSE_USER
    ret
    FIXUP 1b, fault
    FIXUP 2b, fault

/* int usercopy_load8(uint8_t *value, const void *src) */
    .globl usercopy_load8
usercopy_load8:
    OPEN_USER
1:  movb (%rsi), %al
    CLOSE_USER
    movb %al, (%rdi)
    xorl %eax, %eax
    ret
    FIXUP 1b, fault

/* int usercopy_load32(uint32_t *value, const void *src) */
    .globl usercopy_load32
usercopy_load32:
    OPEN_USER
1:  movl (%rsi), %eax
    CLOSE_USER
    movl %eax, (%rdi)
    xorl %eax, %eax
    ret
    FIXUP 1b, fault

/* int count_user_u16(uint16_t *user_counter, uint16_t n): atomically adds as much of n as keeps the
 * counter at or below 65535. */
    .globl count_user_u16
count_user_u16:
    movabsq $0x00007ffffffff000 - 2, %rax /* USER_END */
    cmpq %rax, %rdi
    ja bad_address
    movzwl %si, %esi
    OPEN_USER
1:  movzwl (%rdi), %eax
2:  movl $65535, %edx
    subl %eax, %edx
    cmpl %esi, %edx
    cmoval %esi, %edx                   /* edx: how much fits */
    leal (%rax,%rdx), %ecx
3:  lock cmpxchgw %cx, (%rdi)
    jne 4f
    CLOSE_USER
    movl %edx, %eax
    ret
4:  movzwl %ax, %eax
    jmp 2b
    FIXUP 1b, count_fault
    FIXUP 3b, count_fault
count_fault:
    CLOSE_USER
bad_address:
    movl $-14, %eax                     /* -EFAULT */
    ret

fault:
    CLOSE_USER
    movl $1, %eax
    ret

    .section .note.GNU-stack, "", @progbits
