# The host's tools share these with the kernel: the sources of its file system, and all its headers. The functions of
# the rest of the kernel that these sources call are in mkfs/kernel.c.
MKFS_KERNEL_SRCS := kernel/core/error.c $(addprefix kernel/fs/, bitmap.c block_map.c cache.c \
    contents.c directory.c fs.c inode.c log.c mapped.c name_cache.c name_index.c path.c super.c tree.c \
    walk.c)
MKFS_CFLAGS := -Ikernel -Ikernel/include -I.
