/* For all files of trace.  events.c reads the kernel's events, model.c makes threads and spans of
 * them, and the others print these. */
#ifndef TRACE_H
#define TRACE_H

#define TOOL         "trace"
#define TOOL_FAILURE 125 /* as prof's: no program ends with it by accident */
#include "../tool.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/ktrace.h>

#define CPUS_MAX  8
#define DEPTH_MAX 8

/* ---- events.c ---- */

/* All events, of all CPUs, in the order of time. */
struct events {
    struct ktrace_event *list;
    size_t count;
    uint64_t begin, end; /* when the trace was turned on and off */
    unsigned cpus;
    uint64_t lost[CPUS_MAX], lost_from[CPUS_MAX]; /* how many, and since when */
};

void events_start(size_t each);
struct events events_stop(void);

/* ---- model.c ---- */

enum column { USER, KERNEL, INTERRUPT, READY, ASLEEP, COLUMNS };
enum span_kind { SPAN_RUN, SPAN_CALL, SPAN_TRAP, SPAN_READY, SPAN_ASLEEP };

/* A part of a thread's time.  The brackets say which kinds use a field. */
struct span {
    uint64_t begin, end;
    uint64_t kernel;  /* [CALL] the time in which the thread ran in the kernel */
    uint64_t asleep;  /* [CALL] and slept */
    const char *name; /* the program's, at this time */
    const char *what; /* [CALL, TRAP] its name; [ASLEEP] the thread waits for this */
    const char *call; /* [ASLEEP] the system call that it is in, or NULL */
    uint32_t value;   /* [CALL] its first argument; [ASLEEP] that of `call` */
    int by;           /* [ASLEEP] the thread that ended it; [READY] that gave the CPU; -1: none */
    const char *irq;  /* [ASLEEP] the interrupt that ended it, or NULL */
    uint8_t kind, depth, cpu;
};

struct frame {
    bool is_call;
    uint16_t detail;
    uint32_t value;
    uint64_t begin, kernel, asleep;
};

struct thread {
    uint32_t tid, pid;
    const char *name;
    bool ours;    /* the traced command's */
    bool several; /* its process has other threads, too */
    uint64_t begin, end;
    uint64_t since; /* up to where its time is settled */
    uint64_t ran_from;
    enum { RUNS, WAITS, SLEEPS, ENDED } state;
    unsigned cpu;
    uint64_t sums[COLUMNS];
    struct frame stack[DEPTH_MAX];
    unsigned depth;
    const char *reason; /* what it sleeps for */
    struct span *spans;
    size_t count;
};

struct wake {
    uint64_t ns;
    int from, to; /* threads by index; from -1: an interrupt of an idle CPU */
};

struct tick {
    uint64_t ns;
    int thread;
    const char *name; /* of the program at that time */
    bool user;
    uint32_t pcs[16];
    unsigned count;
};

struct model {
    struct thread *threads; /* the first `cpus` are the idle ones */
    size_t count;
    unsigned cpus;
    uint64_t begin, end;
    uint64_t cpu_sums[CPUS_MAX][COLUMNS]; /* ASLEEP: it was idle */
    struct wake *wakes;
    size_t wake_count;
    struct tick *ticks;
    size_t tick_count;
};

struct model model_make(const struct events *events, uint32_t tracer);

/* "name pid", of a thread; in a buffer that the next calls but three overwrite. */
const char *model_who(const struct model *model, int index);

/* "read(3)": a call and its first argument. */
const char *model_call_text(const char *program, const char *call, uint32_t value);

/* ---- symbols.c ---- */

/* The symbol that holds the address in the program of that name: it stays, or NULL. */
const char *symbols_find(const char *name, uint64_t addr);

/* A function of the tick, from the innermost on; the kernel's is marked _[k], as in prof's page.
 * Good until the next call. */
const char *symbols_of_tick(const struct tick *tick, unsigned which);

/* ---- what is printed ---- */

void report_print(FILE *out, const struct model *model, const struct events *events, size_t rows);
void chrome_print(FILE *out, const struct model *model);
void page_print(FILE *out, const char *template, char **command, const struct model *model,
                const struct events *events, const char *report);

#endif
