/* A record of the process, which prof makes, gets each tick beside the process's own profile; one
 * is turned on and off without the other. */
/* machine: det=1 cpus=1 */
#include "record.h"

#define ALONE 10 /* ticks, before the process profiles itself and after */
#define BOTH  20

static unsigned short own;

int main(void)
{
    int fd = records_open();
    struct channel c = channel_open();
    pid_t child = START_CHILD({
        CHECK_EQ(profrecord(0, fd, 0), 0);
        prof_burn_alone(ALONE);
        CHECK_EQ(profil(&own, sizeof(own), SPIN_PC, 65536), 0);
        prof_burn(BOTH);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        prof_burn_alone(ALONE);
        CHECK_EQ(write(c.out, &own, sizeof(own)), sizeof(own));
    });
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(child_wait(child), 0);
    CHECK_EQ(read(c.in, &own, sizeof(own)), sizeof(own));
    CHECK(own >= BOTH / 2);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_stat.ps_counted + r->pr_stat.ps_outside,
             r->pr_stat.ps_user + r->pr_stat.ps_system);
    CHECK_IN(record_ticks_at(r, SPIN_PC) - own, ALONE, 3 * ALONE);
    return 0;
}
