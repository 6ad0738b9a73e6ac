/* The console's modes (POSIX.1-2017, <termios.h>; flags in abi/termios.h). */
#ifndef _TERMIOS_H
#define _TERMIOS_H

#include <abi/termios.h>

/* A virtual serial line has no speed: these are remembered and change nothing. */
#define B0      0
#define B9600   9600
#define B38400  38400
#define B115200 115200

int tcgetattr(int fd, struct termios *t);
int tcsetattr(int fd, int when, const struct termios *t);
void cfmakeraw(struct termios *t);
speed_t cfgetispeed(const struct termios *t);
speed_t cfgetospeed(const struct termios *t);
int cfsetispeed(struct termios *t, speed_t speed);
int cfsetospeed(struct termios *t, speed_t speed);

#endif
