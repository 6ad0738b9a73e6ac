/* Mathematics inside the machine, of which the host's tests (libc/math.c) check everything. */
#include "check.h"
#include <math.h>

static volatile double far = 1e22, large = 1000, none = 0;

int main(void)
{
    double x = far;
    /* One angle, two functions: the compiler calls a third. */
    CHECK(sin(x) == -0x1.b453ab76bf397p-1);
    CHECK(cos(x) == 0x1.0be2cef01c8f4p-1);
    CHECK(exp(large) == HUGE_VAL);
    CHECK(exp(-large) == 0);
    CHECK(sinh(far) == HUGE_VAL);
    CHECK(log(none) == -HUGE_VAL);
    CHECK(isnan(sin(exp(large))));
    CHECK(pow(2, large) == 0x1p1000);
    CHECK(pow(large, -large) == 0);
    return 0;
}
