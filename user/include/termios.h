/* The console's modes (POSIX.1-2017, <termios.h>; flags in abi/termios.h). */
#ifndef _TERMIOS_H
#define _TERMIOS_H

#include <abi/termios.h>

#define TCIFLUSH  0
#define TCOFLUSH  1
#define TCIOFLUSH 2

/* A virtual serial line has no speed: these are remembered and change nothing. */
#define B0      0
#define B50     50
#define B75     75
#define B110    110
#define B134    134
#define B150    150
#define B200    200
#define B300    300
#define B600    600
#define B1200   1200
#define B1800   1800
#define B2400   2400
#define B4800   4800
#define B9600   9600
#define B19200  19200
#define B38400  38400
#define B115200 115200

int tcgetattr(int fd, struct termios *t);
int tcsetattr(int fd, int when, const struct termios *t);
int tcdrain(int fd);            /* output never waits: it only checks fd */
int tcflush(int fd, int which); /* TCIFLUSH, TCOFLUSH, TCIOFLUSH */
int tcsendbreak(int fd, int duration);
void cfmakeraw(struct termios *t);
speed_t cfgetispeed(const struct termios *t);
speed_t cfgetospeed(const struct termios *t);
int cfsetispeed(struct termios *t, speed_t speed);
int cfsetospeed(struct termios *t, speed_t speed);

#endif
