/*
 * Jobs and waiting.
 *
 * The shell notes what becomes of all its processes while it waits for the job that has the
 * terminal, after each command, and before kill %N.  Both the shell and the new process put it into
 * its group and give the group the terminal: whichever runs first, neither the program nor the
 * shell continues before that is done.  The shell itself ignores the signals that stop jobs.
 */
#include "job.h"

#include "../shared.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"
#include "terminal.h"
#include "trap.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES_LEFT 16

struct process {
    struct process *next;
    pid_t pid;
    int ended;
    int stopped; /* the signal, 0: none */
    int word;    /* of waitpid, once it has ended */
};

struct job {
    struct job *next;
    enum job_kind kind;
    int number;                /* 0: not listed */
    pid_t group;               /* 0: the shell's own */
    struct process *processes; /* the last first */
    char *text;
};

static struct job *jobs;
static int terminal; /* as 0 may be redirected, for a compound command */
static pid_t parent; /* that has started the shell */
static volatile sig_atomic_t continued;

struct job *job_new(const char *text, enum job_kind kind)
{
    struct job *job = sh_alloc(sizeof(*job));

    job->kind = kind;
    job->text = sh_copy(text);
    job->next = jobs;
    jobs = job;
    return job;
}

static void forget(struct job *job)
{
    struct job **place = &jobs;

    while (*place != job)
        place = &(*place)->next;
    *place = job->next;
    while (job->processes) {
        struct process *process = job->processes;

        job->processes = process->next;
        free(process);
    }
    free(job->text);
    free(job);
}

/* Keeps PROCESSES_LEFT processes for the shell: whatever the job starts, a person can still look at
 * its processes and end them. */
static void leave_processes_to_shell(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur > PROCESSES_LEFT) {
        limit.rlim_cur -= PROCESSES_LEFT;
        limit.rlim_max = limit.rlim_cur; /* so that the job cannot take them back */
        setrlimit(RLIMIT_NPROC, &limit);
    }
}

static void on_continue(int sig)
{
    (void)sig;
    continued = 1;
}

void job_take_stops(bool own)
{
    signal(SIGCONT, own ? on_continue : SIG_DFL);
    signal(SIGTSTP, own ? SIG_IGN : SIG_DFL);
    signal(SIGTTIN, own ? SIG_IGN : SIG_DFL);
    signal(SIGTTOU, own ? SIG_IGN : SIG_DFL);
}

/*
 * In the new process.  It inherits the signals' actions, except those that a shell on a terminal
 * has changed for itself.  ^C and ^\ must not reach a background job: one without its own group
 * ignores them (POSIX.1-2017, Shell Command Language 2.11).
 */
static void become_child(const struct job *job, bool grouped)
{
    bool background = job->kind == JOB_BACKGROUND;

    if (grouped) {
        leave_processes_to_shell();
        setpgid(0, job->group);
        if (!background)
            tcsetpgrp(terminal, getpgid(0));
        job_take_stops(false);
    }
    if (sh.interactive) {
        sh_take_signals(false);
    } else if (background) {
        signal(SIGINT, SIG_IGN);
        signal(SIGQUIT, SIG_IGN);
    }
    sh.interactive = false;
    jobs = NULL;
    redirect_drop_saved();
    trap_reset();
}

/* SIGINT and SIGTERM wait until the child has its own actions: with the interactive shell's it
 * would not end.  Other shells hold nothing: a signal before the fork must end them, and leave no
 * child behind. */
static pid_t fork_held(struct job *job, bool grouped)
{
    fflush(stdout);
    sigset_t held, before;
    sigemptyset(&held);
    if (sh.interactive) {
        sigaddset(&held, SIGINT);
        sigaddset(&held, SIGTERM);
    }
    sigprocmask(SIG_BLOCK, &held, &before);
    pid_t pid = fork();
    int error = errno;
    if (pid == 0)
        become_child(job, grouped);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

pid_t job_fork(struct job *job)
{
    bool grouped = sh.interactive && job->kind != JOB_CAPTURE;
    pid_t pid = fork_held(job, grouped);

    if (pid < 0)
        sh_complain_errno("fork");
    if (pid <= 0)
        return pid;
    struct process *process = sh_alloc(sizeof(*process));
    process->pid = pid;
    process->next = job->processes;
    job->processes = process;
    if (grouped) {
        if (job->group == 0)
            job->group = pid;
        setpgid(pid, job->group);
        if (job->kind == JOB_FOREGROUND)
            tcsetpgrp(terminal, job->group);
        if (job->kind == JOB_FOREGROUND && sh.interrupted) /* ^C came before that */
            kill(-job->group, SIGINT);
    }
    return pid;
}

/* waitpid has returned this word for a process that had not ended. */
static void note(struct process *process, int word)
{
    process->stopped = WIFSTOPPED(word) ? WSTOPSIG(word) : 0;
    process->ended = !WIFSTOPPED(word) && !WIFCONTINUED(word);
    if (process->ended)
        process->word = word;
}

static void note_pid(pid_t pid, int word)
{
    for (struct job *job = jobs; job; job = job->next)
        for (struct process *process = job->processes; process; process = process->next)
            if (process->pid == pid && !process->ended) /* the number of one that ended is free */
                note(process, word);
}

static void record_changes(void)
{
    int word;
    pid_t pid;

    while ((pid = waitpid(-1, &word, WNOHANG | WUNTRACED | WCONTINUED)) > 0)
        note_pid(pid, word);
}

/* The signal that has stopped it, 0: none. */
static int stop_of(const struct job *job)
{
    for (const struct process *process = job->processes; process; process = process->next)
        if (process->stopped)
            return process->stopped;
    return 0;
}

/* As waitpid.  A job that has the terminal may be stopped: then any of its processes may be the
 * first to report that.  Some may have left its group, and others joined it, so this waits for any.
 * If SIGCHLD is ignored, that would be until all have ended. */
static pid_t wait_for_process(const struct job *job, const struct process *process, int *word)
{
    if (job->kind != JOB_FOREGROUND || job->group == 0)
        return waitpid(process->pid, word, 0);
    struct sigaction chld;
    sigaction(SIGCHLD, NULL, &chld);
    return waitpid(chld.sa_handler == SIG_IGN ? process->pid : -1, word, WUNTRACED);
}

/* Or stopped, if it has the terminal.  A process whose status waitpid does not have, as SIGCHLD is
 * ignored, has ended with 0. */
static void wait_until_ended(struct job *job, bool until_interrupt)
{
    struct process *process = job->processes;

    while (process && !(until_interrupt && (sh.interrupted || sh.trapped))) {
        if (process->ended) {
            process = process->next;
            continue;
        }
        if (job->kind == JOB_FOREGROUND && stop_of(job))
            break;
        int word = 0;
        pid_t pid = wait_for_process(job, process, &word);
        if (pid > 0)
            note_pid(pid, word);
        else if (errno != EINTR)
            note(process, 0);
    }
}

static bool has_ended(const struct job *job)
{
    for (const struct process *process = job->processes; process; process = process->next)
        if (!process->ended)
            return false;
    return true;
}

/* The last process's status word from waitpid. */
static int word_of(const struct job *job)
{
    return job->processes ? job->processes->word : 1 << 8;
}

/* As in $?: a status above 128 may also be a program's own. */
static int status_of(const struct job *job)
{
    int word = word_of(job);

    return WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
}

/*
 * A shell that starts in the background, or is stopped and goes on there, may not take the
 * terminal: the shell that has started it has that.  Two that read from it would each get a part of
 * each line.  So it stops until fg, as other programs do when they read.  Init's shell waits for
 * nobody.
 */
static void await_foreground(void)
{
    do {
        continued = 0;
        pid_t foreground = tcgetpgrp(terminal);
        if (foreground < 0 || foreground == getpgid(0) || getppid() == 1)
            break;
        signal(SIGTTIN, SIG_DFL);
        kill(0, SIGTTIN);
        signal(SIGTTIN, SIG_IGN);
    } while (continued);
}

void job_take_terminal(void)
{
    int copy = redirect_keep(0);
    if (copy >= 0)
        terminal = copy;
    parent = getppid();
    job_take_stops(true);
    await_foreground();
    const char *first = getenv("INIT_SHELL");
    if (getppid() == 1 && (!first || atoi(first) != getpid())) /* its parent has ended */
        exit(1);
    setpgid(0, 0);
    tcsetpgrp(terminal, getpgid(0));
}

/* When the shell has lost its parent, init may have started another one.  It takes no terminal from
 * its parent, which may be a shell, too. */
bool job_take_terminal_back(void)
{
    if (continued || tcgetpgrp(terminal) == getpgid(parent))
        await_foreground();
    return getppid() == parent && tcsetpgrp(terminal, getpgid(0)) == 0;
}

/* ^C has ended one of its processes: the last one may have come to its own end just before. */
static bool was_interrupted(const struct job *job)
{
    for (const struct process *process = job->processes; process; process = process->next)
        if (WIFSIGNALED(process->word) && WTERMSIG(process->word) == SIGINT)
            return true;
    return false;
}

static void take_back_terminal(const struct job *job)
{
    job_take_terminal_back();
    /* A program that a signal ended or stopped could not restore the terminal's modes.  A status
     * above 128 also covers a killed program under one that passes its status on, such as prof. */
    if (status_of(job) > 128 || stop_of(job))
        terminal_restore();
    if (!stop_of(job) && was_interrupted(job))
        sh.interrupted = 128 + SIGINT;
}

static void give_number(struct job *job)
{
    job->number = 1;
    for (const struct job *other = jobs; other; other = other->next)
        if (other != job && other->number >= job->number)
            job->number = other->number + 1;
}

static void print_job(FILE *out, const struct job *job)
{
    int word = word_of(job);

    fprintf(out, "[%d] ", job->number);
    if (stop_of(job))
        fprintf(out, "%s", strsignal(stop_of(job)));
    else if (!has_ended(job))
        fprintf(out, "Running");
    else if (word == 0)
        fprintf(out, "Done");
    else if (WIFSIGNALED(word))
        fprintf(out, "%s", strsignal(WTERMSIG(word)));
    else
        fprintf(out, "Exit %d", WEXITSTATUS(word));
    fprintf(out, "  %s\n", job->text);
}

/* It becomes a background job.  ^Z may have come before all its processes were there. */
static void keep_stopped(struct job *job)
{
    kill(-job->group, stop_of(job));
    job->kind = JOB_BACKGROUND;
    give_number(job);
    fputs("\n", stderr);
    print_job(stderr, job);
}

int job_wait(struct job *job)
{
    wait_until_ended(job, false);
    int stop = stop_of(job), status = stop ? 128 + stop : status_of(job);
    if (job->group != 0)
        take_back_terminal(job);
    if (stop)
        keep_stopped(job);
    else
        forget(job);
    record_changes();
    return status;
}

void job_list(struct job *job)
{
    if (!job->processes) {
        forget(job);
        return;
    }
    give_number(job);
    sh.last_background = job->processes->pid;
    if (sh.interactive)
        fprintf(stderr, "[%d] %d %s &\n", job->number, (int)sh.last_background, job->text);
}

/* Calls print for the listed jobs, the oldest first, and forgets those that have ended. */
static void print_jobs(FILE *out, bool running_too)
{
    int highest = 0;

    record_changes();
    for (const struct job *job = jobs; job; job = job->next)
        highest = job->number > highest ? job->number : highest;
    for (int number = 1; number <= highest; number++) {
        struct job *job = jobs;

        while (job && job->number != number)
            job = job->next;
        if (job && (running_too || has_ended(job)))
            print_job(out, job);
        if (job && has_ended(job))
            forget(job);
    }
}

void job_tell_ended(void)
{
    print_jobs(stderr, false);
}

int job_builtin_jobs(char **argv)
{
    (void)argv;
    print_jobs(stdout, true);
    return 0;
}

/* By number, with or without %; the newest without one.  NULL after a message. */
static struct job *find_job(const char *command, const char *text)
{
    struct job *newest = NULL;
    int number = text ? atoi(text + (*text == '%')) : 0;

    for (struct job *job = jobs; job; job = job->next) {
        if (job->number > 0 && job->number == number)
            return job;
        if (job->number > 0 && (!newest || job->number > newest->number))
            newest = job;
    }
    if (text || !newest)
        sh_complain(command, text ? "no such job; jobs lists them" : "there are no jobs");
    return text ? NULL : newest;
}

/* Puts a word behind another one and returns it. */
static struct word *insert_word(struct word *word, const char *text)
{
    struct word *new = pool_alloc(sizeof(*new));

    new->text = pool_string(text, strlen(text));
    new->next = word->next;
    return word->next = new;
}

static struct word *insert_number(struct word *word, int number)
{
    char text[16];

    snprintf(text, sizeof(text), "%d", number);
    return insert_word(word, text);
}

/*
 * Puts a job's processes behind the word, as kill(1) wants them: the group, negative, or all that
 * have not ended.  Another process may have the number of an ended one.  Returns the last word.
 */
static struct word *insert_processes(struct word *word, const struct job *job)
{
    for (const struct process *process = job->processes; process; process = process->next) {
        if (process->ended)
            continue;
        if (job->group != 0)
            return insert_number(word, -job->group);
        word = insert_number(word, process->pid);
    }
    return word;
}

bool job_replace_numbers(struct word *command)
{
    struct word *word = command;

    record_changes();
    while (word->next) {
        if (*word->next->text != '%') {
            word = word->next;
            continue;
        }
        struct job *job = find_job("kill", word->next->text);
        if (!job)
            return false;
        word->next = word->next->next;
        /* After --, so that a negative number is not taken for an option. */
        if (word == command)
            word = insert_word(word, "--");
        struct word *last = insert_processes(word, job);
        if (last == word) {
            sh_complain("kill", "the job has ended");
            return false;
        }
        word = last;
    }
    return true;
}

/* The job that fg or bg is to let go on; NULL after a message. */
static struct job *job_to_go_on(char **argv)
{
    if (!sh.interactive) {
        sh_complain(argv[0], "only a shell on a terminal has a foreground");
        return NULL;
    }
    record_changes();
    return find_job(argv[0], argv[1]);
}

/* A stopped job has to go on to be ended by SIGTERM or SIGHUP. */
int job_builtin_kill(char **argv)
{
    int status = shared_kill(argv);

    if (shared_sent.sig != SIGTERM && shared_sent.sig != SIGHUP)
        return status;
    for (char **to = shared_sent.to; *to; to++)
        for (const struct job *job = jobs; job; job = job->next)
            if (stop_of(job) && job->group != 0 && atoi(*to) == -job->group)
                kill(-job->group, SIGCONT);
    return status;
}

/* A process may have left the group. */
static void let_go_on(struct job *job)
{
    kill(-job->group, SIGCONT);
    for (struct process *process = job->processes; process; process = process->next) {
        if (process->stopped)
            kill(process->pid, SIGCONT);
        process->stopped = 0;
    }
}

int job_builtin_fg(char **argv)
{
    struct job *job = job_to_go_on(argv);

    if (!job)
        return 1;
    puts(job->text);
    fflush(stdout);
    job->kind = JOB_FOREGROUND;
    job->number = 0;
    tcsetpgrp(terminal, job->group);
    let_go_on(job);
    return job_wait(job);
}

int job_builtin_bg(char **argv)
{
    struct job *job = job_to_go_on(argv);

    if (!job)
        return 1;
    printf("[%d] %s &\n", job->number, job->text);
    let_go_on(job);
    return 0;
}

static struct job *find_pid(pid_t pid)
{
    for (struct job *job = jobs; job; job = job->next)
        if (job->number > 0 && job->processes->pid == pid)
            return job;
    return NULL;
}

/* Like job_wait(), but ^C ends the waiting and not the job. */
static int wait_for(struct job *job)
{
    wait_until_ended(job, true);
    if (sh.interrupted || sh.trapped)
        return 128 + (sh.trapped ? sh.trapped : SIGINT);
    int status = status_of(job);
    forget(job);
    return status;
}

int job_builtin_wait(char **argv)
{
    int status = 0;

    if (!argv[1]) {
        for (struct job *job = jobs, *next; job; job = next) {
            next = job->next;
            if (job->number > 0)
                wait_for(job);
        }
        return sh.interrupted ? 128 + SIGINT : 0;
    }
    for (argv++; *argv; argv++) {
        struct job *job = **argv == '%' ? find_job("wait", *argv) : find_pid((pid_t)atoi(*argv));
        status = job ? wait_for(job) : 127;
    }
    return status;
}
