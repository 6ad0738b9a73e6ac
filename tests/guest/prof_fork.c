/* After fork both are profiled, each into its own copy of the buffer, from 0 ticks. */
/* machine: det=1 */
#include "prof.h"
#include <sys/wait.h>

static unsigned short counters[1];

int main(void)
{
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    prof_burn(3);
    uint64_t before = counters[0];
    CHECK(before >= 2);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) {
        struct profstat st = prof_now();
        CHECK_EQ(st.ps_state, PROF_ON);
        CHECK(st.ps_user + st.ps_system <= 1); /* not the parent's */
        CHECK(counters[0] - before <= 1);      /* the buffer is a copy of the parent's */
        prof_burn(8);
        CHECK_EQ(counters[0] - before, prof_now().ps_counted);
        _exit(0);
    }
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK_EQ(status, 0);
    CHECK(counters[0] - before <= 1); /* the child's 8 did not come here */
    prof_burn(3);
    CHECK(counters[0] >= before + 2);
    CHECK_EQ(counters[0], prof_now().ps_counted);
    return 0;
}
