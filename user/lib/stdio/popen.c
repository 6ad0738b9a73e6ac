/* Streams to and from a shell command. */
#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/calls.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: the command with end as its standard input or output. */
static _Noreturn void run_shell(const char *command, int end, int as)
{
    if (end != as) {
        dup2(end, as);
        close(end);
    }
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

FILE *popen(const char *command, const char *mode)
{
    int flags = __stream_mode(mode);
    bool reads = (flags & O_ACCMODE) == O_RDONLY;

    int ends[2];
    if (flags < 0 || pipe(ends) < 0)
        return NULL;
    /* Ours is ends[0] when we read.  Later children must not hold it open. */
    fcntl(ends[!reads], F_SETFD, FD_CLOEXEC);
    FILE *f = __stream_new(ends[!reads], flags);
    if (!f)
        goto close_both;
    f->child = fork();
    if (f->child == 0) {
        close(ends[!reads]);
        run_shell(command, ends[reads], reads ? STDOUT_FILENO : STDIN_FILENO);
    }
    if (f->child < 0) {
        int error = errno;

        fclose(f);
        close(ends[reads]);
        errno = error;
        return NULL;
    }
    close(ends[reads]);
    return f;

close_both:
    close(ends[0]);
    close(ends[1]);
    return NULL;
}

int pclose(FILE *f)
{
    pid_t child = f->child;

    fclose(f);
    int status;
    while (__waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}
