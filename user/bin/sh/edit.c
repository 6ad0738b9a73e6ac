/*
 * The line editor.
 *
 * While a line is typed the terminal is raw: bytes come as they are typed and nothing is echoed.
 * The line occupies one row; a longer one is shown through a window that follows the cursor.
 * Every change redraws the row from the prompt's end on, except that a character added at the end
 * is only written. Bytes are characters: there is no UTF-8.
 */
#include "edit.h"

#include "complete.h"
#include "history.h"
#include "names.h"
#include "pool.h"
#include "sh.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>

#define LINE_BYTES 128 /* at first */
#define SEARCH_MAX 40  /* bytes that are looked for */

static char *line;  /* in the pool */
static size_t room; /* bytes of it, one of them for the NUL at its end */
static size_t length, cursor;
static size_t window; /* the first character shown */
static size_t column; /* where the terminal's cursor is, from the prompt's end */
static const char *prompt;
static int age;           /* of the history line shown, 0: what was typed */
static const char *typed; /* that, while a history line is shown; in the pool */

static size_t columns(void)
{
    size_t used = strlen(prompt) + 1, width = terminal_width();

    return width > used + 8 ? width - used : 8;
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

/* All of the row, after what stands before it. */
static void draw_row(const char *before)
{
    printf("%s%s", before, prompt);
    column = 0;
    draw();
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

/* An interrupt that came just before the read did not end it: the key is of the next line. */
static int kept_key;

static int next_key(void)
{
    int key = kept_key ? kept_key : terminal_key();

    kept_key = sh.interrupted && key != KEY_END ? key : 0;
    return key;
}

/* ^R: the newest line with the bytes that are typed in it; ^R again: an older one.  Any other key
 * ends the search, and is then for the line that was found. */
static void search(void)
{
    char label[SEARCH_MAX + 16], wanted[SEARCH_MAX + 1] = "";
    const char *outer = prompt;
    size_t n = 0;

    for (;;) {
        snprintf(label, sizeof(label), "search '%s': ", wanted);
        prompt = label;
        draw_row("\r\033[K");
        int key = next_key(), found = 0;
        if (sh.interrupted)
            break;
        if (key == CONTROL('R'))
            found = history_find(wanted, age + 1);
        else if ((key == CONTROL('H') || key == 0x7f) && n > 0)
            wanted[--n] = '\0';
        else if (key >= ' ' && key < 0x7f && n < SEARCH_MAX)
            wanted[n++] = (char)key;
        else if (key != KEY_RESIZED && (kept_key = key))
            break;
        wanted[n] = '\0';
        if (key != CONTROL('R') && n > 0)
            found = history_find(wanted, 1);
        if (found)
            show_history(found);
    }
    prompt = outer;
    draw_row("\r\033[K");
}

/* Tab: a blank at the start of a line, where pasted text has it. */
static void add_completion(void)
{
    struct completion completion = {" ", NULL};
    const char *before = pool_string(line, cursor);

    if (before[strspn(before, " ")])
        completion = complete(before);
    if (!*completion.added && completion.names) {
        printf("\n");
        names_print(completion.names);
        draw_row("");
    }
    for (; *completion.added; completion.added++)
        insert(*completion.added);
}

/* Keys that move the cursor; false: it is none of these. */
static bool move_key(int key)
{
    if (key == KEY_LEFT || key == CONTROL('B'))
        move(cursor > 0 ? cursor - 1 : 0);
    else if (key == KEY_RIGHT || key == CONTROL('F'))
        move(cursor < length ? cursor + 1 : length);
    else if (key == KEY_FIRST || key == CONTROL('A'))
        move(0);
    else if (key == KEY_LAST || key == CONTROL('E'))
        move(length);
    else if (key == KEY_UP || key == CONTROL('P'))
        show_history(age + 1);
    else if (key == KEY_DOWN || key == CONTROL('N'))
        show_history(age - 1);
    else
        return false;
    return true;
}

/* Keys that take something out. */
static bool cut_key(int key)
{
    if (key == CONTROL('H') || key == 0x7f)
        cut(cursor > 0 ? cursor - 1 : 0, cursor);
    else if (key == KEY_DELETE || key == CONTROL('D'))
        cut(cursor, cursor < length ? cursor + 1 : length);
    else if (key == CONTROL('U'))
        cut(0, cursor);
    else if (key == CONTROL('K'))
        cut(cursor, length);
    else if (key == CONTROL('W'))
        cut(word_start(), cursor);
    else
        return false;
    return true;
}

/* ^L: also in a window that has another size now. */
static void draw_again(void)
{
    terminal_ask_size();
    draw_row("\033[H\033[2J");
}

static void edit_key(int key)
{
    if (move_key(key) || cut_key(key))
        return;
    if (key == CONTROL('L'))
        draw_again();
    else if (key == KEY_RESIZED)
        draw_row("\r\033[K");
    else if (key == CONTROL('R'))
        search();
    else if (key == '\t')
        add_completion();
    else if (key >= ' ' && key < KEY_END)
        insert((char)key);
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
    terminal_make_raw();
    printf("%s", prompt);
    fflush(stdout);
    /* From here on a ^C is a byte; one before is a signal, which may come yet. */
    enum edit_result how = sh.interrupted ? EDIT_INTERRUPT : edit_keys();
    line[length] = '\0';
    printf("%s\n", how == EDIT_INTERRUPT ? "^C" : "");
    fflush(stdout);
    terminal_restore();
    *result = line;
    return how;
}
