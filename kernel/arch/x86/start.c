/*
 * The boot CPU's first C code: reads what the loader passes (the PVH start info: Xen,
 * "x86/HVM direct boot ABI", arch-x86/hvm/start_info.h), and brings the machine up to the point
 * where kernel_main() can run.
 */
#include "arch/arch.h"
#include "arch/x86/acpi.h"
#include "arch/x86/apic.h"
#include "arch/x86/cpu.h"
#include "arch/x86/layout.h"
#include "arch/x86/paging.h"
#include "arch/x86/registers.h"
#include "arch/x86/tsc.h"
#include "core/cmdline.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/round.h"
#include "core/string.h"
#include "mm/page.h"

#define START_INFO_MAGIC 0x336ec578
#define MEMORY_RAM       1
#define LOW_MEMORY       0x100000     /* below: the firmware's, and the trampoline's */
#define BOOT_REACH       (1ull << 30) /* what the boot tables map */

struct start_info {
    uint32_t magic, version, flags, nmodules;
    uint64_t modules, cmdline, rsdp;
    uint64_t memory_map; /* since version 1 */
    uint32_t memory_entries, reserved;
};

struct memory_range {
    uint64_t start, nbytes;
    uint32_t type, reserved;
};

extern const char kernel_end[];

_Noreturn void start_boot_cpu(uint64_t start_info_phys);

static struct memory_range ranges[32]; /* a copy: the original is in memory that becomes free */
static uint32_t nranges;

static uint64_t ranges_read(const struct start_info *info)
{
    const struct memory_range *map = page_virt(info->memory_map);
    uint64_t end = 0;
    for (uint32_t i = 0; i < info->memory_entries; i++) {
        if (map[i].type != MEMORY_RAM || nranges == sizeof(ranges) / sizeof(ranges[0]))
            continue;
        ranges[nranges++] = map[i];
        if (map[i].start + map[i].nbytes > end)
            end = map[i].start + map[i].nbytes;
    }
    return round_down(end, PAGE_SIZE);
}

/* The table of all pages is behind the kernel's image.  The highest range comes first, so that low
 * pages are allocated first. */
static void memory_init(uint64_t memory_end)
{
    uint64_t image_end = (uint64_t)kernel_end - KERNEL_BASE,
             nbytes = page_init(memory_end, page_virt(image_end));
    uint64_t used = image_end + round_up(nbytes, PAGE_SIZE);
    if (used > BOOT_REACH)
        panic("memory ends at 0x%lx: the table of its pages would end at 0x%lx", memory_end, used);
    memset(page_virt(image_end), 0, nbytes);
    for (uint32_t i = nranges; i-- > 0;) {
        uint64_t start = ranges[i].start, end = start + ranges[i].nbytes;
        if (start <= LOW_MEMORY && end > LOW_MEMORY && end < used)
            panic("memory ends at 0x%lx, before the kernel's own tables at 0x%lx", end, used);
        if (end > LOW_MEMORY)
            page_add_range(start < used ? used : start, end);
    }
}

_Noreturn void start_boot_cpu(uint64_t start_info_phys)
{
    uint64_t boot_tsc = rdtsc();
    cpu_table[0].self = &cpu_table[0];
    cpu_table[0].irq_depth = 1;                  /* until sched_idle() */
    wrmsr(MSR_GS_BASE, (uint64_t)&cpu_table[0]); /* locks, and so print(), need it */
    uart_early();
    const struct start_info *info = page_virt(start_info_phys);
    if (start_info_phys >= BOOT_REACH || info->magic != START_INFO_MAGIC || info->version < 1)
        panic("no PVH start info with a memory map at 0x%lx", start_info_phys);
    if (info->cmdline)
        cmdline_set(page_virt(info->cmdline));
    uint64_t rsdp = info->rsdp;
    uint64_t memory_end = ranges_read(info);
    memory_init(memory_end);
    paging_init(memory_end);
    acpi_init(rsdp);
    cpu_init(&cpu_table[0]);
    apic_init();
    tsc_init(boot_tsc);
    kernel_main();
}
