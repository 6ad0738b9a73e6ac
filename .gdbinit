# For `gdb -x .gdbinit`, next to a running `make qemu-gdb`, which writes build/gdb.cmd: the kernel's
# file and the port.  The machine stands before its first instruction.  Software breakpoints work
# at once: QEMU keeps them by address and writes nothing into memory.
set confirm off
set pagination off
set disassemble-next-line auto
source build/gdb.cmd
