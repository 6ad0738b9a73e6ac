/*
 * Reading and writing the contents of an inode.
 *
 * All functions may sleep and take the inode's mutex themselves; each call is atomic with respect
 * to other calls.  Errors besides those in fs/fs.h: -EFAULT (a bad user address).
 */
#ifndef FS_CONTENTS_H
#define FS_CONTENTS_H

#include "core/list.h"
#include "fs/inode.h"
#include "fs/io.h"

/*
 * Read or write n bytes of a regular file at off >= 0.  Return the number of bytes copied, which is
 * less than n at the end of the file or if an error came after the first ones.  -EISDIR, -EINVAL
 * (any other kind of file, or off < 0); writing also -EFBIG, -ENOSPC.
 */
int64_t contents_read(struct inode *inode, struct io io, off_t off, size_t n);
int64_t contents_write(struct inode *inode, struct io io, off_t off, size_t n);

/* Writes at the end of the file; stores the new end in *end if anything was written. */
int64_t contents_append(struct inode *inode, struct io io, size_t n, off_t *end);

/* Shortens a regular file, or extends it with a hole.  Sets its time even if the size stays.
 * -EISDIR, -EINVAL, -EFBIG. */
int contents_truncate(struct inode *inode, off_t size);

/* Reads the target of a symbolic link, without a NUL and cut to n bytes; returns its length.
 * -EINVAL: not a symbolic link. */
int64_t contents_readlink(struct inode *inode, struct io io, size_t n);

/* ---- inside fs/: the shared pages of an inode, which fs/mapped.h adds and removes ---- */

/* Pages with numbers that follow each other in the file; a page of memory itself.  Locks: [f] the
 * mutex of fs/mapped.h; [i] inode.mutex, which the callers below hold; [I] fixed. */
#define MAPPED_PART 507
struct mapped_part {
    struct list link;         /* [f] */
    struct inode *inode;      /* [I] */
    struct mapped_part *next; /* [i] of the same inode */
    uint64_t first;           /* [I] */
    void *pages[MAPPED_PART]; /* [i] NULL: none */
};

/* The shared page with that number, or NULL. */
void *contents_page(const struct inode *inode, uint64_t index);

/* Writes that page to its block if they differ or, with `holes`, if there is no block.  The page is
 * there.  Writes nothing after the file's end. */
int contents_write_page(struct inode *inode, uint32_t index, bool holes);

#endif
