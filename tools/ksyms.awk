# Reads `ADDRESS NAME` lines, which nm has sorted, and prints the kernel's table of its functions
# in assembly, for its backtraces.
BEGIN {
    print "    .section .ksyms,\"a\"\n    .balign 8\n    .globl ksyms_count, ksyms_table"
}
{ table = table "    .quad 0x" $1 ", " NR "f\n"; names = names NR ":  .asciz \"" $2 "\"\n" }
END {
    printf "ksyms_count:\n    .quad %d\nksyms_table:\n%s%s", NR, table, names
    print "    .section .note.GNU-stack,\"\",@progbits"
}
