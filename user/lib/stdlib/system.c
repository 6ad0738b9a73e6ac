/* Running a shell command and waiting for it. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/calls.h>
#include <sys/wait.h>
#include <unistd.h>

int system(const char *command)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    int status = -1;

    if (!command)
        return access("/bin/sh", X_OK) == 0;
    /* ^C goes to the command only; and a SIGCHLD handler of the program must not reap the command.
     */
    sigset_t chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    struct sigaction old_int, old_quit;
    sigaction(SIGINT, &ignore, &old_int);
    sigaction(SIGQUIT, &ignore, &old_quit);
    sigset_t old_mask;
    sigprocmask(SIG_BLOCK, &chld, &old_mask);

    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &old_int, NULL);
        sigaction(SIGQUIT, &old_quit, NULL);
        sigprocmask(SIG_SETMASK, &old_mask, NULL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && __waitpid(child, &status, 0) < 0)
        if (errno != EINTR) {
            status = -1;
            break;
        }

    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGQUIT, &old_quit, NULL);
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
    return status;
}
