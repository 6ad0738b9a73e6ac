/*
 * Jobs and waiting.
 *
 * A wait collects only the wanted job's own processes.  A process of another job that ends in that
 * time keeps its number, so that kill %N does not find it gone.  The shell records ended processes
 * after each command.  Both the shell and the new process put it into its group and give the group
 * the terminal: whichever runs first, neither the program nor the shell continues before that is
 * done.  Left out: stopping a job (^Z), which the kernel does not support.
 */
#include "job.h"

#include "edit.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"

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
    int word; /* of waitpid */
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
static pid_t shell_group;
static int terminal; /* as 0 may be redirected, for a compound command */

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
}

pid_t job_fork(struct job *job)
{
    bool grouped = sh.interactive && job->kind != JOB_CAPTURE;

    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0) {
        sh_complain_errno("fork");
        return -1;
    }
    if (pid == 0) {
        become_child(job, grouped);
        return 0;
    }
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
    }
    return pid;
}

static void note_ended(pid_t pid, int word)
{
    for (struct job *job = jobs; job; job = job->next)
        for (struct process *process = job->processes; process; process = process->next)
            if (process->pid == pid && !process->ended) { /* the number of one that ended is free */
                process->ended = 1;
                process->word = word;
            }
}

static void record_ended(void)
{
    int word;
    pid_t pid;

    while ((pid = waitpid(-1, &word, WNOHANG)) > 0)
        note_ended(pid, word);
}

/* A process whose status waitpid does not have, as SIGCHLD is ignored, has ended with 0. */
static void wait_until_ended(struct job *job, bool until_interrupt)
{
    struct process *process = job->processes;

    while (process && !(until_interrupt && sh.interrupted))
        if (process->ended)
            process = process->next;
        else if (waitpid(process->pid, &process->word, 0) > 0 || errno != EINTR)
            process->ended = 1;
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

void job_take_terminal(void)
{
    setpgid(0, 0);
    shell_group = getpgid(0);
    int copy = redirect_keep(0);
    if (copy >= 0)
        terminal = copy;
    tcsetpgrp(terminal, shell_group);
}

static void take_back_terminal(const struct job *job)
{
    int word = word_of(job);

    tcsetpgrp(terminal, shell_group);
    /* A program that a signal ended could not restore the terminal's modes.  A status above 128
     * also covers a killed program under one that passes its status on, such as prof. */
    if (status_of(job) > 128)
        edit_restore_terminal();
    if (WIFSIGNALED(word) && WTERMSIG(word) == SIGINT)
        sh.interrupted = 128 + SIGINT;
}

int job_wait(struct job *job)
{
    wait_until_ended(job, false);
    int status = status_of(job);
    if (job->group != 0)
        take_back_terminal(job);
    forget(job);
    record_ended();
    return status;
}

void job_list(struct job *job)
{
    int number = 1;

    if (!job->processes) {
        forget(job);
        return;
    }
    for (const struct job *other = jobs; other; other = other->next)
        if (other->number >= number)
            number = other->number + 1;
    job->number = number;
    sh.last_background = job->processes->pid;
    if (sh.interactive)
        fprintf(stderr, "[%d] %d %s &\n", number, (int)sh.last_background, job->text);
}

static void print_job(FILE *out, const struct job *job)
{
    int word = word_of(job);

    fprintf(out, "[%d] ", job->number);
    if (!has_ended(job))
        fprintf(out, "Running");
    else if (word == 0)
        fprintf(out, "Done");
    else if (WIFSIGNALED(word))
        fprintf(out, "%s", strsignal(WTERMSIG(word)));
    else
        fprintf(out, "Exit %d", WEXITSTATUS(word));
    fprintf(out, "  %s\n", job->text);
}

/* Calls print for the listed jobs, the oldest first, and forgets those that have ended. */
static void print_jobs(FILE *out, bool running_too)
{
    int highest = 0;

    record_ended();
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
    if (job->group != 0)
        return insert_number(word, -job->group);
    for (const struct process *process = job->processes; process; process = process->next)
        if (!process->ended)
            word = insert_number(word, process->pid);
    return word;
}

bool job_replace_numbers(struct word *command)
{
    struct word *word = command;

    record_ended();
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

int job_builtin_fg(char **argv)
{
    if (!sh.interactive) {
        sh_complain("fg", "only a shell on a terminal has a foreground");
        return 1;
    }
    struct job *job = find_job("fg", argv[1]);
    if (!job)
        return 1;
    puts(job->text);
    fflush(stdout);
    job->kind = JOB_FOREGROUND;
    job->number = 0;
    tcsetpgrp(terminal, job->group);
    return job_wait(job);
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
    if (sh.interrupted)
        return 128 + SIGINT;
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
