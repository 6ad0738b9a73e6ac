/*
 * The registers may hold arguments of the program when mcount is called.  It preserves the general
 * ones that it uses, and uses no others: this file is compiled so.
 *
 * Problem: the kernel may write the records to the file at any moment, between any two instructions
 * of any thread (gprofil.c), and the file must be right.  So a record is appended whole and stays
 * where it is.  A second table, the index, finds the records; no file contains it:
 *
 *     index     0  2  0  0  1  0  0  3       numbers of records, by a hash of the two addresses
 *     records   lost calls | main, f: 7 | main, g: 1 | f, g: 12 |
 *
 * A thread that finds no record of its arc appends one, which counts this call at once.  Then it
 * tries to store its number in the free entry that it found.  Another thread may have taken the
 * entry first, perhaps for the same arc.  Then the new record is not in the index and counts that
 * one call for ever: an arc may have several records, and readers add up their counts.
 *
 * For the same reason a larger index begins empty, and an arc that is called again gets a new
 * record.
 *
 * A handler that forks may interrupt a thread that has appended a record, before the number is in
 * the index.  So a record is its arc's for ever: clearing sets its count to 0, and the child's next
 * calls count there.
 */
#include "arcs.h"

#include <errno.h>
#include <limits.h>
#include <sys/mman.h>

#include "../image.h"

#define TEXT_PER_ENTRY 4 /* bytes; a call instruction has five, or two through a register */
#define ENTRIES_MIN    4096
#define GROWTH_SHIFT   2
#define PROBES_MAX     32 /* more are needed only if the index is nearly full */

struct arcs {
    uintptr_t low; /* the functions */
    size_t nbytes;
    uintptr_t text_low; /* the program */
    size_t text_nbytes;
    struct gmonrec *record; /* the first is the total of lost calls */
    uint32_t *used_nbytes;  /* of them */
    unsigned shift;         /* the index has 2^(64 - shift) entries */
    size_t mask;
    uint32_t *index; /* in the page after this one; 0: free */
};

static struct arcs *arcs;   /* with the last index; NULL: none */
static struct arcs *active; /* the same, or NULL: calls are not counted */

static size_t index_bytes(const struct arcs *a)
{
    return (a->mask + 1) * sizeof(*a->index);
}

static struct arcs *index_make(const struct arcs *like)
{
    size_t nbytes = PAGE_SIZE + index_bytes(like);
    struct arcs *a = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (a == MAP_FAILED)
        return NULL;
    *a = *like;
    a->index = (void *)((char *)a + PAGE_SIZE);
    return a;
}

bool __arcs_begin(uintptr_t low, uintptr_t high, struct gmonrec *record, uint32_t *used_nbytes)
{
    const struct elf_segment *text = __image_text();
    size_t n = ENTRIES_MIN;
    struct arcs like = {.low = low,
                        .nbytes = high - low,
                        .text_low = text->vaddr,
                        .text_nbytes = text->memsz,
                        .record = record,
                        .used_nbytes = used_nbytes,
                        .shift = 64 - 12};

    for (; n < like.nbytes / TEXT_PER_ENTRY; n *= 2)
        like.shift--;
    like.mask = n - 1;
    record[0].gr_self = GMON_LOST_CALLS;
    *used_nbytes = sizeof(record[0]);
    arcs = index_make(&like); /* one from before stays mapped: a thread may be counting in it */
    __arcs_resume();
    return arcs;
}

void __arcs_pause(void)
{
    __atomic_store_n(&active, NULL, __ATOMIC_RELEASE);
}

void __arcs_resume(void)
{
    __atomic_store_n(&active, __atomic_load_n(&arcs, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}

/* The index to use when that of `a` is full; NULL: there is no memory for one. */
static struct arcs *grow(struct arcs *a)
{
    struct arcs *last = __atomic_load_n(&arcs, __ATOMIC_ACQUIRE);

    if (last == a) {
        struct arcs like = *a;
        int error = errno;

        like.shift -= GROWTH_SHIFT;
        like.mask = ((a->mask + 1) << GROWTH_SHIFT) - 1;
        struct arcs *larger = index_make(&like);
        errno = error;
        if (!larger)
            return NULL;
        if (__atomic_compare_exchange_n(&arcs, &last, larger, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            last = larger;
        else
            munmap(larger, PAGE_SIZE + index_bytes(larger));
    }
    /* If counting was stopped, it stays stopped. */
    __atomic_compare_exchange_n(&active, &a, last, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    return last;
}

static void count_lost(struct arcs *a)
{
    __atomic_fetch_add(&a->record[0].gr_count, 1, __ATOMIC_RELAXED);
}

/* Appends a record with one call; its number, or 0 if there is no room.  Its addresses come last:
 * until then it is a total without a name. */
static uint32_t append(struct arcs *a, uintptr_t from, uintptr_t self)
{
    uint32_t used = __atomic_load_n(a->used_nbytes, __ATOMIC_RELAXED);

    do
        if (used / sizeof(*a->record) == ARCS_MAX)
            return 0;
    while (!__atomic_compare_exchange_n(a->used_nbytes, &used, used + sizeof(*a->record), false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    uint32_t number = used / sizeof(*a->record);
    __atomic_store_n(&a->record[number].gr_count, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&a->record[number].gr_self, self, __ATOMIC_RELEASE);
    __atomic_store_n(&a->record[number].gr_from, from, __ATOMIC_RELEASE);
    return number;
}

/* Counts a call that has no record yet, whose place in the index is `entry`. */
__attribute__((noinline)) static void count_first(struct arcs *a, uint32_t *entry, uintptr_t from,
                                                  uintptr_t self)
{
    uint32_t number = append(a, from, self), free = 0;

    if (number)
        __atomic_compare_exchange_n(entry, &free, number, false, __ATOMIC_RELEASE,
                                    __ATOMIC_RELAXED);
    else
        count_lost(a);
}

/* The place in the index where the search for an arc begins. */
static inline size_t hash(const struct arcs *a, uintptr_t from, uintptr_t self)
{
    return ((uint64_t)from << 32 | (uint32_t)self) * 0x9e3779b97f4a7c15 >> a->shift;
}

/* Counts the call if it has that record, and says so. */
static inline bool count_in(struct gmonrec *record, uintptr_t from, uintptr_t self)
{
    if (record->gr_from != from || record->gr_self != self)
        return false;
    __atomic_fetch_add(&record->gr_count, 1, __ATOMIC_RELAXED);
    return true;
}

/* Whether the call is counted; if not, the index is too full. */
static inline bool count(struct arcs *a, uintptr_t from, uintptr_t self)
{
    size_t i = hash(a, from, self);

    for (int probes = PROBES_MAX; probes > 0; i++, probes--) {
        uint32_t *entry = &a->index[i & a->mask];
        uint32_t number = __atomic_load_n(entry, __ATOMIC_ACQUIRE);

        if (number == 0) {
            count_first(a, entry, from, self);
            return true;
        }
        if (count_in(&a->record[number], from, self))
            return true;
    }
    return false;
}

/* Any call, in any number of instructions. */
ARCS_PRESERVE_ALL __attribute__((noinline)) static void search(struct arcs *a, uintptr_t from,
                                                               uintptr_t self)
{
    if (self - a->low >= a->nbytes)
        return;
    if (from - a->text_low >= a->text_nbytes)
        from = (uintptr_t)__elsewhere;
    while (!count(a, from, self)) {
        struct arcs *larger = grow(a);

        if (!larger) {
            count_lost(a);
            return;
        }
        a = larger;
    }
}

/* Most calls have their record's number at the first place.  An empty place leads to record 0,
 * which is no call's. */
static inline void count_call(uintptr_t from, uintptr_t self)
{
    struct arcs *a = __atomic_load_n(&active, __ATOMIC_ACQUIRE);

    if (!a)
        return;
    uint32_t number = __atomic_load_n(&a->index[hash(a, from, self)], __ATOMIC_ACQUIRE);
    if (!count_in(&a->record[number], from, self))
        search(a, from, self);
}

void __arcs_count(uintptr_t from, uintptr_t self)
{
    count_call(from, self);
}

/* mcount's frame holds the rbp of its caller, the function to count, and an address in it.  That
 * function's frame holds its return address. */
void mcount(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    const uintptr_t *called = (const uintptr_t *)frame[0];

    count_call(called[1] - 1, frame[1]);
}

/* The function has no frame yet: its return address lies above. */
void __fentry__(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);

    count_call(frame[2] - 1, frame[1]);
}

void __elsewhere(void)
{
}

void __arcs_clear(struct gmonrec *record, size_t n)
{
    for (size_t i = 0; i < n; i++)
        __atomic_store_n(&record[i].gr_count, 0, __ATOMIC_RELAXED);
}

struct gmonrec *__arcs_records(size_t *n)
{
    *n = arcs ? *arcs->used_nbytes / sizeof(*arcs->record) : 0;
    return arcs ? arcs->record : NULL;
}
