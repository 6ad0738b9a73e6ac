/*
 * Driver and device run concurrently and share one page of memory, struct shared.
 *
 * The driver describes a request by three descriptors (the header, the data, the status), puts the
 * number of the first one into the ring `avail` and rings the doorbell.  The device processes the
 * requests in any order, puts the numbers of completed ones into the ring `used` and interrupts.
 * Each ring is written by one side only, entries first, then its count (virtio 1.1, 2.6).
 *
 * Descriptors need no allocator: each request has a chain of three, and chain c owns descriptors 3c
 * to 3c+2, header c and answer c.  Their constant fields are filled in at boot.
 *
 * Memory order: entries are visible before the count (release), that before the doorbell (fence),
 * and the count is read before the entries (acquire).
 *
 * The driver rings the doorbell for each request, even if the device says that it needs none
 * (used.flags, 2.6.10), which is a hint.  To take the hint, the new count must be visible before
 * the flag is read.  QEMU 7.2 leaves out a guest's fences if one thread of the host runs all its
 * CPUs.  Then at times the device missed the request, the driver missed that it had to ring, and
 * the request never ended.
 *
 * There is one disk.  Its lock guards the chains and the driver's side of the rings; the interrupt
 * takes it too.  done() is called without it.
 *
 * Left out: indirect descriptors and event indices (they would save notifications, and a request
 * costs one block of copying anyway), several queues, timeouts, devices that are removed.
 * Source: virtio 1.1, sections given below.
 */
#include "dev/virtio_block.h"
#include "arch/device.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/spin.h"
#include "dev/pci.h"
#include "mm/page.h"
#include "sched/waitq.h"
#include <abi/errno.h>
#include <stddef.h>

/* ---- from the specification ---- */

#define VIRTIO_VENDOR             0x1af4
#define VIRTIO_BLOCK              0x1042 /* 4.1.2.1 */
#define VIRTIO_BLOCK_TRANSITIONAL 0x1001 /* has the older interface too */

/* Capabilities: the base address register and the offset of a structure (4.1.4). */
#define CAP_TYPE   3
#define CAP_BAR    4
#define CAP_OFFSET 8
#define CAP_COMMON 1
#define CAP_NOTIFY 2
#define CAP_DEVICE 4

/* 4.1.4.3; 64-bit fields are written as two halves (4.1.3.1). */
struct common_config {
    uint32_t device_feature_select, device_feature;
    uint32_t driver_feature_select, driver_feature;
    uint16_t config_msix_vector, num_queues;
    uint8_t device_status, config_generation;
    uint16_t queue_select, queue_size, queue_msix_vector, queue_enable, queue_notify_off;
    uint32_t queue_desc[2], queue_driver[2], queue_device[2];
};

#define STATUS_ACKNOWLEDGE 1 /* 2.1 */
#define STATUS_DRIVER      2
#define STATUS_DRIVER_OK   4
#define STATUS_FEATURES_OK 8
#define STATUS_FAILED      128

#define FEATURE_FLUSH     (1u << 9) /* 5.2.3 */
#define FEATURE_VERSION_1 (1u << 0) /* 6: of the second 32 bits */

struct descriptor { /* 2.6.5 */
    uint64_t address;
    uint32_t length;
    uint16_t flags, next;
};

#define DESC_NEXT          1
#define DESC_DEVICE_WRITES 2

struct request_header { /* 5.2.6 */
    uint32_t type, reserved;
    uint64_t sector; /* units of 512 bytes */
};

#define TYPE_IN    0
#define TYPE_OUT   1
#define TYPE_FLUSH 4
#define ANSWER_OK  0

#define SECTOR_SIZE       512
#define SECTORS_PER_BLOCK (BLOCK_SIZE / SECTOR_SIZE)

#define QUEUE_SIZE  128 /* descriptors */
#define CHAIN_DESCS 3
#define CHAINS      (QUEUE_SIZE / CHAIN_DESCS)

struct shared {
    struct descriptor desc[QUEUE_SIZE];
    struct { /* 2.6.6 */
        uint16_t flags, count, ring[QUEUE_SIZE], unused;
    } avail;
    struct { /* 2.6.8 */
        uint16_t flags, count;
        struct {
            uint32_t first, written;
        } ring[QUEUE_SIZE];
        uint16_t unused;
    } used __attribute__((aligned(4)));
    struct request_header header[CHAINS] __attribute__((aligned(16)));
    volatile uint8_t answer[CHAINS];
};

_Static_assert(offsetof(struct common_config, queue_desc) == 32, "virtio 1.1, 4.1.4.3");
_Static_assert(sizeof(struct shared) <= PAGE_SIZE, "the shared memory is one page");

/* ---- the disk ---- */

static struct pci_device pci;
static volatile struct common_config *common;
static volatile uint16_t *doorbell; /* of queue 0 */
static struct shared *shared;

/* It guards all that follows, and the driver's side of the rings. */
static struct spinlock lock = SPINLOCK_INIT("virtio disk");
static struct waitq chain_free = WAITQ_INIT(chain_free);
static struct block_request *requests[CHAINS]; /* by chain; NULL: free */
static uint8_t free[CHAINS];                   /* a stack of free chains */
static unsigned nfree;
static uint16_t used_seen; /* count of entries of shared->used processed */

/* ---- requests ---- */

static void chain_fill(unsigned chain, const struct block_request *request)
{
    struct request_header *header = &shared->header[chain];
    struct descriptor *desc = &shared->desc[chain * CHAIN_DESCS];
    bool flush = request->op == BLOCK_FLUSH;
    header->type = flush ? TYPE_FLUSH : request->op == BLOCK_READ ? TYPE_IN : TYPE_OUT;
    header->sector = flush ? 0 : (uint64_t)request->block * SECTORS_PER_BLOCK;
    desc[0].next = chain * CHAIN_DESCS + (flush ? 2 : 1); /* a flush has no data */
    if (flush)
        return;
    desc[1].address = page_phys(request->data);
    desc[1].flags = DESC_NEXT | (request->op == BLOCK_READ ? DESC_DEVICE_WRITES : 0);
}

/* Passes a filled chain to the device (2.6.13).  The lock is held. */
static void chain_submit(unsigned chain)
{
    uint16_t count = shared->avail.count;
    shared->avail.ring[count % QUEUE_SIZE] = chain * CHAIN_DESCS;
    __atomic_store_n(&shared->avail.count, count + 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    *doorbell = 0;
}

static void submit(struct block_device *device, struct block_request *request)
{
    if (block_refuse(device, request))
        return;
    spin_lock(&lock);
    while (nfree == 0)
        waitq_sleep(&chain_free, &lock);
    unsigned chain = free[--nfree];
    requests[chain] = request;
    chain_fill(chain, request);
    chain_submit(chain);
    spin_unlock(&lock);
}

static struct block_device disk = {.name = "virtio disk", .submit = submit};

/* Frees the chain that an entry of the used ring names; returns its request. */
static struct block_request *chain_finish(uint32_t first)
{
    uint32_t chain = first / CHAIN_DESCS;
    assert(first % CHAIN_DESCS == 0 && chain < CHAINS && requests[chain]);
    struct block_request *request = requests[chain];
    uint8_t answer = shared->answer[chain];
    request->result = answer == ANSWER_OK ? 0 : -EIO;
    if (answer != ANSWER_OK)
        print("%s: block %u: the device failed (status %u, request %u)\n", disk.name,
              request->block, answer, shared->header[chain].type);
    requests[chain] = NULL;
    free[nfree++] = chain;
    waitq_wake(&chain_free);
    return request;
}

/* Completes the requests of the used ring (2.6.14), oldest first. */
static void interrupt(void *arg)
{
    (void)arg;
    spin_lock(&lock);
    while (used_seen != __atomic_load_n(&shared->used.count, __ATOMIC_ACQUIRE)) {
        uint32_t first = shared->used.ring[used_seen++ % QUEUE_SIZE].first;
        struct block_request *request = chain_finish(first);
        spin_unlock(&lock);
        request->done(request);
        spin_lock(&lock);
    }
    spin_unlock(&lock);
}

/* ---- initialisation ---- */

/* Maps the first nbytes of the structure of a kind; NULL if the device has none. */
static void *map_structure(uint8_t kind, uint32_t nbytes)
{
    unsigned cap = 0;
    do {
        cap = pci_capability(&pci, PCI_CAP_VENDOR, cap);
    } while (cap && pci_read8(&pci, cap + CAP_TYPE) != kind);
    if (cap == 0)
        return NULL;
    uint32_t offset = pci_read32(&pci, cap + CAP_OFFSET);
    return pci_map_bar(&pci, pci_read8(&pci, cap + CAP_BAR), offset, nbytes);
}

/* 3.1.1, steps 1 to 6. */
static const char *negotiate(void)
{
    common->device_status = 0;
    while (common->device_status != 0) /* reset is over (4.1.4.3.2) */
        machine_pause();
    common->device_status = STATUS_ACKNOWLEDGE;
    common->device_status = STATUS_ACKNOWLEDGE | STATUS_DRIVER;

    common->device_feature_select = 1;
    common->driver_feature_select = 1;
    if (!(common->device_feature & FEATURE_VERSION_1))
        return "it is older than virtio 1.0";
    common->driver_feature = FEATURE_VERSION_1;
    common->device_feature_select = 0;
    common->driver_feature_select = 0;
    if (!(common->device_feature & FEATURE_FLUSH))
        return "it cannot flush its cache";
    common->driver_feature = FEATURE_FLUSH;
    common->device_status |= STATUS_FEATURES_OK;
    if (!(common->device_status & STATUS_FEATURES_OK))
        return "it does not accept the features that are needed";
    return NULL;
}

static void write_address(volatile uint32_t field[2], const volatile void *memory)
{
    uint64_t phys = page_phys((const void *)memory);
    field[0] = phys;
    field[1] = phys >> 32;
}

/* Fills in the constant fields of a chain's descriptors. */
static void chain_init(unsigned chain)
{
    unsigned first = chain * CHAIN_DESCS;
    struct descriptor *desc = &shared->desc[first];
    desc[0] = (struct descriptor){page_phys(&shared->header[chain]), sizeof(shared->header[chain]),
                                  DESC_NEXT, first + 1};
    desc[1] = (struct descriptor){0, BLOCK_SIZE, DESC_NEXT, first + 2};
    desc[2] = (struct descriptor){page_phys((const void *)&shared->answer[chain]), 1,
                                  DESC_DEVICE_WRITES, 0};
    free[nfree++] = chain;
}

/* 4.1.5.1.3: queue 0, its interrupt and its memory.  Its doorbell (4.1.4.4) must be the first one,
 * as in QEMU. */
static const char *queue_init(void)
{
    common->queue_select = 0;
    if (common->queue_size < QUEUE_SIZE)
        return "its queue is too short";
    common->queue_size = QUEUE_SIZE;
    common->queue_msix_vector = 0;
    if (common->queue_msix_vector != 0)
        return "it has no interrupt for its queue";
    doorbell = map_structure(CAP_NOTIFY, sizeof(*doorbell));
    if (!doorbell || common->queue_notify_off != 0)
        return "it has no doorbell where it is expected";
    shared = page_alloc_zeroed();
    if (!shared)
        return "out of memory";
    for (unsigned chain = 0; chain < CHAINS; chain++)
        chain_init(chain);
    write_address(common->queue_desc, shared->desc);
    write_address(common->queue_driver, &shared->avail);
    write_address(common->queue_device, &shared->used);
    common->queue_enable = 1;
    return NULL;
}

static const char *disk_init(void)
{
    pci_enable(&pci);
    common = map_structure(CAP_COMMON, sizeof(*common));
    volatile uint32_t *capacity = map_structure(CAP_DEVICE, 2 * sizeof(*capacity));
    if (!common || !capacity)
        return "it lacks the registers of virtio 1.0";
    const char *problem = negotiate();
    if (!problem && pci_enable_msix(&pci, interrupt, NULL))
        problem = "it has no message interrupts (MSI-X)";
    if (!problem)
        problem = queue_init();
    uint64_t sectors = capacity[0] | (uint64_t)capacity[1] << 32; /* 5.2.4 */
    uint64_t nblocks = sectors / SECTORS_PER_BLOCK;
    disk.nblocks = nblocks < UINT32_MAX ? nblocks : UINT32_MAX;
    common->device_status |= problem ? STATUS_FAILED : STATUS_DRIVER_OK;
    return problem;
}

struct block_device *virtio_block_find(void)
{
    if (!pci_find(VIRTIO_VENDOR, VIRTIO_BLOCK, &pci) &&
        !pci_find(VIRTIO_VENDOR, VIRTIO_BLOCK_TRANSITIONAL, &pci))
        return NULL;
    const char *problem = disk_init();
    if (!problem)
        return &disk;
    print("virtio disk at PCI 0:%u.%u is not used: %s\n", pci.device, pci.function, problem);
    return NULL;
}
