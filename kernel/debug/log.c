#include "debug/log.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "debug/locks.h"
#include "sched/thread.h"

static const char log; /* its address stands for the log */

static struct debug_locks *own(void)
{
    return &current_thread()->mutexes;
}

void debug_log_inside(const char *function)
{
    if (!debug_holds(own(), &log))
        panic("%s() outside an operation of the log (fs/log.h)", function);
}

void debug_log_outside(const char *function)
{
    if (debug_holds(own(), &log))
        panic("%s() inside an operation of the log (fs/log.h)", function);
    if (!irq_is_held())
        return;
    debug_print_holds();
    panic("%s() may sleep, and a spin lock is held, or interrupts off (core/spin.h)", function);
}

void debug_log_begins(void *pc)
{
    debug_log_outside("log_begin");
    debug_wants(own(), DEBUG_OPERATION, &log, "log", pc);
}

void debug_log_has_begun(void)
{
    debug_has(own(), &log);
}

void debug_log_ends(void)
{
    debug_drops(own(), &log);
}
