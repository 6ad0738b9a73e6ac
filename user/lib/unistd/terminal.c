/* The console's modes and foreground group: each call is one ioctl. */
#include <errno.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int tcgetattr(int fd, struct termios *t)
{
    return ioctl(fd, TCGETS, t);
}

int tcsetattr(int fd, int when, const struct termios *t)
{
    static const unsigned long request[] = {
        [TCSANOW] = TCSETS, [TCSADRAIN] = TCSETSW, [TCSAFLUSH] = TCSETSF};

    if (when < TCSANOW || when > TCSAFLUSH) {
        errno = EINVAL;
        return -1;
    }
    return ioctl(fd, request[when], t);
}

int tcdrain(int fd)
{
    struct termios t;

    return tcgetattr(fd, &t);
}

/* TCSETSF with the modes that are there discards the input. */
int tcflush(int fd, int which)
{
    if (which < TCIFLUSH || which > TCIOFLUSH) {
        errno = EINVAL;
        return -1;
    }
    struct termios t;
    if (tcgetattr(fd, &t) < 0)
        return -1;
    return which == TCOFLUSH ? 0 : ioctl(fd, TCSETSF, &t);
}

/* A virtual serial line has no break. */
int tcsendbreak(int fd, int duration)
{
    (void)duration;
    return tcdrain(fd);
}

int isatty(int fd)
{
    struct termios t;

    return tcgetattr(fd, &t) == 0;
}

void cfmakeraw(struct termios *t)
{
    t->c_iflag &= ~(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    t->c_oflag &= ~OPOST;
    t->c_lflag &= ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    t->c_cflag |= CS8;
    t->c_cc[VMIN] = 1;
    t->c_cc[VTIME] = 0;
}

speed_t cfgetispeed(const struct termios *t)
{
    return t->c_ispeed;
}

speed_t cfgetospeed(const struct termios *t)
{
    return t->c_ospeed;
}

int cfsetispeed(struct termios *t, speed_t speed)
{
    t->c_ispeed = speed;
    return 0;
}

int cfsetospeed(struct termios *t, speed_t speed)
{
    t->c_ospeed = speed;
    return 0;
}

pid_t tcgetpgrp(int fd)
{
    pid_t pgid;

    if (ioctl(fd, TIOCGPGRP, &pgid) < 0)
        return -1;
    return pgid ? pgid : INT_MAX; /* without a group: one above 1 that is not there (POSIX) */
}

int tcsetpgrp(int fd, pid_t pgid)
{
    return ioctl(fd, TIOCSPGRP, &pgid);
}
