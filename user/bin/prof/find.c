/* PATH holds directories with colons between them; without it /bin is searched. */
#include "find.h"

#include <dirent.h>
#include <sys/stat.h>

#include "prof.h"
#include "profile.h"
#include "program.h"

/* The next directory of PATH, with a / appended; returns the rest, NULL at the end. */
static const char *next_dir(const char *list, char dir[PATH_MAX])
{
    size_t n = strcspn(list, ":");

    snprintf(dir, PATH_MAX, "%.*s/", n ? (int)n : 1, n ? list : ".");
    return list[n] ? list + n + 1 : NULL;
}

static const char *path_list(void)
{
    const char *list = getenv("PATH");

    return list ? list : "/bin";
}

static int join(char path[PATH_MAX], const char *dir, const char *name)
{
    return snprintf(path, PATH_MAX, "%s%s", dir, name) < PATH_MAX;
}

static int check(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return 127;
    return S_ISREG(st.st_mode) && access(path, X_OK) == 0 ? 0 : 126;
}

int find_program(const char *name, char path[PATH_MAX])
{
    const char *list = path_list();
    int best = 127;

    if (!*name)
        return 127;
    if (strchr(name, '/'))
        return join(path, "", name) ? check(path) : 127;
    char dir[PATH_MAX];
    while (list) {
        list = next_dir(list, dir);
        if (join(path, dir, name) && check(path) < best)
            best = check(path);
        if (best == 0)
            return 0;
    }
    return best;
}

int find_or_complain(const char *name, char path[PATH_MAX])
{
    int status = find_program(name, path);

    if (status != 0)
        complain(status, name, status == 127 ? "not found" : "not executable");
    return status;
}

static int has_text(const char *path, uint64_t low, uint64_t high)
{
    uint64_t its_low, its_high;

    return check(path) == 0 && program_bounds(path, &its_low, &its_high) == 0 && its_low == low &&
           its_high <= high && high - its_high < PROFILE_ROUND;
}

/* Several names of one file are one program. */
static int same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev;
}

int find_by_text(uint64_t low, uint64_t high, char path[PATH_MAX])
{
    const char *list = path_list();
    int found = 0;

    char dir[PATH_MAX], candidate[PATH_MAX];
    struct dirent *entry;
    while (list) {
        list = next_dir(list, dir);
        DIR *d = opendir(dir);
        while (d && (entry = readdir(d))) {
            if (!join(candidate, dir, entry->d_name) || !has_text(candidate, low, high))
                continue;
            if (found == 0)
                strcpy(path, candidate);
            found += found == 0 || !same_file(path, candidate);
        }
        if (d)
            closedir(d);
    }
    return found;
}
