/* The counts of OmniOS's profil are a measure of time: of two places of which one has three times
 * the work of the other it has three times the ticks. */
/* manual: omnios, DESCRIPTION: shares */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"

static unsigned short many[4096];

int main(void)
{
    size_t second = (SPIN2_PC - SPIN_PC) / 4;
    CHECK(second < 4096);
    profil(many, sizeof(many), PC, SCALE);
    /* Each turn is of many ticks, so that only those at the changes between the two are a matter of
     * chance. */
    for (int i = 0; i < 30; i++) {
        prof_spin(30 * SPIN_TURNS);
        prof_spin2(10 * SPIN_TURNS);
    }
    profil(many, sizeof(many), PC, 0);
    unsigned all = many[0] + many[second];
    CHECK(all >= 400);
    CHECK_IN(many[0], all * 70 / 100, all * 80 / 100); /* seven standard errors */
    return 0;
}
