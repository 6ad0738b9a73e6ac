/* exec with too little memory, at each of its steps: ENOMEM, all of it freed, and the old program
 * goes on; with enough it succeeds. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"
#include "filler.h"

#include <fcntl.h>

#define SELF  "/t/exec_out_of_memory"
#define MOST  80 /* pages: more than this program needs to start */
#define SLACK 3  /* that the kernel may have kept for later */

/* The last exec succeeds: its status says how many pages it was given. */
static void try_with_more_and_more(void)
{
    static char words[32 << 10]; /* arguments that take pages too */
    memset(words, 'w', sizeof(words) - 1);
    CHECK_FAILS(execl("/none", "/none", NULL), ENOENT); /* what this writes is its own by now */
    filler = map_memory(64 << 20, PROT_READ | PROT_WRITE);
    size_t n = use_pages(0, (64 << 20) / PAGE_SIZE);
    CHECK(n > MOST);
    for (int pages = 1; pages <= MOST; pages++) {
        char text[10];
        snprintf(text, sizeof(text), "%d", pages);
        free_pages(n - pages, pages);
        CHECK_FAILS(execl(SELF, SELF, text, words, NULL), ENOMEM);
        size_t got = use_pages(n - pages, pages);
        if (got + SLACK < (size_t)pages)
            FAIL("of %d pages %zu are left", pages, got);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return atoi(argv[1]);
    zero = open("/dev/zero", O_RDONLY);
    CHECK_EQ(IN_CHILD(BECOME(SELF, "0")), 0); /* the file is in the disk's cache now */
    int status = IN_CHILD(try_with_more_and_more());
    CHECK(WIFEXITED(status));
    CHECK_IN(WEXITSTATUS(status), 21, MOST - 1);
    return 0;
}
