/*
 * Cases that random operations do not find: the disk full, or failing, at every point of every
 * operation; a file beyond 256 MiB; numbers and names at their limits.
 */
#include "fs/cache.h"
#include "fs/name_cache.h"
#include "tests/host/fs_sim.h"
#include <stdio.h>

#define BITS_PER_BLOCK (BLOCK_SIZE * 8) /* of a bitmap */

static struct inode *open_file(const char *path)
{
    struct inode *inode;
    int r = path_open(NULL, path, O_CREAT | O_RDWR, 0644, &inode);
    CHECK(r == 0, "%s: %d", path, r);
    return inode;
}

static void write_bytes(const char *path, uint64_t off, size_t n)
{
    static uint8_t buf[200000];
    struct inode *inode = open_file(path);
    memset(buf, path[1], n);
    int64_t done = contents_write(inode, io_kernel(buf), (off_t)off, n);
    CHECK(done == (int64_t)n, "%s: %ld", path, done);
    inode_put(inode);
}

/* ---- every operation that takes blocks or inodes, each alone ---- */

static int grow_within_direct(void)
{
    struct inode *inode = open_file("/file");
    off_t end;
    int64_t n = contents_append(inode, io_kernel("abc"), 3, &end);
    inode_put(inode);
    return n < 0 ? (int)n : 0;
}

static int grow_into_indirect(void)
{
    struct inode *inode = open_file("/file");
    int64_t n = contents_write(inode, io_kernel("abc"), FS_DIRECT * 4096, 3);
    inode_put(inode);
    return n < 0 ? (int)n : 0;
}

static int grow_into_double_indirect(void)
{
    struct inode *inode = open_file("/file");
    int64_t n = contents_write(inode, io_kernel("abc"), (FS_DIRECT + FS_PTRS) * 4096 + 5000, 3);
    inode_put(inode);
    return n < 0 ? (int)n : 0;
}

static int create(void)
{
    struct inode *inode;
    int r = path_open(NULL, "/full/new", O_CREAT | O_RDWR, 0644, &inode);
    if (r == 0)
        inode_put(inode);
    return r;
}

static int make_directory(void)
{
    return path_mkdir(NULL, "/full/new", 0755);
}

static int make_link(void)
{
    return link_path(NULL, "/file", "/full/new");
}

static int make_symlink(void)
{
    return path_symlink(NULL, "somewhere", "/full/new");
}

static int rename_into(void)
{
    return tree_rename(NULL, "/file", NULL, "/full/new");
}

static int rename_directory_over(void)
{
    return tree_rename(NULL, "/full", NULL, "/empty");
}

static int remove_file(void)
{
    return path_unlink(NULL, "/big");
}

static int truncate(void)
{
    struct inode *inode;
    int r = path_lookup(NULL, "/big", true, &inode);
    if (r)
        return r;
    r = contents_truncate(inode, 5000);
    inode_put(inode);
    return r;
}

static int (*const operations[])(void) = {
    grow_within_direct,
    grow_into_indirect,
    grow_into_double_indirect,
    create,
    make_directory,
    make_link,
    make_symlink,
    rename_into,
    rename_directory_over,
    remove_file,
    truncate,
};

#define OPERATIONS (sizeof(operations) / sizeof(operations[0]))

/* A file of whole blocks; a directory whose only block has no free entry; a file with pointers. */
static struct sim *prepare(uint32_t ninodes)
{
    struct sim *sim = sim_create(300, ninodes);
    char path[] = "/full/xx";
    CHECK(sim_mount(sim, 64) == 0, "mount");
    write_bytes("/file", 0, 4096);
    write_bytes("/big", 0, 150000);
    CHECK(path_mkdir(NULL, "/full", 0755) == 0, "mkdir");
    CHECK(path_mkdir(NULL, "/empty", 0755) == 0, "mkdir");
    for (unsigned i = 0; i < FS_NAMES_PER_BLOCK; i++) {
        path[6] = (char)('a' + i / 16);
        path[7] = (char)('a' + i % 16);
        CHECK(link_path(NULL, "/file", path) == 0, "link");
    }
    CHECK(fs_unmount() == 0, "unmount");
    return sim;
}

/* Uses blocks until `left` are free. */
static void fill(unsigned left)
{
    static uint8_t block[BLOCK_SIZE];
    struct inode *filler = open_file("/filler");
    off_t end, size = 0;
    while (contents_append(filler, io_kernel(block), sizeof(block), &end) > 0)
        size = end;
    CHECK(contents_truncate(filler, size - (off_t)left * BLOCK_SIZE) == 0, "truncate");
    inode_put(filler);
}

static void test_full(void)
{
    struct sim *good = prepare(0);
    for (unsigned i = 0; i < OPERATIONS; i++) {
        int r = -ENOSPC;
        for (unsigned left = 0; left < 8; left++) {
            struct sim *sim = sim_copy(good);
            CHECK(sim_mount(sim, 64) == 0, "mount");
            fill(left);
            uint64_t before = sim_picture();
            bool failed = r != 0;
            r = operations[i]();
            CHECK(r == 0 || (r == -ENOSPC && failed), "operation %u with %u blocks: %d", i, left,
                  r);
            CHECK((sim_picture() == before) == (r != 0), "operation %u half done", i);
            sim_fsck("on a full disk");
            sim_destroy(sim);
        }
        CHECK(r == 0, "operation %u does not fit", i);
    }
    sim_destroy(good);
}

static void test_no_inode(void)
{
    struct sim *sim = prepare(8);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    inode_put(open_file("/a"));
    inode_put(open_file("/b"));
    uint64_t before = sim_picture();
    CHECK(create() == -ENOSPC, "room");
    CHECK(make_directory() == -ENOSPC, "room");
    CHECK(make_symlink() == -ENOSPC, "room");
    CHECK(sim_picture() == before, "something changed");
    sim_fsck("without inodes");
    struct inode *inode;
    CHECK(path_open(NULL, "/a", O_RDWR, 0, &inode) == 0, "unlink");
    CHECK(path_unlink(NULL, "/a") == 0, "unlink");
    CHECK(create() == -ENOSPC, "an open file's inode was allocated again");
    inode_put(inode);
    CHECK(create() == 0, "the inode did not come back");
    sim_destroy(sim);
}

/* ---- a disk that stops writing at every point ---- */

/* On a disk that cannot be written: how it is mounted, and what is there then. */
static int mount_unwritable(struct sim *sim, uint64_t *picture)
{
    sim->writes_left = 0;
    int r = sim_mount(sim, 64);
    if (r == 0) {
        *picture = sim_picture();
        CHECK(path_mkdir(NULL, "/other", 0) == 0 ? fs_sync() == -EIO : fs_sync() == 0, "writable");
        CHECK(path_mkdir(NULL, "/third", 0) == -EROFS, "writable");
    }
    sim->writes_left = UINT64_MAX;
    return r;
}

static void test_write_errors(void)
{
    bool mounted = false, refused = false; /* seen of an unwritable disk that has not all */
    struct sim *good = prepare(0);
    for (unsigned i = 0; i < OPERATIONS; i++) {
        struct sim *sim = sim_copy(good);
        CHECK(sim_mount(sim, 64) == 0, "mount");
        uint64_t before = sim_picture();
        CHECK(operations[i]() == 0, "operation %u", i);
        uint64_t after = sim_picture();
        bool whole = false; /* seen: the log, and nothing has been written to its home */
        int r = -EIO;
        for (unsigned writes = 0; r != 0; writes++) {
            sim_destroy(sim);
            sim = sim_copy(good);
            CHECK(sim_mount(sim, 64) == 0, "mount");
            sim->writes_left = writes;
            CHECK(operations[i]() == 0, "operation %u needs no disk", i);
            r = fs_sync();
            CHECK(sim_picture() == after, "what was done must stay readable");
            if (r != 0) {
                CHECK(r == -EIO, "sync %d", r);
                CHECK(fs_sync() == -EIO, "the next sync");
                CHECK(path_mkdir(NULL, "/other", 0) == -EROFS, "writable after a failure");
                CHECK(fs_unmount() == -EIO, "unmount hides the failure");
            }
            uint64_t unwritable;
            int mount = mount_unwritable(sim, &unwritable);
            if (mount != 0 && !whole) {
                whole = true;
                struct sim *torn = sim_copy(sim);
                sim_block(torn, super_geometry()->log_start + 1)[0] ^= 1;
                CHECK(mount_unwritable(torn, &unwritable) == 0, "with a torn log");
                CHECK(unwritable == before, "a torn log has an effect");
                sim_destroy(torn);
            }
            CHECK(sim_mount(sim, 64) == 0, "mount");
            sim_fsck("after a failed commit");
            uint64_t now = sim_picture();
            CHECK(now == after || (r != 0 && now == before), "operation %u half done", i);
            CHECK(mount == 0 ? now == unwritable : mount == -EIO && now == after, "unwritable: %d",
                  mount);
            mounted |= mount == 0 && now == before;
            refused |= mount != 0;
        }
        sim_destroy(sim);
    }
    CHECK(mounted && refused, "not both kinds of failures");
    sim_destroy(good);
}

/* ---- a buffer that goes, and then a disk that fails, while a write waits for its n-th read ----
 */

static void (*submit)(struct block_device *device, struct block_request *request);
static unsigned reads_to_go;
#define CACHE 64 /* blocks */

/* Others use the whole cache. */
static void forget_unused(void)
{
    uint32_t last = super_geometry()->nblocks;
    for (uint32_t block = last - CACHE; block < last; block++) {
        struct buffer *b;
        CHECK(cache_read(block, &b) == 0, "read");
        cache_put(b);
    }
}

static void submit_until(struct block_device *device, struct block_request *request)
{
    submit(device, request);
    if (request->op == BLOCK_READ && reads_to_go > 0 && --reads_to_go == 0) {
        forget_unused();
        kernel_bad_address = 0;
        ((struct sim *)device)->reads_left = 0;
    }
}

/* A write to /file from this block on. */
static void write_and_fail(struct sim *sim, uint64_t block)
{
    static uint8_t buf[3 * BLOCK_SIZE];
    memset(buf, 'x', sizeof(buf));
    submit = sim->device.submit;
    sim->device.submit = submit_until;
    int64_t result = -EFAULT;
    for (unsigned n = 1; result < 0; n++) {
        CHECK(sim_mount(sim, CACHE) == 0, "mount");
        uint64_t before = sim_picture();
        CHECK(sim_mount(sim, CACHE) == 0, "mount");
        struct inode *inode = open_file("/file");
        uint32_t nblocks = inode->disk->nblocks;
        reads_to_go = n;
        result = contents_write(inode, io_user(buf), (off_t)block * BLOCK_SIZE, sizeof(buf));
        reads_to_go = 0;
        kernel_bad_address = UINT64_MAX;
        sim->reads_left = UINT64_MAX;
        CHECK(result > 0 || inode->disk->nblocks <= nblocks + 2, "more than pointers are kept");
        inode_put(inode);
        CHECK(result == sizeof(buf) || result == -EFAULT || result == -EIO, "%ld", result);
        CHECK((sim_picture() == before) == (result < 0), "half written");
        sim_fsck("after a write whose buffer has gone");
        CHECK(fs_unmount() == 0, "unmount");
    }
    CHECK(sim_mount(sim, CACHE) == 0, "mount");
    CHECK(path_unlink(NULL, "/file") == 0, "unlink");
    sim_fsck("without the file");
}

static void test_buffer_goes(void)
{
    const uint64_t blocks[] = {1, FS_DIRECT + 3, FS_DIRECT + FS_PTRS + 3,
                               FS_DIRECT + 3 * FS_PTRS + 3, FS_DIRECT + 9 * FS_PTRS - 2};
    for (unsigned end = 0; end < 4; end++)
        for (unsigned at = 0; at < 5; at++) {
            struct sim *sim = sim_create(400, 0);
            CHECK(sim_mount(sim, CACHE) == 0, "mount");
            write_bytes("/file", blocks[end] * BLOCK_SIZE, 100);
            CHECK(fs_unmount() == 0, "unmount");
            write_and_fail(sim, blocks[at] + 1);
            sim_destroy(sim);
        }
}

/* Blocks of pointers whose bits are in another block of the bitmap than that of what is allocated:
 * there are so many inodes that the first has bits for some 60 blocks of data. */
#define INODE_BLOCKS ((BITS_PER_BLOCK - 64ul - FS_LOG_COPIES) * 1024 / 1025)

static void test_buffer_goes_far_away(void)
{
    const uint64_t blocks[] = {FS_DIRECT, FS_DIRECT + FS_PTRS + 3, FS_DIRECT + 3 * FS_PTRS + 3};
    for (unsigned end = 0; end < 3; end++) {
        struct sim *sim = sim_create(33200, INODE_BLOCKS * FS_INODES_PER_BLOCK);
        CHECK(sim_mount(sim, CACHE) == 0, "mount");
        uint32_t left = BITS_PER_BLOCK - super_geometry()->data_start;
        CHECK(left > 8 && left < 100, "%u", left);
        write_bytes("/file", blocks[end] * BLOCK_SIZE, 100);
        for (uint64_t i = 0; i < 4; i++)
            write_bytes("/more", i * 150000, 150000);
        write_bytes("/file", (blocks[end] + 1) * BLOCK_SIZE, 100);
        CHECK(fs_unmount() == 0, "unmount");
        write_and_fail(sim, blocks[end] + 2);
        sim_destroy(sim);
    }
}

/* ---- a truncation that fails ---- */

static uint64_t time_of(struct inode *inode)
{
    struct stat st;
    inode_stat(inode, &st);
    return (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
}

/* A file's time is that of the last change. */
static void test_time_of_truncation(void)
{
    const off_t size = (FS_DIRECT + FS_PTRS + 3) * BLOCK_SIZE + 100;
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    kernel_time_ns = 1;
    write_bytes("/file", (uint64_t)size - 100, 100);
    CHECK(fs_unmount() == 0, "unmount");
    CHECK(sim_mount(sim, 64) == 0, "mount");
    struct inode *inode = open_file("/file");
    sim->reads_left = 0;
    kernel_time_ns = 2;
    CHECK(contents_truncate(inode, size + BLOCK_SIZE) == -EIO, "its tail was not zeroed");
    CHECK(time_of(inode) == 1, "nothing has changed");
    CHECK(contents_truncate(inode, 0) == -EIO, "cut");
    CHECK(time_of(inode) == 1, "nothing has changed");
    CHECK(contents_truncate(inode, size) == 0, "its size already");
    CHECK(time_of(inode) == 2, "a success");
    sim->reads_left = UINT64_MAX;
    kernel_time_ns = 3;
    CHECK(contents_truncate(inode, 0) == 0, "cut");
    CHECK(time_of(inode) == 3, "a change");
    kernel_time_ns = 0;
    inode_put(inode);
    sim_fsck("after truncations");
    sim_destroy(sim);
}

/* ---- large ---- */

static void test_large_file(void)
{
    static uint8_t buf[70000], back[70000];
    const uint64_t at[] = {0,
                           FS_DIRECT * 4096ull - 100,
                           (FS_DIRECT + FS_PTRS) * 4096ull - 35000,
                           256ull << 20,
                           1ull << 30,
                           FS_FILE_MAX - 70000};
    struct sim *sim = sim_create(2000, 0);

    CHECK(sim_mount(sim, 64) == 0, "mount");
    struct inode *inode = open_file("/large");
    for (unsigned i = 0; i < 6; i++) {
        memset(buf, 'a' + (int)i, sizeof(buf));
        CHECK(contents_write(inode, io_kernel(buf), (off_t)at[i], sizeof(buf)) == 70000, "%u", i);
    }
    for (unsigned i = 0; i < 6; i++) {
        memset(buf, 'a' + (int)i, sizeof(buf));
        CHECK(contents_read(inode, io_kernel(back), (off_t)at[i], sizeof(back)) == 70000, "%u", i);
        CHECK(memcmp(buf, back, sizeof(buf) - (i == 0 ? 9000 : 0)) == 0, "piece %u", i);
    }
    memset(buf, 0, sizeof(buf));
    CHECK(contents_read(inode, io_kernel(back), 2 << 20, sizeof(back)) == 70000, "hole");
    CHECK(memcmp(buf, back, sizeof(buf)) == 0, "a hole is not zero");
    off_t end;
    CHECK(contents_append(inode, io_kernel(buf), 1, &end) == -EFBIG, "the limit");
    CHECK(contents_write(inode, io_kernel(buf), FS_FILE_MAX - 1, 10) == 1, "up to the limit");
    CHECK(contents_truncate(inode, FS_FILE_MAX + 1) == -EFBIG, "the limit");
    CHECK(contents_truncate(inode, -1) == -EINVAL, "negative");
    CHECK(contents_write(inode, io_kernel(buf), -1, 1) == -EINVAL, "negative");
    struct stat st;
    inode_stat(inode, &st);
    CHECK((uint64_t)st.st_size == FS_FILE_MAX, "%ld", st.st_size);
    CHECK(st.st_blocks < 2000 * 8, "%ld", st.st_blocks);
    sim_fsck("with a large file");
    CHECK(contents_truncate(inode, (256 << 20) + 1000) == 0, "cut");
    CHECK(contents_read(inode, io_kernel(back), 256 << 20, sizeof(back)) == 1000, "cut");
    sim_fsck("with a cut file");
    CHECK(path_unlink(NULL, "/large") == 0, "unlink");
    sim_fsck("with an open file that has no name");
    inode_put(inode);
    sim_fsck("with nothing");
    write_bytes("/all", 0, 200000);
    sim_destroy(sim);
}

/* ---- a file without a name at the time of a crash ---- */

static void test_orphans(void)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    uint64_t empty = sim_picture();
    for (unsigned i = 0; i < 3; i++) {
        write_bytes("/file", 0, 200000);
        (void)open_file("/file"); /* and never closed */
        CHECK(path_unlink(NULL, "/file") == 0, "unlink");
    }
    CHECK(path_mkdir(NULL, "/dir", 0755) == 0, "rmdir");
    CHECK(tree_rmdir(NULL, "/dir") == 0, "rmdir");
    CHECK(fs_sync() == 0, "sync");
    CHECK(super_geometry()->orphans == 3, "%u orphans", super_geometry()->orphans);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    CHECK(super_geometry()->orphans == 0, "%u orphans left", super_geometry()->orphans);
    sim_fsck("after freeing orphans");
    CHECK(sim_picture() == empty, "something is left");
    fill(0);
    struct check c = check_all(NULL);
    CHECK(c.blocks == 400 - super_geometry()->data_start, "blocks have leaked");
    sim_destroy(sim);
}

static uint32_t unreadable;

static void submit_but_one(struct block_device *device, struct block_request *request)
{
    if (request->op != BLOCK_READ || request->block != unreadable) {
        submit(device, request);
        return;
    }
    request->result = -EIO;
    request->done(request);
}

/* The inode table has a block that cannot be read: of orphans, or before theirs. */
static void test_orphans_unreadable(void)
{
    for (uint32_t bad = 1; bad < 3; bad++) {
        struct sim *sim = sim_create(400, 4 * FS_INODES_PER_BLOCK);
        CHECK(sim_mount(sim, 64) == 0, "mount");
        for (unsigned i = 0; i < 2 * FS_INODES_PER_BLOCK; i++) {
            char name[] = {'/', 'a' + i / 26, 'a' + i % 26, '\0'};
            write_bytes(name, 0, 1);
        }
        write_bytes("/file", 0, 200000);
        struct inode *inode = open_file("/file"); /* and never closed */
        uint32_t block = super_geometry()->itable_start + inode->ino / FS_INODES_PER_BLOCK;
        CHECK(path_unlink(NULL, "/file") == 0, "unlink");
        CHECK(fs_unmount() == 0, "unmount"); /* a replay would have the block without a read */
        unreadable = super_geometry()->itable_start + bad;
        CHECK(block == super_geometry()->itable_start + 2, "the orphan is in block %u", block);
        submit = sim->device.submit;
        sim->device.submit = submit_but_one;
        CHECK(sim_mount(sim, 64) == 0, "mount");
        CHECK(super_geometry()->orphans == (unreadable == block), "%u", super_geometry()->orphans);
        write_bytes("/aa", 0, 100);
        CHECK(fs_unmount() == 0, "the rest is not usable");
        sim->device.submit = submit;
        CHECK(sim_mount(sim, 64) == 0, "mount");
        CHECK(super_geometry()->orphans == 0, "%u orphans left", super_geometry()->orphans);
        sim_fsck("after freeing an orphan");
        sim_destroy(sim);
    }
}

/* ---- names ---- */

static void test_names(void)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");

    char name[80];
    memset(name, 'n', sizeof(name));
    name[NAME_MAX] = '\0';
    char path[PATH_MAX + 10];
    inode_put(open_file((memcpy(path + 1, name, NAME_MAX + 1), path[0] = '/', path)));
    struct inode *a;
    CHECK(path_lookup(NULL, path, true, &a) == 0, "longest name");
    inode_put(a);
    path[NAME_MAX + 1] = 'n';
    path[NAME_MAX + 2] = '\0';
    CHECK(path_mkdir(NULL, path, 0) == -ENAMETOOLONG, "too long");
    CHECK(path_lookup(NULL, path, true, &a) == -ENAMETOOLONG, "too long");

    CHECK(path_mkdir(NULL, "/d", 0755) == 0, "mkdir");
    CHECK(path_mkdir(NULL, "//d///e/", 0755) == 0, "mkdir");
    CHECK(path_lookup(NULL, "/d/./e/../../d/e/.", true, &a) == 0, "dots");
    struct inode *b;
    CHECK(path_lookup(NULL, "/../../d/e///", true, &b) == 0, "dots");
    CHECK(a == b, "dots");
    inode_put(b);
    struct inode *cwd = a;
    CHECK(path_symlink(cwd, "../../d", "up") == 0, "symlink");
    CHECK(path_lookup(cwd, "up/e/up/e/../e/up/", true, &b) == 0, "links");
    CHECK(tree_path(b, path, sizeof(path)) == 3, "%s", path);
    CHECK(strcmp(path, "/d") == 0, "%s", path);
    inode_put(b);
    CHECK(path_lookup(cwd, "up", false, &b) == 0, "not followed");
    CHECK(inode_kind(b) == S_IFLNK, "not followed");
    inode_put(b);
    CHECK(path_symlink(cwd, "loop", "loop") == 0, "symlink");
    CHECK(path_lookup(cwd, "loop", true, &b) == -ELOOP, "loop");
    CHECK(path_open(cwd, "loop", O_RDONLY | O_NOFOLLOW, 0, &b) == -ELOOP, "no follow");
    CHECK(path_open(cwd, "up/made", O_CREAT | O_WRONLY | O_EXCL, 0600, &b) == 0, "through a link");
    inode_put(b);
    CHECK(path_symlink(cwd, "target", "dangling") == 0, "symlink");
    CHECK(path_open(cwd, "dangling", O_CREAT | O_WRONLY, 0600, &b) == 0, "makes the target");
    inode_put(b);
    CHECK(path_lookup(cwd, "target", false, &b) == 0, "the target");
    CHECK(inode_kind(b) == S_IFREG, "the target");
    inode_put(b);
    CHECK(path_lookup(cwd, "target/", true, &b) == -ENOTDIR, "slash");
    CHECK(path_lookup(cwd, "target/x", true, &b) == -ENOTDIR, "below a file");
    CHECK(path_lookup(cwd, "", true, &b) == -ENOENT, "empty");
    CHECK(path_open(cwd, "new/", O_CREAT | O_RDWR, 0, &b) == -ENOENT, "a file with a slash");
    CHECK(path_open(cwd, "target", O_DIRECTORY, 0, &b) == -ENOTDIR, "directory");
    CHECK(path_open(cwd, ".", O_RDWR, 0, &b) == -EISDIR, "directory");
    CHECK(path_open(cwd, "target", O_TRUNC, 0, &b) == -EINVAL, "truncated, not written");
    CHECK(path_unlink(cwd, "target/") == -ENOTDIR, "unlink");
    CHECK(path_unlink(cwd, ".") == -EISDIR, "unlink");
    CHECK(tree_rmdir(cwd, ".") == -EINVAL, "rmdir");
    CHECK(tree_rmdir(cwd, "..") == -ENOTEMPTY, "rmdir");
    CHECK(tree_rmdir(cwd, "/") == -EBUSY, "the root");
    CHECK(path_unlink(cwd, "/") == -EISDIR, "the root");
    CHECK(tree_rename(cwd, "/d", cwd, "/d/e/x") == -EINVAL, "into itself");
    CHECK(tree_rename(cwd, "/d/e", cwd, "/d") == -ENOTEMPTY, "over its parent");
    CHECK(tree_rename(cwd, "/d/", cwd, "/moved/") == 0, "rename a directory");
    CHECK(tree_path(cwd, path, sizeof(path)) == 9, "%s", path);
    CHECK(strcmp(path, "/moved/e") == 0, "%s", path);

    const char *const all[] = {"up", "loop", "dangling", "target"};
    for (unsigned i = 0; i < 4; i++)
        CHECK(path_unlink(cwd, all[i]) == 0, "%s", all[i]);
    CHECK(tree_rmdir(NULL, "/moved/e") == 0, "rmdir");
    CHECK(path_lookup(cwd, ".", true, &b) == -ENOENT, "removed");
    CHECK(path_lookup(cwd, "..", true, &b) == -ENOENT, "removed");
    CHECK(path_open(cwd, "x", O_CREAT | O_RDWR, 0600, &b) == -ENOENT, "removed");
    CHECK(path_mkdir(cwd, "x", 0) == -ENOENT, "-");
    CHECK(link_path(cwd, "/moved/made", "x") == -ENOENT, "-");
    CHECK(tree_rename(cwd, "/moved/made", cwd, "x") == -ENOENT, "removed");
    CHECK(tree_path(cwd, path, sizeof(path)) == -ENOENT, "removed");
    inode_put(cwd);
    sim_fsck("after all that");
    sim_destroy(sim);
}

/* ---- a damaged image ---- */

/* The names of one directory are in the block of pointers of another: a rename from that one writes
 * its new name over the pointer to the old one, and then removes the old one from the block that it
 * has held since before. */
static void test_shared_pointers(void)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    CHECK(path_mkdir(NULL, "/from", 0755) == 0 && path_mkdir(NULL, "/to", 0755) == 0, "mkdir");
    inode_put(open_file("/file"));
    char path[16];
    for (unsigned i = 0; i < (FS_DIRECT + 19) * FS_NAMES_PER_BLOCK; i++) {
        snprintf(path, sizeof(path), "/from/%u", i);
        CHECK(link_path(NULL, "/file", path) == 0, "%s", path);
    }
    struct inode *from, *to;
    CHECK(path_lookup(NULL, "/from", true, &from) == 0, "-");
    CHECK(path_lookup(NULL, "/to", true, &to) == 0, "-");
    to->disk->direct[0] = from->disk->indirect;
    to->disk->size = sizeof(struct fs_name);
    CHECK(tree_rename(NULL, path, NULL, "/to/x") == 0, "its block is in a hole now");
    inode_put(from);
    inode_put(to);
    sim_destroy(sim);
}

/* ---- the cache of names ---- */

/* A number that was found there is of no use once the directory is removed, whether its number is
 * free or another's. */
static void test_removed_meanwhile(void)
{
    struct sim *sim = sim_create(400, 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    for (unsigned reused = 0; reused < 2; reused++) {
        CHECK(path_mkdir(NULL, "/a", 0755) == 0 && path_mkdir(NULL, "/a/b", 0755) == 0, "mkdir");
        struct inode *inode, *had;
        CHECK(path_lookup(NULL, "/a/b/c", true, &inode) == -ENOENT, "lookup");
        uint32_t removals = name_cache_begin();
        ino_t a = name_cache_find(FS_ROOT_INO, &(struct fs_name){.name = "a"}),
              b = name_cache_find(a, &(struct fs_name){.name = "b"});
        name_cache_end();
        CHECK(a != 0 && b != 0, "the names are not known");
        CHECK(inode_get_known(b, removals, &inode) == 0 && inode->ino == b, "get");
        inode_put(inode);
        CHECK(tree_rmdir(NULL, "/a/b") == 0, "rmdir");
        if (reused) {
            CHECK(path_mkdir(NULL, "/b", 0755) == 0 && path_lookup(NULL, "/b", true, &had) == 0,
                  "b");
            CHECK(had->ino == b, "it has number %u, not %u", had->ino, b);
        }
        CHECK(inode_get_known(b, removals, &inode) == -EAGAIN && !inode, "get");
        if (reused)
            inode_put(had);
        CHECK(inode_get_known(b, removals, &inode) == -EAGAIN && !inode, "get");
        CHECK(tree_rmdir(NULL, "/a") == 0, "rmdir");
    }
    sim_destroy(sim);
}

static bool is_good(const char *name, size_t n)
{
    struct fs_name entry = {.ino = 7};
    memcpy(entry.name, name, n);
    return directory_name_is_good(&entry);
}

static void test_good_names(void)
{
    char name[NAME_MAX + 1];
    memset(name, 'x', sizeof(name));
    CHECK(!is_good(name, NAME_MAX + 1), "a name without an end");
    for (size_t n = 1; n <= NAME_MAX; n++) {
        CHECK(is_good(name, n), "%zu letters", n);
        for (size_t i = 0; i < n; i++) {
            name[i] = '/';
            CHECK(!is_good(name, n), "a slash at %zu of %zu", i, n);
            name[i] = 'x';
        }
    }
    CHECK(!is_good("", 0) && !is_good(".", 1) && !is_good("..", 2), "no name");
    CHECK(is_good("...", 3) && is_good(".x", 2) && is_good("\xff.", 2), "a name");
}

int main(void)
{
    host_tool = "fs_cases";
    kernel_quiet = true;
    test_names();
    test_good_names();
    test_orphans();
    test_orphans_unreadable();
    test_buffer_goes();
    test_buffer_goes_far_away();
    test_time_of_truncation();
    test_large_file();
    test_full();
    test_no_inode();
    test_write_errors();
    test_shared_pointers();
    test_removed_meanwhile();
    return 0;
}
