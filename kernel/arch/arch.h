/*
 * What the portable kernel asks of an architecture; arch/x86/ answers.  The user registers are
 * known to portable code by the accessors below alone.
 */
#ifndef ARCH_ARCH_H
#define ARCH_ARCH_H

#include <abi/signal.h>
#include <machine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu;
struct space;
struct thread;

/* ---- the running machine ---- */

void arch_start_other_cpus(void);         /* each calls sched_idle() in the end */
void arch_wake_cpu(struct cpu *cpu);      /* an interrupt that only makes it look at its work */
_Noreturn void arch_poweroff(int status); /* reports the status, ends the machine */
void arch_panic_begin(void);              /* stops the other CPUs */
_Noreturn void arch_panic_end(void);      /* ends the machine as panicked */
void arch_backtrace(void);                /* prints the callers' names */

uint64_t arch_clock_ns(void);    /* since boot, monotonic, the same on all CPUs */
uint64_t arch_rtc_seconds(void); /* the calendar clock, seconds since 1970 UTC; boot only */

/* Makes this CPU call clock_interrupt() at deadline_ns or soon after, as much later as now_ns, a
 * reading of the clock, is old; UINT64_MAX: not at all.  Interrupts off. */
void arch_set_alarm(uint64_t deadline_ns, uint64_t now_ns);

/* ---- threads ---- */

/* Prepares a fresh kernel stack so that the first switch to it calls thread_begin(entry, arg). */
void arch_thread_init(struct thread *thread, void (*entry)(void *arg), void *arg);

/* Kernel stacks, with a guard page below; NULL when memory is out.  Freed ones are kept for the
 * next threads.  Reclaiming frees all but a few of these and returns how many pages; interrupts
 * on. */
void *arch_stack_alloc(void);
void arch_stack_free(void *stack);
size_t arch_stack_reclaim(void);

/* Leaves `from`, goes on in `to`: stack, address space, FS base, floating point.  Interrupts off.
 */
void arch_switch(struct thread *from, struct thread *to);

/* ---- address spaces; all under space.mutex ---- */

/* A top-level table with the kernel's half in place; 0 when memory is out. */
uint64_t arch_tables_create(void);

/* Frees the tables and lets go of every page in them.  No CPU runs on them. */
void arch_tables_destroy(uint64_t root);

/* The page mapped at addr, or NULL; *prot gets SPACE_* as the tables have it. */
void *arch_tables_get(uint64_t root, uint64_t addr, uint32_t *prot);
int arch_tables_set(uint64_t root, uint64_t addr, void *page, uint32_t prot); /* 0 or -ENOMEM */
void arch_tables_clear(uint64_t root, uint64_t addr);

/* Maps the pages of [start, end) in `to` as well, writable in neither from now on, each with one
 * user more.  0, or -ENOMEM with some of them shared. */
int arch_tables_share(uint64_t from, uint64_t to, uint64_t start, uint64_t end);

/* Gives back the tables that [start, end) had and nothing needs any more; [gap_start, gap_end),
 * around it, holds no page.  May sleep. */
void arch_tables_trim(struct space *space, uint64_t start, uint64_t end, uint64_t gap_start,
                      uint64_t gap_end);

/* The first address at or above addr, below end, that has a page; end if none. */
uint64_t arch_tables_next(uint64_t root, uint64_t addr, uint64_t end);

/* Runs on the tables of the calling thread's thread.space from now on; NULL: the kernel's own.
 * After it returns the space that the thread was in may be destroyed. */
void arch_space_load(void);

/* No CPU has an old mapping of [start, end) of this space cached when it returns.  Interrupts on.
 */
void arch_tlb_flush(struct space *space, uint64_t start, uint64_t end);

/* ---- user registers ---- */

/* Runs in user mode with the thread's frame; does not return. */
_Noreturn void arch_enter_user(struct thread *thread);

/* Sets up a fresh program's or thread's first registers.  tls: the FS base. */
void arch_frame_init(struct trap_frame *frame, uint64_t pc, uint64_t sp, uint64_t arg0,
                     uint64_t arg1, uint64_t arg2);

/* uint64_t arch_frame_pc(const struct trap_frame *frame) is inline, in <machine.h>. */
uint64_t arch_frame_sp(const struct trap_frame *frame);
void arch_frame_set_result(struct trap_frame *frame, int64_t result);
int64_t arch_frame_result(const struct trap_frame *frame);

/* Whether the thread is in a system call that a signal interrupted (result -EINTR); backs up the
 * frame so that the call is made again. */
bool arch_frame_was_interrupted(const struct trap_frame *frame);
void arch_frame_restart(struct trap_frame *frame);

/* Fills in, or takes over, the part of a signal frame that holds registers and floating point.
 * load refuses (-EINVAL) nothing but makes them safe: user segments, interrupts on. */
void arch_sigframe_save(struct thread *thread, struct sigframe *out);
void arch_sigframe_load(struct thread *thread, const struct sigframe *in);

/* Has the thread enter handler(sig, info, context) with its stack at sp. */
void arch_frame_call_handler(struct trap_frame *frame, uint64_t handler, uint64_t sp, int sig,
                             uint64_t info, uint64_t context);

void arch_thread_fork(struct thread *parent, struct thread *child); /* frame, floating point, FS */
void arch_thread_reset(struct thread *thread);                      /* exec: fresh floating point */
void arch_thread_set_tls(struct thread *thread, uint64_t base);     /* the calling thread */

/* The name of the system call that the frame entered by, or NULL. */
const char *arch_frame_call_name(const struct trap_frame *frame);

/* ---- upcalls: what the architecture calls ---- */

/* Messages can be seen from now on.  The first thing that the boot CPU calls, once cpu_self() is
 * right; interrupts off. */
void kernel_early(void);

/* Where the portable kernel begins; boot CPU, interrupts off, memory given to mm/page. */
_Noreturn void kernel_main(void);

/* A new thread's first function: entry(arg), then the thread's end. */
_Noreturn void thread_begin(void (*entry)(void *arg), void *arg);

/* The alarm: what is due of tick, time slice and timers; interrupt context.  user says whether the
 * thread was in user mode when the interrupt became due. */
void clock_interrupt(bool user);

/* What must be done before the thread, the calling one, returns to user mode (proc/return.c):
 * called by the one return path while thread.work is not 0.  Interrupts on or off before, on after.
 */
void return_to_user_work(struct thread *thread);

/* A user instruction faulted and space_fault() could not help, or it was not a page fault.  cause
 * is text for the message; addr what si_addr says. */
void signal_fault(int sig, uint64_t addr, const char *cause);

/* Whether the calling thread is to end as soon as it leaves the kernel.  Never sleeps. */
bool process_is_killed(void);

#endif
