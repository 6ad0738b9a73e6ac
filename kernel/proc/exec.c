/*
 * exec: another program in the same process.
 *
 * Problem: it either happens, or the old program goes on as if it had never asked.  So the new
 * address space is built beside the old one, file contents, stack and arguments and all; everything
 * that can fail fails there, and is undone by letting the new space go.  Then the other threads are
 * told to leave: the point of no return.  What follows (switch_program) cannot fail.
 *
 * Arguments are strings in the old space that end up at the top of the new stack, with the pointers
 * to them below:
 *
 *     sp: argc  argv[0] ... argv[argc-1]  NULL  envp[0] ...  NULL  (padding)  strings  top
 *
 * They are read twice, once to measure and once to copy, because where the first goes depends on
 * the size of all.  Another thread may change them in between: the copy trusts nothing of the first
 * look but the room that it made.
 *
 * A file that begins with "#!" names a program to run in its place, which gets the file's path as
 * an argument: the arguments that come from the kernel (`head`) grow in front, and argv[0] goes.
 *
 * All that this needs besides the space is two pages: one for its variables, one to copy through.
 *
 * Left out: loading at the first touch; the file may be changed or removed while the program runs.
 */
#include "proc/exec.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/panic.h"
#include "core/string.h"
#include "fs/contents.h"
#include "fs/path.h"
#include "mm/page.h"
#include "proc/exit.h"
#include "proc/image.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "vm/space.h"
#include <abi/errno.h>

#define STACK_TOP       USER_END
#define IMAGE_END       (STACK_TOP - STACK_BYTES - PAGE_SIZE) /* and the stack's guard page */
#define SCRIPTS_MAX     4
#define SCRIPT_LINE_MAX 256 /* bytes of the line after "#!" */
#define HEAD_MAX        (2 + 2 * SCRIPTS_MAX)

/* What an exec knows until it is done or fails; a page of its own. */
struct exec {
    const char *path;           /* of the file to run: the asked one, or an interpreter */
    struct inode *inode;        /* that file; the exec is one user of it */
    struct space *space;        /* the new one */
    char *page;                 /* a page to copy through */
    const char *head[HEAD_MAX]; /* arguments in kernel memory, before those of argv */
    unsigned nhead;
    bool skip_first;   /* argv[0] gives way to the script's path */
    char *const *argv; /* user addresses; NULL: empty */
    char *const *envp;
    uint64_t argc, envc; /* with head's */
    uint64_t nbytes;     /* of all strings, each with its NUL */
    uint64_t sp;
    char name[PROC_NAME_MAX + 1];
    struct image image;
    char asked_path[PATH_MAX];
    char line[SCRIPTS_MAX][SCRIPT_LINE_MAX];
};

_Static_assert(sizeof(struct exec) <= PAGE_SIZE, "an exec's variables are one page");

/* ---- finding the program ---- */

static const char *base_name(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p; p++)
        if (p[0] == '/' && p[1] != '\0')
            base = p + 1;
    return base;
}

static int open_file(struct exec *exec)
{
    struct inode *cwd = process_cwd();
    int error = path_lookup(cwd, exec->path, true, &exec->inode);
    inode_put(cwd);
    return error;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Cuts the first word off the text, which begins with it; what follows the blanks behind it. */
static char *cut_word(char *text)
{
    while (*text && !is_blank(*text))
        text++;
    while (is_blank(*text))
        *text++ = '\0';
    return text;
}

static void push_head(struct exec *exec, const char *arg)
{
    assert(exec->nhead < HEAD_MAX);
    memmove(exec->head + 1, exec->head, exec->nhead * sizeof(exec->head[0]));
    exec->head[0] = arg;
    exec->nhead++;
}

/* "#! interpreter [argument]": the rest of the line, blanks and all, is one argument. */
static int script_parse(struct exec *exec, char *line, size_t nread)
{
    const char *text = exec->page + 2;
    size_t n = 0, max = nread - 2 < SCRIPT_LINE_MAX ? nread - 2 : SCRIPT_LINE_MAX;
    while (n < max && text[n] != '\n')
        n++;
    if (n == SCRIPT_LINE_MAX)
        return -ENOEXEC;
    while (n > 0 && (is_blank(text[n - 1]) || text[n - 1] == '\r'))
        n--;
    memcpy(line, text, n);
    line[n] = '\0';
    while (is_blank(*line))
        line++;
    if (*line == '\0')
        return -ENOEXEC;

    if (exec->nhead > 0) {
        exec->head[0] = exec->path;
    } else {
        push_head(exec, exec->path);
        exec->skip_first = true;
    }
    char *argument = cut_word(line);
    if (*argument)
        push_head(exec, argument);
    push_head(exec, line);
    exec->path = line;
    return 0;
}

/* Finds the file and reads its first page; follows scripts to their interpreters. */
static int find_program(struct exec *exec)
{
    for (unsigned nscripts = 0;; nscripts++) {
        int error = open_file(exec);
        if (error)
            return error;
        struct stat st;
        inode_stat(exec->inode, &st);
        if (!S_ISREG(st.st_mode) || !(st.st_mode & S_IXUSR))
            return -EACCES;
        int64_t n = contents_read(exec->inode, io_kernel(exec->page), 0, PAGE_SIZE);
        if (n < 0)
            return n;
        if (n < 2 || exec->page[0] != '#' || exec->page[1] != '!')
            return image_parse(&exec->image, exec->page, n, st.st_size, IMAGE_END);
        if (nscripts == SCRIPTS_MAX)
            return -ELOOP;
        error = script_parse(exec, exec->line[nscripts], n);
        if (error)
            return error;
        inode_put(exec->inode);
        exec->inode = NULL;
    }
}

/* ---- arguments ---- */

/* Reads the string at user address src by way of exec->page and, unless dst is 0, stores it in the
 * new space.  Its length with the NUL; -E2BIG if that is more than max. */
static int64_t take_string(struct exec *exec, const char *src, uint64_t dst, size_t max)
{
    for (size_t done = 0; done < max;) {
        size_t n = max - done < PAGE_SIZE ? max - done : PAGE_SIZE;
        ssize_t length = string_from_user(exec->page, src + done, n);
        if (length == -EFAULT)
            return length;
        if (length >= 0)
            n = length + 1;
        int error = dst ? space_write(exec->space, dst + done, exec->page, n) : 0;
        if (error)
            return error;
        done += n;
        if (length >= 0)
            return done;
    }
    return -E2BIG;
}

/* The i-th pointer of a user array; NULL at its end, and if there is no array. */
static int take_pointer(char *const *array, uint64_t i, char **pointer)
{
    *pointer = NULL;
    return array ? copy_from_user(pointer, array + i, sizeof(*pointer)) : 0;
}

static uint64_t room_left(const struct exec *exec)
{
    uint64_t used = exec->nbytes + (exec->argc + exec->envc + 3) * sizeof(uint64_t);
    return used < ARG_MAX ? ARG_MAX - used : 0;
}

static int measure_array(struct exec *exec, char *const *array, uint64_t *count)
{
    for (uint64_t i = 0;; i++) {
        char *string;
        int error = take_pointer(array, i, &string);
        if (error)
            return error;
        if (!string)
            return 0;
        int64_t n = take_string(exec, string, 0, room_left(exec));
        if (n < 0)
            return n;
        exec->nbytes += n;
        ++*count;
    }
}

/* Counts the strings and their bytes. */
static int measure(struct exec *exec)
{
    for (unsigned i = 0; i < exec->nhead; i++)
        exec->nbytes += strlen(exec->head[i]) + 1;
    exec->argc = exec->nhead;
    if (exec->skip_first && exec->argv) {
        char *first;
        int error = take_pointer(exec->argv, 0, &first);
        if (error)
            return error;
        if (first)
            exec->argv++;
    }
    int error = measure_array(exec, exec->argv, &exec->argc);
    if (!error)
        error = measure_array(exec, exec->envp, &exec->envc);
    if (!error && exec->argc == 0)
        error = -EINVAL;
    return error;
}

/* Where the next string and the pointer to it go. */
struct cursor {
    uint64_t string, pointer;
};

static int store_pointer(struct exec *exec, struct cursor *at, uint64_t value)
{
    int error = space_write(exec->space, at->pointer, &value, sizeof(value));
    at->pointer += sizeof(value);
    return error;
}

static int store_head(struct exec *exec, struct cursor *at)
{
    for (unsigned i = 0; i < exec->nhead; i++) {
        size_t n = strlen(exec->head[i]) + 1;
        int error = space_write(exec->space, at->string, exec->head[i], n);
        if (!error)
            error = store_pointer(exec, at, at->string);
        if (error)
            return error;
        at->string += n;
    }
    return 0;
}

static int store_array(struct exec *exec, struct cursor *at, char *const *array, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        char *string;
        int error = take_pointer(array, i, &string);
        if (error)
            return error;
        int64_t n = take_string(exec, string, at->string, STACK_TOP - at->string);
        if (n < 0)
            return n;
        error = store_pointer(exec, at, at->string);
        if (error)
            return error;
        at->string += n;
    }
    return 0;
}

/* Makes the stack with everything on it; the NULLs are there, as fresh memory is zero. */
static int build_stack(struct exec *exec)
{
    int error = space_map_stack(exec->space, STACK_TOP, STACK_BYTES);
    if (error)
        return error;
    uint64_t pointers = exec->argc + exec->envc + 3;
    struct cursor at = {.string = STACK_TOP - exec->nbytes};
    exec->sp = at.pointer = (at.string - pointers * sizeof(uint64_t)) & ~15ull;
    error = store_pointer(exec, &at, exec->argc);
    if (!error)
        error = store_head(exec, &at);
    if (!error)
        error = store_array(exec, &at, exec->argv, exec->argc - exec->nhead);
    at.pointer += sizeof(uint64_t);
    if (!error)
        error = store_array(exec, &at, exec->envp, exec->envc);
    return error;
}

static int build_space(struct exec *exec)
{
    exec->space = space_create();
    if (!exec->space)
        return -ENOMEM;
    int error = measure(exec);
    if (!error)
        error = build_stack(exec);
    if (!error)
        error = image_load(&exec->image, exec->inode, exec->space);
    exec->space->heap_start = exec->space->heap_end = exec->image.end;
    return error;
}

/* ---- the change ---- */

/* The point of no return is behind us, and this is the only thread. */
static void switch_program(struct exec *exec)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    struct space *old = process->space;

    prof_exec(thread);
    spin_lock(&process->lock);
    strlcpy(process->name, exec->name, sizeof(process->name));
    signal_reset_handlers(process);
    process->space = thread->space = exec->space;
    arch_space_load();
    spin_unlock(&process->lock);
    if (old)
        space_destroy(old);

    file_table_exec(&process->files);
    strlcpy(thread->name, exec->name, sizeof(thread->name));
    thread->clear_on_exit = NULL;
    arch_thread_reset(thread);
    arch_frame_init(thread->frame, exec->image.entry, exec->sp, exec->argc,
                    exec->sp + sizeof(uint64_t), exec->sp + (exec->argc + 2) * sizeof(uint64_t));
}

static int run(struct exec *exec)
{
    strlcpy(exec->name, base_name(exec->path), sizeof(exec->name));
    int error = find_program(exec);
    if (!error)
        error = build_space(exec);
    if (!error)
        error = exit_other_threads();
    if (!error)
        switch_program(exec);
    else if (exec->space)
        space_destroy(exec->space);
    inode_put(exec->inode);
    return error;
}

static struct exec *exec_alloc(void)
{
    struct exec *exec = page_alloc_zeroed();
    void *page = page_alloc();
    if (exec && page) {
        exec->page = page;
        return exec;
    }
    if (exec)
        page_free(exec);
    if (page)
        page_free(page);
    return NULL;
}

static void exec_free(struct exec *exec)
{
    page_free(exec->page);
    page_free(exec);
}

int exec_user(const char *user_path, char *const user_argv[], char *const user_envp[])
{
    struct exec *exec = exec_alloc();
    if (!exec)
        return -ENOMEM;
    exec->path = exec->asked_path;
    exec->argv = user_argv;
    exec->envp = user_envp;
    ssize_t length = string_from_user(exec->asked_path, user_path, PATH_MAX);
    int error = length < 0 ? length : run(exec);
    exec_free(exec);
    return error;
}

int exec_kernel(const char *path, const char *const argv[], unsigned argc)
{
    struct exec *exec = exec_alloc();
    if (!exec)
        return -ENOMEM;
    exec->path = path;
    for (unsigned i = argc; i > 0; i--)
        push_head(exec, argv[i - 1]);
    int error = run(exec);
    exec_free(exec);
    return error;
}
