/*
 * The kernel's own profile.
 *
 * Two things have to be right: each period counts exactly once on each CPU, and a tick in the
 * kernel goes to the code that the time was spent for.
 *
 * The periods.  A CPU's counts always cover the periods from the start up to `next`, which the
 * CPU's own calls move on: a tick covers one period, the end of an idle time all that passed in it,
 * and what lies between them was missed.  So the sum is right whatever comes, or does not.  To end,
 * the lock is taken, the clock is read, and each CPU is moved on to that same period: no CPU is
 * past it, as all read the same clock.  For example, one that is idle, with the profile on from
 * period 100 to 110:
 *
 *     tick of 100, tick of 101        user 2             next 102
 *     goes idle in period 103         (103 is the period of the next tick)
 *     the end, at 110                 missed 1 (102), idle 7 (103 to 109)
 *
 * The stacks.  With room for frames a tick also counts its call stack: the kernel's frames on those
 * of the program.  The NMI notes the kernel's part, as it is another one when interrupts are on
 * again. The program's part cannot change while the thread is in the kernel, and is read with the
 * tick. Nothing is faulted in for it, as interrupts are off: a page that is not there ends the
 * walk.  A tick whose NMI came while the CPU changed threads is the next thread's: it has the
 * kernel's part only.
 *
 * The frames are a tree in a hash table, found by pc and caller's number, and a tick counts at its
 * innermost frame.  The first stack that has no room ends it: if others were still counted, the
 * tree would show too many stacks that it knows already.
 *
 * The pc.  While interrupts are off a tick is held off, and is taken where they are turned on
 * again.  That is not where the time went.  So while the profile is on the alarm comes as an NMI,
 * which cannot be held off, and notes the pc (arch_trace_alarm).  The tick is counted when
 * interrupts are on again, or the scheduler leaves the thread.
 *
 * Left out: the time that the ticks themselves take, since they come one period apart; what an idle
 * CPU does in interrupts, which is idle time.  A CPU's first tick may be held off, as its alarm was
 * set before.
 */
#include "prof/kernel.h"
#include "arch/arch.h"
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/ksyms.h"
#include "core/panic.h"
#include "core/round.h"
#include "core/string.h"
#include "mm/page.h"
#include "sched/alarm.h"
#include "sched/clock.h"
#include "sched/mutex.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include <abi/errno.h>
#include <abi/kprof.h>
#include <abi/limits.h>
#include <abi/prof.h>

extern const char kernel_text_start[], kernel_text_end[];

#define CELLS_PER_PAGE  (PAGE_SIZE / sizeof(uint32_t))
#define PROGRAMS_MAX    (KPROF_PROGRAMS_MAX + 1)
#define FRAMES_PER_PAGE (PAGE_SIZE / sizeof(struct kprof_frame))
#define PCS_MAX         PROF_STACK_MAX /* of a stack, with KPROF_CUT */

_Static_assert(KPROF_FRAMES_MAX <= PAGE_ARRAY_MAX * FRAMES_PER_PAGE, "a page of pages has room");
_Static_assert(PROC_NAME_MAX >= NAME_MAX, "no program's name is cut");

bool prof_kernel_on;

/* All that follows, but the owner.  While the profile is off only the owner's call uses it. */
static struct spinlock lock = SPINLOCK_INIT("kernel profile");

/* One CPU's counts, by cpu.id, and the first period that they do not cover. */
static struct kprof_cpu periods[CPUS_MAX];
static uint64_t next[CPUS_MAX];

/* Those of all CPUs. */
static uint32_t **cells;            /* a page of pages: a count for each two bytes of code */
static struct kprof_frame **frames; /* a page of pages: the hash table; kf_number 0: not in use */
static size_t room;                 /* of frames; 0: no stacks */
static size_t nframes;              /* in use */
static struct kprof_program programs[PROGRAMS_MAX];
static size_t nprograms;      /* in use */
static uint64_t pcs[PCS_MAX]; /* the stack of a tick, innermost first */

static struct mutex mutex = MUTEX_INIT(mutex, "kprof"); /* one call at a time */
static const struct profile *owner; /* [mutex] [atomic] whose it is; NULL: nobody's */

/* ---- counting; the lock is held ---- */

static size_t ncells(void)
{
    return (kernel_text_end - kernel_text_start) / 2;
}

/* A pc's count; ncells() of them. */
static uint32_t *cell_at(size_t index)
{
    return &cells[index / CELLS_PER_PAGE][index % CELLS_PER_PAGE];
}

static void count_pc(uint64_t pc)
{
    uint64_t index = (pc - (uint64_t)kernel_text_start) / 2;
    assert(index < ncells());
    uint32_t *cell = cell_at(index);
    if (*cell < UINT32_MAX)
        ++*cell;
}

static struct kprof_frame *frame_at(size_t index)
{
    return &frames[index / FRAMES_PER_PAGE][index % FRAMES_PER_PAGE];
}

/* The frame of that pc below its caller's, a new one if there is none; one is free. */
static struct kprof_frame *frame_of(uint32_t caller, uint64_t pc)
{
    size_t index = ((pc ^ (uint64_t)caller << 40) * 0x9e3779b97f4a7c15 >> 32) % room;
    struct kprof_frame *frame;
    while ((frame = frame_at(index))->kf_number) {
        if (frame->kf_pc == pc && frame->kf_caller == caller)
            return frame;
        index = (index + 1) % room;
    }
    *frame = (struct kprof_frame){.kf_pc = pc, .kf_number = index + 1, .kf_caller = caller};
    nframes++;
    return frame;
}

/* A stack of that program.  A quarter of the table stays free, so that a frame is found soon. */
static void count_stack(uint32_t id, size_t program, unsigned depth)
{
    if (nframes + depth + 1 > room / 4 * 3) {
        nframes = room; /* as if it were full: no later stack has room, either */
        periods[id].kc_lost++;
        return;
    }
    struct kprof_frame *frame = frame_of(0, program);
    while (depth > 0)
        frame = frame_of(frame->kf_number, pcs[--depth]);
    frame->kf_ticks++;
}

/* The program of that name, a new one if there is none.  The last one is never compared: it is for
 * all that come when the others are in use. */
static size_t program_of(const char *name)
{
    size_t program = 0, last = KPROF_PROGRAMS_MAX;
    while (program < nprograms && program < last && strcmp(programs[program].kp_name, name) != 0)
        program++;
    if (program == nprograms)
        strlcpy(programs[nprograms++].kp_name, program < last ? name : KPROF_OTHERS,
                sizeof(programs->kp_name));
    return program;
}

/* Covers the periods up to `end`: those before `first` were missed.  Returns how many of the others
 * are new. */
static uint64_t cover(uint32_t id, uint64_t first, uint64_t end)
{
    if (end <= next[id])
        return 0;
    if (first < next[id])
        first = next[id];
    periods[id].kc_missed += first - next[id];
    next[id] = end;
    return end - first;
}

/* ---- what the clock calls ---- */

/* [lock] The stack of a tick of the current thread, in pcs; returns how many.  pc is the kernel's.
 */
static unsigned read_stack(bool user, uint64_t pc)
{
    const struct cpu *cpu = cpu_self();
    const struct thread *thread = cpu->current;
    unsigned n = 0;
    if (!user) {
        pcs[n++] = pc;
        for (unsigned i = 0; cpu->alarm_pc && i < cpu->alarm_ncallers; i++)
            pcs[n++] = cpu->alarm_callers[i];
        if (cpu->alarm_pc && cpu->alarm_thread != thread)
            return n; /* it came while the CPU changed threads */
    }
    if (!thread->space)
        return n; /* a thread of the kernel's own, or one that ends */
    struct user_place place = arch_frame_place(thread->frame);
    bool cut;
    n += callstack_read(&place, thread->signal_restorer, pcs + n, PCS_MAX - 1 - n, &cut);
    if (cut)
        pcs[n++] = KPROF_CUT;
    return n;
}

void prof_kernel_tick(uint64_t period, bool user, uint64_t pc)
{
    uint32_t id = cpu_self()->id;
    spin_lock(&lock);
    if (prof_kernel_on && cover(id, period, period + 1) > 0) {
        size_t program = program_of(current_thread()->name);
        if (room > 0)
            count_stack(id, program, read_stack(user, pc));
        if (user) {
            periods[id].kc_user++;
            programs[program].kp_user++;
        } else {
            periods[id].kc_system++;
            programs[program].kp_system++;
            count_pc(pc);
        }
    }
    spin_unlock(&lock);
}

void prof_kernel_idle(uint64_t first, uint64_t end)
{
    uint32_t id = cpu_self()->id;
    spin_lock(&lock);
    if (prof_kernel_on)
        periods[id].kc_idle += cover(id, first, end);
    spin_unlock(&lock);
}

/* ---- on and off ---- */

/* What a CPU owes at the end: it is idle, or has not taken the last ticks yet. */
static void settle(uint32_t id, uint64_t end)
{
    const struct alarm *alarm = cpu_table[id].alarm;
    bool is_idle = __atomic_load_n(&alarm->tick_at_ns, __ATOMIC_RELAXED) == ALARM_NEVER;
    periods[id].kc_idle += cover(id, is_idle ? alarm->tick_period : end, end);
}

/* When it has the lock, this CPU has taken all its ticks before the period `end`. */
static void stop(void)
{
    irq_hold(); /* to stay on this CPU */
    uint64_t end = clock_settle();
    spin_lock(&lock);
    while (clock_ticks() != end) {
        spin_unlock(&lock);
        end = clock_settle();
        spin_lock(&lock);
    }
    if (prof_kernel_on) {
        for (uint32_t id = 0; id < cpu_count; id++)
            settle(id, end);
        prof_kernel_on = false;
        arch_trace_alarm(false);
    }
    spin_unlock(&lock);
    irq_release();
}

/* On or off, and all of the memory or a part of it. */
static void release(void)
{
    stop();
    page_array_free(cells);
    page_array_free(frames);
    cells = NULL;
    frames = NULL;
    __atomic_store_n(&owner, NULL, __ATOMIC_RELAXED);
}

/* The first period is read behind the change, so each CPU sees that it is on at its moment. */
static int start(const struct profile *caller, size_t max)
{
    if (max > KPROF_FRAMES_MAX)
        return -EINVAL;
    room = max; /* it is off */
    cells = page_array_alloc(div_round_up(ncells(), CELLS_PER_PAGE));
    frames = page_array_alloc(div_round_up(room, FRAMES_PER_PAGE));
    if (!cells || !frames) {
        release();
        return -ENOMEM;
    }
    spin_lock(&lock);
    __atomic_store_n(&prof_kernel_on, true, __ATOMIC_SEQ_CST);
    arch_trace_alarm(true);
    uint64_t first = clock_ticks();
    memset(periods, 0, sizeof(periods));
    memset(programs, 0, sizeof(programs));
    nprograms = nframes = 0;
    for (uint32_t id = 0; id < cpu_count; id++)
        next[id] = first;
    spin_unlock(&lock);
    __atomic_store_n(&owner, caller, __ATOMIC_RELAXED);
    return 0;
}

/* ---- the lists: it is off, and the owner's call keeps the counts as they are ---- */

static int64_t list_array(void *user_list, size_t max, const void *array, size_t n, size_t nbytes)
{
    return copy_to_user(user_list, array, (n < max ? n : max) * nbytes) ? -EFAULT : (int64_t)n;
}

static int64_t list_hits(struct kprof_hit *user_list, size_t max)
{
    size_t n = 0;
    for (size_t index = 0; index < ncells(); index++) {
        if (index % CELLS_PER_PAGE == 0)
            sched_yield_if_due();
        struct kprof_hit hit = {.kh_pc = (uint64_t)kernel_text_start + 2 * index,
                                .kh_ticks = *cell_at(index)};
        if (hit.kh_ticks == 0 || n++ >= max)
            continue;
        uint64_t offset, last = hit.kh_pc + 1; /* a function may begin there */
        strlcpy(hit.kh_name, ksyms_name(last, &offset), sizeof(hit.kh_name));
        hit.kh_function = last - offset;
        if (copy_to_user(&user_list[n - 1], &hit, sizeof(hit)))
            return -EFAULT;
    }
    return n;
}

static int64_t list_frames(struct kprof_frame *user_list, size_t max)
{
    size_t n = 0;
    for (size_t i = 0; i < room; i++) {
        struct kprof_frame frame = *frame_at(i);
        if (i % FRAMES_PER_PAGE == 0)
            sched_yield_if_due();
        if (frame.kf_number && n++ < max && copy_to_user(&user_list[n - 1], &frame, sizeof(frame)))
            return -EFAULT;
    }
    return n;
}

static int64_t list_symbols(struct kprof_symbol *user_list, size_t max)
{
    size_t n = 0;
    const char *name;
    for (struct kprof_symbol symbol; (name = ksyms_at(n, &symbol.ks_start)); n++) {
        strlcpy(symbol.ks_name, name, sizeof(symbol.ks_name));
        if (n < max && copy_to_user(&user_list[n], &symbol, sizeof(symbol)))
            return -EFAULT;
    }
    return n;
}

/* ---- the call ---- */

static int64_t list(int what, void *user_buf, size_t max)
{
    if (prof_kernel_is_on())
        return -EBUSY;
    if (what == KPROF_CPUS)
        return list_array(user_buf, max, periods, cpu_count, sizeof(*periods));
    if (what == KPROF_PROGRAMS)
        return list_array(user_buf, max, programs, nprograms, sizeof(*programs));
    if (what == KPROF_FRAMES)
        return list_frames(user_buf, max);
    if (what == KPROF_SYMBOLS)
        return list_symbols(user_buf, max);
    return list_hits(user_buf, max);
}

int64_t prof_kernel_call(const struct profile *caller, int what, void *user_buf, size_t max)
{
    bool starts = what == KPROF_START;
    if (what < KPROF_START || what > KPROF_SYMBOLS)
        return -EINVAL;
    mutex_lock(&mutex);
    int64_t result = 0;
    if (owner != (starts ? NULL : caller))
        result = starts ? -EBUSY : -EPERM;
    else if (starts)
        result = start(caller, max);
    else if (what == KPROF_STOP)
        stop();
    else if (what == KPROF_FREE)
        release();
    else
        result = list(what, user_buf, max);
    mutex_unlock(&mutex);
    return result;
}

void prof_kernel_exit(const struct profile *caller)
{
    /* Only a process itself makes it its own, and this one makes no more calls. */
    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == caller)
        prof_kernel_call(caller, KPROF_FREE, NULL, 0);
}
