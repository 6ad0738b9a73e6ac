/*
 * prof's reader of line numbers: a damaged table is refused or read as something else, and nothing
 * outside it is touched.  With a program's path it prints that program's table, for test_lines.py.
 */
/* sources: user/bin/prof/line_table.c user/bin/prof/line_list.c user/bin/prof/stabs.c */
/* sources: user/bin/prof/inlined.c user/bin/prof/program.c */
#include "check.h"
#include "user/bin/prof/line_table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *prof_name = "prof"; /* prof.c has it */

#define DAMAGES 400

static void print_table(const char *path)
{
    const char *problem = NULL;
    struct program program;
    CHECK_EQ(program_read(path, &program, &problem), 0);
    struct line_table table;
    CHECK_EQ(line_table_read(&program, &table, &problem), 0);
    for (size_t i = 0; i < table.line_count; i++) {
        const struct line *line = line_table_find(&table, table.lines[i].pc);
        printf("%lx %s %u\n", (unsigned long)table.lines[i].pc,
               line ? table.files[line->file] : "-", line ? line->line : 0);
    }
    CHECK(!line_table_find(&table, program.low - 1));
    line_table_free(&table);
    program_free(&program);
}

/* The section, whose bytes are in the image. */
static unsigned char *section(const struct program *program, const char *name, uint64_t *nbytes)
{
    return (unsigned char *)(uintptr_t)program_section(program, name, nbytes);
}

/* Returns how many tables were refused. */
static unsigned damage(const struct program *program, const char *name)
{
    uint64_t nbytes;
    unsigned char *bytes = section(program, name, &nbytes);
    CHECK(bytes && nbytes > 0);
    unsigned char *copy = malloc(nbytes);
    CHECK(copy);
    memcpy(copy, bytes, nbytes);
    unsigned refused = 0;
    for (unsigned i = 0; i < DAMAGES; i++) {
        for (unsigned k = 0; k < 3; k++)
            bytes[(uint64_t)rand() % (i % 2 ? nbytes : nbytes / 8 + 1)] = (unsigned char)rand();
        const char *problem = NULL;
        struct line_table table;
        if (line_table_read(program, &table, &problem) == 0)
            line_table_free(&table);
        else
            refused += problem != NULL;
        memcpy(bytes, copy, nbytes);
    }
    free(copy);
    return refused;
}

/* A unit whose files have no format: any number of them takes no bytes. */
static void test_no_format(const struct program *program)
{
    uint64_t nbytes;
    unsigned char *bytes = section(program, ".debug_line", &nbytes);
    unsigned char *formats = bytes + 17 + bytes[17]; /* behind the lengths of the opcodes */
    unsigned char *copy = malloc(nbytes);
    CHECK(copy && formats + 4 < bytes + nbytes);
    memcpy(copy, bytes, nbytes);
    unsigned char *files = formats + 4 + 4 * formats[3]; /* behind a format and the entries */
    CHECK(formats[0] == 1 && files < bytes + nbytes);
    files[0] = 0;
    files[1] = 127;
    const char *problem = NULL;
    struct line_table table;
    CHECK_EQ(line_table_read(program, &table, &problem), -1);
    CHECK(strcmp(problem, "damaged line numbers") == 0);
    memcpy(bytes, copy, nbytes);
    free(copy);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        print_table(argv[1]);
        return 0;
    }
    char path[4096];
    snprintf(path, sizeof(path), "%.*s../../user/debug/primes",
             (int)(strrchr(argv[0], '/') + 1 - argv[0]), argv[0]);
    const char *problem = NULL;
    struct program program;
    CHECK_EQ(program_read(path, &program, &problem), 0);
    test_no_format(&program);
    srand(1);
    CHECK(damage(&program, ".debug_line") > DAMAGES / 10);
    damage(&program, ".debug_line_str"); /* names: any bytes are */
    program_free(&program);
    return 0;
}
