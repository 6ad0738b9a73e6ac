/*
 * less: shows a text page by page.  Space and b go a page on and back, d and u half a page, the
 * arrows, Enter, j and k a line, g and G to its ends, /PATTERN and ?PATTERN to a line that has the
 * pattern, n and N to the next such line on and back; q ends it.
 * Where the output is no terminal it copies the text.
 *
 * The keys come from /dev/tty, or from standard error if there is no such file, as standard input
 * may be the text.  The whole text is in memory, so nothing is shown before it has ended.
 */
#define TOOL "less"
#include "../tool.h"
#include "text.h"

#include <poll.h>
#include <regex.h>
#include <sys/ioctl.h>
#include <termios.h>

#define USAGE "[FILE...]"

enum { KEY_UP = 256, KEY_DOWN, KEY_PAGE_UP, KEY_PAGE_DOWN, KEY_FIRST, KEY_LAST };

static struct text text;
static size_t top; /* the first row shown */
static size_t height, width;
static int keys;
static struct termios cooked;
static char line[256]; /* the pattern as it is typed */
static regex_t pattern;
static int have_pattern, backwards;
static const char *message = "";
static volatile sig_atomic_t changed, ended; /* changed: the window, or the terminal's modes */
static sigset_t unblocked; /* the mask of signals while less waits for a key, and only then */

static void on_signal(int sig)
{
    if (sig == SIGWINCH || sig == SIGCONT)
        changed = 1;
    else
        ended = sig;
}

static void measure(void)
{
    struct winsize size = {0};
    size_t first = text.nrows > top ? text.rows[top] : 0;

    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    width = size.ws_col > 1 ? size.ws_col : 80;
    height = size.ws_row > 2 ? size.ws_row - 1u : 23; /* the last row is for messages */
    text_cut(&text, width);
    top = text_row_of(&text, first);
}

/* The shell has set its own modes while less was stopped. */
static void make_raw(void)
{
    struct termios raw = cooked;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(keys, TCSANOW, &raw);
}

static void restore(void)
{
    tcsetattr(keys, TCSANOW, &cooked);
    fputs("\r\033[K", stdout);
    fflush(stdout);
}

static size_t last_top(void)
{
    return text.nrows > height ? text.nrows - height : 0;
}

static void draw(void)
{
    fputs("\033[H\033[2J", stdout);
    for (size_t row = top; row < top + height; row++) {
        if (row < text.nrows)
            text_print(&text, row);
        else
            putchar('~');
        putchar('\n');
    }
    if (*message)
        fputs(message, stdout);
    else if (top >= last_top())
        fputs("(END)", stdout);
    else
        printf("%zu%%", 100 * (top + height) / text.nrows);
    message = "";
    fflush(stdout);
}

static void go_down(size_t rows)
{
    top = last_top() > top + rows ? top + rows : last_top();
}

static void go_up(size_t rows)
{
    top = top > rows ? top - rows : 0;
}

/* The next byte; 0: a signal came, also just before this, -1: the end. */
static int read_byte(void)
{
    struct pollfd wanted = {.fd = keys, .events = POLLIN};

    if (ppoll(&wanted, 1, NULL, &unblocked) < 0)
        return errno == EINTR ? 0 : -1;
    unsigned char c;
    return read(keys, &c, 1) == 1 ? c : -1;
}

/* Escape sequences of xterm: ESC [ A and the like, ESC [ 5 ~ . */
static int read_key(void)
{
    static const char letters[] = "ABHF56";
    static const int meanings[] = {KEY_UP,   KEY_DOWN,    KEY_FIRST,
                                   KEY_LAST, KEY_PAGE_UP, KEY_PAGE_DOWN};
    int c = read_byte();

    if (c != '\033')
        return c;
    c = read_byte();
    if (c != '[' && c != 'O')
        return c;
    c = read_byte();
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    while (c >= '0' && c <= '9')
        c = read_byte();
    return letter ? meanings[letter - letters] : c < 0 ? -1 : 0;
}

/* Whether the line at byte `start` has the pattern. */
static int line_matches(size_t start)
{
    const char *line = text.bytes + start, *end = memchr(line, '\n', text.length - start);
    regmatch_t range = {0, end ? end - line : (regoff_t)(text.length - start)};

    return regexec(&pattern, line, 1, &range, REG_STARTEND) == 0;
}

static int begins_line(size_t row)
{
    return text.rows[row] == 0 || text.bytes[text.rows[row] - 1] == '\n';
}

static void search(int back)
{
    if (!have_pattern) {
        message = "Type / and a pattern first.";
        return;
    }
    size_t row = top;
    while (back ? row-- > 0 : ++row < text.nrows)
        if (begins_line(row) && line_matches(text.rows[row])) {
            top = row;
            return;
        }
    message = "No further line has the pattern.";
}

static void read_pattern(int key)
{
    printf("\r\033[K%c", key);
    fflush(stdout);
    size_t n = 0;
    int c;
    while ((c = read_byte()) > 0 && c != '\n' && c != '\r' && c != '\033') {
        if (c == cooked.c_cc[VERASE] || c == '\b') {
            if (n == 0)
                return;
            n--;
            fputs("\b \b", stdout);
        } else if (n + 1 < sizeof(line)) {
            line[n++] = (char)c;
            putchar(c);
        }
        fflush(stdout);
    }
    line[n] = '\0';
    if (c <= 0 || c == '\033')
        return;
    backwards = key == '?';
    if (n > 0) {
        if (have_pattern)
            regfree(&pattern);
        have_pattern = regcomp(&pattern, line, REG_EXTENDED) == 0;
        if (!have_pattern) {
            message = "That is no regular expression.";
            return;
        }
    }
    search(backwards);
}

static void act(int key)
{
    switch (key) {
    case ' ':
    case 'f':
    case KEY_PAGE_DOWN:
        go_down(height);
        break;
    case 'b':
    case KEY_PAGE_UP:
        go_up(height);
        break;
    case 'd':
        go_down(height / 2);
        break;
    case 'u':
        go_up(height / 2);
        break;
    case '\n':
    case '\r':
    case 'j':
    case 'e':
    case KEY_DOWN:
        go_down(1);
        break;
    case 'k':
    case 'y':
    case KEY_UP:
        go_up(1);
        break;
    case 'g':
    case '<':
    case KEY_FIRST:
        top = 0;
        break;
    case 'G':
    case '>':
    case KEY_LAST:
        top = last_top();
        break;
    case '/':
    case '?':
        read_pattern(key);
        break;
    case 'n':
        search(backwards);
        break;
    case 'N':
        search(!backwards);
        break;
    case 0:
        break; /* a signal */
    default:
        message = "space: on   b: back   /TEXT: search   n: next   g G: ends   q: quit";
    }
}

static void handle_signals(void)
{
    static const int handled[] = {SIGWINCH, SIGCONT, SIGINT, SIGTERM};
    static const struct sigaction action = {.sa_handler = on_signal};
    sigset_t blocked;

    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof(handled) / sizeof(handled[0]); i++) {
        sigaddset(&blocked, handled[i]);
        sigaction(handled[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, &unblocked);
}

static void show(void)
{
    int key = 0;

    tcgetattr(keys, &cooked);
    changed = 1;
    handle_signals();
    while (key >= 0 && key != 'q' && !ended) {
        while (changed) {
            changed = 0;
            make_raw();
            measure();
        }
        draw();
        key = read_key();
        if (key >= 0 && key != 'q')
            act(key);
    }
    restore();
    sigprocmask(SIG_SETMASK, &unblocked, NULL);
    if (ended && ended != SIGINT) {
        signal(ended, SIG_DFL);
        raise(ended);
    }
}

static int read_file(FILE *file, const char *name)
{
    (void)name;
    text_read(&text, file);
    return 0;
}

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1)
        tool_usage(USAGE);
    if (optind == argc && isatty(STDIN_FILENO))
        tool_usage(USAGE);
    int status = tool_files(argv + optind, read_file);
    keys = open("/dev/tty", O_RDONLY);
    if (keys < 0)
        keys = STDERR_FILENO;
    if (status != 0 && text.length == 0)
        return status;
    if (isatty(STDOUT_FILENO) && isatty(keys) && text.length > 0)
        show();
    else
        fwrite(text.bytes, 1, text.length, stdout);
    return tool_end(status);
}
