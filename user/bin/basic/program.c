/* The lines of the program, in order of their numbers. */
#include "basic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static struct line *lines;
static size_t count, room;

/* The place of the line with that number, whether it exists or not. */
static size_t place_of(int number)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = (low + high) / 2;

        if (lines[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void make_room(size_t place)
{
    if (count == room) {
        room = room ? 2 * room : 64;
        lines = realloc(lines, room * sizeof(*lines));
        if (!lines)
            line_fail("out of memory");
    }
    memmove(&lines[place + 1], &lines[place], (count - place) * sizeof(*lines));
    count++;
}

/* A line whose number exists already replaces the old one. */
void program_add(const char *text, size_t length)
{
    char *copy = malloc(length + 1);

    if (!copy)
        line_fail("out of memory");
    memcpy(copy, text, length);
    copy[length] = '\0';
    while (length > 0 && isspace((unsigned char)copy[length - 1]))
        copy[--length] = '\0';
    if (length == 0) {
        free(copy);
        return;
    }
    char *rest;
    long number = strtol(copy, &rest, 10);
    if (rest == copy || number < 1 || number > LINE_NUMBER_MAX)
        line_fail("each line begins with its number, 1 to 999999");
    size_t place = place_of((int)number);
    if (place == count || lines[place].number != number)
        make_room(place);
    lines[place] = (struct line){(int)number, rest};
}

const struct line *program_first(void)
{
    return count > 0 ? lines : NULL;
}

const struct line *program_next(const struct line *line)
{
    return line + 1 < lines + count ? line + 1 : NULL;
}

const struct line *program_find(int number)
{
    size_t place = place_of(number);

    if (place == count || lines[place].number != number)
        line_fail("no line has that number");
    return &lines[place];
}
