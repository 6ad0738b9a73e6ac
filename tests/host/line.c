/*
 * The console's line discipline (kernel/dev/line.c): what is typed, what is echoed, what is read.
 * Prints the number of checks.
 */
/* sources: kernel/dev/line.c */
#include "dev/line.h"
#include <abi/signal.h>
#include <stdio.h>
#include <string.h>

static unsigned checks, failures;
static struct line line;
static char echoed[65536];
static size_t necho;

static void echo(const char *text, size_t n)
{
    if (necho + n < sizeof(echoed)) {
        memcpy(echoed + necho, text, n);
        necho += n;
    }
}

static void check(const char *what, int good)
{
    checks++;
    if (good)
        return;
    failures++;
    printf("not so: %s (echoed \"%.*s\")\n", what, (int)necho, echoed);
}

static void fresh(void)
{
    line_init(&line, echo);
    necho = 0;
}

static int type_bytes(const char *bytes, size_t n)
{
    int sig = 0;
    for (size_t i = 0; i < n; i++)
        sig = line_input(&line, bytes[i]);
    return sig;
}

static int type(const char *text)
{
    return type_bytes(text, strlen(text));
}

/* One read of up to n bytes gives exactly this text. */
static int reads(size_t n, const char *want)
{
    static uint8_t buf[2 * LINE_RING];
    size_t got = line_read(&line, buf, n);
    return got == strlen(want) && memcmp(buf, want, got) == 0;
}

static int echo_is(const char *want)
{
    return necho == strlen(want) && memcmp(echoed, want, necho) == 0;
}

static void mode(tcflag_t set, tcflag_t clear)
{
    struct termios t = line.termios;
    t.c_lflag = (t.c_lflag | set) & ~clear;
    line_set_termios(&line, &t, false);
}

static void lines(void)
{
    fresh();
    type("ab");
    check("half a line is not ready", line_waiting(&line) == 0);
    type("c\rde\n");
    check("a line reads as a line", reads(100, "abc\n"));
    check("the next one is left", reads(100, "de\n") && line_waiting(&line) == 0);
    check("it is echoed as typed, CR as newline", echo_is("abc\nde\n"));

    fresh();
    type("abcdef\n");
    check("a short read takes the line's beginning", reads(2, "ab"));
    check("the rest comes next", reads(100, "cdef\n"));
}

static void end_of_file(void)
{
    fresh();
    type("\x04");
    check("^D alone wakes the reader", line_waiting(&line) == 1);
    check("^D alone reads as nothing", reads(100, ""));
    type("ab\x04"
         "cd\n");
    check("^D ends a line without newline", reads(100, "ab"));
    check("what follows is a line of its own", reads(100, "cd\n"));
    type("abc\x04");
    check("exactly as much as is there", reads(3, "abc"));
    check("leaves no end of file behind", line_waiting(&line) == 0);
    type("abc\x04");
    check("less than is there", reads(2, "ab") && reads(100, "c"));
    check("^D is not echoed", memchr(echoed, '^', necho) == NULL);
}

static void editing(void)
{
    fresh();
    type("ab\x7f"
         "c\bd\n");
    check("^? and ^H erase", reads(100, "ad\n"));
    check("and so on the screen", echo_is("ab\b \bc\b \bd\n"));
    fresh();
    type("\x7f\x15\x17x\n");
    check("nothing is erased in front of the line", reads(100, "x\n") && echo_is("x\n"));
    fresh();
    type("one two  \x17"
         "2\n");
    check("^W erases a word and the blanks after it", reads(100, "one 2\n"));
    fresh();
    type("abc\x15"
         "d\n");
    check("^U erases the line", reads(100, "d\n") && echo_is("abc\b \b\b \b\b \bd\n"));
    fresh();
    type("one\nab\x15\n");
    check("but not the line before", reads(100, "one\n") && reads(100, "\n"));
    fresh();
    type("a\xc3\xa9\xe2\x82\xac\x7f\x7f"
         "b\n");
    check("a UTF-8 character is erased whole", reads(100, "ab\n"));
    check("and is one column", echo_is("a\xc3\xa9\xe2\x82\xac\b \b\b \bb\n"));
    fresh();
    type("\x01\t\x7f\n");
    check("control characters echo as two columns", echo_is("^A^I\b \b\b \b\n"));
    check("and are read as they are", reads(100, "\x01\n"));
}

static void signals(void)
{
    fresh();
    type("old\nhalf");
    check("^C is SIGINT", type("\x03") == SIGINT);
    check("^C drops what was typed", line_waiting(&line) == 0);
    check("^\\ is SIGQUIT", type("\x1c") == SIGQUIT);
    check("^Z is SIGTSTP", type("\x1a") == SIGTSTP);
    check("they are echoed", echo_is("old\nhalf^C^\\^Z"));
    check("other keys send nothing", type("new\n") == 0 && reads(100, "new\n"));
    mode(0, ISIG);
    check("without ISIG ^C is a byte", type("\x03\n") == 0 && reads(100, "\x03\n"));
}

static void raw(void)
{
    fresh();
    mode(0, ICANON | ECHO | ISIG);
    type("a\x7f\x04\x03\r");
    check("raw bytes come as they are", reads(100, "a\x7f\x04\x03\n") && necho == 0);
    type_bytes("\0", 1);
    check("NUL is a byte like others", line_waiting(&line) == 1);
    line.head = line.ready;

    mode(ICANON, 0);
    type("half");
    mode(0, ICANON);
    check("leaving cooked mode frees what was being edited", reads(100, "half"));
    type("axx\x7fy\nend\x04"
         "more");
    mode(ICANON | ECHO | ISIG, 0);
    check("entering it edits what was typed ahead", reads(100, "axy\n"));
    check("ends it", reads(100, "end") && line_waiting(&line) == 0);
    check("shows it", echo_is("axx\b \by\nendmore"));
    type("\n");
    check("and lets it be finished", reads(100, "more\n"));
    mode(0, ICANON | ISIG);
    type("lost\x03"
         "kept\n");
    struct termios t = line.termios;
    t.c_lflag |= ICANON | ISIG;
    check("a ^C typed ahead counts then", line_set_termios(&line, &t, false) == SIGINT);
    check("for what was in front of it", reads(100, "kept\n"));
}

static void full(void)
{
    fresh();
    for (int i = 0; i < LINE_RING + 10; i++)
        type("x");
    check("too long a line rings the bell", echoed[necho - 1] == '\a');
    type("\n");
    check("and can be ended", line_waiting(&line) == LINE_RING);
    type("\n\x04y");
    check("nothing more fits in", line_waiting(&line) == LINE_RING);
    static uint8_t buf[LINE_RING];
    check("it is read whole", line_read(&line, buf, LINE_RING) == LINE_RING);
    check("with its newline", buf[LINE_RING - 1] == '\n' && buf[LINE_RING - 2] == 'x');
    for (int round = 0; round < 3 * LINE_RING; round++) {
        type("ab\n");
        if (!reads(100, "ab\n"))
            check("the ring goes round", 0);
    }
}

static void returns_and_newlines(void)
{
    fresh();
    line.termios.c_iflag = 0;
    type("a\rb\n");
    check("no flag changes a carriage return", reads(100, "a\rb\n"));
    line.termios.c_iflag = IGNCR | ICRNL;
    type("a\rb\n");
    check("IGNCR ignores it, also with ICRNL", reads(100, "ab\n"));
    line.termios.c_iflag = INLCR;
    type("a\nb\r\x04");
    check("INLCR makes it of a newline", reads(100, "a\rb\r"));
}

static void output(void)
{
    fresh();
    char out[8];
    check("output is left alone", line_output(&line, "a\nb\n", 4, out) == 4);
    line.termios.c_oflag |= ONLCR;
    check("ONLCR adds CR",
          line_output(&line, "a\nb\n", 4, out) == 6 && memcmp(out, "a\r\nb\r\n", 6) == 0);
    type("x\n");
    check("in the echo too", echo_is("x\r\n"));
}

static void set_flags(tcflag_t input, tcflag_t local)
{
    fresh();
    struct termios t = line.termios;
    t.c_iflag = input;
    t.c_lflag = local;
    line_set_termios(&line, &t, false);
}

static void input_flags(void)
{
    set_flags(IGNCR | ICRNL, ICANON);
    type("a\rb\n");
    check("IGNCR drops a carriage return", reads(100, "ab\n"));
    set_flags(INLCR, 0);
    type("a\rb\n");
    check("INLCR makes a carriage return of a newline", reads(100, "a\rb\r"));
    set_flags(ISTRIP, 0);
    type("\xc1\xe2");
    check("ISTRIP clears the top bit", reads(100, "Ab"));
}

static void local_flags(void)
{
    set_flags(0, ICANON | ECHO);
    type("ab\x7f\x15");
    check("without ECHOE and ECHOK the screen keeps what was erased", echo_is("ab"));
    type("c\n");
    check("it was erased all the same", reads(100, "c\n"));
    set_flags(0, ICANON | ECHO | ECHOE);
    type("ab\x7f\x15");
    check("ECHOE erases one on the screen", echo_is("ab\b \b"));
    set_flags(0, ICANON | ECHO | ECHOK);
    type("ab\x15");
    check("ECHOK erases the line on the screen", echo_is("ab\b \b\b \b"));
    set_flags(0, ICANON | ECHONL);
    type("ab\n");
    check("ECHONL echoes a newline only", echo_is("\n"));
    set_flags(0, ICANON);
    type("ab\x17\n");
    check("^W is a byte without IEXTEN", reads(100, "ab\x17\n") && necho == 0);
    set_flags(0, ICANON | ISIG | NOFLSH);
    check("NOFLSH keeps what was typed", type("old\n\x03") == SIGINT && reads(100, "old\n"));
}

static void end_of_line_key(void)
{
    fresh();
    struct termios t = line.termios;
    t.c_cc[VEOL] = ';';
    line_set_termios(&line, &t, false);
    type("a;b;");
    check("VEOL ends a line", reads(100, "a;") && reads(100, "b;"));
}

/* POSIX: tcsetattr does what it can, and tcgetattr shows what was done. */
static void flags_without_meaning(void)
{
    struct termios none = {0}, all;
    fresh();
    memset(&all, 0xff, sizeof(all));
    line_set_termios(&line, &all, false);
    check("c_iflag has what was done", line.termios.c_iflag == (ICRNL | IGNCR | INLCR | ISTRIP));
    check("so has c_oflag", line.termios.c_oflag == (OPOST | ONLCR));
    check("so has c_lflag", line.termios.c_lflag == (ECHO | ICANON | ISIG | IEXTEN | ECHOE | ECHOK |
                                                     ECHONL | NOFLSH | TOSTOP));
    check("c_cflag is fixed", line.termios.c_cflag == (CS8 | CREAD));
    check("and no key stops output", !line.termios.c_cc[VSTART] && !line.termios.c_cc[VSTOP]);
    line_set_termios(&line, &none, false);
    check("flags are cleared", !line.termios.c_iflag && !line.termios.c_oflag &&
                                   !line.termios.c_lflag && line.termios.c_cflag == (CS8 | CREAD));
}

int main(void)
{
    input_flags();
    local_flags();
    end_of_line_key();
    flags_without_meaning();
    lines();
    end_of_file();
    editing();
    signals();
    raw();
    full();
    returns_and_newlines();
    output();
    printf("%u checks, %u failures\n", checks, failures);
    return failures != 0;
}
