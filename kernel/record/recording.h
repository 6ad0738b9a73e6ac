/*
 * Recordings: the file that profrecord(2) named and its flags, shared by all processes whose
 * records go there; and the writing of profiles, of which a file has all or nothing.
 *
 * A recording holds the file's inode, not a descriptor: the process may close all of these, and
 * chdir.
 *
 * Locks: [I] fixed; [a] atomic; [w] whoever writes a record.  One record is written at a time, in
 * the whole machine; the caller sees to that.
 */
#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

#include <abi/record.h>
#include <stddef.h>
#include <stdint.h>

struct inode;
struct space;

struct recording {
    uint32_t users;      /* [a] references */
    unsigned flags;      /* [I] PROF_RECORD_* */
    struct inode *inode; /* [I] a reference */
    uint64_t start;      /* [w] where in the file the record begins that is being written */
    uint64_t nbytes;     /* [w] of it, so far */
    int error;           /* [w] why it cannot be written; stays while the part that was written
                            cannot be removed: until then nothing more is written */
    uint64_t lost;       /* [w] records that could not be written */
};

/* Takes a reference to the inode, a regular file.  NULL when memory is out. */
struct recording *recording_create(struct inode *inode, unsigned flags);

/* Take a reference, drop one; NULL is allowed.  Dropping the last may sleep. */
void recording_hold(struct recording *recording);
void recording_put(struct recording *recording);

/* Append something to the file, in this order.  All may sleep, and none allocates memory itself.
 * recording_add_memory adds a process's memory as it is; the caller sees to it that the range is
 * user memory.  A page that is not there becomes a hole.  recording_end fills the magic number, the
 * size and the lost records into the header, and writes it over what was added first; NULL: there
 * is none.  It returns 0; or the error, and then the file is as before. */
void recording_begin(struct recording *recording);
void recording_add(struct recording *recording, const void *src, size_t nbytes);
void recording_add_memory(struct recording *recording, struct space *space, uint64_t addr,
                          uint64_t nbytes);
int recording_end(struct recording *recording, struct prof_record *header);

#endif
