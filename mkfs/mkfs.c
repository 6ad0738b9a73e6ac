/*
 * mkfs: makes an image with a file system from a folder.
 *
 *     mkfs -s SIZE [-i INODES] IMAGE FOLDER
 *
 * SIZE is in bytes, or has the suffix K, M or G.  The image contains the folder's files,
 * directories, symbolic links (not followed) and hard links, with their permissions, and also
 * /dev with the devices, /tmp and /out.  All times are SOURCE_DATE_EPOCH, or 1970 without it:
 * the same folder gives the same bytes.  The kernel's own file system does the writing.
 *
 * Status: 0, or 2 after a message; then the image is as it was before.
 */
#include "core/round.h"
#include "core/string.h"
#include "fs/contents.h"
#include "fs/fs.h"
#include "fs/path.h"
#include "mkfs/disk.h"
#include "mkfs/format.h"
#include "mkfs/host.h"
#include "mkfs/kernel.h"
#include <abi/device.h>
#include <abi/errno.h>
#include <abi/fcntl.h>

#define CACHE_BLOCKS 8192
#define CHUNK        (64 * 1024)

/* ---- planning ---- */

struct need {
    uint64_t blocks, inodes;
};

/* Files with several names in the folder: each is copied once. */
struct shared {
    const struct host_node *node;
    struct inode *inode;
    struct shared *next;
};

static struct shared *shared;

static struct shared *find_shared(const struct host_node *node)
{
    for (struct shared *s = shared; s; s = s->next)
        if (s->node->device == node->device && s->node->number == node->number)
            return s;
    struct shared *s = host_alloc(sizeof(*s));
    *s = (struct shared){node, NULL, shared};
    shared = s;
    return s;
}

static bool is_shared(const struct host_node *node)
{
    return node->kind == HOST_FILE && node->nlink > 1;
}

/* Which block of pointers leads to block `index` of a file; 0: the inode alone does. */
static uint64_t pointers_to(uint64_t index)
{
    return index < FS_DIRECT ? 0 : 1 + (index - FS_DIRECT) / FS_PTRS;
}

/* How many blocks a file needs for its bytes [off, end), with blocks of pointers.  Blocks before
 * *next are counted already, and *next - 1 is no hole. */
static uint64_t blocks_for(uint64_t off, uint64_t end, uint64_t *next)
{
    uint64_t n = 0, index = off / FS_BLOCK_SIZE;
    if (index < *next)
        index = *next;
    for (; index < div_round_up(end, FS_BLOCK_SIZE); index++) {
        uint64_t had = *next > 0 ? pointers_to(*next - 1) : 0, has = pointers_to(index);
        n += 1 + (has != had) + (has > 1 && had <= 1);
        *next = index + 1;
    }
    return n;
}

static uint64_t blocks_of_file(const struct host_node *node)
{
    int fd = host_open(node->path);
    uint64_t n = 0, next = 0, end;
    for (uint64_t off = 0; host_next_data(fd, &off, &end); off = end)
        n += blocks_for(off, end, &next);
    host_close(fd);
    return n;
}

static void add_need(const struct host_node *node, struct need *need)
{
    uint64_t size = node->size;
    if (strlen(node->name) > NAME_MAX)
        host_fail("%s: the name is longer than %d bytes", node->path, NAME_MAX);
    if (node->kind == HOST_LINK && (size == 0 || size >= PATH_MAX))
        host_fail("%s: the link's target is longer than %d bytes", node->path, PATH_MAX - 1);
    if (size > FS_FILE_MAX)
        host_fail("%s: the file is larger than %llu bytes", node->path,
                  (unsigned long long)FS_FILE_MAX);
    if (is_shared(node) && find_shared(node)->node != node)
        return;
    if (node->kind == HOST_FOLDER) {
        size = 0;
        for (const struct host_node *child = node->children; child; child = child->next) {
            size += sizeof(struct fs_name);
            add_need(child, need);
        }
    }
    uint64_t next = 0;
    need->blocks += node->kind == HOST_FILE ? blocks_of_file(node) : blocks_for(0, size, &next);
    need->inodes++;
}

/* Computes the geometry for an image of this size; if it is too small, exits and says what size is
 * enough. */
static void plan(struct fs_super *super, uint64_t nbytes, uint32_t ninodes,
                 const struct host_node *root)
{
    struct need need = {.blocks = 2,
                        .inodes = 8}; /* /dev, its devices, /tmp, /out; the root grows */
    uint64_t nblocks = nbytes / FS_BLOCK_SIZE;

    add_need(root, &need);
    if (nblocks > UINT32_MAX - FS_BLOCK_SIZE)
        host_fail("-s: %llu bytes are too many", (unsigned long long)nbytes);
    int error = format_plan(super, nblocks, ninodes);
    uint64_t room = error ? 0 : super->nblocks - super->data_start;
    if (need.blocks > room) {
        /* A larger image also has a larger log and more inodes. */
        uint64_t want = nblocks + need.blocks - room;
        while (format_plan(super, want, ninodes) != 0 ||
               super->nblocks - super->data_start < need.blocks)
            want += 64;
        host_fail("the folder needs %llu blocks of %d bytes more than the image has; use -s %lluK",
                  (unsigned long long)(want - nblocks), FS_BLOCK_SIZE,
                  (unsigned long long)want * (FS_BLOCK_SIZE / 1024));
    }
    if (need.inodes + FS_ROOT_INO > super->ninodes)
        host_fail("the folder needs %llu inodes and the image has %u; use -i",
                  (unsigned long long)need.inodes + FS_ROOT_INO, super->ninodes);
}

/* ---- building ---- */

static const char *folder;

static void check(int64_t result, const char *path)
{
    if (result == -ENOSPC)
        host_fail("%s: the image is full; use a larger -s", path);
    if (result < 0)
        host_fail("%s: cannot be made in the image (error %d)", path, (int)-result);
}

/* Its holes stay holes. */
static void copy_file(const struct host_node *node, struct inode *inode)
{
    static char buf[CHUNK];
    int fd = host_open(node->path);
    check(contents_truncate(inode, node->size), node->path);
    for (uint64_t off = 0, end; host_next_data(fd, &off, &end); off = end) {
        while (off < end) {
            size_t n = host_read(fd, buf, end - off < sizeof(buf) ? end - off : sizeof(buf));
            if (n == 0)
                break; /* somebody has cut it */
            int64_t done = contents_write(inode, io_kernel(buf), off, n);
            check(done == (int64_t)n || done < 0 ? done : -ENOSPC, node->path);
            off += n;
        }
    }
    host_close(fd);
}

static void add_file(struct inode *dir, const struct host_node *node)
{
    struct shared *s = is_shared(node) ? find_shared(node) : NULL;
    if (s && s->inode) {
        check(path_link(s->inode, dir, node->name), node->path);
        return;
    }
    struct inode *inode;
    check(path_open(dir, node->name, O_CREAT | O_EXCL | O_WRONLY, node->mode, &inode), node->path);
    copy_file(node, inode);
    if (s)
        s->inode = inode; /* its reference is kept to the end */
    else
        inode_put(inode);
}

static void add_children(struct inode *dir, const struct host_node *node);

static void add(struct inode *dir, const struct host_node *node)
{
    struct inode *inode;
    switch (node->kind) {
    case HOST_FILE:
        add_file(dir, node);
        break;
    case HOST_LINK:
        check(path_symlink(dir, node->target, node->name), node->path);
        break;
    case HOST_FOLDER:
        check(path_mkdir(dir, node->name, node->mode), node->path);
        check(path_lookup(dir, node->name, false, &inode), node->path);
        add_children(inode, node);
        inode_put(inode);
        break;
    }
}

static void add_children(struct inode *dir, const struct host_node *node)
{
    for (const struct host_node *child = node->children; child; child = child->next)
        add(dir, child);
}

static void add_folder(const char *path)
{
    int error = path_mkdir(NULL, path, 0777);
    struct inode *inode;
    if (error == -EEXIST) {
        error = path_lookup(NULL, path, false, &inode);
        check(error, path);
        if (inode_kind(inode) != S_IFDIR)
            host_fail("%s is in the folder and is not a directory", path);
        inode_put(inode);
    }
    check(error, path);
}

static void add_device(const char *path, mode_t mode, dev_t device)
{
    int error = path_mknod(NULL, path, S_IFCHR, mode, device);
    if (error == -EEXIST)
        host_fail("%s is in the folder and is made by mkfs", path);
    check(error, path);
}

/* /dev/fd/N; the first three have a second name. */
static void add_descriptors(void)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    char path[] = "/dev/fd/N";
    add_folder("/dev/fd");
    for (unsigned i = 0; i < DEV_FDS; i++) {
        path[8] = (char)('0' + i);
        add_device(path, 0666, DEV_FD + i);
        if (i < 3)
            add_device(names[i], 0666, DEV_FD + i);
    }
}

static void add_devices(void)
{
    static const struct {
        const char *path;
        mode_t mode;
        dev_t device;
    } devices[] = {
        {"/dev/console", 0666, DEV_CONSOLE}, {"/dev/full", 0666, DEV_FULL},
        {"/dev/log", 0222, DEV_LOG},         {"/dev/null", 0666, DEV_NULL},
        {"/dev/random", 0666, DEV_RANDOM},   {"/dev/tty", 0666, DEV_CONSOLE},
        {"/dev/urandom", 0666, DEV_RANDOM},  {"/dev/zero", 0666, DEV_ZERO},
    };
    add_folder("/dev");
    add_folder("/out");
    add_folder("/tmp");
    for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
        add_device(devices[i].path, devices[i].mode, devices[i].device);
    add_descriptors();
}

static void build(struct block_device *disk, const struct fs_super *super,
                  const struct host_node *root)
{
    if (format_write(disk, super, kernel_time_ns) != 0 || fs_mount(disk, CACHE_BLOCKS) != 0)
        host_fail("the new file system cannot be mounted");
    struct inode *dir;
    check(inode_root(&dir), "/");
    check(inode_chmod(dir, root->mode), "/");
    add_children(dir, root);
    add_devices();
    inode_put(dir);
    check(fs_unmount(), "/");
    disk_clear(disk, super->log_start + 1, super->log_blocks - 1);
}

/* ---- the command line ---- */

static uint64_t number(const char *option, const char *text, bool with_unit)
{
    uint64_t n, unit = 1;
    char *end;
    if (!host_number(text, &end, &n))
        host_fail("%s %s: not a number", option, text);
    if (with_unit && *end != '\0') {
        unit = *end == 'K' ? 1024 : *end == 'M' ? 1024 * 1024 : *end == 'G' ? 1u << 30 : 0;
        end++;
    }
    if (*end != '\0' || unit == 0 || n > UINT64_MAX / unit)
        host_fail("%s %s: not a number%s", option, text,
                  with_unit ? ", with K, M or G or without" : "");
    return n * unit;
}

int main(int argc, char **argv)
{
    uint64_t nbytes = 0, ninodes = 0, seconds = 0;
    int i = 1;

    host_tool = "mkfs";
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "-s") == 0)
            nbytes = number("-s", argv[i + 1], true);
        else if (strcmp(argv[i], "-i") == 0)
            ninodes = number("-i", argv[i + 1], false);
        else
            break;
    }
    if (argc - i != 2 || nbytes == 0 || argv[i][0] == '-')
        host_fail("usage: mkfs -s SIZE[KMG] [-i INODES] IMAGE FOLDER");
    if (ninodes > UINT32_MAX / 2)
        host_fail("-i: %llu are too many", (unsigned long long)ninodes);
    if (host_getenv("SOURCE_DATE_EPOCH"))
        seconds = number("SOURCE_DATE_EPOCH", host_getenv("SOURCE_DATE_EPOCH"), false);
    kernel_time_ns = seconds * 1000000000;

    struct host_node *root = host_scan(argv[i + 1]);
    folder = root->path;
    struct fs_super super;
    plan(&super, nbytes, ninodes, root);
    struct block_device *disk = disk_new(super.nblocks);
    build(disk, &super, root);
    disk_save(disk, argv[i]);
    host_exit(0);
}
