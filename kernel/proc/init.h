/* The first process, /bin/init. */
#ifndef PROC_INIT_H
#define PROC_INIT_H

/* The calling kernel thread becomes that of process 1, and runs its program.  Called once, when the
 * file system is mounted. */
_Noreturn void init_become(void);

#endif
