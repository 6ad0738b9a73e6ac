/* The shell's state, and its error messages. */
#ifndef SH_SH_H
#define SH_SH_H

#include <stdbool.h>
#include <sys/types.h>

struct shell {
    const char *name;         /* $0 */
    char **params;            /* $1 ..., ends in NULL */
    int param_count;          /* $# */
    int status;               /* $? */
    pid_t pid;                /* $$: the first shell's, in subshells too */
    pid_t last_background;    /* $!, 0: none yet */
    bool interactive;         /* prompts, and gives each job its own process group */
    bool stop_on_error;       /* set -e */
    bool in_condition;        /* set -e ignores what fails */
    bool trace;               /* set -x */
    int depth;                /* commands that are running, each inside the one before */
    int loops;                /* for and while loops that are running */
    int leave_loops;          /* how many of them break or continue still has to leave */
    bool again;               /* it was continue: the last of those goes on with its next round */
    volatile int interrupted; /* ^C or sh_abandon(): back to the prompt, with this status */
};

extern struct shell sh;

/* Prints "sh: what: reason" on standard error. */
void sh_complain(const char *what, const char *reason);

/* The same with errno's text. */
void sh_complain_errno(const char *what);

/* After an error, of which a message is printed, that ends a shell which is not interactive
 * (POSIX.1-2017, Shell Command Language 2.8.1).  Returns the status if the shell goes on. */
int sh_give_up(int status);

/* After an error that must stop the rest of the line: an interactive shell abandons all of the
 * line, as after ^C, and another one ends. */
void sh_abandon(int status);

/* Memory that outlives the running command (see pool.h), zeroed.  Without memory the shell ends
 * with a message. */
void *sh_alloc(size_t nbytes);
char *sh_copy(const char *text);

/* A shell on a terminal: sets what ^C and other signals do to it, or as it was (not own). */
void sh_take_signals(bool own);

/* Parses and runs a whole text; nothing of it runs if any of it is wrong.  Returns the status. */
int sh_run_text(const char *text, bool last);

/* Does the same for a file.  If it cannot be read, that is an error as in sh_give_up(); if it is
 * nested too deep in other files, one as in sh_abandon(). */
int sh_run_file(const char *path);

#endif
