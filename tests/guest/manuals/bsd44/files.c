/* The start-up file of profiled programs is where 4.4BSD's and OpenBSD's manuals say. */
/* manual: bsd44, FILES: gcrt0 */
/* manual: openbsd, FILES: gcrt0 */
/* machine: det=1 */
#include "check.h"
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int fd = open("/usr/lib/gcrt0.o", O_RDONLY);
    CHECK(fd >= 0);
    char magic[4];
    CHECK_EQ(read(fd, magic, 4), 4);
    CHECK_EQ(memcmp(magic, "\177ELF", 4), 0);
    return 0;
}
