/*
 * exec: replacing the program of the calling process.
 */
#ifndef PROC_EXEC_H
#define PROC_EXEC_H

#include <abi/types.h>

/* execve(2): 0, and the caller's frame is the new program's first; or an error and nothing has
 * changed.  -E2BIG, -EACCES (no regular file, or not executable), -ENOEXEC (neither ELF of this
 * machine nor a script), -ELOOP (scripts run by scripts), -EFAULT, -EINVAL (argv is empty), -EINTR
 * (the process is ending), -EIO, -ENOMEM and what fs/path.h says.  May sleep. */
int exec_user(const char *user_path, char *const user_argv[], char *const user_envp[]);

/* The same with arguments in the kernel and no environment, for a process that has no space yet. */
int exec_kernel(const char *path, const char *const argv[], unsigned argc);

#endif
