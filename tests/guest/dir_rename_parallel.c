/* machine: cpus=4 */
/*
 * Renames across directories, of files and of directories into one another, by several processes
 * at once: none deadlocks, nothing is lost, and no cycle of directories forms.
 */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#define PROCESSES 6
#define ROUNDS    400
#define DIRS      4

static uint32_t random_below(uint32_t *state, uint32_t n)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 16) % n;
}

/* Directory i moves around: it is /r/i, or /r/j/i for another j, or deeper. */
static void path_of_dir(char *path, uint32_t *state, int i)
{
    int a = random_below(state, DIRS), b = random_below(state, DIRS);
    switch (random_below(state, 3)) {
    case 0:
        sprintf(path, "/r/%d", i);
        break;
    case 1:
        sprintf(path, "/r/%d/%d", a, i);
        break;
    default:
        sprintf(path, "/r/%d/%d/%d", a, b, i);
    }
}

static void move_around(int me)
{
    uint32_t state = me * 7919;
    int moved = 0;
    char from[64], to[64], file[80], other[80];
    for (int n = 0; n < ROUNDS; n++) {
        int i = random_below(&state, DIRS);
        path_of_dir(from, &state, i);
        path_of_dir(to, &state, i);
        if (rename(from, to) == 0)
            moved++;
        else
            CHECK(errno == ENOENT || errno == EINVAL || errno == ENOTEMPTY);
        sprintf(file, "%s/f%d", from, me);
        sprintf(other, "%s/f%d", to, me);
        if (rename(file, other) != 0)
            CHECK_EQ(errno, ENOENT);
    }
    CHECK(moved > 0);
}

static int dirs, files;

/* Counts what is below the path, and sees that .. leads back. */
static void count(const char *path, ino_t ino, int depth)
{
    CHECK(depth <= DIRS + 1);
    char name[128];
    struct stat st;
    for (int i = 0; i < DIRS; i++) {
        sprintf(name, "%s/%d", path, i);
        if (stat(name, &st) == 0) {
            ino_t inside = st.st_ino;
            strcat(name, "/..");
            CHECK_EQ(stat(name, &st), 0);
            CHECK_EQ(st.st_ino, ino);
            name[strlen(name) - 3] = '\0';
            dirs++;
            count(name, inside, depth + 1);
        }
    }
    for (int i = 1; i <= PROCESSES; i++) {
        sprintf(name, "%s/f%d", path, i);
        files += stat(name, &st) == 0;
    }
}

int main(void)
{
    CHECK_EQ(mkdir("/r", 0777), 0);
    char name[64];
    for (int i = 0; i < DIRS; i++) {
        sprintf(name, "/r/%d", i);
        CHECK_EQ(mkdir(name, 0777), 0);
    }
    for (int i = 1; i <= PROCESSES; i++) {
        sprintf(name, "/r/%d/f%d", i % DIRS, i);
        CHECK_EQ(close(open(name, O_WRONLY | O_CREAT | O_EXCL, 0666)), 0);
    }
    pid_t pids[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        pids[i] = START_CHILD(move_around(i + 1));
    for (int i = 0; i < PROCESSES; i++)
        CHECK_EQ(child_wait(pids[i]), 0);
    struct stat st;
    CHECK_EQ(stat("/r", &st), 0);
    count("/r", st.st_ino, 0);
    CHECK_EQ(files, PROCESSES);
    CHECK_EQ(dirs, DIRS);
    return 0;
}
