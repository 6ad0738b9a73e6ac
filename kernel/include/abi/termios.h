/* The console's line discipline (POSIX.1-2017, <termios.h>), through ioctl(2). */
#ifndef ABI_TERMIOS_H
#define ABI_TERMIOS_H

#include <abi/types.h>

typedef uint32_t tcflag_t;
typedef uint8_t cc_t;
typedef uint32_t speed_t;

#define NCCS    12
#define VINTR   0 /* ^C: SIGINT to the foreground group */
#define VQUIT   1 /* ^\: SIGQUIT to the foreground group */
#define VERASE  2 /* ^? (^H too): erase one character */
#define VKILL   3 /* ^U: erase the line */
#define VEOF    4 /* ^D: end of file, or end a line without a newline */
#define VWERASE 5 /* ^W: erase one word */
#define VSUSP   8 /* ^Z: SIGTSTP to the foreground group */
#define VMIN    6 /* without ICANON: read waits for this many bytes ... */
#define VTIME   7 /* ... or, if not 0, this many tenths of a second */

/* c_iflag */
#define BRKINT 0x0001
#define ICRNL  0x0002 /* a carriage return typed reads as a newline */
#define INPCK  0x0004
#define ISTRIP 0x0008
#define IXON   0x0010
/* c_oflag */
#define OPOST 0x0001 /* without it ONLCR has no effect */
#define ONLCR 0x0002 /* a newline written goes out as carriage return, newline */
/* c_cflag */
#define CS8   0x0030
#define CREAD 0x0080
/* c_lflag */
#define ECHO   0x0001
#define ICANON 0x0002 /* read returns whole lines, edited */
#define ISIG   0x0004 /* VINTR, VQUIT and VSUSP send signals */
#define IEXTEN 0x0008
#define ECHOE  0x0010
#define ECHOK  0x0020
#define ECHONL 0x0040
#define TOSTOP 0x0100 /* a background write sends SIGTTOU */

/* Flags without a comment are accepted and have no effect. */

struct termios {
    tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
    cc_t c_cc[NCCS];
    speed_t c_ispeed, c_ospeed;
};

struct winsize {
    uint16_t ws_row, ws_col; /* 24 and 80 until TIOCSWINSZ changes them */
    uint16_t ws_xpixel, ws_ypixel;
};

/* ioctl(2) requests; ENOTTY on any file but the console. */
#define TCGETS     0x5401 /* struct termios * */
#define TCSETS     0x5402 /* const struct termios *: now */
#define TCSETSW    0x5403 /* after the output has drained (it always has) */
#define TCSETSF    0x5404 /* and discard unread input */
#define TIOCGPGRP  0x540f /* pid_t *: the foreground process group */
#define TIOCSPGRP  0x5410 /* const pid_t * */
#define TIOCGWINSZ 0x5413 /* struct winsize * */
#define TIOCSWINSZ 0x5414 /* const struct winsize * */

#define TCSANOW   0
#define TCSADRAIN 1
#define TCSAFLUSH 2

#endif
