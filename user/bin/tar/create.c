#define TOOL         "tar"
#define TOOL_FAILURE 2
#include "../walk.h"
#include "tar.h"

static FILE *archive;
static dev_t archive_dev;
static ino_t archive_ino;
static int failed;

unsigned long tar_checksum(const struct header *header)
{
    struct header copy = *header;
    unsigned long sum = 0;

    memset(copy.checksum, ' ', sizeof(copy.checksum));
    for (size_t i = 0; i < sizeof(copy); i++)
        sum += ((const unsigned char *)&copy)[i];
    return sum;
}

static void fail(const char *path, const char *problem)
{
    fprintf(stderr, "tar: %s: %s, so it is left out\n", path, problem);
    failed = TOOL_FAILURE;
}

/* A name of more than 100 bytes is divided at a slash.  Returns 0, or -1 if it is too long. */
static int put_name(struct header *header, const char *name)
{
    size_t length = strlen(name);

    if (length <= sizeof(header->name)) {
        memcpy(header->name, name, length);
        return 0;
    }
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t before = (size_t)(slash - name), after = length - before - 1;
        if (before <= sizeof(header->prefix) && before > 0 && after > 0 &&
            after <= sizeof(header->name)) {
            memcpy(header->prefix, name, before);
            memcpy(header->name, slash + 1, after);
            return 0;
        }
    }
    return -1;
}

static void put_number(char *field, size_t room, unsigned long value)
{
    char text[24];

    snprintf(text, sizeof(text), "%0*lo", (int)room - 1, value);
    memcpy(field, text, room - 1);
}

static char type_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return TYPE_DIRECTORY;
    if (S_ISLNK(mode))
        return TYPE_LINK;
    return S_ISREG(mode) ? TYPE_FILE : S_ISFIFO(mode) ? TYPE_FIFO : 0;
}

static int fill(struct header *header, const char *path, const struct stat *st)
{
    const char *name = path;
    while (*name == '/')
        name++;
    char *full = tool_join("", *name ? name : ".");
    if (S_ISDIR(st->st_mode)) {
        free(full);
        full = tool_join(*name ? name : ".", "");
    }
    *header = (struct header){.magic = "ustar", .version = {'0', '0'}};
    int error = put_name(header, full);
    free(full);
    header->type = type_of(st->st_mode);
    put_number(header->mode, sizeof(header->mode), st->st_mode & 07777);
    put_number(header->uid, sizeof(header->uid), 0);
    put_number(header->gid, sizeof(header->gid), 0);
    put_number(header->size, sizeof(header->size),
               S_ISREG(st->st_mode) ? (unsigned long)st->st_size : 0);
    put_number(header->mtime, sizeof(header->mtime), (unsigned long)st->st_mtime);
    return error;
}

static void put_header(struct header *header)
{
    put_number(header->checksum, sizeof(header->checksum) - 1, tar_checksum(header));
    header->checksum[7] = ' ';
    fwrite(header, 1, sizeof(*header), archive);
}

/* The file may shrink or grow meanwhile: the archive has as many bytes as its header says. */
static void put_contents(FILE *file, const char *path, off_t size)
{
    char block[BLOCK];

    for (off_t left = size; left > 0; left -= BLOCK) {
        size_t wanted = left < BLOCK ? (size_t)left : BLOCK, n = fread(block, 1, wanted, file);
        if (n < wanted && !failed) {
            fprintf(stderr, "tar: %s: it became shorter while it was read\n", path);
            failed = TOOL_FAILURE;
        }
        memset(block + n, 0, BLOCK - n);
        fwrite(block, 1, BLOCK, archive);
    }
}

static void add_file(struct header *header, const char *path, const struct stat *st)
{
    FILE *file = fopen(path, "r");

    if (!file) {
        failed = tool_error(path);
        return;
    }
    put_header(header);
    put_contents(file, path, st->st_size);
    fclose(file);
}

static int add(const char *path, const struct stat *st, int depth)
{
    (void)depth;
    if (st->st_dev == archive_dev && st->st_ino == archive_ino && archive_ino) {
        fail(path, "it is the archive");
        return WALK_ON;
    }
    struct header header;
    if (fill(&header, path, st) != 0) {
        fail(path, "its path is too long for the format");
        return WALK_SKIP;
    }
    if (header.type == 0) {
        fail(path, "it is a device");
        return WALK_ON;
    }
    if (header.type == TYPE_LINK) {
        ssize_t n = readlink(path, header.link, sizeof(header.link));
        if (n < 0 || n > (ssize_t)sizeof(header.link) || n != st->st_size) {
            fail(path, "its target is too long for the format");
            return WALK_ON;
        }
    }
    if (tar_names)
        fprintf(archive == stdout ? stderr : stdout, "%s\n", path);
    if (header.type == TYPE_FILE)
        add_file(&header, path, st);
    else
        put_header(&header);
    return WALK_ON;
}

int tar_create(FILE *file, char **operands)
{
    static const struct walk tree = {add, NULL, 1};
    static const char end[2 * BLOCK];
    archive = file;
    struct stat st;
    if (fstat(fileno(file), &st) == 0 && S_ISREG(st.st_mode)) {
        archive_dev = st.st_dev;
        archive_ino = st.st_ino;
    }
    for (; *operands; operands++)
        failed |= walk(&tree, *operands);
    fwrite(end, 1, sizeof(end), archive);
    return failed;
}
