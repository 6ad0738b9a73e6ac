/* The console's line discipline (POSIX.1-2017, <termios.h>), through ioctl(2). */
#ifndef ABI_TERMIOS_H
#define ABI_TERMIOS_H

#include <abi/types.h>

typedef uint32_t tcflag_t;
typedef uint8_t cc_t;
typedef uint32_t speed_t;

/* In c_cc; a 0 there disables the key, _POSIX_VDISABLE. */
#define NCCS    12
#define VINTR   0 /* ^C: SIGINT to the foreground group */
#define VQUIT   1 /* ^\: SIGQUIT to the foreground group */
#define VERASE  2 /* ^? (^H too): erase one character */
#define VKILL   3 /* ^U: erase the line */
#define VEOF    4 /* ^D: end of file, or end a line without a newline */
#define VWERASE 5 /* ^W, with IEXTEN: erase one word */
#define VSUSP   8 /* ^Z: SIGTSTP to the foreground group */
#define VMIN    6 /* without ICANON: read waits for this many bytes ... */
#define VTIME   7 /* ... or, if not 0, for one; this many tenths of a second if VMIN is 0 */
#define VSTART  9 /* this and the next have no effect, and read as 0 */
#define VSTOP   10
#define VEOL    11 /* ends a line, as a newline does */

/* A flag without a comment has no meaning on this terminal: tcsetattr leaves it out, and tcgetattr
 * never shows it (POSIX.1-2017, tcsetattr).  c_cflag is always CS8 | CREAD. */

/* c_iflag */
#define BRKINT 0x0001
#define ICRNL  0x0002 /* a carriage return typed reads as a newline */
#define INPCK  0x0004
#define ISTRIP 0x0008 /* the top bit of each byte typed is cleared */
#define IXON   0x0010
#define IGNBRK 0x0020
#define IGNCR  0x0040 /* a carriage return typed is dropped */
#define IGNPAR 0x0080
#define INLCR  0x0100 /* a newline typed reads as a carriage return */
#define IXANY  0x0200
#define IXOFF  0x0400
#define PARMRK 0x0800
/* c_oflag */
#define OPOST  0x0001 /* without it ONLCR has no effect */
#define ONLCR  0x0002 /* a newline written goes out as carriage return, newline */
#define OCRNL  0x0004
#define ONOCR  0x0008
#define ONLRET 0x0010
/* c_cflag */
#define CSIZE  0x0030
#define CS5    0x0000
#define CS6    0x0010
#define CS7    0x0020
#define CS8    0x0030 /* bytes have 8 bits */
#define CREAD  0x0080 /* input is received */
#define CSTOPB 0x0040
#define PARENB 0x0100
#define PARODD 0x0200
#define HUPCL  0x0400
#define CLOCAL 0x0800
/* c_lflag */
#define ECHO   0x0001
#define ICANON 0x0002 /* read returns whole lines, edited */
#define ISIG   0x0004 /* VINTR, VQUIT and VSUSP send signals */
#define IEXTEN 0x0008 /* VWERASE erases */
#define ECHOE  0x0010 /* with ECHO: what VERASE and VWERASE erase goes from the screen, too */
#define ECHOK  0x0020 /* with ECHO: so does what VKILL erases */
#define ECHONL 0x0040 /* a newline is echoed even without ECHO */
#define NOFLSH 0x0080 /* a key that sends a signal does not discard the input */
#define TOSTOP 0x0100 /* a background write sends SIGTTOU */

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
