/* Programs: their paths, texts and files. */
#include "record/program.h"
#include "core/string.h"
#include "fs/inode.h"
#include "fs/tree.h"
#include "proc/image.h"
#include "sched/clock.h"

static void set_path(struct program *program, struct inode *cwd, const char *path)
{
    int64_t n = path[0] == '/' ? 0 : tree_path(cwd, program->path, PATH_MAX);
    if (n < 0 || n + strlen(path) + 1 > PATH_MAX)
        n = 0;
    if (n == 2) /* "/" and its NUL */
        n = 1;
    if (n > 0)
        program->path[n - 1] = '/';
    memset(program->path + n, 0, PATH_MAX - n);
    strlcpy(program->path + n, path, PATH_MAX - n);
}

static void find_text(struct program *program, const struct image *image)
{
    const struct segment *s = image->segments;
    while (image->entry - s->addr >= s->nbytes) /* image_parse() has found that there is one */
        s++;
    program->text_start = s->addr;
    program->text_end = s->addr + s->nbytes;
}

void program_set(struct program *program, struct inode *cwd, const char *path, struct inode *file,
                 const struct image *image)
{
    struct stat st;
    inode_stat(file, &st);
    program->ino = st.st_ino;
    program->mtime_ns = st.st_mtim.tv_sec * NS_PER_SEC + st.st_mtim.tv_nsec;
    find_text(program, image);
    set_path(program, cwd, path);
}
