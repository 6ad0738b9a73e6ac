/*
 * No image, however damaged, makes the kernel's file system panic, hang, or touch memory that is
 * not its own.
 *
 *     fs_fuzz SEED ROUNDS
 *
 * Each round takes a good image, damages its metadata in a few places, mounts it and does a bit of
 * everything to it.  Any result will do; sanitizers and panic() are the judges.  fsck must
 * survive it too.
 */
#include "tests/host/fs_sim.h"
#include <abi/device.h>

static void ignore(const char *text)
{
    (void)text;
}

/* A tree with every kind of thing: pointers of all levels, holes, several blocks of names. */
static void populate(void)
{
    char path[16] = "/many/..";
    path_mkdir(NULL, "/many", 0755);
    path_mkdir(NULL, "/dir", 0755);
    path_mkdir(NULL, "/dir/sub", 0755);
    path_symlink(NULL, "dir/sub", "/link");
    path_mknod(NULL, "/null", S_IFCHR, 0666, DEV_NULL);
    struct inode *inode;
    for (unsigned i = 0; i < 150; i++) {
        path[6] = (char)('a' + i / 26);
        path[7] = (char)('a' + i % 26);
        CHECK(path_open(NULL, path, O_CREAT | O_RDWR, 0644, &inode) == 0, "%s", path);
        CHECK(contents_write(inode, io_kernel(path), i * 1000, 8) == 8, "write");
        inode_put(inode);
    }
    CHECK(path_open(NULL, "/dir/sub/big", O_CREAT | O_RDWR, 0644, &inode) == 0, "big");
    for (uint64_t off = 0; off < 6000000; off += 1 << 18)
        CHECK(contents_write(inode, io_kernel(path), (off_t)off, 8) == 8, "write");
    inode_put(inode);
    link_path(NULL, "/dir/sub/big", "/dir/big");
}

static void damage(struct sim *sim, const struct fs_super *super)
{
    for (unsigned n = 1 + rng(12); n > 0; n--) {
        /* The superblock and the log have checksums: they are damaged less often. */
        uint32_t block = rng(40)
                             ? super->imap_start + rng(super->data_start + 40 - super->imap_start)
                             : rng(super->data_start);
        uint8_t *data = sim_block(sim, block);
        uint32_t at = rng(2) ? rng(BLOCK_SIZE) : rng(1024);
        uint32_t word = rng(3) ? rng(super->nblocks) : rng(2) ? rng(200) : rng(UINT32_MAX);
        if (rng(10) == 0) /* perhaps a name, which then has no end */
            memset(data + at / 64 * 64 + 4, 'n', 60);
        else if (rng(2))
            data[at] ^= (uint8_t)(1u << rng(8));
        else
            memcpy(data + (at & ~3u), &word, 4);
    }
}

static void visit(struct inode *dir, unsigned depth)
{
    static char buf[20000];
    off_t pos = 0;
    struct dirent entry;
    for (unsigned n = 0; n < 300 && directory_list(dir, io_kernel(&entry), sizeof(entry), &pos) > 0;
         n++) {
        struct inode *inode;
        if (path_lookup(dir, entry.d_name, rng(2), &inode) != 0)
            continue;
        struct stat st;
        inode_stat(inode, &st);
        contents_read(inode, io_kernel(buf), rng(3) ? 0 : rng(10000000), sizeof(buf));
        contents_readlink(inode, io_kernel(buf), sizeof(buf));
        tree_path(inode, buf, sizeof(buf));
        if (rng(4) == 0)
            contents_write(inode, io_kernel(buf), rng(3) ? 0 : rng(10000000), rng(sizeof(buf)));
        if (rng(8) == 0)
            contents_truncate(inode, rng(2) ? 0 : rng(100000000));
        if (inode_kind(inode) == S_IFDIR && depth < 4 && entry.d_name[0] != '.')
            visit(inode, depth + 1);
        if (rng(6) == 0)
            path_unlink(dir, entry.d_name);
        if (rng(8) == 0)
            tree_rename(dir, entry.d_name, dir, rng(2) ? "/new" : "/dir/new");
        if (rng(8) == 0)
            tree_rmdir(dir, entry.d_name);
        if (rng(8) == 0)
            link_path(dir, entry.d_name, "/other");
        inode_put(inode);
    }
}

static void use(void)
{
    struct inode *root;
    if (inode_root(&root) != 0)
        return;
    path_mkdir(root, "/fresh", 0755);
    tree_rename(root, "/dir", root, "/fresh/dir");
    tree_rename(root, "/many", root, "/fresh/dir/sub/many");
    visit(root, 0);
    struct inode *inode;
    for (unsigned i = 0; i < 8; i++) {
        char path[] = "/fresh/x";
        path[7] = (char)('a' + i);
        if (path_open(root, path, O_CREAT | O_RDWR, 0644, &inode) != 0)
            continue;
        contents_write(inode, io_kernel(path), rng(2000000), sizeof(path));
        if (rng(2))
            path_unlink(root, path);
        inode_put(inode);
    }
    inode_put(root);
    fs_sync();
}

int main(int argc, char **argv)
{
    uint64_t mounted = 0;
    host_tool = "fs_fuzz";
    uint64_t seed, rounds;
    char *end;
    CHECK(argc == 3 && host_number(argv[1], &end, &seed) && host_number(argv[2], &end, &rounds),
          "usage");
    rng_seed(seed);
    kernel_quiet = true;
    struct sim *good = sim_create(600, 300);
    CHECK(sim_mount(good, 64) == 0, "mount");
    populate();
    sim_fsck("of the good image");
    CHECK(fs_unmount() == 0, "unmount");
    struct fs_super super = *super_geometry();

    for (uint64_t i = 0; i < rounds; i++) {
        struct sim *bad = sim_copy(good);
        damage(bad, &super);
        if (sim_mount(bad, 64) == 0) {
            mounted++;
            if (rng(2))
                check_all(ignore);
            use();
            check_all(ignore);
        }
        sim_destroy(bad);
    }
    CHECK(mounted > rounds / 2, "only %lu images could be mounted", mounted);
    return 0;
}
