/*
 * The profile that a program writes of itself: for prof(1), without rebuilding it, and for one that
 * was built with -pg (gmon/gmon.c), with the calls.
 *
 * prof(1) runs a program with PROFIL=path in its environment.  Before main this file then turns
 * on profil(2) over the program's own text, and at exit it writes the counters to that path as
 * gmon.out in the 4.4BSD layout (abi/gmon.h), which prof(1) and the host's gprof read.
 *
 * - One 16-bit counter stands for two bytes of text, scale 65536: the counters then divide the
 *   range evenly, and gprof's idea of a bin is the kernel's.  The range is the executable segment,
 *   rounded outward to even addresses.
 * - The variable is removed from the environment, so what the program execs is not profiled over
 *   the same file.  A fork's child is profiled by the kernel, but only the process that started
 *   writes the file.
 * - Profiling is turned off before the totals are read, so the totals and the counters cover the
 *   same ticks.  Writing the file is not in the profile.
 * - A program may call profil itself.  If it only turns profiling off, the file holds the ticks
 *   before that; if it profiles into its own counters, the file records that it did.
 * - A process killed by a signal, or left by _exit, writes nothing.
 * - With -pg a fork's child writes a file too, unless prof(1) asked for the file.  Its counters
 * began as a copy of its parent's, but the kernel's totals are its own: so it writes no totals.
 *
 * Only system calls are used: the hook is in every program and must not pull stdio into it.
 */
#include "profile.h"

#include <abi/gmon.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gmon/arcs.h"
#include "gmon/gmon.h"
#include "image.h"

#define VARIABLE "PROFIL="

static struct {
    const char *path;         /* from PROFIL, or NULL */
    pid_t pid;                /* which began the profile */
    unsigned short *counters; /* NULL: no profile was begun */
    size_t nbytes;
    uintptr_t low;
    bool on, written;
    uint64_t serial;     /* profstat's, of the profile begun or resumed here */
    struct profstat sum; /* of what went before the last pause */
    uint64_t ended;      /* GMON_ENDED */
    uint64_t start_ns, end_ns;
} prof;

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void complain(const char *what, const char *path)
{
    const char *part[] = {"profile: cannot ", what, " ", path, ": ", strerror(errno), "\n"};

    for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++)
        if (write(STDERR_FILENO, part[i], strlen(part[i])) < 0)
            return;
}

/* Removes the variable from environ and returns its value, or NULL. */
static const char *environ_take(void)
{
    for (char **e = environ; *e; e++) {
        char *value = *e + sizeof(VARIABLE) - 1;

        if (strncmp(*e, VARIABLE, sizeof(VARIABLE) - 1) != 0)
            continue;
        for (; *e; e++)
            e[0] = e[1];
        return value;
    }
    return NULL;
}

void __profile_resume(void)
{
    if (!prof.counters || prof.on || prof.written)
        return;
    if (profil(prof.counters, prof.nbytes, prof.low, PROF_SCALE_MAX) < 0) {
        complain("start", prof.path ? prof.path : GMON_NAME);
        return;
    }
    struct profstat st;
    profstat(&st);
    prof.serial = st.ps_serial;
    prof.on = true;
    if (prof.ended != GMON_REPLACED)
        prof.ended = 0;
}

void __profile_begin(uintptr_t low, uintptr_t high)
{
    low &= ~1ul;
    size_t nbytes = (high + 1 - low) & ~1ul;
    if (prof.on && low == prof.low && nbytes == prof.nbytes)
        return; /* prof(1) asked for the same */
    void *counters = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (counters == MAP_FAILED) {
        complain("get memory for", prof.path ? prof.path : GMON_NAME);
        return;
    }
    prof.counters = counters;
    prof.low = low;
    prof.nbytes = nbytes;
    prof.on = false;
    prof.sum = (struct profstat){0};
    prof.ended = 0;
    prof.pid = getpid();
    prof.start_ns = now_ns();
    __profile_resume();
}

void __profile_start(void)
{
    const char *path = environ_take();
    const struct elf_segment *text = __image_segment(PT_LOAD, PF_X);

    if (!path || !text)
        return;
    prof.path = path;
    __profile_begin(text->vaddr, text->vaddr + text->memsz);
}

int __write_all(int fd, const void *buf, size_t n)
{
    const char *p = buf;

    while (n > 0) {
        ssize_t done = write(fd, p, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        p += done;
        n -= done;
    }
    return 0;
}

/* Turns profiling off, unless the program has replaced the profile.  Returns the state before: a
 * value of GMON_ENDED. */
static uint64_t stop(struct profstat *st)
{
    profstat(st);
    if (st->ps_serial != prof.serial && prof.pid == getpid()) /* a child's are numbered anew */
        return GMON_REPLACED;
    uint64_t ended = st->ps_state == PROF_ON ? 0 : st->ps_reason;
    profil(NULL, 0, 0, 0);
    profstat(st);
    return ended;
}

/* The profile so far goes into prof.sum. */
static void turn_off(uint64_t reason)
{
    struct profstat st;
    uint64_t ended = stop(&st);

    prof.on = false;
    if (prof.ended != GMON_REPLACED)
        prof.ended = ended ? ended : reason;
    prof.sum.ps_user += st.ps_user;
    prof.sum.ps_system += st.ps_system;
    prof.sum.ps_outside += st.ps_outside;
    prof.sum.ps_full += st.ps_full;
    prof.sum.ps_missed += st.ps_missed;
    prof.sum.ps_forked += st.ps_forked;
    prof.sum.ps_flags = st.ps_flags;
    prof.sum.ps_hz = st.ps_hz;
}

void __profile_pause(void)
{
    if (prof.on)
        turn_off(PROF_CALL);
}

/* The children's ticks.  Zombies are reaped first, so that they are included; this process is about
 * to exit and would leave them to init. */
static struct tms children(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
    struct tms used;
    times(&used);
    return used;
}

static int write_totals(int fd)
{
    const struct profstat *st = &prof.sum;
    struct tms used = children();
    const uint64_t totals[GMON_TOTALS] = {
        [GMON_USER] = st->ps_user,
        [GMON_SYSTEM] = st->ps_system,
        [GMON_OUTSIDE] = st->ps_outside,
        [GMON_FULL] = st->ps_full,
        [GMON_MISSED] = st->ps_missed,
        [GMON_FLAGS] = st->ps_flags,
        [GMON_ENDED] = prof.ended,
        [GMON_ELAPSED_NS] = prof.end_ns - prof.start_ns,
        [GMON_FORKED] = st->ps_forked,
        [GMON_CHILD_USER] = used.tms_cutime,
        [GMON_CHILD_SYSTEM] = used.tms_cstime,
        [GMON_LOST_CALLS] = __arcs_lost ? __arcs_lost() : 0,
    };
    struct gmonrec records[GMON_TOTALS - 1];

    for (uint64_t i = 1; i < GMON_TOTALS; i++)
        records[i - 1] = (struct gmonrec){.gr_self = i, .gr_count = totals[i]};
    return __write_all(fd, records, sizeof(records));
}

static int write_profile(int fd)
{
    const struct gmonhdr head = {
        .gh_lpc = prof.low,
        .gh_hpc = prof.low + prof.nbytes,
        .gh_ncnt = prof.nbytes + sizeof(head),
        .gh_version = GMON_VERSION,
        .gh_rate = prof.sum.ps_hz,
    };

    if (__write_all(fd, &head, sizeof(head)) < 0 || __write_all(fd, prof.counters, prof.nbytes) < 0)
        return -1;
    if (prof.pid == getpid() && write_totals(fd) < 0)
        return -1;
    return __arcs_write ? __arcs_write(fd) : 0;
}

/* Where the profile goes, or NULL. */
static const char *find_path(void)
{
    if (prof.path)
        return prof.pid == getpid() ? prof.path : NULL;
    return __gmon_path ? __gmon_path() : NULL;
}

void __profile_finish(void)
{
    if (!prof.counters || prof.written)
        return;
    const char *path = find_path();
    if (prof.on)
        turn_off(0);
    prof.end_ns = now_ns();
    prof.written = true;
    if (!path)
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write_profile(fd) < 0)
        complain("write", path);
    if (fd >= 0)
        close(fd);
}
