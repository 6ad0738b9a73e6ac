/* The exec family, on execve. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_PATH "/bin"
#define SHELL        "/bin/sh"

/* Arguments from first on, without the NULL that ends them. */
static size_t count(const char *first, va_list ap)
{
    size_t n = 0;

    for (const char *arg = first; arg; arg = va_arg(ap, const char *))
        n++;
    return n;
}

/* Copies the n arguments and takes the NULL after them. */
static void collect(char *argv[], const char *first, size_t n, va_list ap)
{
    argv[0] = (char *)first;
    for (size_t i = 1; i <= n; i++)
        argv[i] = va_arg(ap, char *);
}

/* A file in no executable format is run as a script, as POSIX requires of the p forms. */
static int exec_or_shell(const char *path, char *const argv[], char *const envp[])
{
    size_t n = 0;

    execve(path, argv, envp);
    if (errno != ENOEXEC)
        return -1;
    while (argv[n])
        n++;

    char *with_shell[n + 3];

    with_shell[0] = (char *)"sh";
    with_shell[1] = (char *)path;
    for (size_t i = 1; i <= n; i++)
        with_shell[i + 1] = argv[i];
    with_shell[n < 1 ? 2 : n + 1] = NULL;
    execve(SHELL, with_shell, envp);
    return -1;
}

int execvpe(const char *file, char *const argv[], char *const envp[])
{
    const char *dirs = getenv("PATH");
    int error = ENOENT;

    if (!*file) {
        errno = ENOENT;
        return -1;
    }
    if (strchr(file, '/'))
        return exec_or_shell(file, argv, envp);
    if (strlen(file) > NAME_MAX) { /* while a directory that is too long is passed over */
        errno = ENAMETOOLONG;
        return -1;
    }
    const char *end;
    char path[PATH_MAX];
    for (dirs = dirs ? dirs : DEFAULT_PATH;; dirs = end + 1) {
        end = strchrnul(dirs, ':');
        if ((size_t)(end - dirs) + 1 + strlen(file) < sizeof(path)) {
            char *p = mempcpy(path, dirs, end - dirs);

            if (p > path)
                *p++ = '/';
            strcpy(p, file);
            exec_or_shell(path, argv, envp);
            /* Report a file that exists but cannot be run before any other error. */
            if (errno == EACCES)
                error = EACCES;
            else if (errno != ENOENT && errno != ENOTDIR)
                return -1;
        }
        if (!*end)
            break;
    }
    errno = error;
    return -1;
}

int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, environ);
}

int execv(const char *path, char *const argv[])
{
    return execve(path, argv, environ);
}

int execl(const char *path, const char *arg, ...)
{
    va_list ap;

    va_start(ap, arg);
    size_t n = count(arg, ap);
    va_end(ap);

    va_start(ap, arg);
    char *argv[n + 1];
    collect(argv, arg, n, ap);
    va_end(ap);
    return execv(path, argv);
}

int execlp(const char *file, const char *arg, ...)
{
    va_list ap;

    va_start(ap, arg);
    size_t n = count(arg, ap);
    va_end(ap);

    va_start(ap, arg);
    char *argv[n + 1];
    collect(argv, arg, n, ap);
    va_end(ap);
    return execvp(file, argv);
}

int execle(const char *path, const char *arg, ...)
{
    va_list ap;

    va_start(ap, arg);
    size_t n = count(arg, ap);
    va_end(ap);

    va_start(ap, arg);
    char *argv[n + 1];
    collect(argv, arg, n, ap);
    char *const *envp = va_arg(ap, char *const *);
    va_end(ap);
    return execve(path, argv, envp);
}
