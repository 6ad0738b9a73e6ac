#include "counted.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "gmon_read.h"

static void add_file(struct profile *profile, const char *path)
{
    struct profile file;
    const char *problem;

    if (gmon_read(path, &file, &problem) != 0)
        return;
    for (size_t i = 0; i < file.call_count; i++)
        profile_add_call(profile, &file.calls[i]);
    profile_free(&file);
}

void counted_add(struct profile *profile, const struct group *group)
{
    const char *folder = getenv("PROFDIR");

    for (size_t i = 0; folder && *folder && i < group->nrecords; i++) {
        const struct record *record = group->records[i];
        char path[PATH_MAX];

        snprintf(path, sizeof(path), "%s/%d.%s", folder, record->head.pr_pid,
                 basename(record->path));
        if (record->head.pr_end == PROF_END_EXIT)
            add_file(profile, path);
    }
}
