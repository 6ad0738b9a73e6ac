/* One process fills the disk, another one commits a byte: what does it wait for?  An example of
 * doc/waiting.md. */
#include <fcntl.h>
#include <unistd.h>

static void write_file(const char *path, size_t nbytes)
{
    static char block[65536];
    int fd = open(path, O_WRONLY | O_CREAT, 0644);

    for (size_t n = 0; n < nbytes; n += sizeof(block))
        write(fd, block, nbytes < sizeof(block) ? nbytes : sizeof(block));
    fsync(fd);
    close(fd);
}

int main(void)
{
    if (fork() == 0) {
        write_file("/big", 2 << 20);
        _exit(0);
    }
    write_file("/small", 1);
    return 0;
}
