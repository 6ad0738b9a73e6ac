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
 * The disk's lock guards the chains and the driver's side of the rings; the interrupt takes it too.
 * done() is called after it is released.
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
#define CAP_TYPE              3
#define CAP_BAR               4
#define CAP_OFFSET            8
#define CAP_LENGTH            12
#define CAP_NOTIFY_MULTIPLIER 16
#define CAP_COMMON            1
#define CAP_NOTIFY            2
#define CAP_DEVICE            4

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

#define FEATURE_READ_ONLY (1u << 5) /* 5.2.3: the device fails all writes */
#define FEATURE_FLUSH     (1u << 9)
#define FEATURE_VERSION_1 (1u << 0) /* 6: of the second 32 bits */

#define NO_VECTOR 0xffff /* 4.1.5.1.2 */

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

#define QUEUE_MAX   128 /* descriptors; the device may have fewer */
#define CHAIN_DESCS 3
#define CHAINS_MAX  (QUEUE_MAX / CHAIN_DESCS)

struct shared {
    struct descriptor desc[QUEUE_MAX];
    struct { /* 2.6.6 */
        uint16_t flags, count, ring[QUEUE_MAX], unused;
    } avail;
    struct { /* 2.6.8 */
        uint16_t flags, count;
        struct {
            uint32_t first, written;
        } ring[QUEUE_MAX];
        uint16_t unused;
    } used __attribute__((aligned(4)));
    struct request_header header[CHAINS_MAX] __attribute__((aligned(16)));
    volatile uint8_t answer[CHAINS_MAX];
};

_Static_assert(offsetof(struct common_config, queue_desc) == 32, "virtio 1.1, 4.1.4.3");
_Static_assert(sizeof(struct shared) <= PAGE_SIZE, "the shared memory is one page");

/* ---- the disk ---- */

struct disk {
    struct block_device device; /* [I] */
    struct pci_device pci;
    volatile struct common_config *common;
    volatile uint16_t *doorbell;
    struct shared *shared;
    uint16_t queue_size; /* [I] descriptors */
    bool can_flush;      /* [I] if not, writes are not cached (5.2.6.2) */

    struct spinlock lock;
    struct waitq chain_free;                   /* guard: lock */
    struct block_request *request[CHAINS_MAX]; /* by chain; NULL: free */
    uint8_t free[CHAINS_MAX];                  /* a stack of free chains */
    unsigned nfree;
    uint16_t used_seen; /* count of entries of shared->used processed */
};

static struct disk disk;

/* ---- requests ---- */

static void chain_fill(struct disk *d, unsigned chain, const struct block_request *request)
{
    struct request_header *header = &d->shared->header[chain];
    struct descriptor *desc = &d->shared->desc[chain * CHAIN_DESCS];
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
static void chain_submit(struct disk *d, unsigned chain)
{
    struct shared *s = d->shared;
    uint16_t count = s->avail.count;
    s->avail.ring[count % d->queue_size] = chain * CHAIN_DESCS;
    __atomic_store_n(&s->avail.count, count + 1, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    *d->doorbell = 0;
}

static void submit(struct block_device *device, struct block_request *request)
{
    struct disk *d = &disk;
    if (block_refuse(device, request))
        return;
    if (request->op == BLOCK_FLUSH && !d->can_flush) {
        block_finish(request, 0);
        return;
    }
    spin_lock(&d->lock);
    while (d->nfree == 0)
        waitq_sleep(&d->chain_free, &d->lock);
    unsigned chain = d->free[--d->nfree];
    d->request[chain] = request;
    chain_fill(d, chain, request);
    chain_submit(d, chain);
    spin_unlock(&d->lock);
}

/* Frees the chain that an entry of the used ring names; returns its request. */
static struct block_request *chain_finish(struct disk *d, uint32_t first)
{
    uint32_t chain = first / CHAIN_DESCS;
    assert(first % CHAIN_DESCS == 0 && chain < CHAINS_MAX && d->request[chain]);
    struct block_request *request = d->request[chain];
    uint8_t answer = d->shared->answer[chain];
    request->result = answer == ANSWER_OK ? 0 : -EIO;
    if (answer != ANSWER_OK)
        print("%s: block %u: the device failed (status %u, request %u)\n", d->device.name,
              request->block, answer, d->shared->header[chain].type);
    d->request[chain] = NULL;
    d->free[d->nfree++] = chain;
    waitq_wake(&d->chain_free);
    return request;
}

/* Removes the completed requests from the used ring (2.6.14), oldest first. */
static void interrupt(void *arg)
{
    struct disk *d = arg;
    struct shared *s = d->shared;
    struct block_request *finished = NULL, **end = &finished;
    spin_lock(&d->lock);
    while (d->used_seen != __atomic_load_n(&s->used.count, __ATOMIC_ACQUIRE)) {
        uint32_t first = s->used.ring[d->used_seen++ % d->queue_size].first;
        *end = chain_finish(d, first);
        end = &(*end)->next;
    }
    *end = NULL;
    spin_unlock(&d->lock);
    while (finished) {
        struct block_request *request = finished;
        finished = request->next; /* done() may reuse the request */
        request->done(request);
    }
}

/* ---- initialisation ---- */

/* Maps nbytes at offset `at` of the structure of a kind; NULL if the device has none of that
 * length. *cap is its capability. */
static void *map_structure(struct disk *d, uint8_t kind, uint32_t at, uint32_t nbytes,
                           unsigned *cap)
{
    *cap = 0;
    do {
        *cap = pci_capability(&d->pci, PCI_CAP_VENDOR, *cap);
    } while (*cap && pci_read8(&d->pci, *cap + CAP_TYPE) != kind);
    if (*cap == 0 || pci_read32(&d->pci, *cap + CAP_LENGTH) < (uint64_t)at + nbytes)
        return NULL;
    uint32_t offset = pci_read32(&d->pci, *cap + CAP_OFFSET);
    return pci_map_bar(&d->pci, pci_read8(&d->pci, *cap + CAP_BAR), offset + at, nbytes);
}

/* Maps the doorbell of the selected queue (4.1.4.4). */
static void *map_doorbell(struct disk *d)
{
    unsigned cap;
    if (!map_structure(d, CAP_NOTIFY, 0, sizeof(uint16_t), &cap))
        return NULL;
    uint32_t multiplier = pci_read32(&d->pci, cap + CAP_NOTIFY_MULTIPLIER);
    uint32_t at = d->common->queue_notify_off * multiplier;
    return map_structure(d, CAP_NOTIFY, at, sizeof(uint16_t), &cap);
}

/* 3.1.1, steps 1 to 6. */
static const char *negotiate(struct disk *d)
{
    volatile struct common_config *common = d->common;
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
    uint32_t features = common->device_feature & (FEATURE_READ_ONLY | FEATURE_FLUSH);
    common->driver_feature = features;
    common->device_status |= STATUS_FEATURES_OK;
    if (!(common->device_status & STATUS_FEATURES_OK))
        return "it does not accept the features that are needed";
    d->can_flush = features & FEATURE_FLUSH;
    return NULL;
}

static void write_address(volatile uint32_t field[2], const volatile void *memory)
{
    uint64_t phys = page_phys((const void *)memory);
    field[0] = phys;
    field[1] = phys >> 32;
}

/* Fills in the constant fields of a chain's descriptors. */
static void chain_init(struct disk *d, unsigned chain)
{
    struct shared *s = d->shared;
    unsigned first = chain * CHAIN_DESCS;
    s->desc[first] = (struct descriptor){page_phys(&s->header[chain]), sizeof(s->header[chain]),
                                         DESC_NEXT, first + 1};
    s->desc[first + 1] = (struct descriptor){0, BLOCK_SIZE, DESC_NEXT, first + 2};
    s->desc[first + 2] =
        (struct descriptor){page_phys((const void *)&s->answer[chain]), 1, DESC_DEVICE_WRITES, 0};
    d->free[d->nfree++] = chain;
}

/* 4.1.5.1.3: queue 0, its interrupt and its memory. */
static const char *queue_init(struct disk *d)
{
    volatile struct common_config *common = d->common;
    common->queue_select = 0;
    d->queue_size = common->queue_size < QUEUE_MAX ? common->queue_size : QUEUE_MAX;
    if (d->queue_size < CHAIN_DESCS)
        return "its queue is too short for one request";
    common->queue_size = d->queue_size;
    common->config_msix_vector = NO_VECTOR;
    common->queue_msix_vector = 0;
    if (common->queue_msix_vector != 0)
        return "it has no interrupt for its queue";
    d->doorbell = map_doorbell(d);
    if (!d->doorbell)
        return "it has no doorbell";
    d->shared = page_alloc_zeroed();
    if (!d->shared)
        return "out of memory";
    for (unsigned chain = 0; chain < d->queue_size / CHAIN_DESCS; chain++)
        chain_init(d, chain);
    write_address(common->queue_desc, d->shared->desc);
    write_address(common->queue_driver, &d->shared->avail);
    write_address(common->queue_device, &d->shared->used);
    common->queue_enable = 1;
    return NULL;
}

static const char *disk_init(struct disk *d)
{
    pci_enable(&d->pci);
    unsigned cap;
    d->common = map_structure(d, CAP_COMMON, 0, sizeof(*d->common), &cap);
    volatile uint32_t *capacity = map_structure(d, CAP_DEVICE, 0, 2 * sizeof(*capacity), &cap);
    if (!d->common || !capacity)
        return "it lacks the registers of virtio 1.0";
    const char *problem = negotiate(d);
    if (problem)
        return problem;
    if (pci_enable_msix(&d->pci, interrupt, d))
        return "it has no message interrupts (MSI-X)";
    problem = queue_init(d);
    if (problem)
        return problem;
    uint64_t sectors = capacity[0] | (uint64_t)capacity[1] << 32; /* 5.2.4 */
    uint64_t nblocks = sectors / SECTORS_PER_BLOCK;
    d->device.nblocks = nblocks < UINT32_MAX ? nblocks : UINT32_MAX;
    d->common->device_status |= STATUS_DRIVER_OK;
    return NULL;
}

struct block_device *virtio_block_find(void)
{
    struct disk *d = &disk;
    if (!pci_find(VIRTIO_VENDOR, VIRTIO_BLOCK, &d->pci) &&
        !pci_find(VIRTIO_VENDOR, VIRTIO_BLOCK_TRANSITIONAL, &d->pci))
        return NULL;
    d->device.name = "virtio disk";
    d->device.submit = submit;
    spin_init(&d->lock, "virtio disk");
    waitq_init(&d->chain_free);
    const char *problem = disk_init(d);
    if (!problem)
        return &d->device;
    if (d->common)
        d->common->device_status |= STATUS_FAILED;
    print("virtio disk at PCI 0:%u.%u is not used: %s\n", d->pci.device, d->pci.function, problem);
    return NULL;
}
