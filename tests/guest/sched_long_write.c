/* Beside a long write to a file, and the commits that it needs, others have their turns. */
/* machine: det=1 cpus=1 */
#include "lateness.h"
#include <fcntl.h>

#define BYTES (12l << 20)

static void write_file(void)
{
    int fd = open("/tmp/large", O_CREAT | O_WRONLY, 0644);
    CHECK(fd >= 0);
    CHECK_EQ(write(fd, map_memory(BYTES, PROT_READ), BYTES), BYTES);
    CHECK_EQ(unlink("/tmp/large"), 0);
}

int main(void)
{
    CHECK_BESIDE(3 * SLICE, write_file());
    return 0;
}
