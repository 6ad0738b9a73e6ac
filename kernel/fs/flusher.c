#include "fs/flusher.h"
#include "fs/inode.h"
#include "fs/log.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include <abi/errno.h>

/* Shorter than it takes a person to leave QEMU after a command (Control-A and x ends the machine
 * without notice), and long enough for the changes of one command to be one commit. */
#define FLUSH_DELAY_NS (NS_PER_SEC / 20)

static void flusher(void *unused)
{
    (void)unused;
    for (;;) {
        log_wait_due(FLUSH_DELAY_NS);
        inode_free_late();
        log_commit(); /* a failure has printed a message and closed the log */
    }
}

int flusher_start(void)
{
    struct thread *thread = thread_create("flusher", flusher, NULL);
    if (!thread)
        return -ENOMEM;
    sched_start(thread);
    return 0;
}
