/* The first process, /bin/init. */
#ifndef PROC_INIT_H
#define PROC_INIT_H

/* Starts process 1.  The file system is mounted; once, by a kernel thread. */
void init_start(void);

#endif
