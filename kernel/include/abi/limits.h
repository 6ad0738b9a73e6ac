/* Limits of the system that programs may rely on. */
#ifndef ABI_LIMITS_H
#define ABI_LIMITS_H

#define PATH_MAX      1024      /* bytes of a path, the ending NUL included */
#define NAME_MAX      59        /* bytes of one name in a directory, NUL not included */
#define OPEN_MAX      4096      /* file descriptors of a process: the hard RLIMIT_NOFILE */
#define ARG_MAX       (2 << 20) /* bytes of argv and envp strings and pointers at exec */
#define PIPE_BUF      4096      /* a write of up to this many bytes to a pipe is atomic */
#define SYMLOOP_MAX   8         /* symbolic links followed in one path */
#define PROC_NAME_MAX 63        /* bytes of a process's name: its program's, whole */
#define STACK_BYTES   (8 << 20) /* the main thread's stack may grow to this */
#define PAGE_SIZE     4096      /* bytes of a page of memory */

#endif
