/*
 * exec: replacing the program of the calling process.
 */
#ifndef PROC_EXEC_H
#define PROC_EXEC_H

/* execve(2): 0, and the caller's frame is set up to start the new program; or an error, and nothing
 * has changed: -E2BIG, -EACCES (no regular file, or not executable), -ENOEXEC (neither a script nor
 * an ELF program for this machine), -ELOOP (too many scripts that run scripts), -EFAULT, -EINVAL
 * (argv is empty), -EINTR (the process is ending), -EIO, -ENOMEM, and path_lookup()'s.  May sleep.
 */
int exec_user(const char *user_path, char *const user_argv[], char *const user_envp[]);

/* The same with arguments in kernel memory and no environment, for a process without a space. */
int exec_kernel(const char *path, const char *const argv[], unsigned argc);

#endif
