/* The one group. */
#include <grp.h>
#include <stdbool.h>
#include <string.h>

static char *members[] = {(char *)"root", NULL};
static struct group root = {.gr_name = (char *)"root", .gr_passwd = (char *)"", .gr_mem = members};
static bool was_read; /* by getgrent */

struct group *getgrnam(const char *name)
{
    return strcmp(name, root.gr_name) == 0 ? &root : NULL;
}

struct group *getgrgid(gid_t gid)
{
    return gid == root.gr_gid ? &root : NULL;
}

static int give(const struct group *from, struct group *group, struct group **found)
{
    *found = NULL;
    if (from) {
        *group = *from;
        *found = group;
    }
    return 0;
}

int getgrnam_r(const char *name, struct group *group, char *buf, size_t n, struct group **found)
{
    (void)buf, (void)n;
    return give(getgrnam(name), group, found);
}

int getgrgid_r(gid_t gid, struct group *group, char *buf, size_t n, struct group **found)
{
    (void)buf, (void)n;
    return give(getgrgid(gid), group, found);
}

struct group *getgrent(void)
{
    struct group *next = was_read ? NULL : &root;

    was_read = true;
    return next;
}

void setgrent(void)
{
    was_read = false;
}

void endgrent(void)
{
    was_read = false;
}
