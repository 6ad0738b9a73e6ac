/* One process fills a file, then another one commits a byte: what does it wait for?  An example of
 * doc/waiting.md. */
#include <fcntl.h>
#include <unistd.h>

static int write_file(const char *path, size_t nbytes)
{
    static char block[65536];
    int fd = open(path, O_WRONLY | O_CREAT, 0644);

    for (size_t n = 0; n < nbytes; n += sizeof(block))
        write(fd, block, nbytes < sizeof(block) ? nbytes : sizeof(block));
    return fd;
}

int main(void)
{
    char byte = 0;
    int fds[2];

    pipe(fds);
    if (fork() == 0) {
        write_file("/big", 2 << 20);
        write(fds[1], &byte, 1);
        _exit(0);
    }
    read(fds[0], &byte, 1);
    fsync(write_file("/small", 1));
    return 0;
}
