/* From the first portable instruction to the first process. */
#include "arch/arch.h"
#include "core/cmdline.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/print.h"
#include "dev/console.h"
#include "dev/ramdisk.h"
#include "dev/virtio_block.h"
#include "fs/flusher.h"
#include "fs/fs.h"
#include "mm/page.h"
#include "proc/init.h"
#include "record/record.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "sched/thread.h"

#define STATUS_NO_DISK 1 /* the machine's exit status when there is nothing to run */

/* Stacks first: a page of the cache may save a read of the disk. */
static size_t reclaim(void)
{
    size_t npages = arch_stack_reclaim();
    return npages > 0 ? npages : fs_reclaim();
}

static void mount(void)
{
    struct block_device *disk = ramdisk_find();
    if (!disk)
        disk = virtio_block_find();
    if (!disk) {
        print("tally: no disk found: give the machine a virtio disk with an image made by mkfs\n");
        arch_poweroff(STATUS_NO_DISK);
    }
    if (fs_mount(disk, page_count_total() / 4) < 0 || flusher_start() < 0) {
        print("tally: cannot use the disk %s: see above\n", disk->name);
        arch_poweroff(STATUS_NO_DISK);
    }
    page_set_reclaim(reclaim);
}

/* The first thread does the part of the boot that may sleep.  Then it becomes init.  So no thread
 * of the boot is left when programs run, which may count threads and memory. */
static _Noreturn void start(void *unused)
{
    (void)unused;
    char value[8];
    if (cmdline_value("panic", value, sizeof(value)))
        panic("the boot line asks for it"); /* so that what follows a panic can be tested */
    mount();
    if (!cmdline_run())
        print("Tally: %u CPU%s, %zu MiB of memory, up in %lu ms\n", cpu_count,
              cpu_count > 1 ? "s" : "", page_count_total() * PAGE_SIZE >> 20,
              clock_now_ns() / 1000000);
    record_init();
    init_become();
}

_Noreturn void kernel_main(void)
{
    panic_set_context(thread_print_current);
    sched_init_cpu();
    console_init();
    cmdline_check();
    clock_init();
    arch_start_other_cpus();
    struct thread *first = thread_create("init", start, NULL);
    if (!first)
        panic("no memory for the first thread");
    sched_start(first);
    sched_idle();
}
