/* A record that can be written in part only is cut off the file again, and the next whole one tells
 * how many are missing.  If it cannot be cut off, nothing is written after it until it is. */
/* sources: kernel/record/recording.c */
#include "record/recording.h"
#include "fs/contents.h"
#include "mm/kmem.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <stdio.h>

/* Not check.h: <string.h> and the kernel's own header give the parameters different names. */
_Noreturn void exit(int status);
#define CHECK_EQ(got, want) check(__LINE__, got, want)

static void check(int line, int64_t got, int64_t want)
{
    if (got == want)
        return;
    printf("%s:%d: %ld, not %ld\n", __FILE__, line, got, want);
    exit(1);
}

static char file[3 * PAGE_SIZE];
static int64_t file_size, room; /* how large it may get */
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
    st->st_size = file_size;
}

int64_t contents_write(struct inode *inode, struct io io, off_t off, size_t n)
{
    (void)inode;
    if (off >= room)
        return -EIO;
    if ((int64_t)n > room - off)
        n = room - off;
    memcpy(file + off, (const void *)io.addr, n);
    if (file_size < off + (int64_t)n)
        file_size = off + n;
    return n;
}

int contents_truncate(struct inode *inode, off_t size)
{
    (void)inode;
    file_size = cut_error ? file_size : size;
    return cut_error;
}

/* A process's memory: only its second page is there. */
int space_peek(struct space *space, uint64_t addr, void *dst, size_t nbytes)
{
    (void)space;
    memset(dst, addr / PAGE_SIZE, nbytes);
    return 0;
}

uint64_t space_next(struct space *space, uint64_t addr, uint64_t end)
{
    (void)space;
    uint64_t at = addr < PAGE_SIZE ? PAGE_SIZE : addr;
    return at < end && at < 2 * PAGE_SIZE ? at : end;
}

static void check_memory(uint64_t addr, uint64_t nbytes, int64_t written)
{
    struct recording out = {.users = 1};
    file_size = 0;
    recording_begin(&out);
    recording_add(&out, "!", 1);
    recording_add_memory(&out, NULL, addr, nbytes);
    CHECK_EQ(recording_end(&out, NULL), 0);
    CHECK_EQ(file_size, 1 + nbytes);
    CHECK_EQ(file[0], '!');
    CHECK_EQ(file[written], written ? 1 : '!');
}

/* A record of one and a half pages behind its header. */
static int record(struct recording *recording, struct prof_record *header)
{
    static const char page[PAGE_SIZE] = {1};
    recording_begin(recording);
    recording_add(recording, &(const struct prof_record){0}, sizeof(*header));
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
    CHECK_EQ(file_size, 0);
    room = sizeof(header);
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(file_size, 0);
    room = sizeof(file);
    CHECK_EQ(record(recording, &header), 0);
    CHECK_EQ(file_size, whole);
    CHECK_EQ(header.pr_lost, 2);
    CHECK_EQ(header.pr_nbytes, whole);
    CHECK_EQ(memcmp(file, &header, sizeof(header)), 0);

    check_memory(PAGE_SIZE + 5, PAGE_SIZE - 5, PAGE_SIZE - 5);
    check_memory(5, 2 * PAGE_SIZE - 5, 1 + PAGE_SIZE - 5);
    check_memory(PAGE_SIZE + 5, PAGE_SIZE + 6, 1);
    check_memory(2 * PAGE_SIZE, 6, 0);

    file_size = whole;
    room = whole + sizeof(header);
    cut_error = -EIO;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(file_size, room);
    file_size = 0; /* the user has emptied it: nothing is put before the next record */
    cut_error = 0;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(file_size, 0);

    room = sizeof(header);
    cut_error = -EIO;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(file_size, (int64_t)sizeof(header));
    CHECK_EQ(((struct prof_record *)file)->pr_magic, 0);
    room = sizeof(file);
    cut_error = 0;
    CHECK_EQ(record(recording, &header), -EIO);
    CHECK_EQ(file_size, 0);
    CHECK_EQ(record(recording, &header), 0);
    CHECK_EQ(file_size, whole);
    CHECK_EQ(header.pr_lost, 6);
    return 0;
}
