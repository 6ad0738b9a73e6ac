/*
 * The order of locks is what they are taken in: whenever a lock is taken while another is held, the
 * pair of their names is recorded with both places.  A pair that closes a circle with those
 * recorded is a deadlock that needs only the right moment, and a panic; the moment itself need not
 * come.
 *
 * Two locks of one name have no order by that.  The module whose they are knows it, if they may be
 * held together at all: parents before children, say (debug_nests).
 *
 * Left out: mutexes before spin locks, which mutex_lock() checks; waiting for anything that is no
 * lock.
 */
#include "debug/locks.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/ksyms.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/thread.h"

#define CLASSES_MAX 64

static struct lock_class {
    const char *name;
    enum debug_kind kind;
    unsigned same; /* the class of this name: itself, or an earlier one with the name elsewhere */
    bool (*may_nest)(const void *held, const void *taken); /* NULL: never two together */
} classes[CLASSES_MAX];
static unsigned nclasses;

/* inner was taken while outer was held; 0: never.  Written once. */
static struct pair {
    uint64_t outer_pc, inner_pc;
} pairs[CLASSES_MAX][CLASSES_MAX];

static const struct kind {
    const char *name, *verb, *rules;
} kinds[] = {
    [DEBUG_SPIN] = {"spin lock", "took", "core/spin.h"},
    [DEBUG_MUTEX] = {"mutex", "took", "sched/mutex.h"},
    [DEBUG_OPERATION] = {"operation of the", "began", "log_end() in fs/log.h"},
    [DEBUG_TLB] = {"outdated translations in the", "left", "arch_tlb_flush() in arch/arch.h"},
};

#define HOLDS_MAX (sizeof((struct debug_holds){0}.pcs) / sizeof(int64_t))
extern const char kernel_start[], kernel_end[];

/* Guards all of the above against other CPUs; interrupts are off.  No spin lock, as these lead
 * here. */
static bool busy;

static void begin(void)
{
    irq_hold();
    while (__atomic_exchange_n(&busy, true, __ATOMIC_ACQUIRE))
        machine_pause();
}

static void end(void)
{
    __atomic_store_n(&busy, false, __ATOMIC_RELEASE);
    irq_release();
}

static const struct kind *kind_of(unsigned class)
{
    return &kinds[classes[class].kind];
}

static void print_place(uint64_t pc, const char *verb, unsigned class, const char *owner)
{
    uint64_t offset;
    const char *name = ksyms_name(pc, &offset);
    print("  0x%lx %s+0x%lx %s the %s '%s'%s%s\n", pc, name, offset, verb, kind_of(class)->name,
          classes[class].name, owner ? ": " : "", owner ? owner : "");
}

static void print_held(const struct debug_locks *locks, const char *owner)
{
    for (uint32_t i = 0; i < locks->n; i++)
        print_place(locks->held[i].pc,
                    locks->held[i].waiting ? "waits for" : kind_of(locks->held[i].class)->verb,
                    locks->held[i].class, owner);
}

void debug_print_locks(void)
{
    for (uint32_t id = 0; id < cpu_count; id++) {
        char owner[16];
        print_into(owner, sizeof(owner), "CPU %u", id);
        print_held(&cpu_table[id].spins, owner);
    }
    const struct list *before = &thread_list;
    LIST_FOREACH (thread, &thread_list, struct thread, all_link) {
        if (thread->all_link.prev != before)
            break; /* it is broken, and may lead in a circle */
        before = &thread->all_link;
        print_held(&thread->mutexes, thread->name);
    }
}

void debug_print_holds(void)
{
    const struct debug_holds *holds = &cpu_self()->holds;
    for (uint32_t i = 0; i < holds->n && i < HOLDS_MAX; i++)
        print_address(holds->pcs[i], "turned interrupts off");
}

/* ---- the order ---- */

/* Two CPUs that meet a name at the same moment make two classes of it; both are the first. */
static unsigned class_of(enum debug_kind kind, const char *name)
{
    unsigned n = __atomic_load_n(&nclasses, __ATOMIC_ACQUIRE), found = 0;
    for (unsigned i = 0; i < n; i++)
        if (classes[i].name == name && classes[i].kind == kind)
            return classes[i].same;
    begin();
    if (nclasses == CLASSES_MAX)
        panic("more than %u names of locks (debug/locks.c)", CLASSES_MAX);
    while (found < nclasses &&
           (classes[found].kind != kind || strcmp(classes[found].name, name) != 0))
        found++;
    classes[nclasses] = (struct lock_class){name, kind, found, NULL};
    __atomic_store_n(&nclasses, nclasses + 1, __ATOMIC_RELEASE);
    end();
    return found;
}

static bool is_recorded(unsigned outer, unsigned inner)
{
    return __atomic_load_n(&pairs[outer][inner].inner_pc, __ATOMIC_ACQUIRE);
}

/* Whether `to` has ever been taken, directly or by way of others, while `from` was held; then
 * prints the places, from the last one on.  `seen` has a bit for each class that was tried. */
static bool print_way(unsigned from, unsigned to, uint64_t *seen)
{
    *seen |= 1ull << from;
    for (unsigned next = 0; next < nclasses; next++) {
        if (!is_recorded(from, next) || (next != to && (*seen >> next & 1)) ||
            (next != to && !print_way(next, to, seen)))
            continue;
        char verb[24];
        print_into(verb, sizeof(verb), "elsewhere %s", kind_of(from)->verb);
        print_place(pairs[from][next].outer_pc, verb, from, NULL);
        print_place(pairs[from][next].inner_pc, "and then", next, NULL);
        return true;
    }
    return false;
}

static void record(const struct debug_lock *outer, const struct debug_lock *inner)
{
    begin();
    uint64_t seen = 0;
    if (print_way(inner->class, outer->class, &seen))
        panic(
            "the %s '%s' is taken while '%s' is held, and elsewhere in the other order: a deadlock "
            "(doc/locks.md)",
            kind_of(inner->class)->name, classes[inner->class].name, classes[outer->class].name);
    struct pair *pair = &pairs[outer->class][inner->class];
    pair->outer_pc = outer->pc;
    __atomic_store_n(&pair->inner_pc, inner->pc, __ATOMIC_RELEASE);
    end();
}

void debug_nests(enum debug_kind kind, const char *name,
                 bool (*may_nest)(const void *held, const void *taken))
{
    classes[class_of(kind, name)].may_nest = may_nest;
}

/* Two locks of one name.  A lock that is taken twice panics elsewhere. */
static void check_nesting(const struct debug_lock *held, const struct debug_lock *taken)
{
    const struct lock_class *class = &classes[taken->class];
    if (held->lock == taken->lock || (class->may_nest && class->may_nest(held->lock, taken->lock)))
        return;
    panic("the %s '%s' is taken while another '%s' is held, %s (doc/locks.md)",
          kinds[class->kind].name, class->name, class->name,
          class->may_nest ? "against their order" : "and two of them never are");
}

/* ---- what is held ---- */

struct debug_lock *debug_holds(struct debug_locks *locks, const void *lock)
{
    for (struct debug_lock *held = locks->held; held < locks->held + locks->n; held++)
        if (held->lock == lock)
            return held;
    return NULL;
}

void debug_wants(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc)
{
    struct debug_lock new = {lock, (int64_t)pc - 1, class_of(kind, debug_name(lock, name)), true};
    uint32_t n = locks->n;
    if (n == sizeof(locks->held) / sizeof(*locks->held))
        panic("more than %u locks are held together (debug/locks.h)", n);
    locks->held[n] = new;
    __atomic_store_n(&locks->n, n + 1, __ATOMIC_RELEASE);
    for (uint32_t i = 0; i < n; i++) {
        if (locks->held[i].class == new.class)
            check_nesting(&locks->held[i], &new);
        else if (!is_recorded(locks->held[i].class, new.class))
            record(&locks->held[i], &new);
    }
}

void debug_has(struct debug_locks *locks, const void *lock)
{
    debug_holds(locks, lock)->waiting = false;
}

void debug_notes(struct debug_locks *locks, enum debug_kind kind, const void *lock,
                 const char *name, void *pc)
{
    if (debug_holds(locks, lock))
        return;
    debug_wants(locks, kind, lock, name, pc);
    debug_has(locks, lock);
}

void debug_drops(struct debug_locks *locks, const void *lock)
{
    struct debug_lock *held = debug_holds(locks, lock);
    assert(held);
    if (classes[held->class].kind == DEBUG_SPIN && machine_irq_is_on())
        panic("interrupts were turned on while the spin lock '%s' is held (core/irq.h)",
              classes[held->class].name);
    for (locks->n--; held < locks->held + locks->n; held++)
        *held = held[1];
}

static _Noreturn void panic_kept(const struct debug_locks *locks, const char *what)
{
    unsigned class = locks->held[0].class;
    panic("a thread %s and keeps the %s '%s' (%s)", what, kind_of(class)->name, classes[class].name,
          kind_of(class)->rules);
}

void debug_thread_leaves(struct thread *thread, const char *what)
{
    if (irq_is_held() && cpu_self()->spins.n > 0)
        panic_kept(&cpu_self()->spins, what);
    if (irq_is_held()) {
        debug_print_holds();
        panic("a thread %s and keeps interrupts off (core/irq.h)", what);
    }
    if (thread->mutexes.n > 0)
        panic_kept(&thread->mutexes, what);
    thread->mutexes.refused = 0;
}

/* ---- interrupts ---- */

void debug_irq_hold(void *pc)
{
    struct debug_holds *holds = &cpu_self()->holds;
    if (holds->n < HOLDS_MAX)
        holds->pcs[holds->n] = (int64_t)pc - 1;
    holds->n++;
}

/* The hold that a release at pc ends: the latest of the same function.  So a panic prints the hold
 * that was forgotten, not another one. */
static uint32_t hold_of(const struct debug_holds *holds, uint64_t pc)
{
    uint64_t offset;
    const char *function = ksyms_name(pc, &offset);
    for (uint32_t i = holds->n; i-- > 0;)
        if (ksyms_name(holds->pcs[i], &offset) == function)
            return i;
    return holds->n - 1;
}

/* The release at the end of the boot (sched_idle) has no irq_hold(). */
void debug_irq_release(void *pc)
{
    struct cpu *cpu = cpu_self();
    if ((cpu->irq_depth & IRQ_HOLDS) <= cpu->spins.n)
        panic("irq_release() without irq_hold(): a spin lock that is held needs interrupts off "
              "(core/irq.h)");
    struct debug_holds *holds = &cpu->holds;
    if (holds->n > 1 && holds->n <= HOLDS_MAX)
        for (uint32_t i = hold_of(holds, (uint64_t)pc - 1); i + 1 < holds->n; i++)
            holds->pcs[i] = holds->pcs[i + 1];
    if (holds->n > 0)
        holds->n--;
}

/* ---- memory ---- */

const char *debug_name(const void *lock, const char *name)
{
    if (name >= kernel_start && name < kernel_end)
        return name;
    page_tags_print((uint64_t)lock, true);
    panic("the lock at %p %s", lock,
          debug_is_freed((uint64_t)name) ? "lies in memory that was freed (debug/tag.h)"
                                         : "was never initialised (spin_init(), mutex_init())");
}

/* Other CPUs' locks change at the same time; none of these can be in memory that is given up. */
static void check_locks(const struct debug_locks *locks, const void *start, size_t nbytes,
                        const char *who)
{
    for (uint32_t i = 0; i < __atomic_load_n(&locks->n, __ATOMIC_ACQUIRE); i++) {
        const struct debug_lock *held = &locks->held[i];
        const struct lock_class *class = &classes[held->class];
        if ((uint64_t)held->lock - (uint64_t)start >= nbytes || class->kind > DEBUG_MUTEX)
            continue;
        panic("%s is freed, and the %s '%s' in it is held (%s)", who, kinds[class->kind].name,
              class->name, kinds[class->kind].rules);
    }
}

static bool is_link(const struct list *link)
{
    uint64_t addr = (uint64_t)link;
    return addr % sizeof(void *) == 0 &&
           ((page_is_memory(addr) && page_is_memory(addr + sizeof(*link) - 1)) ||
            addr - (uint64_t)kernel_start <= (uint64_t)(kernel_end - kernel_start) - sizeof(*link));
}

/* No two words that point at what points back at them are anything but a link on a list, such as a
 * timer's, or the head of one that is not empty.  Beside it may be one on a stack: that is not
 * seen. */
static bool is_on_list(const struct list *link)
{
    const struct list *next = link->next, *prev = link->prev;
    return next != link && is_link(next) && is_link(prev) && next->prev == link &&
           prev->next == link;
}

static void check_links(const void *start, size_t nbytes, const char *who)
{
    const int64_t *last = (const int64_t *)start + nbytes / sizeof(*last) - 1;
    for (const int64_t *word = start; word < last; word++) {
        if (!is_on_list((const struct list *)word))
            continue;
        page_tags_print((uint64_t)start, false);
        panic("%s is freed, and the link at byte %zu of it is on a list, or the head of one that "
              "is not empty (core/list.h, sched/timer.h)",
              who, (size_t)((const char *)word - (const char *)start));
    }
}

void debug_gives_up(const void *start, size_t nbytes, const char *who)
{
    for (uint32_t id = 0; id < cpu_count; id++)
        check_locks(&cpu_table[id].spins, start, nbytes, who);
    if (cpu_self()->current) /* another thread that has a mutex in it panics when it unlocks that */
        check_locks(&current_thread()->mutexes, start, nbytes, who);
    if (nbytes < PAGE_SIZE) /* a page is most often a program's */
        check_links(start, nbytes, who);
}

/* ---- copies ---- */

/* The innermost lock may be one whose holders try user memory, and do it again without the lock if
 * that fails. */
void debug_may_fault(const struct debug_locks *mutexes, const char *function)
{
    static const char *const tries[] = {"profile", "record", "kernel profile"}; /* prof/ */
    for (uint32_t i = 0; !irq_is_held() && i < mutexes->n; i++) {
        const char *held = classes[mutexes->held[i].class].name;
        /* A fault takes the latter. */
        if (strcmp(held, "bitmap") == 0 || strcmp(held, "address space") == 0)
            panic("%s() may cause a page fault, and the mutex '%s' is held (doc/locks.md)",
                  function, held);
    }
    if (!irq_is_held())
        return;
    const struct debug_locks *spins = &cpu_self()->spins;
    const char *name = spins->n > 0 ? classes[spins->held[spins->n - 1].class].name : "";
    for (unsigned i = 0; i < sizeof(tries) / sizeof(*tries); i++)
        if (strcmp(name, tries[i]) == 0)
            return;
    debug_print_holds();
    panic("%s() may fail only because a spin lock is held, or interrupts off (arch/usercopy.h)",
          function);
}

/* ---- sleeping ---- */

#define REFUSED_MAX 1000

void debug_sleep_refused(struct debug_locks *mutexes)
{
    if (++mutexes->refused == REFUSED_MAX)
        panic("a thread that has a signal to take asks to sleep again and again: the result "
              "-EINTR is ignored (sched/waitq.h)");
}

/* ---- what the compiler puts into each function that has an array (-fstack-protector-strong) ----
 */

uint64_t __stack_chk_guard = 0x7a00ff0d0a5bc3e1; /* stands before the return address */

_Noreturn void __stack_chk_fail(void)
{
    uint64_t offset;
    panic("%s() has written beyond an array on its stack",
          ksyms_name((uint64_t)__builtin_return_address(0) - 1, &offset));
}
