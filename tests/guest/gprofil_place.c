/* gprofil: the file goes to the directory of the first call, or to the one in which the program
 * began, whatever happens to descriptors, working directory and environment later. */
/* manual: openbsd, DESCRIPTION: dirfd starting */
/* manual: openbsd, FILES: file-name */
/* manual: openbsd, HISTORY: by-kernel */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_place"
#include "gprofil.h"
#include <stdlib.h>

#define A "/tmp/a"
#define B "/tmp/b"

static struct buffer *b, seen;
static int to_a, to_b;

/* A child sets its buffer up so, and ends after the rest: where its file is. */
#define CHECK_PLACE(dirfd, place, ...)                            \
    do {                                                          \
        pid_t child = START_CHILD({                               \
            CHECK_EQ(set_buffer(b, dirfd), 0);                    \
            __VA_ARGS__;                                          \
        });                                                       \
        CHECK_EQ(child_wait(child), 0);                           \
        read_exactly(path_in(place, child), &seen, sizeof(seen)); \
        CHECK_EQ(unlink(path_in(place, child)), 0);               \
        no_file(path_in(A, child));                               \
        no_file(path_in(B, child));                               \
        no_file(path_in("", child));                              \
    } while (0)

static void close_all(void)
{
    for (int fd = 0; fd < OPEN_MAX; fd++)
        close(fd);
}

static void fill_table(void)
{
    while (dup(0) >= 0)
        continue;
    CHECK_EQ(errno, EMFILE);
}

/* The program itself, begun in A. */
static int begun_in_a(void)
{
    b = make_buffer();
    CHECK_PLACE(-1, A, );
    CHECK_PLACE(-1, A, CHECK_EQ(chdir(B), 0));
    CHECK_EQ(chdir(B), 0);
    CHECK_PLACE(-1, A, );
    return 0;
}

int main(int argc, char **argv)
{
    moncontrol(0);
    if (argc > 1)
        _exit(begun_in_a());

    b = make_buffer();
    CHECK_EQ(mkdir(A, 0755), 0);
    CHECK_EQ(mkdir(B, 0755), 0);
    to_a = open(A, O_RDONLY | O_DIRECTORY);
    to_b = open(B, O_RDONLY);
    CHECK_PLACE(-1, "", );
    CHECK_PLACE(-1, "", CHECK_EQ(chdir(A), 0));
    CHECK_PLACE(to_a, A, );
    CHECK_PLACE(to_a, A, CHECK_EQ(close(to_a), 0));
    CHECK_PLACE(to_a, A, CHECK_EQ(set_buffer(b, to_b), 0));
    CHECK_PLACE(to_a, A, CHECK_EQ(dup2(to_b, to_a), to_a));
    CHECK_PLACE(to_a, A, close_all());
    CHECK_PLACE(-1, "", close_all());
    CHECK_PLACE(to_a, A, fill_table());
    CHECK_PLACE(to_a, A, CHECK_EQ(setenv("PROFDIR", B, 1), 0));
    CHECK_PLACE(to_a, A, CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, 0), 0)); /* off */
    CHECK_PLACE(to_a, A "2", CHECK_EQ(rename(A, A "2"), 0));
    CHECK_EQ(rename(A "2", A), 0);

    /* A directory that is gone has no file, and nothing else comes of that. */
    CHECK_EQ(mkdir(A "/gone", 0755), 0);
    int gone = open(A "/gone", O_RDONLY);
    CHECK_EQ(IN_CHILD({
                 CHECK_EQ(set_buffer(b, gone), 0);
                 CHECK_EQ(rmdir(A "/gone"), 0);
                 _exit(7);
             }),
             7 << 8);
    CHECK_EQ(rmdir(B), 0);
    CHECK_EQ(mkdir(B, 0755), 0);

    CHECK_EQ(chdir(A), 0);
    CHECK_EQ(IN_CHILD(BECOME(argv[0], "begun")), 0);
    return 0;
}
