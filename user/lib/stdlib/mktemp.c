/*
 * Names for temporary files.  O_EXCL, or mkdir, decides whether a name was free.  The letters come
 * from the process, the clock and a counter, so the first name is nearly always free.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LETTERS  6
#define ATTEMPTS 1000
#define STEP     0x9e3779b97f4a7c15u

static void fill_in(char *letters)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static uint64_t counter;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t n = __atomic_add_fetch(&counter, STEP, __ATOMIC_RELAXED);
    n ^= (uint64_t)getpid() << 40 ^ (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
    for (int i = 0; i < LETTERS; i++, n /= sizeof(alphabet) - 1)
        letters[i] = alphabet[n % (sizeof(alphabet) - 1)];
}

static int make_file(const char *path)
{
    return open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
}

static int make_dir(const char *path)
{
    return mkdir(path, 0700);
}

/* The last `behind' bytes of the template stay. */
static int make_unique(char *template, int behind, int (*make)(const char *))
{
    size_t len = strlen(template) - behind;

    if (behind < 0 || len < LETTERS || len > strlen(template) ||
        memcmp(template + len - LETTERS, "XXXXXX", LETTERS) != 0) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < ATTEMPTS; i++) {
        fill_in(template + len - LETTERS);
        int made = make(template);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
}

int mkstemp(char *template)
{
    return make_unique(template, 0, make_file);
}

int mkstemps(char *template, int behind)
{
    return make_unique(template, behind, make_file);
}

char *mkdtemp(char *template)
{
    return make_unique(template, 0, make_dir) < 0 ? NULL : template;
}
