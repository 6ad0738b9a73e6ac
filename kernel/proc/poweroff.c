/*
 * The end of the machine.
 *
 * With DEBUG=1 poweroff(2) begins the end of all processes, and process 1, to which all others fall
 * in the end, waits for them.
 */
#include "proc/poweroff.h"
#include "arch/arch.h"
#include "debug/leak.h"
#include "fs/cache.h"
#include "fs/fs.h"
#include "fs/name_index.h"
#include "proc/process.h"
#include "sched/sched.h"
#include "vm/space.h"

#ifndef DEBUG

void poweroff_begin(int status)
{
    fs_unmount();
    arch_poweroff(status);
}

void poweroff_finish(void)
{
}

#else

static bool begun;         /* [T] */
static int machine_status; /* [T] the first caller's */

static void begin_exit(struct process *process)
{
    spin_lock(&process->lock);
    process->exiting = true;
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        sched_notify(thread, WORK_EXIT);
    spin_unlock(&process->lock);
}

void poweroff_begin(int status)
{
    spin_lock(&process_tree_lock);
    if (!begun)
        machine_status = status;
    begun = true;
    begin_exit(process_first);
    begin_exit(current_process());
    spin_unlock(&process_tree_lock);
}

/*
 * Ends all other processes, new ones of a running fork included, and destroys one that has ended.
 * After the lock is released a process that has not ended may be gone, because its parent may wait
 * for it.  Returns whether there was any.
 */
static bool end_others(void)
{
    bool any = false;
    struct process *ended = NULL;
    spin_lock(&process_tree_lock);
    LIST_FOREACH (process, &process_list, struct process, all_link) {
        if (process == process_first)
            continue;
        any = true;
        if (process->zombie)
            ended = process;
        else
            begin_exit(process);
    }
    if (ended)
        process_remove(ended);
    spin_unlock(&process_tree_lock);
    if (ended)
        process_destroy(ended);
    return any;
}

void poweroff_finish(void)
{
    if (!begun)
        return;
    while (end_others())
        sched_yield();
    while (thread_count() > 2) /* this one, and fs/flusher.c's */
        sched_yield();
    fs_unmount();
    cache_drain();
    while (name_index_reclaim() > 0)
        continue;
    arch_stack_drain();
    leak_check();
    arch_poweroff(machine_status);
}

#endif
