/* prof's writer of profiles: a bin outside the text, which is there if the program wrote to its
 * record's memory, is left out, and touches nothing. */
/* sources: user/bin/prof/gmon_write.c user/bin/prof/profile.c */
#include "check.h"
#include "user/bin/prof/gmon_write.h"
#include <stdlib.h>
#include <string.h>

const char *prof_name = "prof"; /* prof.c has it */

#define LOW   0x401000
#define COUNT 3

/* The counters, in 4.4BSD's layout, of a text of nine bytes. */
static void check(uint64_t ticks, const uint16_t counters[COUNT])
{
    struct profile profile = {.low = LOW, .high = LOW + 9, .rate = 1000};

    profile_add_ticks(&profile, LOW + 3, LOW + 4, 1);
    profile_add_ticks(&profile, LOW + 8, LOW + 9, 1);
    profile_add_ticks(&profile, LOW + 9, LOW + 10, ticks);
    profile_add_ticks(&profile, LOW + 12, LOW + 13, 1);
    profile_add_ticks(&profile, LOW + 0xffc, LOW + 0xffd, 1);
    profile_settle(&profile);
    char *bytes;
    size_t nbytes;
    FILE *out = open_memstream(&bytes, &nbytes);
    CHECK(out);
    gmon_write(out, &profile);
    CHECK_EQ(fclose(out), 0);
    size_t at = ticks > UINT16_MAX
                    ? sizeof(struct gmon_gnu_head) + 1 + sizeof(struct gmon_gnu_histogram)
                    : sizeof(struct gmonhdr);
    CHECK(nbytes > at + COUNT * sizeof(*counters));
    CHECK_EQ(memcmp(bytes + at, counters, COUNT * sizeof(*counters)), 0);
    free(bytes);
    profile_free(&profile);
}

int main(void)
{
    check(1, (const uint16_t[]){1, 0, 2});
    check(100000, (const uint16_t[]){1, 0, UINT16_MAX});
    return 0;
}
