/* The symbols of programs, found by their names in PATH, and those of the kernel. */
#include "trace.h"

#include <abi/elf.h>
#include <sys/kprof.h>

struct program {
    struct program *next;
    char *name, *file;
    size_t nbytes;
    const struct elf_symbol **symbols; /* by address */
    size_t count;
    const char *strings;
};

static struct program *programs;

/* The whole file in memory, or NULL. */
static char *read_file(const char *path, size_t *nbytes)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = NULL;

    if (fd < 0)
        return NULL;
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        text = tool_alloc(NULL, (size_t)st.st_size + 1);
        *nbytes = 0;
        for (ssize_t n; (n = read(fd, text + *nbytes, (size_t)st.st_size - *nbytes)) > 0;)
            *nbytes += (size_t)n;
    }
    close(fd);
    return text;
}

/* n records of a file at this offset, or NULL if it is shorter. */
static const void *inside(const struct program *program, uint64_t offset, uint64_t n, size_t nbytes)
{
    if (offset > program->nbytes || (program->nbytes - offset) / nbytes < n)
        return NULL;
    return program->file + offset;
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = (*(const struct elf_symbol *const *)a)->value;
    uint64_t y = (*(const struct elf_symbol *const *)b)->value;

    return x < y ? -1 : x > y;
}

static void take_symbols(struct program *program, const struct elf_section *table,
                         const struct elf_section *strings)
{
    size_t count = table->size / sizeof(struct elf_symbol);
    const struct elf_symbol *symbols = inside(program, table->offset, count, sizeof(*symbols));
    const char *text = inside(program, strings->offset, strings->size, 1);

    if (!symbols || !text || strings->size == 0 || text[strings->size - 1] != '\0')
        return;
    program->strings = text;
    program->symbols = tool_alloc(NULL, (count + 1) * sizeof(*program->symbols));
    for (size_t i = 0; i < count; i++)
        if (symbols[i].size > 0 && symbols[i].shndx != 0 && symbols[i].name < strings->size)
            program->symbols[program->count++] = &symbols[i];
    qsort(program->symbols, program->count, sizeof(*program->symbols), by_address);
}

static void read_symbols(struct program *program)
{
    const struct elf_header *header = inside(program, 0, 1, sizeof(*header));
    const struct elf_section *sections = NULL;

    if (header && memcmp(header->ident, ELF_IDENT, strlen(ELF_IDENT)) == 0)
        sections = inside(program, header->shoff, header->shnum, sizeof(*sections));
    for (unsigned i = 0; sections && i < header->shnum; i++)
        if (sections[i].type == SHT_SYMTAB && sections[i].link < header->shnum)
            take_symbols(program, &sections[i], &sections[sections[i].link]);
}

static struct program *load(const char *name)
{
    struct program *program = tool_alloc(NULL, sizeof(*program));
    const char *path = getenv("PATH");

    *program = (struct program){.next = programs, .name = strdup(name)};
    programs = program;
    for (path = path ? path : "/bin"; *path && !program->file; path += *path == ':') {
        size_t n = strcspn(path, ":");
        char full[PATH_MAX];
        snprintf(full, sizeof(full), "%.*s/%s", (int)n, path, name);
        program->file = read_file(full, &program->nbytes);
        path += n;
    }
    if (program->file)
        read_symbols(program);
    return program;
}

const char *symbols_find(const char *name, uint64_t addr)
{
    struct program *program = programs;

    while (program && strcmp(program->name, name) != 0)
        program = program->next;
    if (!program)
        program = load(name);
    size_t low = 0, high = program->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (program->symbols[middle]->value <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || addr - program->symbols[low - 1]->value >= program->symbols[low - 1]->size)
        return NULL;
    return program->strings + program->symbols[low - 1]->name;
}

/* The kernel lists its functions to the process whose profile of the kernel is the last. */
static struct kprof_symbol *read_kernel(size_t *count)
{
    if (kprof(KPROF_START, NULL, 0) != 0)
        return NULL;
    kprof(KPROF_STOP, NULL, 0);
    ssize_t n = kprof(KPROF_SYMBOLS, NULL, 0);
    struct kprof_symbol *list = tool_alloc(NULL, (n > 0 ? (size_t)n : 1) * sizeof(*list));
    n = kprof(KPROF_SYMBOLS, list, n > 0 ? (size_t)n : 0);
    *count = n > 0 ? (size_t)n : 0;
    kprof(KPROF_FREE, NULL, 0);
    return list;
}

/* addr: the low half of an address, which has all of it, as the kernel is in the last 2 GiB. */
static const char *find_in_kernel(uint32_t addr)
{
    static const struct kprof_symbol *list;
    static size_t count;
    static char name[sizeof(list->ks_name) + sizeof("_[k]")];

    if (!list)
        list = read_kernel(&count);
    size_t i = 0;
    while (i < count && (uint32_t)list[i].ks_start <= addr)
        i++;
    if (i == 0)
        return "in the kernel";
    snprintf(name, sizeof(name), "%s_[k]", list[i - 1].ks_name);
    return name;
}

const char *symbols_of_tick(const struct tick *tick, unsigned which)
{
    if (!tick->user)
        return find_in_kernel(tick->pcs[which]);
    /* A return address is behind the call, which may be the function's last instruction. */
    const char *name = symbols_find(tick->name, tick->pcs[which] - (which > 0));
    return name ? name : "(no symbol)";
}
