/* Builtin commands that change what runs next. */
#include "builtin.h"
#include "input.h"
#include "path.h"
#include "pool.h"
#include "sh.h"
#include "text.h"

#include <string.h>
#include <unistd.h>

int builtin_exit(char **argv)
{
    int status = builtin_count(argv, sh.status);

    sh_exit(status < 0 ? 2 : status & 0xff);
}

/* break and continue differ in what the outermost of the loops does. */
static int leave_loops(char **argv, bool again)
{
    int count = builtin_count(argv, 1);

    if (count == 0)
        sh_complain(argv[0], "needs a number above 0");
    if (count <= 0)
        return sh_give_up(2);
    if (count > sh.loops)
        count = sh.loops;
    sh.leave_loops = count;
    sh.again = again && count > 0;
    return 0;
}

int builtin_break(char **argv)
{
    return leave_loops(argv, false);
}

int builtin_continue(char **argv)
{
    return leave_loops(argv, true);
}

/* The words, with blanks between them, as commands (POSIX.1-2017, Shell Command Language 2.14). */
int builtin_eval(char **argv)
{
    struct text text = {NULL, 0, 0};

    for (argv++; *argv; argv++) {
        text_append(&text, *argv, strlen(*argv));
        if (argv[1])
            text_add(&text, ' ');
    }
    return text.s ? input_run_text(text.s, false) : 0;
}

static int run_file(const char *path)
{
    int loops = sh.loops;

    sh.loops = 0;
    sh.files++;
    int status = input_run_file(path);
    sh.files--;
    sh.loops = loops;
    if (sh.returning)
        status = sh.return_status;
    sh.returning = false;
    return status;
}

int builtin_source(char **argv)
{
    const char *path = argv[1] ? path_find(argv[1], R_OK) : NULL;

    if (!argv[1])
        sh_complain(".", "needs a file");
    else if (!path)
        sh_complain(argv[1], "not found");
    else
        return run_file(path);
    return sh_give_up(argv[1] ? 127 : 2);
}
