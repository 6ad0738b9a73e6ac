# What the host's tools share with the kernel: the sources of its file system, and all its headers.
# The functions of the rest of the kernel that these sources call are in mkfs/kernel.c.
MKFS_KERNEL_SRCS := $(addprefix kernel/fs/, bitmap.c block_map.c cache.c directory.c fs.c inode.c \
    inode_io.c log.c path.c path_tree.c super.c walk.c)
MKFS_CFLAGS := -Ikernel -Ikernel/include -I.
