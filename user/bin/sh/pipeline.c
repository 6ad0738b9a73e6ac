#include "pipeline.h"

#include "exec.h"
#include "input.h"
#include "job.h"
#include "pool.h"
#include "redirect.h"
#include "sh.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int capture_status; /* of the last $( ) in the command that is being expanded */

int pipeline_capture_status(void)
{
    return capture_status;
}

void pipeline_forget_capture(void)
{
    capture_status = 0;
}

char *pipeline_capture(const char *text)
{
    struct text output = {NULL, 0, 0};

    if (sh.interrupted) /* in another one of the same command */
        return pool_string("", 0);
    int fds[2];
    if (pipe(fds) != 0) {
        sh_complain_errno("pipe");
        sh_abandon(2);
        return pool_string("", 0);
    }
    struct job *job = job_new("", JOB_CAPTURE);
    pid_t pid = job_fork(job);
    if (pid == 0) {
        close(fds[0]);
        redirect_move(fds[1], 1);
        sh_exit(input_run_text(text, true));
    }
    close(fds[1]);
    char buf[512];
    ssize_t n;
    while ((n = read(fds[0], buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            text_append(&output, buf, (size_t)n);
    close(fds[0]);
    capture_status = job_wait(job);
    if (pid < 0)
        sh_abandon(2);
    while (output.length > 0 && output.s[output.length - 1] == '\n')
        output.s[--output.length] = '\0';
    return output.s ? output.s : pool_string("", 0);
}

/* In a process of a job: in and out are -1 where it keeps the shell's own. */
static _Noreturn void run_part(struct node *node, int in, int out, int other_end)
{
    if (out >= 0)
        close(other_end); /* first: it is 0 if the shell has none */
    if (in >= 0)
        redirect_move(in, 0);
    if (out >= 0)
        redirect_move(out, 1);
    sh_exit(exec_run(node, true));
}

/* Starts the node and its siblings as the parts of a pipeline, the first of which reads from in.
 * Returns false after a message; those before are started. */
static bool start_parts(struct job *job, struct node *node, int in)
{
    bool failed = false;

    for (; node && !failed; node = node->next) {
        int fds[2] = {-1, -1};

        if (node->next && pipe(fds) != 0) {
            sh_complain_errno("pipe");
            failed = true;
            break;
        }
        pid_t pid = job_fork(job);
        if (pid == 0)
            run_part(node, in, fds[1], fds[0]);
        failed = pid < 0;
        if (in >= 0)
            close(in);
        if (fds[1] >= 0)
            close(fds[1]);
        in = fds[0];
    }
    if (in >= 0)
        close(in);
    return !failed;
}

int pipeline_run(const struct node *pipeline)
{
    struct job *job = job_new(pipeline->text, JOB_FOREGROUND);
    bool started = start_parts(job, pipeline->children, -1);
    int status = job_wait(job);

    return started ? status : 1;
}

/*
 * A pipeline's parts are the job's own processes: $! is the last of them (POSIX.1-2017, Shell
 * Command Language 2.9.3.1).  Any other body is a pipeline of one.  Without a terminal neither
 * reads the shell's input; with one, a read stops the job until fg.
 */
int pipeline_background(const struct node *node)
{
    struct node *body = node->body;
    struct job *job = job_new(node->text, JOB_BACKGROUND);
    bool started = start_parts(job, body->kind == NODE_PIPELINE ? body->children : body,
                               sh.interactive ? -1 : open("/dev/null", O_RDONLY));

    job_list(job);
    return !started;
}

int pipeline_subshell(const struct node *node, bool last)
{
    if (last)
        return exec_run(node->body, true);
    struct job *job = job_new(node->text ? node->text : "( )", JOB_FOREGROUND);
    if (job_fork(job) == 0)
        sh_exit(exec_run(node->body, true));
    return job_wait(job);
}
