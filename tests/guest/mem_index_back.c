/* The memory of a directory's index is reclaimed when programs find no other; and names are found,
 * made and removed all the while.
 *
 *     mem_index_back [NAMES]
 */
/* machine: det=1 cpus=2 mem=24M */
#include "pages_available.h"
#include <sys/stat.h>

static unsigned nnames = 25000; /* their index takes 129 pages, more than SLACK */

static const char *name_of(unsigned i)
{
    static char names[2][32]; /* a call may have two */
    char *name = names[i > 0];
    sprintf(name, "/tmp/index/%u", i);
    return name;
}

static void use_names(void)
{
    struct stat st;
    CHECK_EQ(stat(name_of(nnames - 1), &st), 0);
    CHECK_FAILS(stat(name_of(nnames), &st), ENOENT);
    CHECK_EQ(unlink(name_of(nnames / 2)), 0);
    CHECK_FAILS(unlink(name_of(nnames / 2)), ENOENT);
    CHECK_EQ(link(name_of(0), name_of(nnames / 2)), 0);
}

/* Of all memory there are 20 pages left, which a path may take but an index cannot; then 500. */
static void without_memory(void)
{
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    free_pages(n - 20, 20);
    use_names();
    free_pages(n - 500, 480);
    use_names();
}

int main(int argc, char **argv)
{
    if (argc > 1)
        nnames = atoi(argv[1]);
    CHECK_EQ(mkdir("/tmp/index", 0777), 0);
    CHECK_EQ(close(open(name_of(0), O_WRONLY | O_CREAT, 0666)), 0);
    size_t before = pages_at_start();
    for (unsigned i = 1; i < nnames; i++)
        CHECK_EQ(link(name_of(0), name_of(i)), 0);
    check_freed(before, "a large directory was made");
    use_names();
    check_freed(before, "it was searched");
    CHECK_EQ(IN_CHILD(without_memory()), 0);
    use_names();
    for (unsigned i = 0; i < nnames; i++)
        CHECK_EQ(unlink(name_of(i)), 0);
    CHECK_EQ(rmdir("/tmp/index"), 0);
    check_freed(before, "all is gone");
    return 0;
}
