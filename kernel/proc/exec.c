/*
 * exec: another program in the same process.
 *
 * Problem: exec either succeeds or leaves the old program as it was.  So the new address space,
 * with file contents, stack and arguments, is built beside the old one.  Every step that can fail
 * is there, and destroying the new space undoes it.  Then the other threads must end: the point of
 * no return.  The rest (switch_program) cannot fail.
 *
 * Arguments are strings in the old space that are copied to the top of the new stack, with the
 * pointers to them below:
 *
 *     sp: argc  argv[0] ... argv[argc-1]  NULL  envp[0] ...  NULL  (padding)  strings  top
 *
 * The strings begin at a fixed address, so one pass copies them, and the sizes of strings need not
 * be known before.  The number of pointers must be: it is counted first.  Another thread may change
 * strings and pointers at the same time, so each is checked as it is copied.  The fixed address is
 * in the middle of a page, so that a few short strings, their pointers and the program's first
 * frames share one page.
 *
 * A file that begins with "#!" names a program to run in its place.  The arguments that this adds
 * are collected in `head`; they replace argv[0].  For example, "run 1" where run is a script of a
 * script:
 *
 *     run begins with "#!/bin/outer -x"           head: "/bin/outer" "-x" "run"
 *     /bin/outer begins with "#!/bin/sh"          head: "/bin/sh" "/bin/outer" "-x" "run"
 *     /bin/sh is an ELF file                      argv: head and "1"
 *
 * Besides the space this needs two pages: one for its variables, one for the beginning of the file.
 *
 * Left out: loading pages at their first touch.  As all of the file is loaded here, it may be
 * changed or removed while the program runs.
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
#include "proc/oom.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/sched.h"
#include "trace/trace.h"
#include "vm/space.h"
#include <abi/errno.h>

#define STACK_TOP       USER_END
#define STACK_ROOM      (STACK_BYTES + ARG_MAX) /* the arguments take none of the stack */
#define IMAGE_END       (STACK_TOP - STACK_ROOM - PAGE_SIZE) /* and the stack's guard page */
#define STRINGS_START   (STACK_TOP - ARG_MAX - PAGE_SIZE / 2)
#define SCRIPTS_MAX     4
#define SCRIPT_LINE_MAX 256 /* bytes of the line after "#!" */
#define HEAD_MAX        (2 + 2 * SCRIPTS_MAX)

/* The variables of one exec, in a separate page. */
struct exec {
    const char *path;           /* of the file to run: the program or an interpreter */
    struct inode *inode;        /* that file; holds a reference */
    struct inode *cwd;          /* the directory that the path is meant from; the same */
    struct space *space;        /* the new one */
    char *page;                 /* the file's first page */
    const char *head[HEAD_MAX]; /* arguments in kernel memory, which replace argv[0] */
    unsigned nhead;
    char *const *argv; /* user addresses; NULL: empty */
    char *const *envp;
    uint64_t argc, envc; /* argc includes head */
    uint64_t sp;
    struct cursor {
        uint64_t at;     /* the address in the new stack */
        char *page;      /* the kernel's, unless that is the start of a page; NULL: not known yet */
    } pointers, strings; /* where the next ones go */
    uint64_t strings_end;
    char name[PROC_NAME_MAX + 1];
    struct image image;
    char asked_path[PATH_MAX];
    char line[SCRIPTS_MAX][SCRIPT_LINE_MAX];
};

_Static_assert(sizeof(struct exec) <= PAGE_SIZE, "an exec's variables are one page");

/* ---- finding the program ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Ends the first word of the text with a NUL; returns what follows the blanks after it. */
static char *cut_word(char *text)
{
    while (*text && !is_blank(*text))
        text++;
    while (is_blank(*text))
        *text++ = '\0';
    return text;
}

static void add_head(struct exec *exec, const char *arg)
{
    assert(exec->nhead < HEAD_MAX);
    memmove(exec->head + 1, exec->head, exec->nhead * sizeof(exec->head[0]));
    exec->head[0] = arg;
    exec->nhead++;
}

/* "#! interpreter [argument]": the rest of the line, with its blanks, is one argument. */
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

    if (exec->nhead == 0)
        add_head(exec, NULL); /* the program's argv[0] */
    exec->head[0] = exec->path;
    char *argument = cut_word(line);
    if (*argument)
        add_head(exec, argument);
    add_head(exec, line);
    exec->path = line;
    return 0;
}

/* Finds the file and reads its first page; if it is a script, goes on with its interpreter. */
static int find_program(struct exec *exec)
{
    for (unsigned nscripts = 0;; nscripts++) {
        int error = path_lookup(exec->cwd, exec->path, true, &exec->inode);
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

/* The i-th pointer of a user array; NULL at its end, and if there is no array. */
static int read_pointer(char *const *array, uint64_t i, char **pointer)
{
    *pointer = NULL;
    return array ? copy_from_user(pointer, array + i, sizeof(*pointer)) : 0;
}

/* How many pointers a user array has before its NULL. */
static int count_pointers(char *const *array, uint64_t *count)
{
    char *string;
    for (*count = 0; *count < ARG_MAX / sizeof(string); ++*count) {
        int error = read_pointer(array, *count, &string);
        if (error || !string)
            return error;
        sched_yield_if_due();
    }
    return -E2BIG;
}

/* The kernel's address of the byte there; NULL when memory is out. */
static void *place_of(struct exec *exec, struct cursor *cursor)
{
    size_t offset = cursor->at % PAGE_SIZE;
    if (offset == 0 || !cursor->page)
        cursor->page = space_page(exec->space, cursor->at, false);
    return cursor->page ? cursor->page + offset : NULL;
}

static int push_pointer(struct exec *exec, uint64_t value)
{
    uint64_t *place = place_of(exec, &exec->pointers);
    if (!place)
        return -ENOMEM;
    *place = value;
    exec->pointers.at += sizeof(value);
    return 0;
}

/* string_from_user(), but from the kernel's memory. */
static ssize_t string_from_kernel(char *dst, const char *src, size_t max)
{
    size_t n = strlen(src) + 1;
    memcpy(dst, src, n < max ? n : max);
    return n <= max ? (ssize_t)n - 1 : -ENAMETOOLONG;
}

/* Copies up to the end of the string, of the page or of the room for strings: 0 if that was the end
 * of the string, -ENAMETOOLONG if there is more of it. */
static int copy_piece(struct exec *exec, const char *src, bool in_kernel)
{
    uint64_t at = exec->strings.at;
    size_t max = PAGE_SIZE - at % PAGE_SIZE;
    if (max > exec->strings_end - at)
        max = exec->strings_end - at;
    if (max == 0)
        return -E2BIG;
    char *place = place_of(exec, &exec->strings);
    if (!place)
        return -ENOMEM;
    ssize_t length =
        in_kernel ? string_from_kernel(place, src, max) : string_from_user(place, src, max);
    exec->strings.at += length < 0 ? max : (size_t)length + 1;
    sched_yield_if_due();
    return length < 0 ? length : 0;
}

static int push_string(struct exec *exec, const char *src, bool in_kernel)
{
    uint64_t start = exec->strings.at;
    int error;
    do
        error = copy_piece(exec, src + (exec->strings.at - start), in_kernel);
    while (error == -ENAMETOOLONG);
    return error ? error : push_pointer(exec, start);
}

static int push_array(struct exec *exec, char *const *array, uint64_t count)
{
    int error = 0;
    for (uint64_t i = 0; i < count && !error; i++) {
        char *string;
        error = read_pointer(array, i, &string);
        if (!error)
            error = push_string(exec, string, false);
    }
    return error;
}

/* Counts the arguments, which decides where all of them go. */
static int count_arguments(struct exec *exec)
{
    char *first = NULL;
    int error = exec->nhead > 0 ? read_pointer(exec->argv, 0, &first) : 0;
    if (first)
        exec->argv++;
    if (!error)
        error = count_pointers(exec->argv, &exec->argc);
    if (!error)
        error = count_pointers(exec->envp, &exec->envc);
    exec->argc += exec->nhead;
    uint64_t nbytes = (exec->argc + exec->envc + 2) * sizeof(uint64_t);
    if (!error && nbytes > ARG_MAX)
        error = -E2BIG;
    if (!error && exec->argc == 0)
        error = -EINVAL;
    exec->strings.at = STRINGS_START;
    exec->strings_end = STRINGS_START + ARG_MAX - nbytes;
    exec->sp = exec->pointers.at = (STRINGS_START - nbytes - sizeof(uint64_t)) & ~15ull;
    return error;
}

/* Makes the stack with everything on it; the NULLs are there, as fresh memory is zero. */
static int build_stack(struct exec *exec)
{
    int error = count_arguments(exec);
    if (!error)
        error = space_map_stack(exec->space, STACK_TOP, STACK_ROOM);
    if (!error)
        error = push_pointer(exec, exec->argc);
    for (unsigned i = 0; i < exec->nhead && !error; i++)
        error = push_string(exec, exec->head[i], true);
    if (!error)
        error = push_array(exec, exec->argv, exec->argc - exec->nhead);
    exec->pointers.at += sizeof(uint64_t);
    if (!error)
        error = push_array(exec, exec->envp, exec->envc);
    return error;
}

static int build_space(struct exec *exec)
{
    exec->space = space_create();
    if (!exec->space)
        return -ENOMEM;
    space_set_limit(exec->space, current_process()->limits[RLIMIT_AS].rlim_cur);
    int error = build_stack(exec);
    if (!error)
        error = image_load(&exec->image, exec->inode, exec->space);
    exec->space->heap_start = exec->space->heap_end = exec->image.end;
    return error;
}

/* ---- the point of no return ---- */

/* The caller is the only thread. */
static void switch_program(struct exec *exec)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;

    prof_exec(thread);
    process_recorder->leave(process, PROF_END_EXEC);
    spin_lock(&process->lock);
    oom_exec(process);
    __atomic_store_n(&process->has_execed, true, __ATOMIC_RELAXED);
    strlcpy(process->name, exec->name, sizeof(process->name));
    strlcpy(thread->name, exec->name, sizeof(thread->name)); /* no tick comes in between */
    signal_reset_handlers(process);
    space_set_limit(exec->space, process->limits[RLIMIT_AS].rlim_cur); /* it may have changed */
    if (trace_is_on())
        trace_thread(thread);
    spin_unlock(&process->lock);
    oom_change_space(exec->space);

    file_table_exec(&process->files);
    thread->clear_on_exit = NULL;
    thread->signal_restorer = 0;
    arch_thread_reset(thread);
    assert(exec->sp % 16 == 0); /* System V ABI, 3.4.1 */
    arch_frame_init(thread->frame, exec->image.entry, exec->sp, exec->argc,
                    exec->sp + sizeof(uint64_t), exec->sp + (exec->argc + 2) * sizeof(uint64_t));
    process_recorder->enter(exec->cwd, exec->path, exec->inode, &exec->image);
}

static int run(struct exec *exec)
{
    strlcpy(exec->name, path_base_name(exec->path), sizeof(exec->name));
    exec->cwd = process_cwd(); /* once: another thread may change it */
    exec->page = page_alloc();
    int error = exec->page ? find_program(exec) : -ENOMEM;
    if (!error)
        error = build_space(exec);
    if (!error)
        error = exit_other_threads();
    if (!error)
        switch_program(exec);
    else if (exec->space)
        space_destroy(exec->space);
    inode_put(exec->inode);
    inode_put(exec->cwd);
    if (exec->page)
        page_free(exec->page);
    return error;
}

int exec_user(const char *user_path, char *const user_argv[], char *const user_envp[])
{
    struct exec *exec = page_alloc_zeroed();
    if (!exec)
        return -ENOMEM;
    exec->path = exec->asked_path;
    exec->argv = user_argv;
    exec->envp = user_envp;
    ssize_t length = string_from_user(exec->asked_path, user_path, PATH_MAX);
    int error = length < 0 ? length : run(exec);
    page_free(exec);
    return error;
}

int exec_kernel(const char *path, const char *const argv[], unsigned argc)
{
    struct exec *exec = page_alloc_zeroed();
    if (!exec)
        return -ENOMEM;
    exec->path = path;
    for (unsigned i = argc; i > 0; i--)
        add_head(exec, argv[i - 1]);
    int error = run(exec);
    page_free(exec);
    return error;
}
