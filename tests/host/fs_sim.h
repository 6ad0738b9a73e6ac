/*
 * What the tests of the file system share: a disk in memory that can fail, be recorded and lose
 * its power, and a picture of all that is in the mounted file system.
 */
#ifndef TESTS_FS_SIM_H
#define TESTS_FS_SIM_H

#include "core/panic.h"
#include "core/string.h"
#include "fs/contents.h"
#include "fs/directory.h"
#include "fs/fs.h"
#include "fs/path.h"
#include "fs/super.h"
#include "fs/tree.h"
#include "mkfs/check.h"
#include "mkfs/format.h"
#include "mkfs/host.h"
#include "mkfs/kernel.h"
#include <abi/dirent.h>
#include <abi/errno.h>
#include <abi/fcntl.h>

#define CHECK(condition, ...)                                 \
    do {                                                      \
        if (!(condition))                                     \
            panic(__FILE__ ": " #condition ": " __VA_ARGS__); \
    } while (0)

/* ---- random numbers, the same in every run ---- */

void rng_seed(uint64_t seed);
uint32_t rng(uint32_t below);

/* ---- the disk ---- */

struct sim_event {
    uint32_t block; /* SIM_FLUSH: none */
    uint8_t *data;  /* what was written */
};

#define SIM_FLUSH UINT32_MAX

struct sim {
    struct block_device device;
    uint8_t **blocks;         /* NULL: zeros */
    struct sim_event *events; /* NULL: not recorded */
    uint32_t nevents;
    uint64_t reads_left;  /* so many more succeed */
    uint64_t writes_left; /* the same; flushes count */
};

struct sim *sim_create(uint32_t nblocks, uint32_t ninodes); /* formatted */
struct sim *sim_copy(const struct sim *sim);                /* only the blocks */
void sim_destroy(struct sim *sim);
void sim_record(struct sim *sim);
void sim_store(struct sim *sim, uint32_t block, const void *data);
uint8_t *sim_block(struct sim *sim, uint32_t block); /* to be changed */

/* ---- the file system on it ---- */

int link_path(struct inode *cwd, const char *from, const char *to); /* link(2) */

int sim_mount(struct sim *sim, uint32_t cache_blocks); /* after forgetting the one before */
void sim_fsck(const char *when);                       /* of what is mounted: panics on problems */
uint64_t sim_picture(void); /* a hash of all names, kinds, sizes, link counts and contents */

/* One entry's share of a picture: adds to `sum`; contents is the file's own hash. */
uint64_t picture_entry(uint64_t sum, const char *name, uint32_t kind, uint64_t size, uint32_t nlink,
                       uint64_t contents);
uint64_t picture_bytes(uint64_t sum, const void *data, uint64_t n);

#endif
