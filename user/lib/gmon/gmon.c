/*
 * Profiling of a program built with -pg: 4.4BSD's moncontrol(3).
 *
 * The functions here may be called by several threads, and by a handler of a signal while the
 * thread is in one of them: so a lock is held, with all signals blocked.  It is also held over
 * fork, with only the caught signals blocked, so that the child is in a known state.  And it is
 * held while the file is written: another thread that calls exit cannot end the process before that
 * is done.
 */
#include "gmon.h"

#include <errno.h>
#include <limits.h>
#include <mon.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/calls.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../image.h"
#include "../thread.h"
#include "arcs.h"
#include "gprofil.h"
#include "ticks.h"
#include "writer.h"

#define GMON_NAME "gmon.out"

static struct lock lock;
static struct ticks ticks;                 /* [lock] */
static enum { NEVER, BEGUN, ENDED } state; /* [lock] */
static bool gnu;                           /* [lock] */
static const char *file_name = GMON_NAME;  /* [lock] */
static bool kernel_writes;                 /* [lock] gprofil.h's profile, not the one below */

static void enter(sigset_t *before)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, before);
    lock_take(&lock);
}

static void leave(const sigset_t *before)
{
    lock_release(&lock);
    sigprocmask(SIG_SETMASK, before, NULL);
}

static void read_environment(void)
{
    const char *format = getenv("GMON_FORMAT");

    gnu = format && strcmp(format, "gnu") == 0;
    if (format && !gnu && strcmp(format, "bsd") != 0)
        __writer_say("profile: GMON_FORMAT=", format, ": must be bsd or gnu; bsd it is\n", NULL);
}

static bool begin_ticks(uintptr_t low, uintptr_t high)
{
    __ticks_pause(&ticks, 0);
    return __ticks_begin(&ticks, low, high, gnu);
}

/* Records from before stay mapped: a thread may be counting in them. */
static bool begin_calls(uintptr_t low, uintptr_t high)
{
    struct {
        uint32_t used_nbytes;
        struct gmonrec record[ARCS_MAX];
    } *calls =
        mmap(NULL, sizeof(*calls), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (calls == MAP_FAILED)
        return false;
    return __arcs_begin(low, high, calls->record, &calls->used_nbytes);
}

static void clear_calls(void)
{
    size_t n;
    struct gmonrec *records = __arcs_records(&n);

    __arcs_clear(records, n);
}

static void begin(uintptr_t low, uintptr_t high)
{
    if (state == NEVER)
        read_environment();
    else if (__gprofil_begin)
        return; /* the kernel keeps the first buffer, also while monitor has the profile */
    state = BEGUN;
    kernel_writes = __gprofil_begin;
    if (kernel_writes ? !__gprofil_begin(low, high, gnu)
                      : !begin_ticks(low, high) || !begin_calls(low, high))
        __writer_complain("begin the profile for", file_name);
}

static bool control(bool on)
{
    if (kernel_writes)
        return __gprofil_control(on);
    if (on)
        return !ticks.counters || __ticks_resume(&ticks);
    __ticks_pause(&ticks, PROF_CALL);
    return true;
}

void __gmon_monitor(const struct ticks *with, WORD *buffer, size_t nbytes, const struct hdr *head)
{
    const struct elf_segment *text = __image_text();
    sigset_t before;

    enter(&before);
    bool counts = true;
    if (state == NEVER)
        read_environment();
    if (state == NEVER || kernel_writes)
        counts = begin_calls(text->vaddr, text->vaddr + text->memsz);
    else if (state == ENDED)
        clear_calls();
    kernel_writes = false; /* its file stays as it is now */
    state = BEGUN;
    file_name = MON_OUT;
    __ticks_pause(&ticks, 0);
    memset(buffer, 0, nbytes);
    memcpy(buffer, head, sizeof(*head));
    ticks = *with;
    if (!__ticks_begin_in(&ticks) || !counts)
        __writer_complain("begin the profile for", file_name);
    __arcs_resume();
    leave(&before);
}

void monstartup(unsigned long low, unsigned long high)
{
    sigset_t before;

    enter(&before);
    if (state != ENDED && low < high)
        begin(low, high);
    leave(&before);
}

void moncontrol(int mode)
{
    sigset_t before;

    enter(&before);
    if (state == BEGUN && mode) {
        __arcs_resume();
        if (!control(true))
            __writer_complain("resume the profile for", file_name);
    } else if (state == BEGUN) {
        control(false);
        __arcs_pause();
    }
    leave(&before);
}

/* Where the profile goes, or NULL. */
static const char *find_path(void)
{
    static char path[PATH_MAX];
    const char *folder = getenv("PROFDIR");
    const char *name = strrchr(program_invocation_name, '/');

    if (!folder)
        return file_name;
    if (!*folder)
        return NULL;
    name = name ? name + 1 : program_invocation_name;
    if ((size_t)snprintf(path, sizeof(path), "%s/%d.%s", folder, getpid(), name) >= sizeof(path))
        return folder; /* is too long, which the error then says */
    return path;
}

static void write_profile(const char *path)
{
    struct writer w;

    __writer_begin(&w, path, gnu, &ticks);
    __writer_totals(&w, &ticks);
    size_t n;
    for (const struct gmonrec *r = __arcs_records(&n); n > 0; r++, n--)
        if (r->gr_count != 0 || r->gr_self == GMON_LOST_CALLS)
            __writer_call(&w, r->gr_from, r->gr_self, r->gr_count);
    __writer_end(&w);
}

void _mcleanup(void)
{
    sigset_t before;

    enter(&before);
    if (state == BEGUN) {
        const char *path = find_path();

        __arcs_pause();
        if (kernel_writes)
            __gprofil_control(false);
        else
            __ticks_pause(&ticks, 0);
        state = ENDED;
        if (path && ticks.counters)
            write_profile(path);
    }
    leave(&before);
}

/* The process exits, and would leave its zombies to init: they are reaped first, so that their
 * ticks are in the totals.  Before that, they are the program's own. */
void __gmon_finish(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    _mcleanup();
}

/* In the child.  The kernel writes its file also while monitor has the profile. */
static void begin_anew(void)
{
    bool begun = !__gprofil_forked || __gprofil_forked();

    if (!kernel_writes && state == BEGUN) {
        clear_calls();
        begun = __ticks_forked(&ticks) && begun;
    }
    if (!begun)
        __writer_complain("begin the profile of a fork's child for", file_name);
}

/* A signal to the group that ends this process must also end the child, which does not inherit
 * pending signals. */
static void block_only_caught(const sigset_t *before)
{
    sigset_t blocked = *before;

    for (int sig = 1; sig < NSIG; sig++) {
        struct sigaction action;

        sigaction(sig, NULL, &action);
        if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
            sigaddset(&blocked, sig);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

pid_t __gmon_fork(void)
{
    sigset_t before;

    enter(&before);
    block_only_caught(&before);
    if (__gprofil_notice)
        __gprofil_notice();
    if (!kernel_writes)
        __ticks_notice(&ticks);
    pid_t child = __fork();
    if (child == 0)
        begin_anew();
    leave(&before);
    return child;
}
