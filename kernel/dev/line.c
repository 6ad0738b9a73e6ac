/*
 * Typed bytes are in one ring with three positions: what a program may read is between head and
 * ready, the line being edited between ready and tail.  A newline or end-of-file key advances ready
 * to tail.  Without ICANON every byte does, so nothing is ever edited.
 *
 * End of file is a separate entry, LINE_EOF, because a line "abc^D" ends without a byte that marks
 * its end; if nothing precedes it, a read returns 0 bytes.
 *
 * Invariant: head <= ready <= tail <= head + LINE_RING.  The last free entry is reserved for the
 * end of a line, so a line that is too long can always be finished; a byte that does not fit rings
 * the bell.
 *
 * A tab is echoed as ^I, like other control characters: its width would depend on what a program
 * printed before it, and erasing it must remove just as much.
 *
 * Left out: quoting the next character, reprinting the line, stopping output (^S); breaks, parity
 * and stop bits, which a virtual serial line does not have.
 * Source: POSIX.1-2017, XBD chapter 11.
 */
#include "dev/line.h"
#include <abi/signal.h>

#define LINE_EOF     0x100
#define CTRL(letter) (0x1f & (letter))
#define DEL          0x7f

#define INPUT_FLAGS  (ICRNL | IGNCR | INLCR | ISTRIP)
#define OUTPUT_FLAGS (OPOST | ONLCR)
#define LOCAL_FLAGS  (ECHO | ICANON | ISIG | IEXTEN | ECHOE | ECHOK | ECHONL | NOFLSH | TOSTOP)

static const struct termios cooked = {
    .c_iflag = ICRNL,
    .c_oflag = OPOST,
    .c_cflag = CS8 | CREAD,
    .c_lflag = ECHO | ECHOE | ECHOK | ICANON | ISIG | IEXTEN,
    .c_cc = {[VINTR] = CTRL('C'),
             [VQUIT] = CTRL('\\'),
             [VERASE] = DEL,
             [VKILL] = CTRL('U'),
             [VSUSP] = CTRL('Z'),
             [VEOF] = CTRL('D'),
             [VWERASE] = CTRL('W'),
             [VMIN] = 1},
    .c_ispeed = 115200,
    .c_ospeed = 115200,
};

void line_init(struct line *line, void (*echo)(const char *text, size_t n))
{
    line->termios = cooked;
    line->echo = echo;
    line->head = line->ready = line->tail = 0;
}

static bool has(const struct line *line, tcflag_t local_flag)
{
    return line->termios.c_lflag & local_flag;
}

/* A 0 in c_cc disables that control character. */
static bool is_key(const struct line *line, int which, uint8_t byte)
{
    return byte != 0 && line->termios.c_cc[which] == byte;
}

static uint16_t *entry(struct line *line, uint32_t at)
{
    return &line->ring[at % LINE_RING];
}

static bool is_control(uint8_t byte)
{
    return byte < ' ' || byte == DEL;
}

static void echo(struct line *line, uint8_t byte)
{
    if (!has(line, ECHO) && !(byte == '\n' && has(line, ECHONL) && has(line, ICANON)))
        return;
    char text[2] = {'^', byte ^ 0x40};
    size_t n = 2;
    if (byte == '\n' || !is_control(byte))
        n = line_output(line, (const char *)&byte, 1, text);
    line->echo(text, n);
}

/* Stores an entry, if there is room.  The last place is for an entry that ends a line, which makes
 * the line readable. */
static bool store(struct line *line, uint16_t value, bool ends)
{
    if (LINE_RING - (line->tail - line->head) <= (ends ? 0 : 1)) {
        line->echo("\a", 1);
        return false;
    }
    *entry(line, line->tail++) = value;
    if (ends)
        line->ready = line->tail;
    return true;
}

/* Erases the last character of the edited line, which may have several bytes.  If the flag is set,
 * the screen loses it as well. */
static void erase(struct line *line, tcflag_t flag)
{
    uint8_t byte;
    do {
        if (line->tail == line->ready)
            return;
        byte = *entry(line, --line->tail);
    } while ((byte & 0xc0) == 0x80); /* it continues a UTF-8 character */
    unsigned columns = is_control(byte) ? 2 : 1;
    while (has(line, ECHO) && has(line, flag) && columns-- > 0)
        line->echo("\b \b", 3);
}

static bool last_is_blank(struct line *line)
{
    uint16_t last = *entry(line, line->tail - 1);
    return last == ' ' || last == '\t';
}

static void erase_word(struct line *line)
{
    while (line->tail != line->ready && last_is_blank(line))
        erase(line, ECHOE);
    while (line->tail != line->ready && !last_is_blank(line))
        erase(line, ECHOE);
}

static bool ends_line(const struct line *line, uint8_t byte)
{
    return byte == '\n' || is_key(line, VEOL, byte);
}

static void canonical_input(struct line *line, uint8_t byte)
{
    if (is_key(line, VERASE, byte) || byte == '\b') {
        erase(line, ECHOE);
    } else if (is_key(line, VWERASE, byte) && has(line, IEXTEN)) {
        erase_word(line);
    } else if (is_key(line, VKILL, byte)) {
        while (line->tail != line->ready)
            erase(line, ECHOK);
    } else if (is_key(line, VEOF, byte)) {
        store(line, LINE_EOF, true);
    } else if (store(line, byte, ends_line(line, byte))) {
        echo(line, byte);
    }
}

static void discard(struct line *line)
{
    line->head = line->ready = line->tail;
}

static int signal_of(const struct line *line, uint8_t byte)
{
    if (!has(line, ISIG))
        return 0;
    return is_key(line, VINTR, byte)   ? SIGINT
           : is_key(line, VQUIT, byte) ? SIGQUIT
           : is_key(line, VSUSP, byte) ? SIGTSTP
                                       : 0;
}

/* The byte that c_iflag makes of a byte typed; false: it is dropped. */
static bool map_input(const struct line *line, uint8_t *byte)
{
    tcflag_t flags = line->termios.c_iflag;
    if (flags & ISTRIP)
        *byte &= 0x7f;
    if (*byte == '\r' && flags & IGNCR)
        return false;
    if (*byte == '\r' && flags & ICRNL)
        *byte = '\n';
    else if (*byte == '\n' && flags & INLCR)
        *byte = '\r';
    return true;
}

int line_input(struct line *line, uint8_t byte)
{
    if (!map_input(line, &byte))
        return 0;
    int sig = signal_of(line, byte);
    if (sig) {
        if (!has(line, NOFLSH))
            discard(line); /* XBD 11.1.9 */
        echo(line, byte);
        return sig;
    }
    if (has(line, ICANON))
        canonical_input(line, byte);
    else if (store(line, byte, true))
        echo(line, byte);
    return 0;
}

size_t line_waiting(const struct line *line)
{
    return line->ready - line->head;
}

size_t line_read(struct line *line, uint8_t *buf, size_t n)
{
    bool ended = false;
    size_t nread = 0;
    while (!ended && line->head != line->ready) {
        uint16_t value = *entry(line, line->head);
        if (nread == n && value != LINE_EOF)
            break;
        line->head++;
        if (value != LINE_EOF)
            buf[nread++] = value;
        /* An end of file right after the last byte that fits belongs to this read. */
        ended = has(line, ICANON) && (value == LINE_EOF || ends_line(line, value));
    }
    return nread;
}

/*
 * Passes all unread entries to line_input() again, so that a ^D or ^? typed while the shell was
 * still editing its own line has its effect on the next program.  The new entries overwrite the old
 * ones; since an entry makes at most one new one, each is read before it is overwritten.
 */
static int type_again(struct line *line)
{
    int sig = 0;
    uint32_t end = line->tail;
    line->ready = line->tail = line->head;
    for (uint32_t at = line->head; at != end; at++) {
        uint16_t value = *entry(line, at);
        int asked = 0;
        if (value != LINE_EOF)
            asked = line_input(line, value);
        else
            store(line, value, true);
        if (asked)
            sig = asked;
    }
    return sig;
}

static void set_supported(struct termios *to, const struct termios *from)
{
    *to = *from;
    to->c_iflag &= INPUT_FLAGS;
    to->c_oflag &= OUTPUT_FLAGS;
    to->c_cflag = CS8 | CREAD;
    to->c_lflag &= LOCAL_FLAGS;
    to->c_cc[VSTART] = to->c_cc[VSTOP] = 0;
}

int line_set_termios(struct line *line, const struct termios *termios, bool drop)
{
    bool was_canonical = has(line, ICANON);
    set_supported(&line->termios, termios);
    if (drop)
        discard(line);
    if (was_canonical && !has(line, ICANON))
        line->ready = line->tail; /* the unfinished line can be read as it is */
    return !was_canonical && has(line, ICANON) ? type_again(line) : 0;
}

size_t line_output(const struct line *line, const char *text, size_t n, char *out)
{
    bool onlcr = (line->termios.c_oflag & (OPOST | ONLCR)) == (OPOST | ONLCR);
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n' && onlcr)
            out[length++] = '\r';
        out[length++] = text[i];
    }
    return length;
}
