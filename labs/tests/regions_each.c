/* Each of N regions, given in no order, counts the ticks of its own code, and a pc behind a
 * region's last counter has none. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "regions.h"

static void each_of(int n)
{
    int stride = PLACES / n;
    begin_set();
    for (int i = 0; i < n; i++)
        add_place(i * stride);
    shuffle_set();
    set_on();
    for (int i = 0; i < n; i++)
        visit(i * stride);
    if (stride > 1)
        visit(n / 2 * stride + 1);
    set_off();
    check_counts();
    CHECK(prof_now().ps_counted >= (uint64_t)n);
}

int main(int argc, char *argv[])
{
    static const int some[] = {1, 2, 3, 5, 63, 64, 65, 1000, 1023, 1024};
    if (argc > 1) {
        each_of(atoi(argv[1]));
        return 0;
    }
    for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++)
        each_of(some[i]);
    return 0;
}
