/*
 * An archive may come from anywhere: a name that is absolute or has a .. is refused, so that
 * nothing outside of the working directory changes.  A symbolic link is made last, when all files
 * are there: no file goes through a link of the archive.
 */
#define TOOL         "tar"
#define TOOL_FAILURE 2
#include "tar.h"

#include <time.h>
#include <utime.h>

static FILE *archive;
static int failed;

struct later {
    char *path, *target;
    time_t mtime;
    mode_t mode;
};

static struct later *later; /* links, and directories, whose modes and times are set last */
static size_t later_count;

static void fail(const char *path, const char *problem)
{
    fflush(stdout);
    fprintf(stderr, "tar: %s: %s\n", path, problem);
    failed = TOOL_FAILURE;
}

static _Noreturn void die(const char *problem)
{
    fflush(stdout);
    fprintf(stderr, "tar: %s\n", problem);
    exit(2);
}

/* Returns 0 at the end of the file. */
static int read_block(void *block)
{
    size_t n = fread(block, 1, BLOCK, archive);

    if (n != 0 && n != BLOCK)
        die("the archive ends within a file");
    return n == BLOCK;
}

static unsigned long number(const char *field, size_t room)
{
    char text[16] = {0};

    memcpy(text, field, room);
    return strtoul(text, NULL, 8);
}

#define NUMBER(field) number(field, sizeof(field))

/* Returns 0 at the end of the archive. */
static int read_header(struct header *header)
{
    static const struct header zeros;

    if (!read_block(header) || memcmp(header, &zeros, sizeof(zeros)) == 0)
        return 0;
    if (NUMBER(header->checksum) != tar_checksum(header))
        die("the file is no archive, or it is damaged: a checksum is wrong");
    return 1;
}

static void path_of(const struct header *header, char *path)
{
    size_t prefix = memcmp(header->magic, "ustar", 5) == 0
                        ? strnlen(header->prefix, sizeof(header->prefix))
                        : 0;
    int n = sprintf(path, "%.*s%s%.*s", (int)prefix, header->prefix, prefix ? "/" : "",
                    (int)sizeof(header->name), header->name);
    while (n > 1 && path[n - 1] == '/')
        path[--n] = '\0';
}

static int safe(const char *path)
{
    if (*path == '/' || *path == '\0')
        return 0;
    for (const char *s = path; s; s = strchr(s, '/')) {
        s += *s == '/';
        if (strncmp(s, "..", 2) == 0 && (s[2] == '/' || s[2] == '\0'))
            return 0;
    }
    return 1;
}

static int wanted(const char *path, char **operands)
{
    if (!*operands)
        return 1;
    for (; *operands; operands++) {
        size_t n = strlen(*operands);
        while (n > 1 && (*operands)[n - 1] == '/')
            n--;
        if (strncmp(path, *operands, n) == 0 && (path[n] == '\0' || path[n] == '/'))
            return 1;
    }
    return 0;
}

static void make_parents(char *path)
{
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            failed = tool_error(path);
        *slash = '/';
    }
}

static void copy_contents(FILE *file, unsigned long size)
{
    char block[BLOCK];

    for (; size > 0; size -= size < BLOCK ? size : BLOCK) {
        if (!read_block(block))
            die("the archive ends within a file");
        if (file)
            fwrite(block, 1, size < BLOCK ? size : BLOCK, file);
    }
}

static void set_attributes(const char *path, mode_t mode, time_t mtime)
{
    if (chmod(path, mode & 0777) != 0 || utime(path, &(struct utimbuf){mtime, mtime}) != 0)
        failed = tool_error(path);
}

/* The old file of that name goes first: the new one may be a link elsewhere. */
static void extract_file(const struct header *header, const char *path)
{
    unlink(path);
    FILE *file = fopen(path, "w");
    if (!file)
        failed = tool_error(path);
    copy_contents(file, NUMBER(header->size));
    if (file && (ferror(file) | fclose(file)) != 0)
        failed = tool_error(path);
    if (file)
        set_attributes(path, (mode_t)NUMBER(header->mode), (time_t)NUMBER(header->mtime));
}

static void put_off(const struct header *header, const char *path, const char *target)
{
    if ((later_count & (later_count - 1)) == 0)
        later = tool_alloc(later, 2 * (later_count + 1) * sizeof(*later));
    later[later_count++] =
        (struct later){tool_join("", path), target ? strndup(target, sizeof(header->link)) : NULL,
                       (time_t)NUMBER(header->mtime), (mode_t)NUMBER(header->mode)};
}

static void extract(const struct header *header, char *path)
{
    char target[sizeof(header->link) + 1] = {0};

    memcpy(target, header->link, sizeof(header->link));
    make_parents(path);
    if (header->type == TYPE_FILE || header->type == '\0') {
        extract_file(header, path);
    } else if (header->type == TYPE_DIRECTORY) {
        struct stat st;
        if (mkdir(path, 0777) != 0 && (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode)))
            failed = tool_error(path);
        else
            put_off(header, path, NULL);
    } else if (header->type == TYPE_LINK) {
        put_off(header, path, target);
    } else if (header->type == TYPE_HARD_LINK) {
        unlink(path);
        if (!safe(target) || link(target, path) != 0)
            fail(path, "the link cannot be made");
    } else {
        fail(path, "a kind of file that is not supported, so it is left out");
    }
}

static void finish(void)
{
    while (later_count > 0) {
        struct later *l = &later[--later_count];
        if (!l->target)
            set_attributes(l->path, l->mode, l->mtime);
        else if ((unlink(l->path) != 0 && errno != ENOENT) || symlink(l->target, l->path) != 0)
            failed = tool_error(l->path);
    }
}

static void print_entry(const struct header *header, const char *path)
{
    if (tar_names) {
        time_t mtime = (time_t)NUMBER(header->mtime);
        char when[32];
        strftime(when, sizeof(when), "%Y-%m-%d %H:%M", gmtime(&mtime));
        printf("%04lo %10lu %s ", NUMBER(header->mode) & 07777, NUMBER(header->size), when);
    }
    printf("%s%s\n", path, header->type == TYPE_DIRECTORY ? "/" : "");
}

int tar_read(FILE *file, char **operands, int extracts)
{
    struct header header;
    char path[sizeof(header.prefix) + sizeof(header.name) + 2];

    archive = file;
    for (int found = 0; read_header(&header); found = 0) {
        path_of(&header, path);
        int is_file = header.type == TYPE_FILE || header.type == '\0';
        int chosen = wanted(path, operands);
        if (extracts && chosen && !safe(path))
            fail(path, "the name leads out of this directory, so it is left out");
        else if (extracts && chosen)
            found = 1;
        if (!extracts && chosen)
            print_entry(&header, path);
        if (found && tar_names)
            puts(path);
        if (found)
            extract(&header, path);
        if (is_file ? !found : !strchr("123456", header.type))
            copy_contents(NULL, NUMBER(header.size));
    }
    finish();
    return failed;
}
