/*
 * Reading ELF (System V ABI, chapters 4 and 5).
 *
 * Nothing in the file is trusted: every offset and count is checked against the file's size before
 * it is used, so that a damaged program gives a message.  A function ends where its size says, or
 * the next one begins: what is between may be code whose symbols were stripped.  A symbol without a
 * size, as in assembly, reaches to the next one or to the end of its section.  A label that inline
 * assembly has within a function is no such symbol.
 */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <abi/elf.h>

#include "prof.h"

#define MARK ".mark." /* of <prof.h>, between name and number */

char *program_read_file(const char *path, size_t *nbytes)
{
    int fd = open(path, O_RDONLY);
    char *bytes = NULL;
    ssize_t n = -1;

    if (fd < 0)
        return NULL;
    struct stat st;
    if (fstat(fd, &st) == 0 && (bytes = malloc((size_t)st.st_size + 8))) {
        size_t have = 0;

        while (have < (size_t)st.st_size &&
               (n = read(fd, bytes + have, (size_t)st.st_size - have)) > 0)
            have += (size_t)n;
        *nbytes = have;
        if (have < (size_t)st.st_size && n < 0) {
            free(bytes);
            bytes = NULL;
        }
    }
    close(fd);
    return bytes;
}

/* Where the image holds count things of nbytes each, or NULL if they reach past its end. */
static const void *inside(const struct program *p, uint64_t offset, uint64_t count, uint64_t nbytes)
{
    if (offset > p->nbytes || (nbytes != 0 && count > (p->nbytes - offset) / nbytes))
        return NULL;
    return p->image + offset;
}

static const struct elf_header *find_header(const struct program *p, const char **problem)
{
    const struct elf_header *header = inside(p, 0, 1, sizeof(*header));

    if (!header || memcmp(header->ident, ELF_MAGIC, strlen(ELF_MAGIC)) != 0) {
        *problem = "not an ELF program; of a script, profile what runs it: prof --follow sh SCRIPT";
        return NULL;
    }
    if (memcmp(header->ident, ELF_IDENT, strlen(ELF_IDENT)) != 0 || header->machine != EM_X86_64 ||
        header->phentsize != sizeof(struct elf_segment) ||
        (header->shnum > 0 && header->shentsize != sizeof(struct elf_section)) ||
        header->phoff % 8 != 0) {
        *problem = "not an ELF program for x86-64";
        return NULL;
    }
    return header;
}

/* The section headers, or NULL. */
static const struct elf_section *sections_of(const struct program *p,
                                             const struct elf_header *header)
{
    return header->shoff % 8 == 0
               ? inside(p, header->shoff, header->shnum, sizeof(struct elf_section))
               : NULL;
}

/* tcc does not align the section headers, which it writes last.  Moves them to a multiple of 8 in
 * the image, which program_read_file() has left room for. */
static void align_sections(struct program *p)
{
    struct elf_header *header = (struct elf_header *)p->image;

    if (p->nbytes < sizeof(*header) || header->shoff > p->nbytes)
        return;
    uint64_t nbytes = header->shnum * sizeof(struct elf_section), to = (header->shoff + 7) & ~7ull;
    if (to == header->shoff || nbytes != p->nbytes - header->shoff)
        return;
    memmove(p->image + to, p->image + header->shoff, nbytes);
    header->shoff = to;
    p->nbytes = to + nbytes;
}

/* If there are several executable segments, the kernel counts in the one with the entry. */
static int find_bounds(struct program *p, const struct elf_header *header, const char **problem)
{
    const struct elf_segment *segment = inside(p, header->phoff, header->phnum, sizeof(*segment));

    for (int i = 0; segment && i < header->phnum; i++, segment++)
        if (segment->type == PT_LOAD && (segment->flags & PF_X) &&
            header->entry - segment->vaddr < segment->memsz) {
            p->low = segment->vaddr & ~(uint64_t)1;
            p->high = (segment->vaddr + segment->memsz + 1) & ~(uint64_t)1;
            if (p->low < p->high)
                return 0;
        }
    *problem = "no code that could be loaded";
    return -1;
}

/* 0: not a function's name.  Otherwise the greater the better. */
static int rank_of(const struct elf_symbol *symbol, const struct elf_section *section,
                   const char *name)
{
    int kind = symbol->info & 15, global = symbol->info >> 4 != 0;

    if (kind != STT_FUNC && kind != STT_NOTYPE)
        return 0;
    if (!(section->flags & SHF_EXECINSTR) || symbol->value < section->addr ||
        symbol->value - section->addr >= section->size || *name == '\0' ||
        strncmp(name, ".L", 2) == 0)
        return 0;
    return 1 + (*name != '_') + 2 * global + 4 * (kind == STT_FUNC) +
           8 * (kind == STT_FUNC && symbol->size > 0);
}

/* A name that is terminated within the string table. */
static const char *name_of(const struct program *p, const struct elf_section *strings, uint32_t at)
{
    const char *table = inside(p, strings->offset, strings->size, 1);

    if (!table || at >= strings->size || !memchr(table + at, '\0', strings->size - at))
        return "";
    return table + at;
}

/* gcc calls a copy of a function for some arguments NAME.constprop.0, and a part of it NAME.part.0:
 * C has no such names. */
static void cut_end(const struct program *p, const char *name)
{
    const char *dot = strchr(name, '.');

    if (dot && dot > name)
        p->image[dot - p->image] = '\0';
}

/* A mark of <prof.h> is local, has no type, and is NAME.mark.N in the table: it ends at the dot. */
static bool cut_mark(const struct program *p, const struct elf_symbol *symbol, const char *name)
{
    const char *dot = strstr(name, MARK);

    if (symbol->info != STT_NOTYPE || !dot)
        return false;
    p->image[dot - p->image] = '\0';
    return true;
}

static void add_symbol(struct program *p, const struct elf_section *sections, int section_count,
                       const struct elf_symbol *symbol, const struct elf_section *strings)
{
    const char *name = name_of(p, strings, symbol->name);

    if (symbol->shndx == 0 || symbol->shndx >= section_count)
        return;
    const struct elf_section *home = &sections[symbol->shndx];
    int rank = rank_of(symbol, home, name);
    if (rank == 0)
        return;
    printable(p->image + (name - p->image));
    bool mark = cut_mark(p, symbol, name), function = (symbol->info & 15) == STT_FUNC;
    if (function)
        cut_end(p, name);
    p->symbols[p->count++] = (struct symbol){.low = symbol->value,
                                             .high = home->addr + home->size,
                                             .name = name,
                                             .global = symbol->info >> 4 != 0,
                                             .mark = mark,
                                             .rank = rank,
                                             .label = symbol->info == STT_NOTYPE && !mark,
                                             .sized = function ? symbol->value + symbol->size : 0};
}

static int by_address(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;

    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->rank != b->rank ? b->rank - a->rank : strcmp(a->name, b->name);
}

/* One symbol for each address, ended by its size or the next. */
static void settle(struct program *p)
{
    size_t kept = 0;
    uint64_t function_end = 0; /* of those before, and of this one */

    qsort(p->symbols, p->count, sizeof(*p->symbols), by_address);
    for (size_t i = 0; i < p->count; i++) {
        struct symbol s = p->symbols[i];

        if (s.label && s.low < function_end)
            continue;
        if (s.sized > function_end)
            function_end = s.sized;
        if (s.sized > s.low && s.sized < s.high)
            s.high = s.sized;
        else if (s.mark && function_end > s.low)
            s.high = function_end;
        if (kept == 0 || s.low != p->symbols[kept - 1].low)
            p->symbols[kept++] = s;
    }
    for (size_t i = 0; i + 1 < kept; i++)
        if (p->symbols[i].high > p->symbols[i + 1].low)
            p->symbols[i].high = p->symbols[i + 1].low;
    p->count = kept;
}

static int find_symbols(struct program *p, const struct elf_header *header, const char **problem)
{
    const struct elf_section *sections = sections_of(p, header);
    const struct elf_symbol *symbols = NULL;

    *problem = "no symbols: its ticks cannot be attributed to functions";
    const struct elf_section *table;
    for (table = sections; table && table < sections + header->shnum; table++) {
        if (table->type != SHT_SYMTAB || table->link >= header->shnum)
            continue;
        if (table->offset % 8 == 0)
            symbols = inside(p, table->offset, table->size, 1);
        break;
    }
    if (!symbols)
        return -1;
    p->symbols = calloc(table->size / sizeof(*symbols) + 1, sizeof(*p->symbols));
    if (!p->symbols) {
        *problem = "more symbols than there is memory for";
        return -1;
    }
    for (size_t i = 0; i < table->size / sizeof(*symbols); i++)
        add_symbol(p, sections, header->shnum, &symbols[i], &sections[table->link]);
    if (p->count == 0)
        return -1;
    settle(p);
    for (size_t i = 0; i < p->count; i++)
        p->symbols[i].same = &p->symbols[i];
    return 0;
}

int program_read(const char *path, struct program *program, const char **problem)
{
    memset(program, 0, sizeof(*program));
    struct stat st;
    if (stat(path, &st) == 0) {
        program->ino = st.st_ino;
        program->mtime_ns = (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
    }
    program->image = program_read_file(path, &program->nbytes);
    if (!program->image) {
        *problem = strerror(errno);
        return -1;
    }
    align_sections(program);
    const struct elf_header *header = find_header(program, problem);
    if (header && find_bounds(program, header, problem) == 0 &&
        find_symbols(program, header, problem) == 0) {
        inlined_read(program);
        return 0;
    }
    program_free(program);
    return -1;
}

void program_free(struct program *program)
{
    free(program->image);
    free(program->symbols);
    inlined_free(&program->inlined);
    memset(program, 0, sizeof(*program));
}

/* 0: a global function's, 1: a mark's, 2: any other symbol. */
static int kind_of(const struct symbol *s)
{
    return s->global ? 0 : s->mark ? 1 : 2;
}

static int by_kind(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;

    return kind_of(a) != kind_of(b) ? kind_of(a) - kind_of(b) : by_address(a, b);
}

void program_keep_globals(struct program *p)
{
    struct symbol *last = NULL;

    for (struct symbol *s = p->symbols; s < p->symbols + p->count; s++)
        if (s->global)
            last = s;
        else if (last)
            last->high = s->high;
    qsort(p->symbols, p->count, sizeof(*p->symbols), by_kind);
    size_t kinds[3] = {0};
    for (size_t i = 0; i < p->count; i++)
        kinds[kind_of(&p->symbols[i])]++;
    for (size_t i = 0; i < p->count; i++)
        p->symbols[i].same = &p->symbols[i];
    inlined_free(&p->inlined);
    p->inlined.depth = 1;
    p->count = kinds[0];
    p->mark_count = kinds[1];
}

bool program_in_dropped_mark(const struct program *p, uint64_t address)
{
    const struct symbol *mark = p->symbols + p->count, *end = mark + p->mark_count;

    while (mark < end && address >= mark->high)
        mark++;
    return mark < end && address >= mark->low;
}

struct symbol *program_find(const struct program *p, uint64_t address)
{
    if (p->kernel && program_is_kernel(address))
        return program_find(p->kernel, address);
    size_t low = 0, high = p->count; /* the first that begins above the address is in [low, high] */

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (p->symbols[middle].low <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && address < p->symbols[low - 1].high ? &p->symbols[low - 1] : NULL;
}

const void *program_section(const struct program *program, const char *name, uint64_t *nbytes)
{
    const char *problem;
    const struct elf_header *header = find_header(program, &problem);
    const struct elf_section *sections = header ? sections_of(program, header) : NULL;

    if (!sections || header->shstrndx >= header->shnum)
        return NULL;
    const struct elf_section *names = &sections[header->shstrndx];
    for (const struct elf_section *s = sections; s < sections + header->shnum; s++)
        if (strcmp(name_of(program, names, s->name), name) == 0) {
            *nbytes = s->size;
            return inside(program, s->offset, s->size, 1);
        }
    return NULL;
}

int program_bounds(const char *path, uint64_t *low, uint64_t *high)
{
    struct program p = {.image = NULL};
    int result = -1;

    p.image = program_read_file(path, &p.nbytes);
    const char *problem;
    const struct elf_header *header;
    if (p.image && (header = find_header(&p, &problem)))
        result = find_bounds(&p, header, &problem);
    *low = p.low;
    *high = p.high;
    program_free(&p);
    return result;
}
