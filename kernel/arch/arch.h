/*
 * What the portable kernel needs of an architecture; arch/x86/ implements it.  Portable code
 * reaches the user registers through the accessors below only.
 */
#ifndef ARCH_ARCH_H
#define ARCH_ARCH_H

#include <abi/ktrace.h>
#include <abi/signal.h>
#include <machine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu;
struct space;
struct thread;

/* ---- the running machine ---- */

void arch_start_other_cpus(void);         /* each ends up in sched_idle() */
_Noreturn void arch_poweroff(int status); /* prints the status, ends the machine */
void arch_panic_begin(void);              /* stops the other CPUs */
_Noreturn void arch_panic_end(void);      /* ends the machine as panicked */
void arch_backtrace(void);                /* prints the callers' names */
uint64_t arch_callers_hash(void); /* the same for the same callers, traps between them or not */
void arch_trap_backtrace(const struct trap_frame *frame); /* what was interrupted, its callers */
void arch_print_registers(const struct trap_frame *frame);

/* uint64_t arch_clock_ns(void) is inline, in <machine.h>: since boot, monotonic, the same on all
 * CPUs. */
uint64_t arch_rtc_seconds(void); /* the calendar clock, seconds since 1970 UTC; boot only */

/* Makes this CPU call clock_interrupt() at deadline_ns or soon after; UINT64_MAX: not at all.
 * now_ns is a recent reading of the clock: the alarm is late by its age.  Interrupts off. */
void arch_set_alarm(uint64_t deadline_ns, uint64_t now_ns);

/* From now on (or not any more) each CPU has in cpu.alarm_pc where the kernel was when the alarm
 * went off, with interrupts on or off, until it sets the next one; 0: in a program.  It begins with
 * the next alarm that the CPU sets.  clock_interrupt() comes as ever.  cpu.alarm_callers has the
 * callers, to the kernel's entry or as far as there is room.  A function of the
 * kernel that an interrupt or a fault interrupted is one of the callers: its entry is the pc plus
 * 1, as if it had made a call of one byte. */
void arch_trace_alarm(bool on);

/* From now on (or not any more) the entries to the kernel call trace_event(): for each system call,
 * exception and interrupt, each tick, and the work before a return to user mode. */
void arch_trace_entries(bool on);

/* ---- threads ---- */

/* Prepares a fresh kernel stack so that the first switch to it calls sched_begin(entry, arg). */
void arch_thread_init(struct thread *thread, void (*entry)(void *arg), void *arg);

/* Kernel stacks, with guard pages below; NULL when memory is out.  Freed ones are kept for the next
 * threads; reclaim unmaps all but a few of these and returns how many pages that freed. */
void *arch_stack_alloc(void);
void arch_stack_free(void *stack);
size_t arch_stack_reclaim(void); /* interrupts on */

/* What is kept of all stacks, in use or not: pages, those of their tables too, and objects of
 * *nbytes. */
size_t arch_stack_pages(void);
size_t arch_stack_objects(size_t *nbytes);

/* Switches from one thread to another: stack, address space, floating point, FS base.  Interrupts
 * off; returns when `from` is switched to again. */
void arch_switch(struct thread *from, struct thread *to);

/* ---- address spaces; all under space.mutex ---- */

/* A top-level table with the kernel's half in place; 0 when memory is out. */
uint64_t arch_tables_create(void);

/* Frees the tables and drops a reference to each page in them.  No CPU runs on them.  It gives way
 * in between to those whose turn it is. */
void arch_tables_destroy(uint64_t root);

#ifdef DEBUG
/* When a page fault has been handled: panics if the access would fault again, and so for ever, with
 * these tables, or with those that are loaded. */
void arch_tables_check(uint64_t root, uint64_t addr, uint32_t access);

/* Panics if the tables permit more than prot in [start, end), or writing where a page is shared.
 * It gives way in between. */
void arch_tables_check_most(uint64_t root, uint64_t start, uint64_t end, uint32_t prot);
#else
#define arch_tables_check(...)      ((void)0)
#define arch_tables_check_most(...) ((void)0)
#endif

/* The page mapped at addr, and in *prot its SPACE_* in the tables; NULL if there is none. */
void *arch_tables_get(uint64_t root, uint64_t addr, uint32_t *prot);
int arch_tables_set(uint64_t root, uint64_t addr, void *page, uint32_t prot); /* 0 or -ENOMEM */
void arch_tables_clear(uint64_t root, uint64_t addr);

/* Removes pages from [*addr, end), `most` of them, and puts them into the array; *addr is moved to
 * where there may be more.  Returns how many there were: 0 if no more. */
unsigned arch_tables_take(uint64_t root, uint64_t *addr, uint64_t end, void *pages[],
                          unsigned most);

/* Gives the pages of [start, end) that protection, without writing where a page is shared.  What
 * may be written or executed may be read, too. */
void arch_tables_protect(uint64_t root, uint64_t start, uint64_t end, uint32_t prot);

/* Maps the pages of [start, end) in `to` as well, write-protects them in both, and adds a reference
 * to each.  Returns how many, or -ENOMEM with some of them shared. */
int64_t arch_tables_share(uint64_t from, uint64_t to, uint64_t start, uint64_t end);

/* Frees the tables of [start, end) that are no longer needed: [gap_start, gap_end), which contains
 * it, has no page.  Interrupts on. */
void arch_tables_trim(struct space *space, uint64_t start, uint64_t end, uint64_t gap_start,
                      uint64_t gap_end);

/* The first address at or above addr, below end, that has a page; end if none.  It gives way in
 * between, as arch_tables_destroy() does. */
uint64_t arch_tables_next(uint64_t root, uint64_t addr, uint64_t end);

/* Loads the tables of the calling thread's thread.space; NULL: the kernel's own.  The space whose
 * tables were loaded before may then be destroyed. */
void arch_space_load(void);

/* On return no TLB has an outdated translation of [start, end) of this space; NULL: of the kernel's
 * stacks, 0 to UINT64_MAX.  Interrupts on. */
void arch_tlb_flush(struct space *space, uint64_t start, uint64_t end);

/* ---- user registers ---- */

/* Enters user mode with the registers in the thread's frame. */
_Noreturn void arch_enter_user(struct thread *thread);

/* Sets up the first registers of a fresh program or thread. */
void arch_frame_init(struct trap_frame *frame, uint64_t pc, uint64_t sp, uint64_t arg0,
                     uint64_t arg1, uint64_t arg2);

/* uint64_t arch_frame_pc(const struct trap_frame *frame) and
 * struct user_place arch_frame_place(const struct trap_frame *frame) are inline, in <machine.h>. */

uint64_t arch_frame_sp(const struct trap_frame *frame);
void arch_frame_set_result(struct trap_frame *frame, int64_t result);
int64_t arch_frame_result(const struct trap_frame *frame);

/* Whether the thread is in a system call that a signal interrupted (result -EINTR). */
bool arch_frame_was_interrupted(const struct trap_frame *frame);
void arch_frame_restart(struct trap_frame *frame); /* sets the pc back: the call is made again */
void arch_frame_keep_result(struct trap_frame *frame); /* it is in no call any more */

/* Saves the calling thread's registers and floating point state in a signal frame, or loads them
 * from one.  A program can write anything there: load makes it safe (user segments, interrupts on,
 * a pc in user memory). */
void arch_sigframe_save(struct thread *thread, struct sigframe *out);
void arch_sigframe_load(struct thread *thread, const struct sigframe *in);

/* Makes the calling thread, whose frame it is, call handler(sig, info, context) with its stack at
 * sp. */
void arch_frame_call_handler(struct trap_frame *frame, uint64_t handler, uint64_t sp, int sig,
                             uint64_t info, uint64_t context);

void arch_thread_fork(struct thread *parent, struct thread *child); /* frame, floating point, FS */
void arch_thread_inherit(struct thread *thread); /* a new one: the caller's floating point */
void arch_thread_reset(struct thread *thread);   /* exec: fresh floating point, FS base 0 */
void arch_thread_set_tls(struct thread *thread, uint64_t base); /* the calling thread */

/* Prints the names of those who had the scheduler switch away from a thread, which does not run. */
void arch_thread_backtrace(const struct thread *thread);

/* The name of the system call that entered the kernel with this frame; NULL: none did. */
const char *arch_frame_call_name(const struct trap_frame *frame);

/* ---- upcalls: what the architecture calls ---- */

/* Makes messages visible.  The boot CPU's first call, once cpu_self() works; interrupts off. */
void uart_early(void);

/* Where the portable kernel begins; boot CPU, interrupts off; mm/page has the free memory. */
_Noreturn void kernel_main(void);

/* A new thread's first function: entry(arg), then the thread's end. */
_Noreturn void sched_begin(void (*entry)(void *arg), void *arg);

/* The CPU's alarm (arch_set_alarm) went off: handles whatever is due (tick, time slice, timers) and
 * sets it again.  Interrupt context.  user: the interrupt became due in user mode.  pc: where it
 * was taken. */
void clock_interrupt(bool user, uint64_t pc);

/* The kernel's trace (trace/trace.h) gets an event.  Interrupts off; nothing happens while it is
 * off. */
void trace_event(enum ktrace_kind kind, uint64_t what, uint32_t detail);

/* What must be done before the calling thread returns to user mode (proc/return.c): the one return
 * path calls it while thread.work is not 0.  Interrupts may be off; they are on when it returns. */
void return_to_user_work(struct thread *thread);

/* With DEBUG=1 the path calls this one, too (debug/thread.c), which panics if a lock is held. */
void return_to_user_check(struct thread *thread);

/* space_fault() for the calling thread.  When memory is out it applies the rule of proc/oom.h.
 * may_wait: the thread holds no lock.  0: the access can be tried again; -EFAULT; -ENXIO; and, only
 * without may_wait, -ENOMEM.  May sleep. */
int oom_fault(uint64_t addr, uint32_t access, bool may_wait);

/* A user instruction caused a fault that is not a page fault, or that space_fault() could not
 * resolve.  cause is text for the message; code and addr are si_code and
 * si_addr. */
void signal_fault(int sig, int code, uint64_t addr, const char *cause);

/* Prints each thread that no CPU runs: where it is, and what it sleeps for.  No CPU does anything
 * else meanwhile; locks may be held, and are not taken. */
void process_print_threads(void);

/* Whether the calling thread is to end as soon as it leaves the kernel.  Never sleeps. */
bool process_is_killed(void);

#endif
