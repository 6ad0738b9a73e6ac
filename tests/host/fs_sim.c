/* What the tests of the file system share: see fs_sim.h. */
#include "tests/host/fs_sim.h"
#include <stdio.h>

/* ---- random numbers: xorshift64* ---- */

static uint64_t state = 1;

void rng_seed(uint64_t seed)
{
    state = seed * 2 + 1;
}

uint32_t rng(uint32_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545f4914f6cdd1dull) >> 33) % below;
}

/* ---- the disk ---- */

static void submit(struct block_device *device, struct block_request *request)
{
    struct sim *sim = (struct sim *)device;
    uint64_t *left = request->op == BLOCK_READ ? &sim->reads_left : &sim->writes_left;
    request->result = -EIO;
    if (*left > 0 && (request->op == BLOCK_FLUSH || request->block < device->nblocks)) {
        if (*left != UINT64_MAX)
            --*left;
        request->result = 0;
        if (request->op == BLOCK_READ && sim->blocks[request->block])
            memcpy(request->data, sim->blocks[request->block], BLOCK_SIZE);
        else if (request->op == BLOCK_READ)
            memset(request->data, 0, BLOCK_SIZE);
        if (request->op == BLOCK_WRITE)
            sim_store(sim, request->block, request->data);
        if (request->op != BLOCK_READ && sim->events) {
            struct sim_event *event = &sim->events[sim->nevents++];
            event->block = request->op == BLOCK_FLUSH ? SIM_FLUSH : request->block;
            if (request->op == BLOCK_WRITE) {
                event->data = host_alloc(BLOCK_SIZE);
                memcpy(event->data, request->data, BLOCK_SIZE);
            }
        }
    }
    request->done(request);
}

static struct sim *make(uint32_t nblocks)
{
    struct sim *sim = host_alloc(sizeof(*sim));
    sim->device = (struct block_device){.name = "sim", .nblocks = nblocks, .submit = submit};
    sim->blocks = host_alloc(nblocks * sizeof(sim->blocks[0]));
    sim->reads_left = sim->writes_left = UINT64_MAX;
    return sim;
}

struct sim *sim_create(uint32_t nblocks, uint32_t ninodes)
{
    struct sim *sim = make(nblocks);
    struct fs_super super;
    CHECK(format_plan(&super, nblocks, ninodes) == 0, "%u blocks are too few", nblocks);
    CHECK(format_write(&sim->device, &super, 0) == 0, "format");
    return sim;
}

struct sim *sim_copy(const struct sim *sim)
{
    struct sim *copy = make(sim->device.nblocks);
    for (uint32_t i = 0; i < sim->device.nblocks; i++)
        if (sim->blocks[i])
            sim_store(copy, i, sim->blocks[i]);
    return copy;
}

void sim_destroy(struct sim *sim)
{
    for (uint32_t i = 0; i < sim->device.nblocks; i++)
        host_free(sim->blocks[i]);
    host_free(sim->blocks);
    host_free(sim);
}

void sim_record(struct sim *sim)
{
    sim->events = host_alloc(200000 * sizeof(sim->events[0]));
}

uint8_t *sim_block(struct sim *sim, uint32_t block)
{
    if (!sim->blocks[block])
        sim->blocks[block] = host_alloc(BLOCK_SIZE);
    return sim->blocks[block];
}

void sim_store(struct sim *sim, uint32_t block, const void *data)
{
    memcpy(sim_block(sim, block), data, BLOCK_SIZE);
}

/* ---- the file system on it ---- */

int link_path(struct inode *cwd, const char *from, const char *to)
{
    struct inode *inode;
    int error = path_lookup(cwd, from, false, &inode);
    if (error == 0)
        error = path_link(inode, cwd, to);
    inode_put(inode);
    return error;
}

int sim_mount(struct sim *sim, uint32_t cache_blocks)
{
    kernel_reset();
    return fs_mount(&sim->device, cache_blocks);
}

static void say(const char *text)
{
    fprintf(stderr, "fsck: %s\n", text);
}

void sim_fsck(const char *when)
{
    uint32_t problems = check_all(say).problems;
    CHECK(problems == 0, "%u problems %s", problems, when);
}

uint64_t picture_bytes(uint64_t sum, const void *data, uint64_t n)
{
    const uint8_t *byte = data;
    for (; n >= 8; n -= 8, byte += 8) {
        uint64_t word;
        memcpy(&word, byte, 8);
        sum = fs_checksum(sum, &word, 8);
    }
    while (n-- > 0) {
        uint64_t word = *byte++;
        sum = fs_checksum(sum, &word, 8);
    }
    return sum;
}

/* Entries are added up, so that their order does not count. */
uint64_t picture_entry(uint64_t sum, const char *name, uint32_t kind, uint64_t size, uint32_t nlink,
                       uint64_t contents)
{
    uint64_t facts[4] = {kind, kind == S_IFDIR ? 0 : size, nlink, contents};
    return sum + picture_bytes(picture_bytes(7, name, strlen(name)), facts, sizeof(facts));
}

static uint64_t picture_file(struct inode *inode)
{
    static char buf[64 * 1024];
    uint64_t sum = 3;
    int64_t n;
    if (inode_kind(inode) == S_IFLNK) {
        n = contents_readlink(inode, io_kernel(buf), sizeof(buf));
        CHECK(n > 0, "link %ld", n);
        return picture_bytes(sum, buf, (uint64_t)n);
    }
    for (off_t off = 0; (n = contents_read(inode, io_kernel(buf), off, sizeof(buf))) != 0;
         off += n) {
        CHECK(n > 0, "read %ld of inode %u", n, inode->ino);
        sum = picture_bytes(sum, buf, (uint64_t)n);
    }
    return sum;
}

static uint64_t picture_directory(struct inode *dir)
{
    uint64_t sum = 0;
    off_t pos = 2;
    int64_t n;
    struct dirent entry;
    while ((n = directory_list(dir, io_kernel(&entry), sizeof(entry), &pos)) != 0) {
        CHECK(n == sizeof(entry), "list %ld", n);
        struct inode *inode;
        int r = path_lookup(dir, entry.d_name, false, &inode);
        CHECK(r == 0, "%s: %d", entry.d_name, r);
        struct stat st;
        inode_stat(inode, &st);
        uint64_t contents = S_ISDIR(st.st_mode)   ? picture_directory(inode)
                            : S_ISCHR(st.st_mode) ? 0
                                                  : picture_file(inode);
        sum = picture_entry(sum, entry.d_name, st.st_mode & S_IFMT, (uint64_t)st.st_size,
                            st.st_nlink, contents);
        inode_put(inode);
    }
    return sum;
}

uint64_t sim_picture(void)
{
    struct inode *root;
    int r = inode_root(&root);
    CHECK(r == 0, "root %d", r);
    uint64_t sum = picture_directory(root);
    inode_put(root);
    return sum;
}
