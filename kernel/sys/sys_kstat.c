/* The calls about what the kernel has in use; the contract is in abi/kstat.h. */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/cmdline.h"
#include "debug/tag.h"
#include "fs/block_map.h"
#include "fs/cache.h"
#include "fs/file.h"
#include "fs/inode.h"
#include "fs/name_index.h"
#include "fs/super.h"
#include "mm/fail.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "proc/process.h"
#include "sys/syscalls.h"
#include <abi/errno.h>
#include <abi/kstat.h>

_Static_assert(KSTAT_SIZES == KMEM_SIZES, "one row for each size");

static void count_memory(struct kstat *stat)
{
    stat->ks_pages = page_count_total();
    stat->ks_pages_free = page_count_free();
    stat->ks_pages_kept = kmem_pages() + cache_count() + name_index_pages() + arch_stack_pages();
    for (unsigned i = 0; i < KMEM_SIZES; i++) {
        size_t nbytes;
        stat->ks_objects[i].count = kmem_count(i, &nbytes);
        stat->ks_objects[i].nbytes = nbytes;
    }
    stat->ks_objects[kmem_size(sizeof(struct buffer))].count -= cache_count();
    size_t nbytes, nstacks = arch_stack_objects(&nbytes);
    stat->ks_objects[kmem_size(nbytes)].count -= nstacks;
}

int64_t sys_kstat(struct kstat *user_stat, unsigned long since)
{
    if (since)
        tag_list(since);
    struct kstat stat = {
        .ks_processes = process_count(),
        .ks_threads = thread_count(),
        .ks_files = file_count(),
        .ks_inodes = inode_count(),
        .ks_serial = tag_serial(),
    };
    count_memory(&stat);
    int64_t ninodes = inode_count_used();
    int64_t nblocks = ninodes < 0 ? ninodes : block_map_count_used();
    if (nblocks < 0)
        return nblocks;
    stat.ks_disk_inodes = ninodes;
    stat.ks_disk_blocks = nblocks;
    stat.ks_disk_inodes_all = super_geometry()->ninodes - FS_ROOT_INO;
    stat.ks_disk_blocks_all = super_geometry()->nblocks - super_geometry()->data_start;
    return copy_to_user(user_stat, &stat, sizeof(stat));
}

/* ---- failing allocations ---- */

static bool is_counted(void)
{
    const struct thread *thread = current_thread();
    return thread->process && __atomic_load_n(&thread->process->fails, __ATOMIC_RELAXED);
}

int64_t sys_kfail(unsigned long n, unsigned flags)
{
    char value[2];
    if (!cmdline_value("fail", value, sizeof(value)))
        return -EPERM;
    if (flags & ~(KFAIL_ON | KFAIL_TELL | KFAIL_NEW) || (flags & KFAIL_NEW && n > KFAIL_NEW_MAX))
        return -EINVAL;
    __atomic_store_n(&current_process()->fails, n > 0, __ATOMIC_RELAXED);
    return fail_set(n, flags, is_counted);
}
