/* gprofil: what the header says decides how much is written, but never more than buflen bytes of
 * the buffer. */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_header"
#include "gprofil.h"

#define NBYTES 1000
#define MORE   21 /* by which GNU's header is longer */

static char bytes[NBYTES + MORE];

/* The size of the file that such a header makes; behind the buffer there is more memory. */
static void check_size(uint32_t ncnt, uint32_t totarc, uint32_t flags, size_t want)
{
    struct gmonhdr *head = (void *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);

    memset(head, 1, PAGE_SIZE);
    head->gh_ncnt = ncnt;
    head->gh_totarc = totarc;
    head->gh_flags = flags;
    pid_t child = START_CHILD(CHECK_EQ(gprofil(head, NBYTES, 0, 0, 1, -1), 0));
    CHECK_EQ(child_wait(child), 0);
    read_exactly(path_in("", child), bytes, want);
    if (!flags)
        CHECK_EQ(memcmp(bytes, head, want), 0);
}

int main(void)
{
    const size_t head = sizeof(struct gmonhdr), call = sizeof(struct gmonrec);

    moncontrol(0);
    check_size(0, 0, 0, head);
    check_size(head - 1, 0, 0, head);
    check_size(head + 1, 0, 0, head + 1);
    check_size(head, 100, 0, head + 100);
    check_size(0, 100, 0, head + 100);
    check_size(500, 500, 0, NBYTES);
    check_size(500, 501, 0, NBYTES);
    check_size(500, UINT32_MAX, 0, NBYTES);
    check_size(NBYTES, 1, 0, NBYTES);
    check_size(NBYTES + 1, 0, 0, NBYTES);
    check_size(UINT32_MAX, UINT32_MAX, 0, NBYTES);

    check_size(0, 0, GMON_GNU, head + MORE);
    check_size(0, 23, GMON_GNU, head + MORE);
    check_size(0, call, GMON_GNU, head + MORE + call - 3);
    check_size(NBYTES - call, UINT32_MAX, GMON_GNU, NBYTES + MORE - 3);
    check_size(NBYTES - call + 1, UINT32_MAX, GMON_GNU, NBYTES - call + MORE);
    check_size(UINT32_MAX, UINT32_MAX, GMON_GNU, NBYTES + MORE);
    return 0;
}
