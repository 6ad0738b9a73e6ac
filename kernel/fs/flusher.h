/* The flusher: a kernel thread that commits changes soon after they were made. */
#ifndef FS_FLUSHER_H
#define FS_FLUSHER_H

/* Starts the thread, which commits 50 ms after the first change: 0 or -ENOMEM. */
int flusher_start(void);

#endif
