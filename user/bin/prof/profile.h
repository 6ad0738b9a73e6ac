/* A profile of one program, wherever it comes from: ticks by address, calls, totals. */
#ifndef PROF_PROFILE_H
#define PROF_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <abi/gmon.h>

/* A profile reaches past the end of its text by less than this: gprofil's is rounded up to 8 bytes,
 * others are to a counter's 2 or 4. */
#define PROFILE_ROUND 8

/* Ticks whose pc lay in [low, high): what one counter stands for. */
struct bin {
    uint64_t low, high;
    uint64_t ticks;
};

struct profile {
    uint64_t low, high; /* the text that was sampled */
    bool is_part;       /* it is not the program's whole text: monitor(3C) */
    uint32_t rate;      /* ticks a second; 0: a file without a histogram */
    struct bin *bins;   /* those with ticks; by address, once settled */
    size_t bin_count;
    uint64_t ticks;        /* of all bins */
    struct gmonrec *calls; /* who called which function how often */
    size_t call_count;     /* 0: the program did not count its calls */
    uint64_t rest;         /* other ticks of the processes in that time: in no bin or total */
    size_t processes;      /* so many are summed here; 0: not known */
    size_t records;        /* the time elapsed is the sum of so many; 0: of one */
    bool has_totals;       /* the profile has the next */
    uint64_t totals[GMON_TOTALS];
};

/* Both end the program with a message if there is no memory. */
void profile_add_ticks(struct profile *profile, uint64_t low, uint64_t high, uint64_t ticks);
void profile_add_call(struct profile *profile, const struct gmonrec *call);

/* Sorts the bins, and adds up those of one range.  After the last profile_add_ticks. */
void profile_settle(struct profile *profile);

void profile_free(struct profile *profile);

#endif
