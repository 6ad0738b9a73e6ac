/*
 * The power may fail after any write.
 *
 *     fs_crash SEED STEPS EVERY [names]
 *
 * Random operations, or with "names" runs of them in one large directory, on a disk that records
 * every write and flush, with a picture of the file system taken after each.  Then for every
 * EVERY-th event: a disk that got all writes up to the flush before it and, of those since then,
 * only some, in any order, one of them perhaps in part.  What is mounted from that must be clean to
 * fsck and be exactly one of the pictures, and none from before the last sync that had returned.
 * The first mount is cut too, in the middle of its replay.
 *
 * Some files and directories are open, and lose their names meanwhile.  They are in no picture:
 * after a cut none of them may be left.
 */
#include "fs/mapped.h"
#include "tests/host/fs_sim.h"
#include <stdio.h>

#define MAX_STEPS 4000

/* The states that the file system went through: what there was to see in it, how many events had
 * reached the disk then, and how many when a sync of it had returned. */
static struct state {
    uint64_t picture;
    uint32_t events, synced;
} states[MAX_STEPS];
static uint32_t nstates;
static uint32_t most_orphans;

static void note_state(const struct sim *sim)
{
    CHECK(nstates < MAX_STEPS, "too many steps");
    states[nstates++] = (struct state){sim_picture(), sim->nevents, UINT32_MAX};
}

static void random_path(char path[8])
{
    const char names[] = "abcdef";
    path[0] = '/';
    path[1] = names[rng(6)];
    path[2] = '\0';
    if (rng(2)) {
        path[1] = names[rng(2)];
        path[2] = '/';
        path[3] = names[rng(6)];
        path[4] = '\0';
    }
}

/* At most eight blocks, so that it is one operation. */
static void write_inode(struct inode *inode, bool append)
{
    static uint8_t buf[7 * BLOCK_SIZE];
    size_t n = rng(2) ? rng(2000) : rng(sizeof(buf));
    memset(buf, 'a' + (int)rng(26), n);
    off_t end;
    if (append)
        contents_append(inode, io_kernel(buf), n, &end);
    else
        contents_write(inode, io_kernel(buf), (off_t)rng(60000), n);
}

/* Stores to some shared pages of the file, which go to the disk when no program maps them. */
static void store_pages(const struct sim *sim, struct inode *inode)
{
    mapped_begin(inode);
    for (unsigned i = rng(8), n = 1 + rng(3); n > 0; n--) {
        void *page;
        int error = mapped_page(inode, i + n, true, &page);
        mapped_end(inode);
        note_state(sim); /* a hole may have a block of zeros, or the last page may be written */
        if (error == 0 && page)
            memset(page, 'A' + (int)rng(26), rng(BLOCK_SIZE));
        mapped_write_back(false);
        note_state(sim);
        mapped_begin(inode);
    }
    mapped_end(inode);
}

static void write_file(const struct sim *sim, const char *path, bool append)
{
    struct inode *inode;
    if (path_open(NULL, path, O_CREAT | O_RDWR, 0644, &inode) != 0)
        return;
    note_state(sim); /* the file may be made and not written */
    if (rng(3) == 0)
        store_pages(sim, inode);
    else
        write_inode(inode, append);
    inode_put(inode);
}

/* Opens what is at the path, perhaps to take its name away; or works on what was opened before, or
 * closes it. */
static void use_open(const char *path)
{
    static struct inode *open[8];
    struct inode **inode = &open[rng(8)];
    if (!*inode) {
        if (path_lookup(NULL, path, false, inode) == 0 && rng(2))
            path_unlink(NULL, path);
    } else if (rng(8) == 0) {
        inode_put(*inode);
        *inode = NULL;
    } else if (inode_kind(*inode) == S_IFREG) {
        write_inode(*inode, rng(2));
    }
    if (super_geometry()->orphans > most_orphans)
        most_orphans = super_geometry()->orphans;
}

static void step(const struct sim *sim)
{
    char a[8];
    random_path(a);
    char b[8];
    random_path(b);
    struct inode *inode;
    switch (rng(16)) {
    case 0:
        path_mkdir(NULL, a, 0755);
        break;
    case 1:
        tree_rmdir(NULL, a);
        break;
    case 2:
    case 3:
        path_unlink(NULL, a);
        break;
    case 4:
    case 5:
        tree_rename(NULL, a, NULL, b);
        break;
    case 6:
        link_path(NULL, a, b);
        break;
    case 7:
        path_symlink(NULL, "some/where", a);
        break;
    case 8:
        if (path_lookup(NULL, a, false, &inode) == 0) {
            contents_truncate(inode, rng(30000));
            inode_put(inode);
        }
        break;
    case 9:
    case 10:
    case 11:
        write_file(sim, a, rng(2));
        break;
    default:
        use_open(a);
    }
}

/* ---- a large directory ---- */

#define BLOCKS_OF_NAMES (FS_DIRECT + 3) /* the last of them are behind a block of pointers */

static const char *name_of(uint32_t i)
{
    static char path[16];
    snprintf(path, sizeof(path), "/d/%u", i);
    return path;
}

/* Only the first and the last blocks have names: the picture is quickly taken. */
static void make_names(struct sim *sim)
{
    const uint32_t n = BLOCKS_OF_NAMES * FS_NAMES_PER_BLOCK;
    CHECK(sim_mount(sim, 64) == 0 && path_mkdir(NULL, "/d", 0755) == 0, "mkdir");
    struct inode *inode;
    CHECK(path_open(NULL, "/f", O_CREAT | O_RDWR, 0644, &inode) == 0, "open");
    inode_put(inode);
    for (uint32_t i = 0; i < n; i++)
        CHECK(link_path(NULL, "/f", name_of(i)) == 0, "link");
    for (uint32_t i = FS_NAMES_PER_BLOCK; i < n - 3 * FS_NAMES_PER_BLOCK; i++)
        CHECK(path_unlink(NULL, name_of(i)) == 0, "unlink");
    CHECK(fs_unmount() == 0, "unmount");
}

/* Adds, removes or renames a run of names, so that blocks become empty and are filled again. */
static void step_names(const struct sim *sim)
{
    const uint32_t all = BLOCKS_OF_NAMES * FS_NAMES_PER_BLOCK;
    uint32_t first = rng(2) ? rng(100) : all - 1 - rng(200), n = 1 + rng(60), work = rng(5);
    for (uint32_t i = first; i < first + n && i < all; i++) {
        if (work < 2) {
            path_unlink(NULL, name_of(i));
        } else if (work < 4) {
            link_path(NULL, "/f", name_of(i));
        } else if (path_symlink(NULL, "x", "/s") == 0) {
            note_state(sim);
            tree_rename(NULL, "/s", NULL, name_of(i));
        }
        note_state(sim);
    }
}

static void run(struct sim *sim, uint32_t steps, bool names)
{
    CHECK(sim_mount(sim, 64) == 0, "mount");
    note_state(sim);
    states[0].synced = 0;
    for (uint32_t i = 0; i < steps; i++) {
        if (names)
            step_names(sim);
        else
            step(sim);
        note_state(sim);
        if (rng(12) == 0) {
            CHECK(fs_sync() == 0, "sync");
            states[nstates - 1].synced = sim->nevents;
        }
    }
}

/* How many of the first `cut` events the last flush among them made safe. */
static uint32_t count_flushed(const struct sim_event *events, uint32_t cut)
{
    while (cut > 0 && events[cut - 1].block != SIM_FLUSH)
        cut--;
    return cut;
}

static void store(struct sim *sim, const struct sim_event *events, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (events[i].block != SIM_FLUSH)
            sim_store(sim, events[i].block, events[i].data);
}

/* The disk after a power cut: `base`, which has the flushed events, with those since then by
 * chance. */
static struct sim *cut_power(const struct sim *base, const struct sim_event *events,
                             uint32_t flushed, uint32_t cut)
{
    struct sim *sim = sim_copy(base);
    uint32_t keep = rng(4);
    for (uint32_t i = flushed; i < cut; i++) {
        const struct sim_event *e = &events[i];
        if (rng(3) < keep)
            sim_store(sim, e->block, e->data);
        else if (rng(8) == 0) {
            uint32_t torn = rng(8) * 512;
            memcpy(sim_block(sim, e->block) + torn, e->data + torn, BLOCK_SIZE - torn);
        }
    }
    return sim;
}

/* Whether what is mounted is one of the pictures that a crash after `cut` events may leave. */
static void check_cut(uint32_t cut)
{
    uint64_t picture = sim_picture();
    uint32_t first = nstates - 1, last = 0;
    while (states[first].synced > cut)
        first--;
    while (last + 1 < nstates && states[last].events <= cut)
        last++;
    for (uint32_t i = first; i <= last; i++)
        if (states[i].picture == picture)
            return;
    panic("after %u events the file system is none of the states %u to %u", cut, first, last);
}

int main(int argc, char **argv)
{
    host_tool = "fs_crash";
    uint64_t seed, steps, every;
    char *end;
    CHECK(argc >= 4 && host_number(argv[1], &end, &seed) && host_number(argv[2], &end, &steps) &&
              host_number(argv[3], &end, &every) && steps < MAX_STEPS / 2,
          "usage");
    rng_seed(seed);
    kernel_quiet = true;
    bool names = argc > 4;
    struct sim *sim = sim_create(400, 0);
    if (names)
        make_names(sim);
    struct sim *base = sim_copy(sim);
    sim_record(sim);
    run(sim, (uint32_t)steps, names);

    uint32_t cuts = 0, stored = 0;
    for (uint32_t cut = 0; cut <= sim->nevents; cut += (uint32_t)every, cuts++) {
        uint32_t flushed = count_flushed(sim->events, cut);
        store(base, sim->events, stored, flushed);
        stored = flushed;
        struct sim *after = cut_power(base, sim->events, flushed, cut);
        if (rng(3) == 0) {
            after->writes_left = rng(20);
            sim_mount(after, 64); /* it may fail: the power fails again */
            after->writes_left = UINT64_MAX;
        }
        CHECK(sim_mount(after, 64) == 0, "mount after %u events", cut);
        sim_fsck("after a power cut");
        CHECK(super_geometry()->orphans == 0, "%u orphans after %u events",
              super_geometry()->orphans, cut);
        check_cut(cut);
        sim_destroy(after);
    }
    CHECK(names || most_orphans > 2, "only %u files without a name were open", most_orphans);
    CHECK(cuts > 50 && sim->nevents > 500, "only %u events", sim->nevents);
    return 0;
}
