/* Image files: see disk.h. */
#include "mkfs/disk.h"
#include "mkfs/host.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct disk {
    struct block_device device;
    int fd; /* -1: a new disk */
    bool write_through;
    void **kept; /* by block: its contents if it was written, or NULL */
};

static int read_block(struct disk *disk, uint32_t block, void *data)
{
    if (disk->kept[block])
        memcpy(data, disk->kept[block], BLOCK_SIZE);
    else if (disk->fd < 0)
        memset(data, 0, BLOCK_SIZE);
    else if (pread(disk->fd, data, BLOCK_SIZE, (off_t)block * BLOCK_SIZE) != BLOCK_SIZE)
        return -EIO;
    return 0;
}

static int write_block(struct disk *disk, uint32_t block, const void *data)
{
    if (disk->write_through)
        return pwrite(disk->fd, data, BLOCK_SIZE, (off_t)block * BLOCK_SIZE) == BLOCK_SIZE ? 0
                                                                                           : -EIO;
    if (!disk->kept[block])
        disk->kept[block] = host_alloc(BLOCK_SIZE);
    memcpy(disk->kept[block], data, BLOCK_SIZE);
    return 0;
}

static void submit(struct block_device *device, struct block_request *request)
{
    struct disk *disk = (struct disk *)device;
    request->result = 0;
    if (request->op == BLOCK_FLUSH)
        request->result = disk->write_through && fsync(disk->fd) != 0 ? -EIO : 0;
    else if (request->block >= device->nblocks)
        request->result = -EIO;
    else if (request->op == BLOCK_READ)
        request->result = read_block(disk, request->block, request->data);
    else
        request->result = write_block(disk, request->block, request->data);
    request->done(request);
}

static struct block_device *create(const char *name, uint32_t nblocks, int fd, bool write_through)
{
    struct disk *disk = host_alloc(sizeof(*disk));
    disk->device = (struct block_device){.name = name, .nblocks = nblocks, .submit = submit};
    disk->fd = fd;
    disk->write_through = write_through;
    disk->kept = host_alloc((nblocks + 1ull) * sizeof(void *));
    return &disk->device;
}

struct block_device *disk_open(const char *path, bool write_through)
{
    int fd = open(path, (write_through ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0)
        host_fail("%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        host_fail("%s: not a file", path);
    if (st.st_size < BLOCK_SIZE)
        host_fail("%s: only %lld bytes: too small for a file system", path, (long long)st.st_size);
    if (st.st_size / BLOCK_SIZE > UINT32_MAX)
        host_fail("%s: too large", path);
    return create(path, st.st_size / BLOCK_SIZE, fd, write_through);
}

struct block_device *disk_new(uint32_t nblocks)
{
    return create("the new image", nblocks, -1, false);
}

bool disk_differs(struct block_device *device)
{
    struct disk *disk = (struct disk *)device;
    uint8_t data[BLOCK_SIZE];
    for (uint32_t i = 0; i < device->nblocks; i++)
        if (disk->kept[i] &&
            (pread(disk->fd, data, BLOCK_SIZE, (off_t)i * BLOCK_SIZE) != BLOCK_SIZE ||
             memcmp(data, disk->kept[i], BLOCK_SIZE) != 0))
            return true;
    return false;
}

void disk_clear(struct block_device *device, uint32_t block, uint32_t nblocks)
{
    struct disk *disk = (struct disk *)device;
    for (uint32_t i = block; i < block + nblocks; i++) {
        host_free(disk->kept[i]);
        disk->kept[i] = NULL;
    }
}

void disk_save(struct block_device *device, const char *path)
{
    static const char zeros[BLOCK_SIZE];
    struct disk *disk = (struct disk *)device;
    size_t size = strlen(path) + 5;
    char *part = host_alloc(size);
    snprintf(part, size, "%s.new", path);
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && ftruncate(fd, (off_t)device->nblocks * BLOCK_SIZE) == 0;
    for (uint32_t i = 0; i < device->nblocks && ok; i++)
        if (disk->kept[i] && memcmp(disk->kept[i], zeros, BLOCK_SIZE) != 0)
            ok = pwrite(fd, disk->kept[i], BLOCK_SIZE, (off_t)i * BLOCK_SIZE) == BLOCK_SIZE;
    ok = ok && close(fd) == 0 && rename(part, path) == 0;
    if (!ok) {
        int why = errno;
        unlink(part);
        host_fail("%s: %s", path, strerror(why));
    }
    host_free(part);
}
