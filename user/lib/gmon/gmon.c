/* Profiling of a program built with -pg: 4.4BSD's moncontrol(3). */
#include "gmon.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/gmon.h>
#include <unistd.h>

#include "../profile.h"
#include "arcs.h"

static bool started, ended;

void monstartup(unsigned long low, unsigned long high)
{
    if (ended || low >= high)
        return;
    started = true;
    __profile_begin(low, high);
    __arcs_begin(low, high);
}

void moncontrol(int mode)
{
    if (!started || ended)
        return;
    if (mode) {
        __arcs_resume();
        __profile_resume();
    } else {
        __profile_pause();
        __arcs_pause();
    }
}

void _mcleanup(void)
{
    if (!started)
        return;
    moncontrol(0);
    ended = true;
    __profile_finish();
}

const char *__gmon_path(void)
{
    static char path[PATH_MAX];
    const char *folder = getenv("PROFDIR");
    const char *name = strrchr(program_invocation_name, '/');

    if (!started)
        return NULL;
    if (!folder)
        return GMON_NAME;
    if (!*folder)
        return NULL;
    name = name ? name + 1 : program_invocation_name;
    if ((size_t)snprintf(path, sizeof(path), "%s/%d.%s", folder, getpid(), name) >= sizeof(path))
        return folder; /* is too long, which the error then says */
    return path;
}
