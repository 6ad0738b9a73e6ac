/*
 * The profile of the BASIC program: how many ticks each of its lines took.
 *
 * A profile of this interpreter would show its functions, not the lines that they interpret.  But
 * ITIMER_PROF sends SIGPROF at each tick that this process is charged, before it executes anything
 * more: the line that runs then is the one that the tick belongs to.  Ticks that come together, in
 * one system call, send one signal; so the handler counts the ticks that times(2) reports since the
 * signal before, and every tick is counted, once.
 */
#include "../skewed.h"
#include "basic.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/profil.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

struct row {
    const struct line *line;
    clock_t ticks;
};

static struct row *rows; /* of each line */
static size_t count;
static clock_t counted; /* of the process's ticks */
static clock_t outside; /* ticks in no line */

static clock_t process_ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_utime + used.tms_stime;
}

static void count_ticks(int sig)
{
    (void)sig;
    const struct line *line = line_here();
    clock_t now = process_ticks();
    *(line ? &rows[line - program_first()].ticks : &outside) += now - counted;
    counted = now;
}

static void set_timer(long usec)
{
    struct itimerval timer = {{0, usec}, {0, usec}};

    if (setitimer(ITIMER_PROF, &timer, NULL) != 0)
        line_fail("there is no timer");
}

/* Most ticks first; lines with the same number of them in their order. */
static int compare_rows(const void *a, const void *b)
{
    const struct row *left = a, *right = b;

    if (left->ticks != right->ticks)
        return left->ticks < right->ticks ? 1 : -1;
    return left->line->number - right->line->number;
}

static void print_row(const struct row *row, clock_t total)
{
    fprintf(stderr, "%8ld %6.1f%%  %d%s\n", row->ticks, 100.0 * row->ticks / total,
            row->line->number, row->line->text);
}

static void report(void)
{
    set_timer(0);
    clock_t total = outside; /* now final, with any tick in that call */
    fflush(stdout);
    for (size_t i = 0; i < count; i++)
        total += rows[i].ticks;
    qsort(rows, count, sizeof(*rows), compare_rows);
    fprintf(stderr, "   ticks   share  line\n");
    for (size_t i = 0; i < count && rows[i].ticks > 0; i++)
        print_row(&rows[i], total);
    if (outside > 0)
        fprintf(stderr, "%8ld %6.1f%%  (between the lines)\n", outside, 100.0 * outside / total);
    fprintf(stderr, "%8ld ticks, %ld a second\n", total, sysconf(_SC_CLK_TCK));
    struct profstat st;
    profstat(&st);
    if (st.ps_flags & PROF_SKID)
        fputs(SKEWED, stderr);
}

void profile_start(void)
{
    for (const struct line *line = program_first(); line; line = program_next(line))
        count++;
    rows = calloc(count + 1, sizeof(*rows));
    if (!rows)
        line_fail("out of memory");
    const struct line *line = program_first();
    for (size_t i = 0; i < count; i++)
        rows[i].line = line + i;
    atexit(report);
    counted = process_ticks();
    sigaction(SIGPROF, &(struct sigaction){.sa_handler = count_ticks, .sa_flags = SA_RESTART},
              NULL);
    set_timer(1); /* rounded up to a tick */
}
