#include "terminal.h"

#include "job.h"
#include "sh.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios cooked;
static volatile sig_atomic_t resized;

static void on_resize(int sig)
{
    (void)sig;
    resized = 1;
}

/* The signal ends a waiting read, so calls are not restarted. */
void terminal_start(void)
{
    struct sigaction action = {.sa_handler = on_resize};

    tcgetattr(0, &cooked);
    /* A shell that was killed while a line was typed has left it raw. */
    cooked.c_lflag |= ICANON | ECHO | ISIG;
    sigaction(SIGWINCH, &action, NULL);
}

void terminal_restore(void)
{
    tcsetattr(0, TCSANOW, &cooked);
}

bool terminal_make_raw(void)
{
    bool is_ours = job_take_terminal_back();
    struct termios raw = cooked;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return is_ours && tcsetattr(0, TCSANOW, &raw) == 0;
}

size_t terminal_width(void)
{
    struct winsize size;

    return ioctl(1, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? 80 : size.ws_col;
}

/* From the corner that is farthest away, which the cursor does not leave; then it comes back. */
void terminal_ask_size(void)
{
    printf("\0337\033[999;999H\033[6n\0338");
}

/* The terminal's answer.  It is everybody's: who asks the kernel, gets it. */
static int take_size(int rows, int width)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)width};

    if (rows > 0 && width > 0)
        ioctl(1, TIOCSWINSZ, &size);
    resized = 0;
    return KEY_RESIZED;
}

/* Another program of the session may have taken the terminal: the person at it is the shell's. */
static bool take_terminal_back(void)
{
    return errno == EIO && terminal_make_raw();
}

static int read_byte(void)
{
    unsigned char c;
    ssize_t n;

    do
        n = read(0, &c, 1);
    while (n < 0 && ((errno == EINTR && !sh.interrupted && !resized) || take_terminal_back()));
    if (n == 1)
        return c;
    if (errno != EINTR || !resized || sh.interrupted)
        return KEY_END;
    resized = 0;
    return KEY_RESIZED;
}

static int key_of_number(int number)
{
    switch (number) {
    case 1:
    case 7:
        return KEY_FIRST;
    case 4:
    case 8:
        return KEY_LAST;
    case 3:
        return KEY_DELETE;
    }
    return KEY_UNKNOWN;
}

/* After ESC [: numbers with ; between them, and a letter or ~. */
static int read_sequence(void)
{
    int c = read_byte(), first = 0, number = 0;

    for (; (c >= '0' && c <= '9') || c == ';'; c = read_byte()) {
        if (c == ';')
            first = number;
        number = c == ';' ? 0 : number < 1000 ? 10 * number + c - '0' : number;
    }
    switch (c) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_FIRST;
    case 'F':
        return KEY_LAST;
    case 'R':
        return take_size(first, number);
    case '~':
        return key_of_number(number);
    }
    return c == KEY_END ? KEY_END : KEY_UNKNOWN;
}

int terminal_key(void)
{
    int c = read_byte();

    if (c != CONTROL('['))
        return c;
    c = read_byte();
    return c == '[' || c == 'O' ? read_sequence() : KEY_UNKNOWN;
}
