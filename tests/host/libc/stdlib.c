/* Memory, sorting, integers from text, options, environment. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

void *t_malloc(size_t n);
void *t_calloc(size_t count, size_t size);
void *t_realloc(void *p, size_t n);
int t_posix_memalign(void **p, size_t align, size_t n);
void *t_aligned_alloc(size_t align, size_t n);
size_t t_malloc_usable_size(void *p);
void t_free(void *p);
void *t_sbrk(intptr_t change);
void t_qsort(void *base, size_t n, size_t size, int (*cmp)(const void *, const void *));
void *t_bsearch(const void *key, const void *base, size_t n, size_t size,
                int (*cmp)(const void *, const void *));
long t_strtol(const char *s, char **end, int base);
unsigned long t_strtoul(const char *s, char **end, int base);
int t_getopt(int argc, char *const argv[], const char *optstring);
int t_getopt_long(int argc, char *const argv[], const char *optstring, const struct option *longs,
                  int *index);
int t_setenv(const char *name, const char *value, int overwrite);
int t_unsetenv(const char *name);
int t_putenv(char *assignment);
char *t_getenv(const char *name);
int t_clearenv(void);
extern char *t_optarg, **t_environ;
extern int t_optind, t_opterr, t_optopt;
extern __thread int t_errno;

/* ---- malloc: random calls; each block keeps a pattern that no other call may change ---- */

#define BLOCKS 400

static unsigned char *block[BLOCKS];
static size_t size[BLOCKS];

static void fill(int i)
{
    memset(block[i], i + 1, size[i]);
}

static void verify(int i)
{
    for (size_t k = 0; k < size[i]; k++)
        CHECK(block[i][k] == (unsigned char)(i + 1), "block %d of %zu at %zu", i, size[i], k);
}

static size_t draw_size(void)
{
    return draw_below(100) == 0 ? draw_below(600000)
           : draw_below(8)      ? draw_below(200)
                                : draw_below(9000);
}

static void allocating(void)
{
    char *start = t_sbrk(0);
    for (int round = 0; round < 60000; round++) {
        int i = draw_below(BLOCKS);
        size_t n = draw_size();
        if (!block[i]) {
            size_t align = 16;
            void *p;

            switch (draw_below(3)) {
            case 0:
                p = t_malloc(n);
                break;
            case 1:
                p = t_calloc(n, 1);
                for (size_t k = 0; k < n; k++)
                    CHECK(((char *)p)[k] == 0, "calloc of %zu at %zu", n, k);
                break;
            default:
                align = 16 << draw_below(9);
                CHECK(t_posix_memalign(&p, align, n) == 0, "memalign %zu %zu", align, n);
            }
            CHECK(p && (uintptr_t)p % align == 0 && t_malloc_usable_size(p) >= n, "%p of %zu", p,
                  n);
            block[i] = p;
        } else if (draw_below(3) == 0) {
            size_t keep = n < size[i] ? n : size[i];
            verify(i);
            block[i] = t_realloc(block[i], n);
            size[i] = keep;
            verify(i);
        } else {
            verify(i);
            t_free(block[i]);
            block[i] = NULL;
            continue;
        }
        size[i] = n;
        fill(i);
    }
    for (int i = 0; i < BLOCKS; i++)
        if (block[i]) {
            verify(i);
            t_free(block[i]);
        }
    CHECK((char *)t_sbrk(0) - start <= 1 << 20, "%td bytes kept", (char *)t_sbrk(0) - start);

    t_errno = 0;
    CHECK(!t_malloc((size_t)-1), "a size that wraps");
    CHECK(t_errno == ENOMEM, "a size that wraps");
    CHECK(!t_calloc((size_t)1 << 33, (size_t)1 << 33), "a product that wraps");
    CHECK(t_posix_memalign((void **)&start, 24, 8) == EINVAL, "an odd alignment");
    for (size_t align = 0; align < 100; align++) {
        t_errno = 0;
        void *p = t_aligned_alloc(align, 50);
        if (align > 0 && (align & (align - 1)) == 0)
            CHECK(p && (uintptr_t)p % align == 0, "aligned to %zu", align);
        else
            CHECK(!p && t_errno == EINVAL, "no power of two: %zu", align);
        t_free(p);
    }
}

/* The heap of the shim has an end: what does not fit is refused, the rest lives on. */
static void exhausting(void)
{
    static char *p[1024];
    int n = 0;
    for (; n < 1024 && (p[n] = t_malloc(200000)); n++)
        memset(p[n], n, 200000);
    CHECK(n > 250, "%d blocks", n);
    CHECK(n < 1024, "%d blocks", n);
    CHECK(t_errno == ENOMEM, "%d blocks", n);
    while (n-- > 0) {
        CHECK(p[n][199999] == (char)n, "block %d", n);
        t_free(p[n]);
    }
}

static void twice(void)
{
    char *p = t_malloc(40);
    t_free(p);
    t_free(p);
}

static void twice_joined(void)
{
    char *p = t_malloc(40), *q = t_malloc(40);
    t_free(p);
    t_free(q);
    t_free(q);
}

static void past_end(void)
{
    char *p = t_malloc(32);
    t_malloc(24);
    p[32] = 0; /* as a string that is one too long does */
    t_free(p);
}

static void far_past_end(void)
{
    char *p = t_malloc(32), *q = t_malloc(24);
    t_malloc(24);
    memset(p, 'x', 48);
    t_free(q);
}

static void inside(void)
{
    t_free((char *)t_calloc(100, 1) + 16);
}

/* What lies in front of the pointer looks like the header of a block with its own mapping. */
static void inside_as_mapped(void)
{
    long *p = t_malloc(100);
    p[0] = 12;
    p[1] = 0;
    t_free(p + 2);
}

/* The same of a block in use, whose neighbour would be far outside the heap. */
static void inside_as_used(void)
{
    long *p = t_malloc(100);
    p[0] = 0x3a;
    p[1] = 1l << 46;
    t_free(p + 2);
}

static void elsewhere(void)
{
    static _Alignas(16) long data[8] = {12, 0, 0x1c};
    t_free(t_malloc(1));
    t_free(data + 2);
}

#define LARGE 300000

static void large_twice(void)
{
    char *p = t_malloc(LARGE);
    t_free(t_malloc(LARGE));
    t_free(p);
    t_free(p);
}

static void large_resized_after_free(void)
{
    char *p = t_malloc(LARGE);
    t_free(p);
    t_realloc(p, 2 * LARGE);
}

static void large_inside(void)
{
    t_free((char *)t_calloc(LARGE, 1) + 4096);
}

static void large_past_end(void)
{
    char *p = t_malloc(LARGE);
    p[LARGE] = 0;
    t_free(p);
}

static void large_aligned_past_end(void)
{
    void *p;
    t_posix_memalign(&p, 4096, LARGE);
    ((char *)p)[LARGE] = 0;
    t_realloc(p, 2 * LARGE);
}

static void large_past_new_end(void)
{
    size_t n = LARGE / 3 * 2;
    char *p = t_realloc(t_malloc(LARGE), n);
    p[n] = 0;
    t_free(p);
}

static void after_free(void)
{
    char **p = t_malloc(64);
    t_malloc(64);
    t_free(p);
    p[1] = (char *)p;
    p[0] = (char *)p;
    t_malloc(64);
}

/* The fault ends the process with SIGABRT and says what it was. */
static void dies(void (*fault)(void), const char *message)
{
    char text[200] = "";
    int ends[2];
    pid_t child;
    if (pipe(ends) < 0 || (child = fork()) < 0)
        abort();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        fault();
        _exit(0);
    }
    close(ends[1]);
    for (size_t n = 0; n < sizeof(text) - 1;) {
        ssize_t got = read(ends[0], text + n, sizeof(text) - 1 - n);
        if (got <= 0)
            break;
        n += got;
    }
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status), "%s: status %x", message, status);
    CHECK(WTERMSIG(status) == 6, "%s: status %x", message, status);
    CHECK(strstr(text, message), "\"%s\" is not in \"%s\"", message, text);
}

/* ---- sorting ---- */

static size_t comparisons;

static int cmp_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    comparisons++;
    return (x > y) - (x < y);
}

/* An array that is made while it is sorted, so that quicksort does its worst: what has no value yet
 * is greater than all that has one (McIlroy, "A killer adversary for quicksort", 1999).  Of two
 * without a value now the first gets one, now the second, so that nothing looks ordered. */
static int *killer, solid;

static int cmp_killer(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    comparisons++;
    if (killer[x] == INT_MAX && killer[y] == INT_MAX)
        killer[solid & 1 ? x : y] = solid, solid++;
    return (killer[x] > killer[y]) - (killer[x] < killer[y]);
}

static int value_of(unsigned kind, size_t i, size_t n)
{
    switch (kind) {
    case 0: /* in order */
        return i;
    case 1: /* in reverse, some twice */
        return (n - i) / 2;
    case 2:
        return 7;
    case 3: /* up, then down */
        return i < n / 2 ? i : n - i;
    case 4: /* in order but for the last few */
        return i + 10 < n ? (int)i : (int)draw();
    case 5: /* two, and many, runs */
        return i % (n / 2 + 1);
    case 6:
        return i % 17;
    case 7: /* two values */
        return i & 1;
    case 8:
        return i ^ 0x55;
    case 9:
        return draw_below(n / 10 + 1);
    default:
        return draw();
    }
}

static void sorting(void)
{
    static int v[20000], w[20000];
    for (size_t n = 0; n < 20000; n = n * 3 / 2 + 1) {
        double enough = n > 1 ? (double)n * (64 - __builtin_clzl(n - 1)) : 0; /* n log2 n */
        for (unsigned kind = 0; kind < 12; kind++) {
            for (size_t i = 0; i < n; i++)
                v[i] = value_of(kind, i, n);
            memcpy(w, v, n * sizeof(*v));
            qsort(w, n, sizeof(*w), cmp_int);
            comparisons = 0;
            t_qsort(v, n, sizeof(*v), cmp_int);
            CHECK(!memcmp(v, w, n * sizeof(*v)), "%zu of kind %u", n, kind);
            CHECK(comparisons <= (kind < 3    ? n + 20
                                  : kind == 3 ? 3.0 * n + 20
                                  : kind == 4 ? n + 200.0
                                              : 1.4 * enough + 20),
                  "%zu comparisons for %zu of kind %u", comparisons, n, kind);
            for (size_t i = 0; i < n; i += n / 7 + 1) {
                comparisons = 0;
                CHECK(t_bsearch(&w[i], v, n, sizeof(*v), cmp_int), "search for %zu of %zu", i, n);
                CHECK(comparisons <= 64 - (size_t)__builtin_clzl(n), "%zu to find %zu of %zu",
                      comparisons, i, n);
            }
        }
        killer = w;
        solid = 0;
        for (size_t i = 0; i < n; i++) {
            v[i] = i;
            w[i] = INT_MAX;
        }
        comparisons = 0;
        t_qsort(v, n, sizeof(*v), cmp_killer);
        for (size_t i = 1; i < n; i++)
            CHECK(w[v[i - 1]] <= w[v[i]], "%zu of %zu against the adversary", i, n);
        CHECK(comparisons <= 3.5 * enough + 20, "%zu comparisons for %zu by the adversary",
              comparisons, n);
    }
}

static size_t odd;

static int cmp_odd(const void *a, const void *b)
{
    return memcmp(a, b, odd);
}

/* Elements of any size, found again; an order that contradicts itself loses none of them. */
static int cmp_contrary(const void *a, const void *b)
{
    cmp_odd(a, b); /* which reads them */
    return (int)draw_below(3) - 1;
}

static int cmp_greater(const void *a, const void *b)
{
    cmp_odd(a, b);
    return ++comparisons == 2 ? -1 : 1; /* not what looks like an array in reverse */
}

static int cmp_less(const void *a, const void *b)
{
    cmp_odd(a, b);
    return ++comparisons == 2 ? 1 : -1;
}

static void sorting_sizes(void)
{
    static int (*const orders[])(const void *, const void *) = {cmp_odd, cmp_contrary, cmp_greater,
                                                                cmp_less};
    for (odd = 1; odd <= 40; odd++)
        for (int order = 3; order >= 0; order--) {
            size_t n = 200;
            char *v = malloc(n * odd), *w = malloc(n * odd);
            for (size_t i = 0; i < n * odd; i++)
                v[i] = w[i] = draw_below(3);
            comparisons = 0;
            t_qsort(v, n, odd, orders[order]);
            qsort(w, n, odd, cmp_odd);
            if (order > 0)
                qsort(v, n, odd, cmp_odd);
            CHECK(!memcmp(v, w, n * odd), "elements of %zu by order %d", odd, order);
            for (size_t i = 0; i < n && order == 0; i++) {
                char *hit = t_bsearch(w + i * odd, v, n, odd, cmp_odd);
                CHECK(hit && !memcmp(hit, w + i * odd, odd), "search for %zu of %zu", i, odd);
            }
            w[odd - 1] = 9;
            CHECK(!t_bsearch(w, v, n, odd, cmp_odd), "search for what is not there");
            free(v);
            free(w);
        }
}

/* ---- integers from text ---- */

static void integers(void)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "-",
                                        "0",
                                        "00",
                                        "0x",
                                        "0xg",
                                        "0X1f",
                                        "-0x8000000000000000",
                                        "077",
                                        "08",
                                        "z",
                                        "Zz",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "-18446744073709551616",
                                        "\t\n +12 3",
                                        "99999999999999999999999",
                                        "-1",
                                        "10000000000000000000000000000000000000000000000000000000"};
    static const int bases[] = {0, 2, 8, 10, 16, 35, 36};

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        for (size_t b = 0; b < sizeof(bases) / sizeof(*bases); b++) {
            errno = t_errno = 0;
            char *end, *t_end;
            CHECK(strtol(texts[i], &end, bases[b]) == t_strtol(texts[i], &t_end, bases[b]) &&
                      end == t_end && errno == t_errno,
                  "strtol(%s, %d)", texts[i], bases[b]);
            errno = t_errno = 0;
            CHECK(strtoul(texts[i], &end, bases[b]) == t_strtoul(texts[i], &t_end, bases[b]) &&
                      end == t_end && errno == t_errno,
                  "strtoul(%s, %d)", texts[i], bases[b]);
        }
    t_errno = 0;
    CHECK(t_strtol("1", NULL, 1) == 0, "base 1");
    CHECK(t_errno == EINVAL, "base 1");
}

/* ---- options ---- */

static void options(void)
{
    static const struct option longs[] = {{"all", no_argument, NULL, 'a'},
                                          {"size", required_argument, NULL, 's'},
                                          {"color", optional_argument, NULL, 'c'},
                                          {NULL, 0, NULL, 0}};
    char *words[] = {"prog", "-ab", "-ofile", "-o", "out", "-", "-x", NULL};
    char *more[] = {"prog", "--all",  "--size=3", "--si", "4", "--color",
                    "-as5", "--nope", "--",       "-a",   NULL};
    char *missing[] = {"prog", "-o", NULL};

    CHECK(t_getopt(7, words, "abo:") == 'a', "a letter");
    CHECK(t_getopt(7, words, "abo:") == 'b', "a letter joined to it");
    CHECK(t_getopt(7, words, "abo:") == 'o', "joined argument");
    CHECK(!strcmp(t_optarg, "file"), "joined argument");
    CHECK(t_getopt(7, words, "abo:") == 'o', "argument");
    CHECK(!strcmp(t_optarg, "out"), "argument");
    CHECK(t_getopt(7, words, "abo:") == -1, "a lone dash is an operand");
    CHECK(t_optind == 5, "a lone dash is an operand");
    t_optind = 1;
    CHECK(t_getopt(2, missing, ":o:") == ':', "missing argument");
    CHECK(t_optopt == 'o', "missing argument");

    t_optind = 0;
    t_opterr = 0;
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 'a', "--all");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 's', "--size=3");
    CHECK(!strcmp(t_optarg, "3"), "--size=3");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 's', "--si 4");
    CHECK(!strcmp(t_optarg, "4"), "--si 4");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 'c', "--color");
    CHECK(!t_optarg, "--color");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 'a', "-a");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == 's', "s5");
    CHECK(!strcmp(t_optarg, "5"), "s5");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == '?', "--nope");
    CHECK(t_getopt_long(10, more, "as:", longs, NULL) == -1, "--");
    CHECK(t_optind == 9, "--");
}

static void environment(void)
{
    static char *start[] = {"A=1", "AB=2", NULL};
    static char word[] = "P=q";
    t_environ = start;
    CHECK(!strcmp(t_getenv("AB"), "2"), "reading");
    CHECK(!t_getenv("B"), "reading");
    CHECK(!t_getenv(""), "reading");
    CHECK(t_setenv("A", "new", 0) == 0, "kept");
    CHECK(!strcmp(t_getenv("A"), "1"), "kept");
    CHECK(t_setenv("A", "new", 1) == 0, "overwritten");
    CHECK(!strcmp(t_getenv("A"), "new"), "overwritten");
    CHECK(t_setenv("C", "3", 1) == 0, "added");
    CHECK(t_putenv(word) == 0, "added");
    CHECK(t_setenv("D", "", 1) == 0, "added");
    CHECK(!strcmp(t_getenv("C"), "3"), "there");
    CHECK(t_getenv("P") == word + 2, "there");
    CHECK(!*t_getenv("D"), "there");
    CHECK(t_unsetenv("C") == 0, "removed");
    CHECK(!t_getenv("C"), "removed");
    CHECK(t_getenv("D"), "removed");
    CHECK(t_setenv("X=Y", "1", 1) == -1, "a bad name");
    CHECK(t_errno == EINVAL, "a bad name");
}

/* A variable for which there is memory, but no longer array, takes none of it. */
static void environment_full(void)
{
    static void *p[4096];
    int n = 0, failed = 0;
    char name[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "V%d", i);
        CHECK(t_setenv(name, "", 1) == 0, "%s", name);
    }
    for (size_t bytes = 200000; bytes > 0; bytes /= 2)
        while (n < 4096 && (p[n] = t_malloc(bytes)))
            n++;
    CHECK(n < 4096, "memory is out");
    t_free(p[--n]);
    t_free(p[n - 2]); /* apart from it */
    p[n - 2] = NULL;
    for (int i = 0; i < 10; i++) { /* for the first the array may have room */
        snprintf(name, sizeof(name), "W%d", i);
        failed += t_setenv(name, "", 1) < 0;
    }
    CHECK(failed >= 9, "%d failed", failed);
    void *some = t_malloc(1);
    CHECK(some, "after %d", failed);
    t_free(some);
    while (n > 0)
        t_free(p[--n]);
    CHECK(t_setenv("W", "", 1) == 0, "there is room again");
}

/* Where a variable is in t_environ. */
static size_t place_of(const char *name)
{
    char *value = t_getenv(name);
    size_t i = 0;
    while (t_environ[i] && t_environ[i] + strlen(name) + 1 != value)
        i++;
    return i;
}

/* A variable is found without a look at those before it, and where the program has put it. */
static void environment_indexed(void)
{
    char name[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "V%d", i);
        CHECK(t_setenv(name, name, 1) == 0, "%s", name);
    }
    char **array = t_environ, *first = array[0];
    array[0] = (char *)1; /* a search would crash here */
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "V%d", i);
        CHECK(!strcmp(t_getenv(name), name), "%s", name);
    }
    CHECK(t_setenv("V999", "new", 1) == 0, "overwritten");
    CHECK(!strcmp(t_getenv("V999"), "new"), "overwritten");
    array[0] = NULL;
    CHECK(!t_getenv("V999"), "the program has removed all");
    array[0] = first;

    size_t a = place_of("V500"), b = place_of("V600");
    array[a] = (char *)"V600=a";
    CHECK(!t_getenv("V500"), "the program has removed it");
    array[b] = (char *)"V500=b";
    CHECK(!strcmp(t_getenv("V500"), "b"), "the program has moved it");
    CHECK(!strcmp(t_getenv("V600"), "a"), "the program has moved it");
    CHECK(!t_getenv("V600=a"), "a name has no =");
    CHECK(t_unsetenv("V10") == 0, "removed");
    CHECK(!t_getenv("V10"), "removed");
    CHECK(!strcmp(t_getenv("V999"), "new"), "behind it");
    char *others[] = {(char *)"V999=other", NULL};
    t_environ = others;
    CHECK(!strcmp(t_getenv("V999"), "other"), "another array");
    CHECK(t_setenv("V1", "one", 1) == 0, "added to it");
    CHECK(!strcmp(t_getenv("V999"), "other"), "a copy of it");
    CHECK(!t_getenv("V2"), "not in it");
    CHECK(t_clearenv() == 0, "cleared");
    CHECK(!t_getenv("V1"), "cleared");
    CHECK(t_setenv("V1", "again", 1) == 0, "added");
    CHECK(!strcmp(t_getenv("V1"), "again"), "added");
}

/* ---- multibyte characters ---- */

int t_mbtowc(wchar_t *to, const char *s, size_t n), t_wctomb(char *to, wchar_t c);
size_t t_wcstombs(char *to, const wchar_t *from, size_t n);

static void multibyte(void)
{
    wchar_t c;
    CHECK(t_mbtowc(&c, "\xe4", 1) == 1, "a byte is a character");
    CHECK(c == 0xe4, "a byte is a character");
    char text[4];
    CHECK(t_wctomb(text, 0xe4) == 1, "and back");
    CHECK(*text == '\xe4', "and back");
    t_errno = 0;
    CHECK(t_wctomb(text, 0x100) == -1, "too large for a byte");
    CHECK(t_errno == EILSEQ, "too large for a byte");
    t_errno = 0;
    CHECK(t_wcstombs(text, L"a\u0100", 4) == (size_t)-1, "in a string");
    CHECK(t_errno == EILSEQ, "in a string");
    t_errno = 0;
    CHECK(t_mbtowc(&c, "a", 0) == -1, "no byte at all");
    CHECK(t_errno == EILSEQ, "no byte at all");
}

/* ---- the sequences of drand48 ---- */

double t_drand48(void), t_erand48(unsigned short *x);
long t_lrand48(void), t_nrand48(unsigned short *x), t_mrand48(void), t_jrand48(unsigned short *x);
void t_srand48(long seed), t_lcong48(unsigned short *all);
unsigned short *t_seed48(unsigned short *x);

static void same_draws(const char *after)
{
    unsigned short x[3] = {1, 0xffff, 0x8000}, t_x[3] = {1, 0xffff, 0x8000};
    for (int i = 0; i < 1000; i++) {
        CHECK(drand48() == t_drand48(), "after %s", after);
        CHECK(erand48(x) == t_erand48(t_x), "after %s", after);
        CHECK(lrand48() == t_lrand48(), "after %s", after);
        CHECK(nrand48(x) == t_nrand48(t_x), "after %s", after);
        CHECK(mrand48() == t_mrand48(), "after %s", after);
        CHECK(jrand48(x) == t_jrand48(t_x), "after %s", after);
    }
    CHECK(!memcmp(x, t_x, sizeof(x)), "the caller's state after %s", after);
}

static void draws_of_48_bits(void)
{
    static const long seeds[] = {0, 1, -1, 0x7fffffff, 0x80000000, 0x123456789};
    unsigned short all[7] = {9, 8, 7, 0xe66f, 0xdeec, 0x1005, 0xfff1}, seed[3] = {1, 2, 0xffff};
    for (size_t i = 0; i < sizeof(seeds) / sizeof(*seeds); i++) {
        srand48(seeds[i]);
        t_srand48(seeds[i]);
        same_draws("srand48");
    }
    lcong48(all);
    t_lcong48(all);
    same_draws("lcong48");
    unsigned short *x = seed48(seed);
    unsigned short *t_x = t_seed48(seed);
    CHECK(!memcmp(x, t_x, 3 * sizeof(*x)), "what seed48 returns");
    same_draws("seed48");
}

/* ---- rand and random ---- */

int t_rand(void);
long t_random(void);
void t_srand(unsigned seed), t_srandom(unsigned seed);

/* random has a sequence of its own: rand's goes on as if it had not been called. */
static void draws_apart(void)
{
    t_srand(7);
    t_srandom(8);
    int first = t_rand(), second = t_rand();
    long random = t_random();
    t_srand(7);
    t_srandom(8);
    CHECK(t_rand() == first, "rand after srandom");
    CHECK(t_random() == random, "random after rand");
    CHECK(t_rand() == second, "rand after random");
}

int main(void)
{
    allocating();
    exhausting();
    dies(twice, "freed twice");
    dies(twice_joined, "freed twice");
    dies(past_end, "written past its end");
    dies(far_past_end, "written over from the block before it");
    dies(inside, "not a block");
    dies(inside_as_mapped, "not a block");
    dies(inside_as_used, "not a block");
    dies(elsewhere, "not a block");
    dies(large_twice, "freed before");
    dies(large_resized_after_free, "freed before");
    dies(large_inside, "not a block");
    dies(large_past_end, "written past its end");
    dies(large_aligned_past_end, "written past its end");
    dies(large_past_new_end, "written past its end");
    dies(after_free, "freed memory was written to");
    sorting();
    sorting_sizes();
    integers();
    options();
    environment();
    environment_full();
    environment_indexed();
    multibyte();
    draws_of_48_bits();
    draws_apart();
    return verdict("stdlib");
}
