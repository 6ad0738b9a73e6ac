/* Starting the first process. */
#include "proc/init.h"
#include "arch/arch.h"
#include "core/cmdline.h"
#include "core/error.h"
#include "core/panic.h"
#include "core/print.h"
#include "fs/inode.h"
#include "proc/exec.h"
#include "proc/job.h"
#include "proc/limit.h"
#include "proc/oom.h"
#include "proc/process.h"
#include <abi/errno.h>

#define INIT_PATH      "/bin/init"
#define STATUS_NO_INIT 126 /* the machine's exit status when /bin/init cannot be started */

void init_become(void)
{
    process_init();
    oom_init();
    struct process *process = process_create("init");
    int error = process ? inode_root(&process->cwd) : -ENOMEM;
    if (!error)
        error = process_recorder->fork(NULL, process);
    if (error) {
        print("tally: cannot make the first process: %s\n", error_text(error));
        arch_poweroff(STATUS_NO_INIT);
    }
    limit_init(process);
    process_add_thread(process, current_thread());
    spin_lock(&process_tree_lock);
    process_add(process, NULL);
    spin_unlock(&process_tree_lock);
    assert(process->pid == 1);
    process_first = process;
    job_init();
    const char *argv[] = {"init", cmdline_run()};
    error = exec_kernel(INIT_PATH, argv, argv[1] ? 2 : 1);
    if (error) {
        print("tally: cannot start " INIT_PATH ": %s\n", error_text(error));
        arch_poweroff(STATUS_NO_INIT);
    }
    arch_enter_user(current_thread());
}
