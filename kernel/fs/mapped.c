/*
 * Shared pages of files; the contract is in fs/mapped.h.
 *
 * Nothing notes which pages are dirty: a write-back compares each page with its block.  Nor does
 * anything note who maps a page: a page without users has one reference left, the inode's.  Only
 * mapped_page() can lead to more, and that needs the mutexes.
 *
 * Left out: pages that are made at the first touch.  The thread may hold the inode's mutex then.
 */
#include "fs/mapped.h"
#include "core/print.h"
#include "core/string.h"
#include "fs/block_map.h"
#include "fs/contents.h"
#include "mm/page.h"
#include "sched/sched.h"
#include <abi/errno.h>

static struct mutex parts_mutex;
static struct list parts; /* [f] */

void mapped_init(void)
{
    mutex_init(&parts_mutex, "mapped files");
    list_init(&parts);
}

/* Where the page is or will be; NULL when memory is out. */
static void **find_slot(struct inode *inode, uint64_t index)
{
    struct mapped_part *part = inode->mapped;
    while (part && index - part->first >= MAPPED_PART)
        part = part->next;
    if (!part) {
        part = page_alloc_zeroed();
        if (!part)
            return NULL;
        part->first = index - index % MAPPED_PART;
        part->next = inode->mapped;
        part->inode = inode_hold(inode);
        inode->mapped = part;
        list_push_back(&parts, &part->link);
    }
    return &part->pages[index - part->first];
}

/* A new page with the n bytes of the block, and zeros. */
static int page_read(struct inode *inode, uint64_t index, size_t n, void **out)
{
    struct buffer *b;
    int error = block_map_read(inode, index, &b);
    if (error)
        return error;
    *out = page_alloc_zeroed();
    if (*out && b)
        memcpy(*out, b->data, n);
    if (b)
        cache_put(b);
    return *out ? 0 : -ENOMEM;
}

int mapped_page(struct inode *inode, uint64_t index, bool writable, void **out)
{
    uint64_t size = inode->disk->size, start = index * PAGE_SIZE;
    *out = NULL;
    if (start >= size)
        return 0;
    void **slot = find_slot(inode, index);
    int error = slot ? 0 : -ENOMEM;
    if (!error && !*slot)
        error = page_read(inode, index, size - start < PAGE_SIZE ? size - start : PAGE_SIZE, slot);
    if (!error && writable)
        error = contents_write_page(inode, index, true);
    *out = error ? NULL : *slot;
    return error;
}

void mapped_begin(struct inode *inode)
{
    mutex_lock(&parts_mutex);
    inode_lock(inode);
}

void mapped_end(struct inode *inode)
{
    inode_unlock(inode);
    mutex_unlock(&parts_mutex);
}

static int settle_page(struct inode *inode, uint64_t index, void **slot, bool all)
{
    bool unused = page_refs(*slot) == 1;
    if (!unused && !all)
        return 0;
    int error = contents_write_page(inode, index, false);
    if (!unused || error == -ENOMEM)
        return error;
    if (error)
        print("fs: inode %u: page %lu of it is lost, as it cannot be written (error %d)\n",
              inode->ino, index, -error);
    page_free(*slot);
    *slot = NULL;
    return error;
}

/* Whether pages are left; the first error is in *result. */
static bool settle(struct mapped_part *part, bool all, int *result)
{
    bool is_left = false;
    for (unsigned i = 0; i < MAPPED_PART; i++) {
        void **slot = &part->pages[i];
        int error = *slot ? settle_page(part->inode, part->first + i, slot, all) : 0;
        *result = *result ? *result : error;
        is_left = is_left || *slot;
        sched_yield_if_due();
    }
    return is_left;
}

static void remove(struct mapped_part *part)
{
    struct mapped_part **link = &part->inode->mapped;
    while (*link != part)
        link = &(*link)->next;
    *link = part->next;
    list_remove(&part->link);
    page_free(part);
}

int mapped_write_back(bool all)
{
    int result = 0;
    mutex_lock(&parts_mutex);
    LIST_FOREACH_SAFE (part, next, &parts, struct mapped_part, link) {
        struct inode *inode = part->inode;
        inode_lock(inode);
        bool is_left = settle(part, all, &result);
        if (!is_left)
            remove(part);
        inode_unlock(inode);
        if (!is_left)
            inode_put(inode);
    }
    mutex_unlock(&parts_mutex);
    return result;
}
