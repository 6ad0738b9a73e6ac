/*
 * Reading line numbers (DWARF 5, section 6.2; versions 2 to 4 have other lists of files).
 *
 * The section .debug_line is a list of units, one for each source file that was compiled.  A unit
 * is a header with the names of its files, and a program: opcodes for a machine that has the
 * registers pc, file and line, and appends them to the table now and then.  Most opcodes are
 * "special": one byte advances pc and line by a little and appends.  For example, with a line base
 * of -5 and a line range of 14, opcode 34 (21 above the first, 13) adds 1 to the pc and 2 to the
 * line.
 *
 * A sequence is a run of code with ascending addresses; each function has its own.  Addresses
 * behind its end have no line.  The sequences of functions that the linker has removed begin at 0,
 * outside the text.
 *
 * Nothing in the file is trusted: a cursor never leaves its section, and a damaged unit ends the
 * reading with a problem.
 */
#include "line_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "line_list.h"
#include "stabs.h"

/* Standard opcodes, section 6.2.5.2 */
enum {
    EXTENDED,
    COPY,
    ADVANCE_PC,
    ADVANCE_LINE,
    SET_FILE,
    CONST_ADD_PC = 8,
    FIXED_ADVANCE_PC,
};

/* Extended opcodes, section 6.2.5.3 */
enum { END_SEQUENCE = 1, SET_ADDRESS };

/* The kinds and the encodings of a name table's entries: sections 6.2.4.1 and 7.5.6 */
enum { CONTENT_PATH = 1, CONTENT_DIRECTORY };
enum {
    FORM_DATA2 = 0x05,
    FORM_DATA4,
    FORM_DATA8,
    FORM_STRING,
    FORM_BLOCK,
    FORM_DATA1 = 0x0b,
    FORM_UDATA = 0x0f,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP,
};

#define FORMATS_MAX 8

struct cursor {
    const unsigned char *at, *end;
    bool bad; /* a read went beyond the end; such reads return 0 */
};

/* A unit's header. */
struct unit {
    struct cursor rest; /* the line program, once the header is read */
    unsigned min_length, opcode_base, line_range;
    int line_base;
    unsigned char operands[256]; /* of the standard opcodes */
    unsigned first_number;       /* of its first file: 0, or 1 before DWARF 5 */
    size_t first_file;           /* that one, in the table */
    size_t file_count;
};

struct reader {
    struct line_list list;
    struct cursor strings; /* .debug_line_str */
};

/* --- a cursor --- */

static const unsigned char *take(struct cursor *c, uint64_t n)
{
    const unsigned char *at = c->at;

    if (n > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        c->at = c->end;
        return NULL;
    }
    c->at += n;
    return at;
}

static uint64_t take_number(struct cursor *c, size_t nbytes)
{
    const unsigned char *bytes = take(c, nbytes);
    uint64_t value = 0;

    if (bytes)
        memcpy(&value, bytes, nbytes);
    return value;
}

/* LEB128, section 7.6: seven bits a byte, the lowest first. */
static uint64_t take_unsigned(struct cursor *c)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;

    do {
        byte = take_number(c, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static int64_t take_signed(struct cursor *c)
{
    const unsigned char *start = c->at;
    uint64_t value = take_unsigned(c);
    unsigned bits = 7 * (unsigned)(c->at - start);

    if (bits > 0 && bits < 64 && value >> (bits - 1) & 1)
        value |= ~(uint64_t)0 << bits;
    return (int64_t)value;
}

static const char *take_string(struct cursor *c)
{
    const unsigned char *nul = memchr(c->at, '\0', (size_t)(c->end - c->at));
    const unsigned char *string = take(c, nul ? (uint64_t)(nul - c->at) + 1 : UINT64_MAX);

    return string ? (const char *)string : "";
}

/* --- names of files --- */

struct format {
    uint64_t content, form;
};

/* Takes the formats of a list's entries, and the number of the entries.  Each entry must have at
 * least a byte: then reading the entries checks their number against the section's length. */
static size_t take_formats(struct cursor *c, struct format *formats, uint64_t *entry_count)
{
    size_t count = take_number(c, 1);

    if (count > FORMATS_MAX)
        c->bad = true;
    for (size_t i = 0; i < count && !c->bad; i++) {
        formats[i].content = take_unsigned(c);
        formats[i].form = take_unsigned(c);
    }
    *entry_count = take_unsigned(c);
    if (count == 0 && *entry_count > 0)
        c->bad = true;
    return c->bad ? 0 : count;
}

struct value {
    uint64_t number;
    const char *string;
};

static struct value take_value(struct reader *r, struct cursor *c, uint64_t form)
{
    struct cursor string = r->strings;

    switch (form) {
    case FORM_STRING:
        return (struct value){.string = take_string(c)};
    case FORM_LINE_STRP:
        take(&string, take_number(c, 4));
        c->bad |= string.bad;
        return (struct value){.string = take_string(&string)};
    case FORM_DATA1:
        return (struct value){.number = take_number(c, 1)};
    case FORM_DATA2:
        return (struct value){.number = take_number(c, 2)};
    case FORM_DATA4:
        return (struct value){.number = take_number(c, 4)};
    case FORM_DATA8:
        return (struct value){.number = take_number(c, 8)};
    case FORM_UDATA:
        return (struct value){.number = take_unsigned(c)};
    case FORM_DATA16:
        take(c, 16);
        break;
    case FORM_BLOCK:
        take(c, take_unsigned(c));
        break;
    default:
        c->bad = true;
    }
    return (struct value){.number = 0};
}

struct entry {
    const char *path;
    uint64_t directory;
};

static struct entry take_entry(struct reader *r, struct cursor *c, const struct format *formats,
                               size_t format_count)
{
    struct entry entry = {.path = ""};

    for (size_t i = 0; i < format_count; i++) {
        struct value value = take_value(r, c, formats[i].form);

        if (formats[i].content == CONTENT_PATH && value.string)
            entry.path = value.string;
        else if (formats[i].content == CONTENT_DIRECTORY)
            entry.directory = value.number;
    }
    return entry;
}

/* Before DWARF 5, both lists end with an empty name.  Directory 0, which has no entry, is the one
 * that the compiler ran in. */
static bool take_old_files(struct reader *r, struct unit *unit, struct cursor *c)
{
    const struct cursor directories = *c;

    while (*take_string(c))
        ;
    unit->first_file = r->list.table->file_count;
    for (const char *name; *(name = take_string(c));) {
        struct cursor d = directories;
        const char *directory = "";
        uint64_t left = take_unsigned(c);

        take_unsigned(c); /* the time of its last change */
        take_unsigned(c); /* its length */
        for (; left > 0 && d.at < c->at; left--)
            directory = take_string(&d);
        if (!line_list_add_file(&r->list, "", directory, name))
            return false;
    }
    unit->file_count = r->list.table->file_count - unit->first_file;
    return !c->bad;
}

/* Directory 0 is the one that the compiler ran in; relative paths begin there.  "." is the tree. */
static bool take_files(struct reader *r, struct unit *unit, struct cursor *c)
{
    struct format formats[FORMATS_MAX];
    uint64_t directory_count, file_count;
    size_t format_count = take_formats(c, formats, &directory_count);
    const struct cursor directories = *c;
    const char *base = "";

    for (uint64_t i = 0; i < directory_count && !c->bad; i++) {
        struct entry directory = take_entry(r, c, formats, format_count);
        if (i == 0 && strcmp(directory.path, ".") != 0)
            base = directory.path;
    }
    struct format file_formats[FORMATS_MAX];
    size_t file_format_count = take_formats(c, file_formats, &file_count);
    unit->first_file = r->list.table->file_count;
    for (uint64_t i = 0; i < file_count && !c->bad; i++) {
        struct entry file = take_entry(r, c, file_formats, file_format_count);
        struct entry directory = {.path = ""};
        struct cursor d = directories;

        for (uint64_t k = 0; k <= file.directory && k < directory_count; k++)
            directory = take_entry(r, &d, formats, format_count);
        if (!line_list_add_file(&r->list, base, file.directory > 0 ? directory.path : "",
                                file.path))
            return false;
    }
    unit->file_count = r->list.table->file_count - unit->first_file;
    return !c->bad;
}

/* --- lines --- */

struct registers {
    uint64_t pc, file, line;
};

static bool append(struct reader *r, const struct unit *unit, const struct registers *at, bool ends)
{
    uint64_t number = at->file - unit->first_number;
    bool known = !ends && number < unit->file_count;

    return line_list_add(&r->list, at->pc, known ? unit->first_file + number : 0,
                         known ? at->line : 0);
}

static const struct registers start = {.file = 1, .line = 1};

static bool extended(struct reader *r, struct unit *unit, struct registers *at)
{
    uint64_t length = take_unsigned(&unit->rest);
    struct cursor c = {.at = unit->rest.at};

    if (!take(&unit->rest, length))
        return false;
    c.end = unit->rest.at;
    switch (take_number(&c, 1)) {
    case END_SEQUENCE:
        if (!append(r, unit, at, true))
            return false;
        *at = start;
        break;
    case SET_ADDRESS:
        at->pc = take_number(&c, 8);
        break;
    default: /* such as a discriminator: nothing that is needed here */
        break;
    }
    return !c.bad;
}

static void advance(const struct unit *unit, struct registers *at, unsigned special)
{
    at->pc += special / unit->line_range * unit->min_length;
}

static bool standard(struct reader *r, struct unit *unit, struct registers *at, unsigned opcode)
{
    switch (opcode) {
    case COPY:
        return append(r, unit, at, false);
    case ADVANCE_PC:
        at->pc += take_unsigned(&unit->rest) * unit->min_length;
        break;
    case ADVANCE_LINE:
        at->line += (uint64_t)take_signed(&unit->rest);
        break;
    case SET_FILE:
        at->file = take_unsigned(&unit->rest);
        break;
    case CONST_ADD_PC:
        advance(unit, at, 255 - unit->opcode_base);
        break;
    case FIXED_ADVANCE_PC:
        at->pc += take_number(&unit->rest, 2);
        break;
    default: /* columns, statements and newer opcodes: without meaning here */
        for (unsigned i = 0; i < unit->operands[opcode]; i++)
            take_unsigned(&unit->rest);
    }
    return true;
}

static bool run(struct reader *r, struct unit *unit)
{
    struct registers at = start;
    bool ok = true;

    while (ok && unit->rest.at < unit->rest.end) {
        unsigned opcode = (unsigned)take_number(&unit->rest, 1);

        if (opcode >= unit->opcode_base) {
            unsigned special = opcode - unit->opcode_base;

            advance(unit, &at, special);
            at.line += (uint64_t)(unit->line_base + (int)(special % unit->line_range));
            ok = append(r, unit, &at, false);
        } else if (opcode == EXTENDED) {
            ok = extended(r, unit, &at);
        } else {
            ok = standard(r, unit, &at, opcode);
        }
    }
    return ok && !unit->rest.bad;
}

/* --- units --- */

static bool take_header(struct reader *r, struct unit *unit, struct cursor *c)
{
    uint64_t version = take_number(c, 2);

    if (version < 2 || version > 5) {
        r->list.problem = "line numbers of another version than DWARF 2 to 5";
        return false;
    }
    unit->first_number = version < 5;
    if (version == 5)
        take(c, 2); /* sizes of an address and of a segment selector */
    struct cursor header = *c;
    uint64_t header_length = take_number(&header, 4);
    unit->rest = header;
    if (!take(&unit->rest, header_length))
        return false;
    unit->min_length = (unsigned)take_number(&header, 1);
    take(&header,
         version < 4 ? 1 : 2); /* operations an instruction; whether lines are statements */
    unit->line_base = (int)take_number(&header, 1);
    if (unit->line_base > INT8_MAX)
        unit->line_base -= 256; /* it is signed */
    unit->line_range = (unsigned)take_number(&header, 1);
    unit->opcode_base = (unsigned)take_number(&header, 1);
    for (unsigned i = 1; i < unit->opcode_base; i++)
        unit->operands[i] = (unsigned char)take_number(&header, 1);
    if (unit->line_range == 0 || unit->opcode_base == 0)
        return false;
    return version < 5 ? take_old_files(r, unit, &header) : take_files(r, unit, &header);
}

static bool take_unit(struct reader *r, struct cursor *section)
{
    uint64_t length = take_number(section, 4);
    struct cursor c = {.at = section->at};

    if (!take(section, length))
        return false;
    c.end = section->at;
    struct unit unit = {.min_length = 1};
    return take_header(r, &unit, &c) && run(r, &unit);
}

/* By pc.  At the same pc, the end of one sequence comes before the start of another. */
static int by_pc(const void *left, const void *right)
{
    const struct line *a = left, *b = right;

    if (a->pc != b->pc)
        return a->pc < b->pc ? -1 : 1;
    return (a->line != 0) - (b->line != 0);
}

/* One entry for a pc, and none outside the program's text. */
static void settle(struct line_table *t, const struct program *program)
{
    size_t kept = 0;

    qsort(t->lines, t->line_count, sizeof(*t->lines), by_pc);
    for (size_t i = 0; i < t->line_count; i++) {
        const struct line *line = &t->lines[i];
        bool last = i + 1 == t->line_count || line[1].pc != line->pc;

        if (last && line->pc >= program->low && line->pc <= program->high)
            t->lines[kept++] = *line;
    }
    t->line_count = kept;
}

static bool read_dwarf(struct reader *r, const struct program *program)
{
    struct cursor section = {.bad = false};
    uint64_t nbytes;

    section.at = program_section(program, ".debug_line", &nbytes);
    section.end = section.at ? section.at + nbytes : NULL;
    r->strings.at = program_section(program, ".debug_line_str", &nbytes);
    r->strings.end = r->strings.at ? r->strings.at + nbytes : NULL;
    while (section.at < section.end)
        if (!take_unit(r, &section))
            return false;
    return true;
}

int line_table_read(const struct program *program, struct line_table *table, const char **problem)
{
    struct reader r = {.list = {.table = table, .problem = "damaged line numbers"}};

    *table = (struct line_table){.lines = NULL};
    if (!read_dwarf(&r, program) || !stabs_read(&r.list, program)) {
        line_table_free(table);
        *problem = r.list.problem;
        return -1;
    }
    if (!table->lines) {
        *problem = "no line numbers; build it with -g";
        return -1;
    }
    settle(table, program);
    return 0;
}

void line_table_free(struct line_table *table)
{
    for (size_t i = 0; i < table->file_count; i++)
        free(table->files[i]);
    free(table->files);
    free(table->lines);
    *table = (struct line_table){.lines = NULL};
}

const struct line *line_table_find(const struct line_table *table, uint64_t pc)
{
    size_t low = 0, high = table->line_count; /* those before low are not above the pc */

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table->lines[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && table->lines[low - 1].line != 0 ? &table->lines[low - 1] : NULL;
}
