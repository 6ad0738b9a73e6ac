#include "groups.h"

#include <sys/wait.h>

#include "prof.h"

static bool same_program(const struct record *a, const struct record *b)
{
    return strcmp(a->path, b->path) == 0 && a->head.pr_low == b->head.pr_low &&
           a->head.pr_high == b->head.pr_high && a->head.pr_ino == b->head.pr_ino &&
           a->head.pr_mtime_ns == b->head.pr_mtime_ns;
}

static struct group *find(struct groups *groups, const struct record *record, bool apart)
{
    for (size_t i = 0; i < groups->count && !apart; i++)
        if (same_program(groups->group[i].first, record))
            return &groups->group[i];
    struct group *group = &groups->group[groups->count++];
    *group = (struct group){.first = record,
                            .begin_ns = record->head.pr_begin_ns,
                            .end_ns = record->head.pr_end_ns,
                            .profile.rate = (uint32_t)sysconf(_SC_CLK_TCK)};
    return group;
}

static void add_totals(uint64_t totals[GMON_TOTALS], const struct profstat *stat)
{
    totals[GMON_USER] += stat->ps_user;
    totals[GMON_SYSTEM] += stat->ps_system;
    totals[GMON_OUTSIDE] += stat->ps_outside;
    totals[GMON_FULL] += stat->ps_full - stat->ps_lost;
    totals[GMON_MISSED] += stat->ps_missed;
    totals[GMON_FLAGS] |= stat->ps_flags;
    if (stat->ps_reason == PROF_FAULT)
        totals[GMON_ENDED] = PROF_FAULT;
}

/* Those of one process in a row, as they ended. */
static int by_process(const void *left, const void *right)
{
    const struct record *a = *(struct record *const *)left, *b = *(struct record *const *)right;

    if (a->head.pr_pid != b->head.pr_pid)
        return a->head.pr_pid < b->head.pr_pid ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Numbers are used again: a process goes on only behind an exec. */
static bool goes_on(const struct record *record, const struct record *next)
{
    return record->head.pr_pid == next->head.pr_pid && record->head.pr_end == PROF_END_EXEC;
}

/* Finds the records of programs that their processes had run before. */
static void find_again(const struct records *records)
{
    struct record **sorted = tool_alloc(NULL, records->count * sizeof(*sorted) + 1);

    for (size_t i = 0; i < records->count; i++)
        sorted[i] = &records->record[i];
    qsort(sorted, records->count, sizeof(*sorted), by_process);
    for (size_t i = 1; i < records->count; i++)
        for (size_t j = i; j > 0 && !sorted[i]->again && goes_on(sorted[j - 1], sorted[j]); j--)
            sorted[i]->again = same_program(sorted[j - 1], sorted[i]);
    free(sorted);
}

/* The ticks of stacks, by their pcs. */
static void add_stacks(struct profile *profile, const struct record *record)
{
    for (const struct prof_stack *s = NULL; (s = records_next_stack(record, s));) {
        uint64_t pc = s->ps_pc[0];

        if (pc >= profile->low && pc < profile->high)
            profile_add_ticks(profile, pc, pc + 1, s->ps_ticks);
        else
            profile->totals[GMON_OUTSIDE] += s->ps_ticks;
    }
}

/* Of one process not the time in which it ran other programs. */
static uint64_t elapsed_of(const struct group *group)
{
    uint64_t elapsed_ns = 0;

    if (group->profile.processes > 1)
        return group->end_ns - group->begin_ns;
    for (size_t i = 0; i < group->nrecords; i++)
        elapsed_ns += group->records[i]->head.pr_end_ns - group->records[i]->head.pr_begin_ns;
    return elapsed_ns;
}

static void add(struct group *group, const struct record *record)
{
    const struct prof_record *head = &record->head;
    struct profile *profile = &group->profile;

    profile->low = head->pr_low;
    profile->high = head->pr_high;
    if (head->pr_stat.ps_hz > 0)
        profile->rate = head->pr_stat.ps_hz;
    profile->has_totals = true;
    add_totals(profile->totals, &head->pr_stat);
    for (size_t i = 0; i < head->pr_nhits; i++)
        profile_add_ticks(profile, record->hits[i].pc, record->hits[i].pc + 1,
                          record->hits[i].count);
    add_stacks(profile, record);
    group->records = tool_alloc(group->records, (group->nrecords + 1) * sizeof(record));
    group->records[group->nrecords++] = record;
    profile->processes += !record->again;
    profile->totals[GMON_READY_NS] += head->pr_ready_ns;
    profile->totals[GMON_DISK_NS] += head->pr_disk_ns;
    group->without_stack += head->pr_stat.ps_lost;
    group->killed += head->pr_end == PROF_END_EXIT && WIFSIGNALED(head->pr_status);
    group->execed += head->pr_end == PROF_END_EXEC;
    group->unprofiled += head->pr_end == PROF_END_NOMEM;
    if (head->pr_begin_ns < group->begin_ns)
        group->begin_ns = head->pr_begin_ns;
    if (head->pr_end_ns > group->end_ns)
        group->end_ns = head->pr_end_ns;
}

struct groups groups_make(const struct records *records, pid_t first, bool apart, bool follow)
{
    struct groups groups = {.group =
                                tool_alloc(NULL, (records->count + 1) * sizeof(*groups.group))};
    const struct record *main = NULL;

    if (follow)
        find_again(records);
    for (size_t i = 0; i < records->count && !main; i++)
        if (records->record[i].head.pr_pid == first)
            main = &records->record[i];
    if (main)
        add(find(&groups, main, apart), main);
    for (size_t i = 0; i < records->count; i++)
        if (&records->record[i] != main)
            add(find(&groups, &records->record[i], apart), &records->record[i]);
    for (size_t i = 0; i < groups.count; i++) {
        struct group *group = &groups.group[i];

        group->profile.totals[GMON_ELAPSED_NS] = elapsed_of(group);
        group->profile.records = group->nrecords;
        profile_settle(&group->profile);
    }
    return groups;
}

void groups_take(struct groups *groups, uint64_t taken)
{
    uint64_t recorded = 0;

    for (size_t i = 0; i < groups->count; i++) {
        const uint64_t *totals = groups->group[i].profile.totals;

        recorded += totals[GMON_USER] + totals[GMON_SYSTEM];
    }
    groups->rest = taken > recorded ? taken - recorded : 0;
    if (groups->count == 1)
        groups->group[0].profile.rest = groups->rest;
}

void groups_add(struct group *sum, const struct group *group)
{
    for (size_t i = 0; i < GMON_TOTALS; i++)
        sum->profile.totals[i] += group->profile.totals[i];
    sum->profile.totals[GMON_FLAGS] |= group->profile.totals[GMON_FLAGS];
    sum->profile.ticks += group->profile.totals[GMON_USER] + group->profile.totals[GMON_SYSTEM];
    sum->profile.processes += group->profile.processes;
    sum->killed += group->killed;
    sum->execed += group->execed;
    sum->unprofiled += group->unprofiled;
    if (group->begin_ns < sum->begin_ns)
        sum->begin_ns = group->begin_ns;
    if (group->end_ns > sum->end_ns)
        sum->end_ns = group->end_ns;
    sum->profile.totals[GMON_ELAPSED_NS] = sum->end_ns - sum->begin_ns;
}

void groups_free(struct groups *groups)
{
    for (size_t i = 0; i < groups->count; i++) {
        profile_free(&groups->group[i].profile);
        free(groups->group[i].records);
    }
    free(groups->group);
}

uint64_t groups_running(const struct records *records, bool follow)
{
    uint64_t begun = 1, ended = records->lost;

    for (size_t i = 0; i < records->count; i++) {
        begun += records->record[i].head.pr_stat.ps_forked;
        ended += !follow || records->record[i].head.pr_end != PROF_END_EXEC;
    }
    return begun > ended ? begun - ended : 0;
}
