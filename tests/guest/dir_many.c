/*
 * A directory of 10 000 names: to find, make and remove one takes about as long as among few; the
 * first search, after its index was given back for want of memory, no longer than for its share.
 * When they are removed the directory is small again, also around names that stay, which keep their
 * positions.  Every instruction takes the same time here.
 */
/* machine: det=1 cpus=1 mem=128M */
#include "now.h"
#include "pages_available.h"
#include <dirent.h>
#include <sys/stat.h>

#define DIR_NAME "/tmp/many"
#define FEW      200
#define MANY     10000
#define TIMES    20

static const char *name_of(unsigned i)
{
    static char names[2][64]; /* a call may have two */
    char *name = names[i % 2];
    sprintf(name, DIR_NAME "/%s%u", i % 2 ? "a-name-of-the-longest-of-kinds-" : "", i);
    return name;
}

static void make(unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        CHECK_EQ(link("/tmp/file", name_of(i)), 0);
}

static void drop(unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        CHECK_EQ(unlink(name_of(i)), 0);
}

static struct stat stat_of_directory(void)
{
    struct stat st;
    CHECK_EQ(stat(DIR_NAME, &st), 0);
    return st;
}

/* ---- time ---- */

struct times {
    uint64_t first, find, miss, change;
};

/* With n names there. */
static struct times measure(unsigned n)
{
    pages_available(); /* takes all memory: the index is gone */
    uint64_t start = now_ns();
    struct stat st;
    CHECK_EQ(stat(name_of(n - 1), &st), 0);
    struct times t = {.first = now_ns() - start};
    start = now_ns();
    for (unsigned i = 0; i < TIMES; i++)
        CHECK_EQ(stat(name_of(i * (n / TIMES)), &st), 0);
    t.find = now_ns() - start;
    start = now_ns();
    for (unsigned i = 0; i < TIMES; i++)
        CHECK_FAILS(stat(name_of(n + i), &st), ENOENT);
    t.miss = now_ns() - start;
    start = now_ns();
    for (unsigned i = 0; i < TIMES; i++) {
        CHECK_EQ(unlink(name_of(i * (n / TIMES))), 0);
        CHECK_EQ(link("/tmp/file", name_of(i * (n / TIMES))), 0);
    }
    t.change = now_ns() - start;
    return t;
}

static void at_most(const char *what, uint64_t took, uint64_t most)
{
    if (took > most)
        FAIL("%s took %lu ns, more than %lu", what, took, most);
}

static void times(void)
{
    make(0, FEW);
    struct times few = measure(FEW);
    make(FEW, MANY);
    struct times many = measure(MANY);
    at_most("finding", many.find, few.find * 3 / 2);
    at_most("missing", many.miss, few.miss * 3 / 2);
    at_most("making and removing", many.change, few.change * 3 / 2);
    at_most("the first search", many.first, few.first * (MANY / FEW) * 3 / 2);
}

/* ---- what is there ---- */

static void all_there(void)
{
    static unsigned char seen[MANY];
    DIR *dir = opendir(DIR_NAME);
    CHECK(dir);
    unsigned n = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *digits = strrchr(entry->d_name, '-');
        unsigned i = atoi(digits ? digits + 1 : entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        CHECK(i < MANY && !seen[i]);
        seen[i] = 1;
        n++;
    }
    CHECK_EQ(n, MANY);
    CHECK_EQ(closedir(dir), 0);
    CHECK_FAILS(link("/tmp/file", name_of(MANY / 2)), EEXIST);
    CHECK_FAILS(rmdir(DIR_NAME), ENOTEMPTY);
    CHECK_EQ(rename(name_of(17), name_of(MANY + 2)), 0);
    CHECK_FAILS(unlink(name_of(17)), ENOENT);
    CHECK_EQ(rename(name_of(MANY + 2), name_of(17)), 0);
}

/* Only the names 0, MANY / 2 and the last stay: each has its position, and a block. */
static void some_stay(void)
{
    int fd = open(DIR_NAME, O_RDONLY | O_DIRECTORY);
    CHECK(fd >= 0);
    struct dirent list[50], again;
    off_t at;
    do {
        at = lseek(fd, 0, SEEK_CUR);
        CHECK_EQ(getdents(fd, list, sizeof(list[0])), sizeof(list[0]));
    } while (strcmp(list[0].d_name, "5000") != 0);
    drop(1, MANY / 2);
    drop(MANY / 2 + 1, MANY - 1);
    CHECK_EQ(stat_of_directory().st_blocks, 4 * 4096 / 512); /* and one of pointers */
    CHECK_EQ(getdents(fd, list, sizeof(list)), sizeof(list[0]));
    CHECK_EQ(lseek(fd, at, SEEK_SET), at);
    CHECK_EQ(getdents(fd, &again, sizeof(again)), sizeof(again));
    CHECK_STR(again.d_name, "5000");
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    CHECK_EQ(getdents(fd, list, sizeof(list)), 5 * sizeof(list[0]));
    make(1, 64); /* into the first holes */
    CHECK_EQ(stat_of_directory().st_blocks, 4 * 4096 / 512);
    CHECK_EQ(unlink(name_of(MANY - 1)), 0);
    CHECK_IN(stat_of_directory().st_size, MANY / 2 * 64, (MANY / 2 + 64) * 64);
    CHECK_EQ(unlink(name_of(MANY / 2)), 0);
    CHECK_EQ(stat_of_directory().st_size, 64 * 64);
    CHECK_EQ(stat_of_directory().st_blocks, 2 * 4096 / 512); /* that of pointers stays */
    drop(0, 64);
    CHECK_EQ(stat_of_directory().st_size, 0);
    CHECK_EQ(stat_of_directory().st_blocks, 4096 / 512);
    CHECK_EQ(getdents(fd, list, sizeof(list)), 0);
    CHECK_EQ(close(fd), 0);
}

int main(void)
{
    CHECK_EQ(close(open("/tmp/file", O_WRONLY | O_CREAT, 0666)), 0);
    CHECK_EQ(mkdir(DIR_NAME, 0777), 0);
    times();
    all_there();
    some_stay();
    CHECK_EQ(rmdir(DIR_NAME), 0);
    return 0;
}
