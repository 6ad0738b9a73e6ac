/* A record that can be written in part only is cut off the file again, and the next whole one tells
 * how many are missing.  If it cannot be cut off, nothing is written after it. */
/* sources: kernel/proc/recording.c */
#include "proc/recording.h"
#include "check.h"
#include "fs/contents.h"
#include "mm/kmem.h"
#include <abi/errno.h>

static char file[3 * PAGE_SIZE];
static int64_t size, room; /* of the file, and how large it may get */
static int cut_error;

void *kmem_alloc(size_t nbytes)
{
    static _Alignas(16) char object[KMEM_MAX];
    return nbytes <= sizeof(object) ? object : NULL;
}

void kmem_free(void *object)
{
    (void)object;
}

struct inode *inode_hold(struct inode *inode)
{
    return inode;
}

void inode_put(struct inode *inode)
{
    (void)inode;
}

void inode_stat(struct inode *inode, struct stat *st)
{
    (void)inode;
    st->st_size = size;
}

int64_t contents_write(struct inode *inode, struct io io, off_t off, size_t n)
{
    (void)inode;
    if (off >= room)
        return -EIO;
    if ((int64_t)n > room - off)
        n = room - off;
    memcpy(file + off, (const void *)io.addr, n);
    if (size < off + (int64_t)n)
        size = off + n;
    return n;
}

int contents_truncate(struct inode *inode, off_t nbytes)
{
    (void)inode;
    size = cut_error ? size : nbytes;
    return cut_error;
}

/* A record of one and a half pages behind its header. */
static int record(struct recording *recording, struct prof_record *header)
{
    static const char page[PAGE_SIZE] = {1};
    recording_begin(recording);
    recording_add(recording, page, sizeof(page));
    recording_add(recording, page, sizeof(page) / 2);
    return recording_end(recording, header);
}

int main(void)
{
    struct prof_record header = {0};
    const int64_t whole = sizeof(header) + PAGE_SIZE + PAGE_SIZE / 2;
    struct recording *recording = recording_create(NULL, 0);
    room = whole - 1;
    CHECK_EQ(record(recording, &header), -ENOSPC);
    CHECK_EQ(size, 0);
    room = PAGE_SIZE;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(size, 0);
    room = sizeof(file);
    CHECK_EQ(record(recording, &header), 0);
    CHECK_EQ(size, whole);
    CHECK_EQ(header.pr_lost, 2);
    CHECK_EQ(header.pr_nbytes, whole);
    CHECK_EQ(memcmp(file, &header, sizeof(header)), 0);

    size = 0;
    room = PAGE_SIZE;
    cut_error = -EIO;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(size, PAGE_SIZE);
    CHECK_EQ(((struct prof_record *)file)->pr_magic, 0);
    room = sizeof(file);
    cut_error = 0;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(size, PAGE_SIZE);
    return 0;
}
