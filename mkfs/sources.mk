# What the host's tools share with the kernel: its own file system, and all its headers.  The
# functions that those sources want of the rest of the kernel are in mkfs/kernel.c.
MKFS_KERNEL_SRCS := $(addprefix kernel/fs/, bitmap.c cache.c directory.c extent.c fs.c inode.c \
    log.c path.c tree.c walk.c)
MKFS_CFLAGS := -Ikernel -Ikernel/include -I.
