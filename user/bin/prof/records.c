#include "records.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include "prof.h"

static char *read_all(int fd, size_t *nbytes)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        tool_die("records");
    char *image = tool_alloc(NULL, (size_t)st.st_size + 1);
    ssize_t n = 1;
    for (*nbytes = 0; *nbytes < (size_t)st.st_size && n > 0; *nbytes += (size_t)n)
        if ((n = read(fd, image + *nbytes, (size_t)st.st_size - *nbytes)) < 0)
            tool_die("records");
    return image;
}

/* The record at the beginning of nbytes; false: no whole one. */
static bool parse(const char *at, size_t nbytes, struct record *record)
{
    struct prof_record *head = &record->head;

    if (nbytes < sizeof(*head))
        return false;
    memcpy(head, at, sizeof(*head));
    size_t path_nbytes = ((size_t)head->pr_path_nbytes + 7) / 8 * 8;
    if (head->pr_magic != PROF_RECORD_MAGIC || head->pr_nbytes > nbytes ||
        head->pr_nbytes != sizeof(*head) + path_nbytes + head->pr_nhits * sizeof(*record->hits) +
                               head->pr_stacks_nbytes)
        return false;
    record->path = tool_alloc(NULL, (size_t)head->pr_path_nbytes + 1);
    memcpy(record->path, at + sizeof(*head), head->pr_path_nbytes);
    record->path[head->pr_path_nbytes] = '\0';
    record->hits = (const void *)(at + sizeof(*head) + path_nbytes);
    record->stacks = (const char *)(record->hits + head->pr_nhits);
    record->again = false;
    return true;
}

struct records records_read(int fd)
{
    struct records records = {.count = 0};
    size_t nbytes, at = 0, room = 0;

    records.image = read_all(fd, &nbytes);
    for (struct record record; parse(records.image + at, nbytes - at, &record);
         at += record.head.pr_nbytes) {
        if (records.count == room) {
            room = room ? 2 * room : 16;
            records.record = tool_alloc(records.record, room * sizeof(record));
        }
        records.record[records.count++] = record;
        records.lost = record.head.pr_lost;
    }
    return records;
}

void records_free(struct records *records)
{
    for (size_t i = 0; i < records->count; i++)
        free(records->record[i].path);
    free(records->record);
    free(records->image);
}

const struct prof_stack *records_next_stack(const struct record *record,
                                            const struct prof_stack *stack)
{
    const char *end = record->stacks + record->head.pr_stacks_nbytes;
    const char *at = stack ? (const char *)(stack->ps_pc + stack->ps_depth) : record->stacks;
    const struct prof_stack *next = (const void *)at; /* all sizes are multiples of 8 */
    size_t left = (size_t)(end - at);

    if (left < sizeof(*next) || next->ps_depth == 0 || next->ps_depth > PROF_STACK_MAX ||
        left - sizeof(*next) < next->ps_depth * sizeof(next->ps_pc[0]))
        return NULL;
    return next;
}

const char *records_ending(const struct prof_record *head)
{
    static char text[80];
    int word = head->pr_status;

    if (head->pr_end == PROF_END_EXEC)
        return "went on as another program";
    if (head->pr_end == PROF_END_CALL)
        return "still ran when its recording ended";
    if (head->pr_end == PROF_END_NOMEM)
        return "not profiled, as there was no memory for its counters";
    if (WIFSIGNALED(word))
        snprintf(text, sizeof(text), "killed by signal %d (%s)", WTERMSIG(word),
                 strsignal(WTERMSIG(word)));
    else
        snprintf(text, sizeof(text), "ended with status %d", WEXITSTATUS(word));
    return text;
}

bool records_ended_well(const struct prof_record *head)
{
    return (head->pr_end == PROF_END_EXIT && head->pr_status == 0) || head->pr_end == PROF_END_CALL;
}
