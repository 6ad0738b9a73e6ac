/* The shell's state, and its error messages. */
#ifndef SH_SH_H
#define SH_SH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct shell {
    const char *name;      /* $0 */
    char **params;         /* $1 ..., ends in NULL */
    int param_count;       /* $# */
    int status;            /* $? */
    pid_t pid;             /* $$: the first shell's, in subshells too */
    pid_t last_background; /* $!, 0: none yet */
    bool interactive;      /* prompts, and gives each job its own process group */
    bool from_input;       /* commands come from standard input */
    bool stop_on_error;    /* set -e */
    bool in_condition;     /* set -e ignores what fails */
    bool trace;            /* set -x */
    bool no_unset;         /* set -u */
    bool no_names;         /* set -f */
    bool no_run;           /* set -n */
    bool export_all;       /* set -a */
    bool forgiving;        /* command: an error of a special builtin does not end the shell */
    int depth;             /* commands that are running, each inside the one before */
    int loops;             /* for and while loops that are running */
    int leave_loops;       /* how many of them break or continue still has to leave */
    bool again;            /* it was continue: the last of those goes on with its next round */
    int functions, files;  /* that are running; files: by the builtin . */
    bool returning;        /* from the last of them, with return_status */
    int return_status;
    size_t option_offset;     /* getopts: in the current word; 0: at its start */
    volatile int trapped;     /* a signal that a trap waits for has come */
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

/* Ends the shell after the action of trap for that. */
_Noreturn void sh_exit(int status);

/* A shell on a terminal: sets what ^C and other signals do to it, or as it was (not own). */
void sh_take_signals(bool own);

#endif
