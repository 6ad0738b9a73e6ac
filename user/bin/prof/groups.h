/* Records put together, as the report shows them: by program, or one by one. */
#ifndef PROF_GROUPS_H
#define PROF_GROUPS_H

#include "profile.h"
#include "records.h"

struct group {
    const struct record *first;    /* its program is that of all */
    struct profile profile;        /* the sum of all */
    const struct record **records; /* all of them */
    size_t nrecords;               /* a process may have several */
    size_t killed;                 /* how many a signal ended */
    size_t execed;                 /* how many went on as another program */
    size_t unprofiled;             /* how many had no memory for their counters */
    uint64_t without_stack;        /* ticks for whose stack there was no room */
    uint64_t begin_ns, end_ns;     /* of the machine's clock: the first begins, the last ends */
};

struct groups {
    struct group *group;
    size_t count;
    uint64_t rest; /* ticks of the processes that are in no record */
};

/* apart: a group for each record.  follow: the records go on in the programs that a process execs.
 * The group of the first process's first program comes first; the others as they ended. */
struct groups groups_make(const struct records *records, pid_t first, bool apart, bool follow);

/* taken: the ticks of all processes and programs, recorded or not; 0: not known. */
void groups_take(struct groups *groups, uint64_t taken);

/* Adds a group's totals to another's. */
void groups_add(struct group *sum, const struct group *group);

void groups_free(struct groups *groups);

/* The children that a recorded process forked and that have no record: they still run. */
uint64_t groups_running(const struct records *records, bool follow);

#endif
