/*
 * The file system on the disk.  All numbers are little-endian; blocks have FS_BLOCK_SIZE bytes.
 *
 *     block 0         superblock
 *     log_start       log header, then room for log_blocks - 1 copies of blocks
 *     imap_start      inode bitmap: bit n is inode n; bit 0 is always set, there is no inode 0
 *     bmap_start      block bitmap: bit n is block n of the disk, all those before data_start set
 *     itable_start    inodes, FS_INODES_PER_BLOCK to a block
 *     data_start      contents of files, and blocks of pointers to them, up to nblocks
 *
 * A block pointer of 0 is a hole, which reads as zeros.  The bytes after a file's size in its
 * last block are undefined.  No block is mapped after the last one that the size reaches.
 */
#ifndef ABI_FS_H
#define ABI_FS_H

#include <abi/compiler.h>
#include <abi/limits.h>

#define FS_BLOCK_SIZE 4096
#define FS_MAGIC      0x315346594c4c4154ull /* the bytes "TALLYFS1" */
#define FS_VERSION    1
#define FS_ROOT_INO   1

struct fs_super {
    uint64_t magic;
    uint32_t version;
    uint32_t block_size;
    uint32_t nblocks; /* of the whole file system; the disk may be larger */
    uint32_t ninodes; /* inode 0 included */
    uint32_t log_start;
    uint32_t log_blocks;
    uint32_t imap_start;
    uint32_t bmap_start;
    uint32_t itable_start;
    uint32_t data_start;
    uint64_t checksum; /* fs_checksum() of all fields before it */
    uint32_t orphans;  /* allocated inodes with nlink 0: the next mount frees them */
};

#define FS_DIRECT      22
#define FS_PTRS        (FS_BLOCK_SIZE / 4) /* pointers in a block of them */
#define FS_FILE_BLOCKS (FS_DIRECT + FS_PTRS + FS_PTRS * FS_PTRS)
#define FS_FILE_MAX    ((uint64_t)FS_FILE_BLOCKS * FS_BLOCK_SIZE) /* bytes; a little over 4 GiB */

struct fs_inode {
    uint32_t mode;     /* abi/stat.h; 0: this inode is free */
    uint32_t nlink;    /* names that it has; a directory has exactly 1 */
    uint64_t size;     /* bytes; of a directory: FS_NAMES_PER_BLOCK whole entries a block */
    uint64_t mtime_ns; /* since 1970-01-01 00:00 UTC */
    uint32_t nblocks;  /* in use for it, blocks of pointers included */
    uint32_t aux;      /* of a device: its number; of a directory: its parent's inode number; of
                          others: when it was last read, seconds; 0: when it last changed */
    uint32_t direct[FS_DIRECT];
    uint32_t indirect;        /* a block of pointers */
    uint32_t double_indirect; /* a block of pointers to such blocks */
};

#define FS_INODES_PER_BLOCK (FS_BLOCK_SIZE / 128)

/* "." and ".." are not in the directory: the first is known and the second is in the inode.  A
 * block without names is a hole, unless freeing it failed; the last one is never a hole. */
struct fs_name {
    uint32_t ino;            /* 0: this entry is free */
    char name[NAME_MAX + 1]; /* the rest of the array is zero */
};

#define FS_NAMES_PER_BLOCK (FS_BLOCK_SIZE / 64)

/*
 * The log holds at most one commit: copy i belongs in block home[i].  The commit is valid if the
 * checksum matches; otherwise the log is empty.  See kernel/fs/log.c.
 */
#define FS_LOG_COPIES 1016

struct fs_log_header {
    uint64_t magic;
    uint64_t sequence; /* incremented by every commit */
    uint64_t checksum; /* of the header's used bytes with this field 0, then of all copies */
    uint32_t count;    /* copies; 0: nothing to do */
    uint32_t pad;
    uint32_t home[FS_LOG_COPIES]; /* of the copies; the rest is what earlier commits left */
};

/* How many bytes of the header are used with that count: whole words of 8 bytes, so an even number
 * of homes. */
static inline uint64_t fs_log_header_used(uint32_t count)
{
    uint32_t nunused = FS_LOG_COPIES - (count + 1) / 2 * 2;
    return sizeof(struct fs_log_header) - nunused * sizeof(uint32_t);
}

#define FS_LOG_MAGIC 0x474f4c594c4c4154ull /* the bytes "TALLYLOG" */

_Static_assert(sizeof(struct fs_inode) == 128, "inodes fill a block");
_Static_assert(sizeof(struct fs_name) == 64, "names fill a block");
_Static_assert(sizeof(struct fs_log_header) == FS_BLOCK_SIZE, "the log header is a block");

/* Continues from `sum` over nbytes, a multiple of 8, at an 8-byte aligned address. */
static inline uint64_t fs_checksum(uint64_t sum, const void *data, uint64_t nbytes)
{
#pragma GCC unroll 32 /* half of the time of a commit is spent here */
    for (uint64_t i = 0; i < nbytes / 8; i++) {
        uint64_t word;
        __builtin_memcpy(&word, (const char *)data + i * sizeof(word), sizeof(word));
        sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
        sum ^= sum >> 29;
    }
    return sum;
}

#endif
