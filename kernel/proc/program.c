/* Programs: their paths and references. */
#include "proc/program.h"
#include "core/string.h"
#include "fs/inode.h"
#include "fs/tree.h"
#include "mm/kmem.h"
#include "mm/kmem_tag.h"
#include "proc/image.h"
#include "sched/clock.h"
#include <abi/errno.h>
#include <abi/limits.h>

const char *program_base_name(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p; p++)
        if (p[0] == '/' && p[1] != '\0')
            base = p + 1;
    return base;
}

/* The directory that the path is relative to, with a slash at its end: its length, 0 if the whole
 * would be too long; or -ENOMEM. */
static int64_t path_of_directory(struct inode *cwd, const char *path, char *dir)
{
    int64_t n = tree_path(cwd, dir, PATH_MAX);
    if (n == -ENOMEM)
        return n;
    if (n < 0 || n + strlen(path) + 1 > PATH_MAX)
        return 0;
    if (n == 2) /* "/" and its NUL */
        return 1;
    dir[n - 1] = '/';
    return n;
}

static void find_text(struct program *program, const struct image *image)
{
    const struct segment *s = image->segments;
    while (image->entry - s->addr >= s->nbytes) /* image_parse() has found that there is one */
        s++;
    program->text_start = s->addr;
    program->text_end = s->addr + s->nbytes;
}

static void note_file(struct program *program, struct inode *file)
{
    struct stat st;
    inode_stat(file, &st);
    program->ino = st.st_ino;
    program->mtime_ns = st.st_mtim.tv_sec * NS_PER_SEC + st.st_mtim.tv_nsec;
}

static struct program *create(const char *dir, size_t dir_length, const char *path)
{
    size_t path_nbytes = strlen(path) + 1;
    struct program *program = kmem_alloc(sizeof(*program) + dir_length + path_nbytes);
    if (!program)
        return NULL;
    program->users = 1;
    memcpy(program->path, dir, dir_length);
    memcpy(program->path + dir_length, path, path_nbytes);
    return program;
}

static struct program *create_from(struct inode *cwd, const char *path)
{
    if (path[0] == '/')
        return create("", 0, path);
    char *dir = kmem_alloc(PATH_MAX);
    int64_t dir_length = dir ? path_of_directory(cwd, path, dir) : -ENOMEM;
    struct program *program = dir_length < 0 ? NULL : create(dir, dir_length, path);
    kmem_free(dir);
    return program;
}

struct program *program_create(struct inode *cwd, const char *path, struct inode *file,
                               const struct image *image)
{
    struct program *program = create_from(cwd, path);
    if (program) {
        find_text(program, image);
        note_file(program, file);
    }
    return program;
}

struct program *program_hold(struct program *program)
{
    if (program) {
        kmem_tag_takes(program, __builtin_return_address(0));
        __atomic_add_fetch(&program->users, 1, __ATOMIC_RELAXED);
    }
    return program;
}

void program_put(struct program *program)
{
    if (!program)
        return;
    kmem_tag_drops(program, __builtin_return_address(0));
    if (__atomic_sub_fetch(&program->users, 1, __ATOMIC_ACQ_REL) == 0)
        kmem_free(program);
}
