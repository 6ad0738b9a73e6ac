/* A dialect's call for which there is no memory turns profiling off, and leaves errno alone. */
/* machine: det=1 kargs=fail */
/* dialect: v7 */
#include "dialect_rules.h"
#include <sys/kstat.h>

int main(void)
{
    turn_on();
    kfail(1, 0);
    errno = 12345;
    profil((void *)cells, CELLS_OF, PC, SCALE);
    CHECK_EQ(errno, 12345);
    CHECK_EQ(kfail(0, 0), 1);
    stays_off();
    return 0;
}
