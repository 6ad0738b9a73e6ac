/*
 * The line editor.
 *
 * While a line is typed the terminal is raw: bytes come as they are typed and nothing is echoed.
 * The line occupies one row; a longer one is shown through a window that follows the cursor.
 * Every change redraws the row from the prompt's end on, except that a character added at the end
 * is only written. Bytes are characters: there is no UTF-8.
 */
#include "edit.h"

#include "history.h"
#include "job.h"
#include "pool.h"
#include "sh.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define LINE_BYTES      128 /* at first */
#define CONTROL(letter) (0x1f & (letter))

/* Keys that send more than one byte. */
enum key {
    KEY_END = 256,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_FIRST,
    KEY_LAST,
    KEY_DELETE,
    KEY_UNKNOWN
};

static struct termios cooked;

static char *line;  /* in the pool */
static size_t room; /* bytes of it, one of them for the NUL at its end */
static size_t length, cursor;
static size_t window; /* the first character shown */
static size_t column; /* where the terminal's cursor is, from the prompt's end */
static const char *prompt;
static int age;           /* of the history line shown, 0: what was typed */
static const char *typed; /* that, while a history line is shown; in the pool */

void edit_start(void)
{
    tcgetattr(0, &cooked);
    /* A shell that was killed while a line was typed has left it raw. */
    cooked.c_lflag |= ICANON | ECHO | ISIG;
}

void edit_restore_terminal(void)
{
    tcsetattr(0, TCSANOW, &cooked);
}

static void make_raw(void)
{
    struct termios raw = cooked;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(0, TCSANOW, &raw);
}

static size_t columns(void)
{
    size_t used = strlen(prompt) + 1;

    struct winsize size;
    if (ioctl(1, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        size.ws_col = 80;
    return size.ws_col > used + 8 ? size.ws_col - used : 8;
}

/* Draws from the prompt's end on, wherever on the row the terminal's cursor is now. */
static void draw(void)
{
    size_t width = columns();

    if (cursor < window)
        window = cursor;
    if (cursor >= window + width)
        window = cursor - width + 1;
    size_t shown = length - window < width ? length - window : width;
    if (column > 0)
        printf("\033[%zuD", column);
    printf("%.*s\033[K", (int)shown, line + window);
    column = cursor - window;
    if (column < shown)
        printf("\033[%zuD", shown - column);
    fflush(stdout);
}

static void draw_screen(void)
{
    printf("\033[H\033[2J%s", prompt);
    column = 0;
    draw();
}

/* Another program of the session may have taken the terminal: the person at it is the shell's. */
static bool take_terminal_back(void)
{
    if (errno != EIO || !job_take_terminal_back())
        return false;
    make_raw();
    return true;
}

static int read_byte(void)
{
    unsigned char c;
    ssize_t n;

    do
        n = read(0, &c, 1);
    while (n < 0 && ((errno == EINTR && !sh.interrupted) || take_terminal_back()));
    return n == 1 ? c : KEY_END;
}

/* After ESC [, with a number before the ~ or a letter alone. */
static int read_sequence(void)
{
    int c = read_byte(), number = 0;

    while (c >= '0' && c <= '9') {
        number = 10 * number + c - '0';
        c = read_byte();
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
    case '~':
        return number == 1 || number == 7   ? KEY_FIRST
               : number == 4 || number == 8 ? KEY_LAST
               : number == 3                ? KEY_DELETE
                                            : KEY_UNKNOWN;
    }
    return c == KEY_END ? KEY_END : KEY_UNKNOWN;
}

static int read_key(void)
{
    int c = read_byte();

    if (c != CONTROL('['))
        return c;
    c = read_byte();
    return c == '[' || c == 'O' ? read_sequence() : KEY_UNKNOWN;
}

/* For n characters.  A line is never cut: the rest of it would be another command. */
static void make_room(size_t n)
{
    if (n < room)
        return;
    room = 2 * (n + 1);
    line = memcpy(pool_alloc(room), line, length);
}

static void insert(char c)
{
    make_room(length + 1);
    memmove(line + cursor + 1, line + cursor, length - cursor);
    line[cursor++] = c;
    length++;
    if (cursor == length && length - window < columns()) {
        putchar(c);
        fflush(stdout);
        column++;
    } else {
        draw();
    }
}

/* Takes out what is between from and to, and leaves the cursor there. */
static void cut(size_t from, size_t to)
{
    memmove(line + from, line + to, length - to);
    length -= to - from;
    cursor = from;
    draw();
}

static void move(size_t to)
{
    cursor = to;
    draw();
}

static size_t word_start(void)
{
    size_t at = cursor;

    while (at > 0 && line[at - 1] == ' ')
        at--;
    while (at > 0 && line[at - 1] != ' ')
        at--;
    return at;
}

static void show(const char *text)
{
    size_t n = strlen(text);

    make_room(n);
    length = n;
    memcpy(line, text, length);
    window = 0;
    move(length);
}

static void show_history(int new_age)
{
    if (new_age < 0 || (new_age > 0 && !history_get(new_age)))
        return;
    if (age == 0)
        typed = pool_string(line, length);
    age = new_age;
    show(age > 0 ? history_get(age) : typed);
}

static void edit_key(int key)
{
    switch (key) {
    case KEY_LEFT:
    case CONTROL('B'):
        move(cursor > 0 ? cursor - 1 : 0);
        break;
    case KEY_RIGHT:
    case CONTROL('F'):
        move(cursor < length ? cursor + 1 : length);
        break;
    case KEY_FIRST:
    case CONTROL('A'):
        move(0);
        break;
    case KEY_LAST:
    case CONTROL('E'):
        move(length);
        break;
    case KEY_UP:
    case CONTROL('P'):
        show_history(age + 1);
        break;
    case KEY_DOWN:
    case CONTROL('N'):
        show_history(age - 1);
        break;
    case CONTROL('H'):
    case 0x7f:
        if (cursor > 0)
            cut(cursor - 1, cursor);
        break;
    case KEY_DELETE:
    case CONTROL('D'):
        if (cursor < length)
            cut(cursor, cursor + 1);
        break;
    case CONTROL('U'):
        cut(0, cursor);
        break;
    case CONTROL('K'):
        cut(cursor, length);
        break;
    case CONTROL('W'):
        cut(word_start(), cursor);
        break;
    case CONTROL('L'):
        draw_screen();
        break;
    case '\t':
        insert(' ');
        break;
    default:
        if (key >= ' ' && key < KEY_END)
            insert((char)key);
    }
}

/* An interrupt that came just before the read did not end it: the key is of the next line. */
static int kept_key;

static int next_key(void)
{
    int key = kept_key ? kept_key : read_key();

    kept_key = sh.interrupted && key != KEY_END ? key : 0;
    return key;
}

static enum edit_result edit_keys(void)
{
    for (;;) {
        int key = next_key();

        if (key == CONTROL('C') || sh.interrupted)
            return EDIT_INTERRUPT;
        if (key == '\r' || key == '\n')
            return EDIT_LINE;
        if (key == KEY_END || (key == CONTROL('D') && length == 0))
            return EDIT_END;
        edit_key(key);
    }
}

enum edit_result edit_line(const char *prompt_text, const char **result)
{
    prompt = prompt_text;
    room = LINE_BYTES;
    line = pool_alloc(room);
    length = cursor = window = column = 0;
    age = 0;
    make_raw();
    printf("%s", prompt);
    fflush(stdout);
    /* From here on a ^C is a byte; one before is a signal, which may come yet. */
    enum edit_result how = sh.interrupted ? EDIT_INTERRUPT : edit_keys();
    line[length] = '\0';
    printf("%s\n", how == EDIT_INTERRUPT ? "^C" : "");
    fflush(stdout);
    edit_restore_terminal();
    *result = line;
    return how;
}
