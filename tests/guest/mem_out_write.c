/* The disk can be written while memory is out: what is not committed yet leaves buffers to others.
 */
/* machine: det=1 cpus=2 mem=24M */
#include "pages_available.h"

#define BYTES (1 << 20)

static char buf[64 * 1024];

static void without_memory(void)
{
    memset(buf, 'o', sizeof(buf)); /* its own pages from now on */
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    int fd = open("/big", O_RDWR | O_CREAT | O_TRUNC, 0666);
    CHECK(fd >= 0);
    use_pages(0, FILLER / PAGE_SIZE);
    for (int i = 0; i < BYTES; i += sizeof(buf))
        CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    for (int i = 0; i < BYTES; i += sizeof(buf)) {
        CHECK_EQ(read(fd, buf, sizeof(buf)), sizeof(buf));
        CHECK_EQ(buf[sizeof(buf) - 1], 'o');
    }
    CHECK_EQ(close(fd), 0);
}

int main(void)
{
    CHECK_EQ(IN_CHILD(without_memory()), 0);
    CHECK_EQ(unlink("/big"), 0);
    return 0;
}
