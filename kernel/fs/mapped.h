/*
 * The pages of files that programs share by mmap(MAP_SHARED).
 *
 * A shared page is the newest copy of its block, from when a program maps it until no program does:
 * contents_read() uses it in place of the block, and contents_write() changes both.  It is written
 * to the block, if their bytes differ, by mapped_write_back(): for sync, fsync, msync, and when it
 * is in use no more.  These writes are ordinary operations of the log, of one block each.  So after
 * a power cut each page is on the disk as it was at some write-back.
 *
 * All pages of a mapping are made by mmap, up to the file's end, and the holes of a file that is
 * open for writing get blocks then: a full disk or memory is an error of mmap, not of a store.
 * Bytes and pages after the end are never written; they are zeros again when the file grows.
 *
 * Each part of an inode's pages has a reference to the inode: neither unlink nor close ends a
 * mapping.  A page belongs to its inode, by one reference, and to the spaces that map it.
 *
 * Locks: [f] the mutex of the list of all parts; [i] inode.mutex, inside it; [I] fixed.
 * Functions may sleep.  Errors: those in fs/fs.h.
 */
#ifndef FS_MAPPED_H
#define FS_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

struct inode;

void mapped_init(void); /* at mount */

/* For mmap: between the two calls the inode's pages stay, and mapped_page() may be called. */
void mapped_begin(struct inode *inode);
void mapped_end(struct inode *inode);

/* Finds or makes the page with that number; *out is NULL beyond the file's end.  writable: fills a
 * hole, or -ENOSPC. */
int mapped_page(struct inode *inode, uint64_t index, bool writable, void **out);

/* Writes the pages that no program maps any more, and frees them; with `all`, writes the others
 * too.  The first error, if any.  A page that cannot be written stays while a program maps it.
 * Afterwards it is lost, with a message; without memory it is written later. */
int mapped_write_back(bool all);

#endif
