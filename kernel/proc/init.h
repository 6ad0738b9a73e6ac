/* The first process, /bin/init. */
#ifndef PROC_INIT_H
#define PROC_INIT_H

/* Starts process 1.  Called once, by a kernel thread, when the file system is mounted. */
void init_start(void);

#endif
