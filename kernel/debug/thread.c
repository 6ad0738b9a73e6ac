/* DEBUG=1 checks a thread that returns to its program. */
#include "sched/thread.h"
#include "arch/arch.h"
#include "core/panic.h"
#include "debug/locks.h"

#define ROUNDS_MAX 10000
#define ERRORS_MAX 4095 /* what the programs' library takes for one: user/lib/syscalls.S */

static void check_work(struct thread *thread)
{
    uint32_t work = __atomic_load_n(&thread->work, __ATOMIC_RELAXED);
    if (work == 0)
        thread->mutexes.rounds = 0;
    else if (++thread->mutexes.rounds == ROUNDS_MAX)
        panic("a thread cannot return to its program: its work is 0x%x again and again, as who "
              "does that does not clear the bit (WORK_ in sched/thread.h)",
              work);
}

void return_to_user_check(struct thread *thread)
{
    debug_thread_leaves(thread, "returns to its program");
    check_work(thread);
    int64_t result = arch_frame_result(thread->frame);
    if (arch_frame_call_name(thread->frame) && result < -ERRORS_MAX)
        panic("the system call returns 0x%lx: no error is that large (abi/errno.h), and no result "
              "negative",
              (uint64_t)result);
}
