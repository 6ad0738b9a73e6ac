/*
 * Recordings.
 *
 * Problem: the number of hits is in a record's header, but is not known before the counters have
 * been read, which takes many writes; and any of these may fail.  A reader must not take a part of
 * a record for a whole one, nor what follows it for its rest.
 *
 * So the writer adds a header of zeros first, then the rest, and the header is written last, over
 * the zeros:
 *
 *     0 0 0 ...                               begun
 *     0 0 0 ... path hits hits                being written
 *     magic, nbytes, ... path hits hits       whole
 *
 * If a write fails, the file is cut to the size that it had before.  If cutting also fails, or the
 * machine stops in the middle, the file ends with a record whose magic number is 0.  Nothing is
 * written after it before the file has been cut.
 */
#include "record/recording.h"
#include "fs/contents.h"
#include "mm/kmem.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/limits.h>

struct recording *recording_create(struct inode *inode, unsigned flags)
{
    struct recording *recording = kmem_alloc(sizeof(*recording));
    if (recording)
        *recording = (struct recording){.users = 1, .flags = flags, .inode = inode_hold(inode)};
    return recording;
}

void recording_hold(struct recording *recording)
{
    if (recording)
        __atomic_add_fetch(&recording->users, 1, __ATOMIC_RELAXED);
}

void recording_put(struct recording *recording)
{
    if (!recording || __atomic_sub_fetch(&recording->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    inode_put(recording->inode);
    kmem_free(recording);
}

/* After the first error nothing more is written. */
static void write_at(struct recording *recording, uint64_t at, const void *src, size_t nbytes)
{
    if (recording->error)
        return;
    int64_t n = contents_write(recording->inode, io_kernel(src), recording->start + at, nbytes);
    if (n < 0)
        recording->error = n;
    else if ((size_t)n < nbytes)
        recording->error = -ENOSPC;
}

void recording_begin(struct recording *recording)
{
    struct stat st;
    inode_stat(recording->inode, &st);
    if (!recording->error || recording->start > (uint64_t)st.st_size) /* somebody has cut it */
        recording->start = st.st_size;
    recording->nbytes = 0;
}

void recording_add(struct recording *recording, const void *src, size_t nbytes)
{
    write_at(recording, recording->nbytes, src, nbytes);
    recording->nbytes += nbytes;
}

void recording_add_memory(struct recording *recording, struct space *space, uint64_t addr,
                          uint64_t nbytes)
{
    static char page[PAGE_SIZE]; /* [w] */
    uint64_t end = addr + nbytes, n;
    for (uint64_t at = addr; !recording->error && (at = space_next(space, at, end)) < end;
         at += n) {
        n = PAGE_SIZE - at % PAGE_SIZE < end - at ? PAGE_SIZE - at % PAGE_SIZE : end - at;
        space_peek(space, at, page, n);
        write_at(recording, recording->nbytes + (at - addr), page, n);
    }
    recording->nbytes += nbytes;
}

int recording_end(struct recording *recording, struct prof_record *header)
{
    uint64_t end = recording->start + recording->nbytes;
    if (!recording->error) /* a hole may be last */
        recording->error = contents_truncate(recording->inode, end);
    if (header) {
        header->pr_magic = PROF_RECORD_MAGIC;
        header->pr_nbytes = recording->nbytes;
        header->pr_lost = recording->lost;
        write_at(recording, 0, header, sizeof(*header));
    }
    int error = recording->error;
    recording->lost += error != 0;
    if (error && contents_truncate(recording->inode, recording->start) == 0)
        recording->error = 0;
    return error;
}
