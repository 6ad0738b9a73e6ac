/* kprof: with more programs than one CPU has entries for, those that come later are one, and no
 * tick is lost. */
/* manual: kprof, DESCRIPTION: others */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"

#define PROGRAMS (KPROF_PROGRAMS_MAX + 20)

int main(int argc, char **argv)
{
    if (argc > 1) { /* a program of another name, after exec */
        prof_spin(SPIN_TURNS);
        return 0;
    }
    kprof_begin();
    char path[32];
    for (int i = 0; i < PROGRAMS; i++) {
        snprintf(path, sizeof(path), "/tmp/program%d", i);
        CHECK_EQ(link(argv[0], path), 0);
        CHECK_EQ(IN_CHILD(BECOME(path, "again")), 0);
    }
    kprof_end();
    CHECK_EQ(kprof_programs, KPROF_PROGRAMS_MAX + 1);
    CHECK(kprof_of("program0")->kp_user > 0);
    CHECK_STR(kprof_of("program146")->kp_name, "");
    CHECK(kprof_of(KPROF_OTHERS)->kp_user > 20);
    return 0;
}
