/* Memory and string functions against the simplest thing that could be right. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#include "check.h"

#define ROOM 200
#define PAGE 4096

#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
OURS(void *, memcpy, void *, const void *, size_t);
OURS(void *, memmove, void *, const void *, size_t);
OURS(void *, memset, void *, int, size_t);
OURS(int, memcmp, const void *, const void *, size_t);
OURS(void *, memchr, const void *, int, size_t);
OURS(void *, memrchr, const void *, int, size_t);
OURS(void *, memmem, const void *, size_t, const void *, size_t);
OURS(size_t, strlen, const char *);
OURS(size_t, strnlen, const char *, size_t);
OURS(char *, strchr, const char *, int);
OURS(char *, strrchr, const char *, int);
OURS(char *, strchrnul, const char *, int);
OURS(char *, strcpy, char *, const char *);
OURS(char *, strstr, const char *, const char *);
OURS(char *, strcasestr, const char *, const char *);
OURS(int, strcmp, const char *, const char *);
OURS(int, strncmp, const char *, const char *, size_t);
OURS(int, strcasecmp, const char *, const char *);
OURS(int, strncasecmp, const char *, const char *, size_t);
OURS(char *, strncpy, char *, const char *, size_t);
OURS(char *, strncat, char *, const char *, size_t);
OURS(size_t, strlcpy, char *, const char *, size_t);
OURS(size_t, strlcat, char *, const char *, size_t);
OURS(size_t, strspn, const char *, const char *);
OURS(size_t, strcspn, const char *, const char *);
OURS(char *, strtok_r, char *, const char *, char **);
OURS(char *, strsep, char **, const char *);
OURS(char *, strerror, int);
OURS(char *, strsignal, int);
OURS(char *, basename, char *);
OURS(char *, dirname, char *);

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Every overlap: source and target anywhere within the same few bytes. */
static void moving(void)
{
    char got[ROOM], want[ROOM], from[ROOM];
    for (size_t n = 0; n < 70; n++)
        for (size_t a = 0; a < 20; a++)
            for (size_t b = 0; b < 40; b++) {
                for (size_t i = 0; i < ROOM; i++)
                    got[i] = from[i] = want[i] = i * 7;
                for (size_t i = 0; i < n; i++)
                    want[b + i] = from[a + i];
                CHECK(t_memmove(got + b, got + a, n) == got + b && !memcmp(got, want, ROOM),
                      "memmove(%zu, %zu, %zu)", b, a, n);
                memcpy(got, from, ROOM);
                t_memcpy(got + b, from + a, n);
                CHECK(!memcmp(got, want, ROOM), "memcpy(%zu, %zu, %zu)", b, a, n);
                for (size_t i = 0; i < n; i++)
                    want[b + i] = a;
                t_memset(got + b, 256 + a, n);
                CHECK(!memcmp(got, want, ROOM), "memset(%zu, %zu, %zu)", b, a, n);
            }
}

/* Fills of more than one group of blocks, and what lies around them. */
static void filling(void)
{
    char got[700], want[700];
    for (size_t n = 60; n < 600; n++)
        for (size_t a = 1; a < 33; a += 5) {
            memset(got, 1, sizeof(got));
            memset(want, 1, sizeof(want));
            memset(want + a, 7, n);
            CHECK(t_memset(got + a, 7, n) == got + a && !memcmp(got, want, sizeof(got)),
                  "memset(%zu, %zu)", a, n);
        }
}

/* Strings that end right before memory that cannot be accessed, at every alignment. */
static void searching(void)
{
    for (size_t n = 0; n < 80; n++) {
        char *s = malloc(n + 1);
        for (int round = 0; round < 30; round++) {
            int c = 'a' + draw_below(4);
            for (size_t i = 0; i < n; i++)
                s[i] = 'a' + draw_below(3 + round);
            s[n] = 0;
            size_t from = draw_below(n + 1);
            char *t = s + from;

            CHECK(t_strlen(t) == strlen(t), "strlen of %zu", n - from);
            CHECK(t_strnlen(t, n / 2) == strnlen(t, n / 2), "strnlen of %zu", n - from);
            CHECK(t_strchr(t, c) == strchr(t, c), "strchr(%s, %c)", t, c);
            CHECK(t_strchr(t, 0) == t + strlen(t), "strchr(%s, 0)", t);
            CHECK(t_strrchr(t, c) == strrchr(t, c), "strrchr(%s, %c)", t, c);
            CHECK(t_memchr(t, c, n - from) == memchr(t, c, n - from), "memchr(%s, %c)", t, c);
            CHECK(!t_memchr(t, c, 0), "memchr of nothing");
            CHECK(t_memchr(t, 0, (size_t)-1) == t + strlen(t), "memchr without an end");
            CHECK(t_strstr(t, "ab") == strstr(t, "ab"), "strstr(%s)", t);
            CHECK(t_strstr(t, "aab") == strstr(t, "aab"), "strstr(%s)", t);
            CHECK(t_strstr(t, "") == t, "strstr for nothing");
            CHECK(t_strspn(t, "ab") == strspn(t, "ab"), "strspn(%s)", t);
            CHECK(t_strcspn(t, "cd") == strcspn(t, "cd"), "strcspn(%s)", t);
        }
        free(s);
    }
}

static void comparing(void)
{
    char a[ROOM], b[ROOM];
    for (int round = 0; round < 50000; round++) {
        size_t n = draw_below(24);
        for (size_t i = 0; i < n; i++)
            a[i] = b[i] = 'A' + draw_below(2) * 32 + draw_below(3);
        a[n] = b[n] = 0;
        size_t k;
        if (n && draw_below(4)) {
            k = draw_below(n);
            b[k] = draw();
        }
        k = draw_below(n + 3);
        CHECK(sign(t_memcmp(a, b, n)) == sign(memcmp(a, b, n)), "memcmp %s %s", a, b);
        CHECK(sign(t_strcmp(a, b)) == sign(strcmp(a, b)), "strcmp %s %s", a, b);
        CHECK(sign(t_strncmp(a, b, k)) == sign(strncmp(a, b, k)), "strncmp %s %s", a, b);
        CHECK(sign(t_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "strcasecmp %s %s", a, b);
    }
}

/* ---- strings at the edges of what may be accessed ---- */

/* Two pages between two that cannot be accessed. */
static char *fenced(void)
{
    char *p = mmap(NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect(p + PAGE, 2 * PAGE, PROT_READ | PROT_WRITE) != 0)
        abort();
    return p + PAGE;
}

/* Where n bytes lie: at the start, up to the end, or with k bytes on the first page. */
static char *placed(char *pages, size_t n, unsigned where, size_t k)
{
    return where == 0 ? pages : where == 1 ? pages + 2 * PAGE - n : pages + PAGE - k;
}

static void search_placed(char *s, size_t n)
{
    memset(s, 'a', n);
    s[n] = 0;
    CHECK(!t_memchr(s, 'x', n + 1), "memchr in all %zu", n + 1);
    for (size_t i = 0; i <= n; i++) {
        char was = s[i];
        s[i] = i < n ? 'x' : 0;
        CHECK(t_strchr(s, 'x') == (i < n ? s + i : NULL), "strchr, %zu of %zu", i, n);
        CHECK(t_strchrnul(s, 'x') == s + i, "strchrnul, %zu of %zu", i, n);
        CHECK(t_strrchr(s, 'x') == (i < n ? s + i : NULL), "strrchr, %zu of %zu", i, n);
        CHECK(t_memchr(s, 'x', n) == (i < n ? s + i : NULL), "memchr, %zu of %zu", i, n);
        CHECK(!t_memchr(s, 'x', i), "memchr, %zu of %zu", i, n);
        CHECK(t_memrchr(s, 'x', n) == (i < n ? s + i : NULL), "memrchr, %zu of %zu", i, n);
        CHECK(t_memrchr(s + i, 'a', n - i) == (n > i + 1 ? s + n - 1 : NULL),
              "memrchr after %zu of %zu", i, n);
        CHECK(t_strlen(s + i) == n - i, "strlen, %zu of %zu", i, n);
        CHECK(t_strnlen(s, i) == i, "strnlen, %zu of %zu", i, n);
        s[i] = was;
    }
}

/* Two that differ, or end, at byte i. */
static void compare_placed(char *a, char *b, size_t n)
{
    memset(a, 'a', n);
    memset(b, 'a', n);
    a[n] = b[n] = 0;
    for (size_t i = 0; i <= n; i++) {
        for (int other = 0; other < 3 && i < n; other++) {
            a[i] = "\0z\xe1"[other];
            int want = other ? 1 : -1;
            CHECK(sign(t_memcmp(a, b, n)) == want, "memcmp, %zu of %zu", i, n);
            CHECK(sign(t_strcmp(a, b)) == want, "strcmp, %zu of %zu", i, n);
            CHECK(sign(t_strcmp(b, a)) == -want, "strcmp, %zu of %zu", i, n);
            CHECK(sign(t_strcasecmp(a, b)) == want, "strcasecmp, %zu of %zu", i, n);
            CHECK(sign(t_strncmp(a, b, i + 1)) == want, "strncmp, %zu of %zu", i, n);
            CHECK(t_strncmp(a, b, i) == 0, "strncmp, %zu of %zu", i, n);
            CHECK(t_strncasecmp(b, a, i) == 0, "strncasecmp, %zu of %zu", i, n);
            a[i] = 'a';
        }
        a[i] = i < n ? 'A' : 0;
        CHECK(t_strcasecmp(a, b) == 0, "strcasecmp, case of %zu of %zu", i, n);
        a[i] = i < n ? 'a' : 0;
        CHECK(t_strcmp(a + i, b + i) == 0, "strcmp from %zu of %zu", i, n);
        CHECK(t_memcmp(a + i, b + i, n - i) == 0, "memcmp from %zu of %zu", i, n);
        memset(b + i, 'b', n - i);
        CHECK(!memcmp(t_strcpy(b + i, a + i), a + i, n - i + 1), "strcpy from %zu of %zu", i, n);
    }
}

static void edges(void)
{
    char *p = fenced(), *q = fenced();
    for (size_t n = 0; n < 300; n++)
        for (unsigned where = 0; where < 3; where++)
            search_placed(placed(p, n + 1, where, n / 2), n);
    for (size_t n = 0; n <= 64; n++)
        for (size_t k = 0; k <= n; k++) {
            search_placed(placed(p, n + 1, 2, k), n);
            compare_placed(placed(p, n + 1, 2, k), placed(q, n + 1, 2, n / 2), n);
        }
    for (size_t n = 0; n < 120; n++)
        for (unsigned where = 0; where < 9; where++)
            compare_placed(placed(p, n + 1, where % 3, n / 3), placed(q, n + 1, where / 3, n / 2),
                           n);
    munmap(p - PAGE, 4 * PAGE);
    munmap(q - PAGE, 4 * PAGE);
}

/* Each byte beside each other one, where blocks are compared and where single bytes are. */
static void folding(void)
{
    char a[40], b[40];
    for (int x = 1; x < 256; x++)
        for (int y = 1; y < 256; y++) {
            memset(a, x, sizeof(a));
            memset(b, y, sizeof(b));
            int want = (x - 'A' + 0u < 26 ? x + 32 : x) - (y - 'A' + 0u < 26 ? y + 32 : y);
            CHECK(sign(t_strncasecmp(a, b, 40)) == sign(want), "%d and %d", x, y);
            CHECK(sign(t_strncasecmp(a, b, 3)) == sign(want), "%d and %d", x, y);
        }
}

/* ---- a string in another ---- */

static char *naive(char *hay, size_t n, const char *needle, size_t m, bool fold)
{
    for (size_t i = 0; i + m <= n; i++)
        if (fold ? !strncasecmp(hay + i, needle, m) : !memcmp(hay + i, needle, m))
            return hay + i;
    return NULL;
}

/* In a text that ends at the end of a page; needle has no NUL in its m bytes, nor has text. */
static void find_in(char *end, const char *text, size_t n, const char *needle, size_t m)
{
    char *hay = end - n, stop[600];
    memcpy(hay, text, n);
    CHECK(t_memmem(hay, n, needle, m) == naive(hay, n, needle, m, false), "%.*s in %.*s", (int)m,
          needle, (int)n, text);
    memmove(hay - 1, hay, n);
    end[-1] = 0;
    hay--;
    memcpy(stop, needle, m);
    stop[m] = 0;
    CHECK(t_strstr(hay, stop) == naive(hay, n, needle, m, false), "%s in %s", stop, hay);
    for (size_t i = 0; i < m; i++)
        stop[i] ^= draw() & 32;
    CHECK(t_strcasestr(hay, stop) == naive(hay, n, needle, m, true), "%s in %s", stop, hay);
}

static void put_bits(char *to, size_t n, unsigned bits)
{
    for (size_t i = 0; i < n; i++)
        to[i] = 'a' + (bits >> i & 1);
}

static void substrings(void)
{
    char *p = fenced(), hay[1500], needle[600];
    /* All of two letters, that are short. */
    for (size_t m = 0; m <= 6; m++)
        for (unsigned x = 0; x < 1u << m; x++)
            for (size_t n = 0; n <= 10; n++)
                for (unsigned t = 0; t < 1u << n; t++) {
                    put_bits(needle, m, x);
                    put_bits(hay, n, t);
                    find_in(p + 2 * PAGE, hay, n, needle, m);
                }
    /* Long ones, with periods: of a few drawn letters repeated, with a few of them changed, and cut
     * out of the text, with none or one changed. */
    for (int round = 0; round < 20000; round++) {
        size_t n = 1 + draw_below(round % 10 ? 150 : 1500), m = 1 + draw_below(n < 500 ? n : 500);
        size_t period = 1 + draw_below(round % 3 ? 8 : 100), from = draw_below(n - m + 1);
        for (size_t i = 0; i < n; i++)
            hay[i] = i < period ? (char)('a' + draw_below(2)) : hay[i - period];
        for (unsigned changed = draw_below(4); changed > 0; changed--)
            hay[draw_below(n)] ^= 3;
        memcpy(needle, hay + from, m);
        if (round & 1)
            needle[draw_below(m)] ^= 3;
        find_in(p + 2 * PAGE, hay, n, needle, m);
    }
    munmap(p - PAGE, 4 * PAGE);
}

static void copying(void)
{
    char got[16], *p = got;
    memset(got, 'x', sizeof(got));
    t_strncpy(got, "abc", 6);
    CHECK(!memcmp(got, "abc\0\0\0x", 7), "strncpy pads");
    strcpy(got, "ab");
    t_strncat(got, "cdef", 2);
    CHECK(!strcmp(got, "abcd"), "%s", got);
    CHECK(t_strlcpy(got, "abcdef", 4) == 6, "%s", got);
    CHECK(!strcmp(got, "abc"), "%s", got);
    CHECK(t_strlcat(got, "def", 6) == 6, "%s", got);
    CHECK(!strcmp(got, "abcde"), "%s", got);
    CHECK(t_strlcat(got, "def", 2) == 5, "%s", got);
    CHECK(!strcmp(got, "abcde"), "%s", got);
    strcpy(got, ",a,,b,");
    char *save;
    CHECK(!strcmp(t_strtok_r(got, ",", &save), "a"), "first token");
    CHECK(!strcmp(t_strtok_r(NULL, ",", &save), "b"), "second token");
    CHECK(!t_strtok_r(NULL, ",", &save), "the end, and again");
    CHECK(!t_strtok_r(NULL, ",", &save), "the end, and again");
    strcpy(got, "a,,b");
    CHECK(!strcmp(t_strsep(&p, ","), "a"), "an empty field");
    CHECK(!*t_strsep(&p, ","), "an empty field");
    CHECK(!strcmp(t_strsep(&p, ","), "b"), "the last field");
    CHECK(!t_strsep(&p, ","), "the last field");
}

static void texts(void)
{
    static const char *const paths[][3] = {
        {"/usr/lib", "lib", "/usr"}, {"/usr/", "usr", "/"}, {"usr", "usr", "."}, {"/", "/", "/"},
        {"a//b//", "b", "a"},        {"", ".", "."},        {"//", "/", "/"}};

    CHECK(!strcmp(t_strerror(0), "No error") && !strcmp(t_strerror(13), "Permission denied"),
          "text");
    CHECK(!strcmp(t_strerror(-2147483647 - 1), "Unknown error -2147483648"), "%s",
          t_strerror(1 << 31));
    CHECK(!strcmp(t_strsignal(11), "Segmentation fault"), "%s", t_strsignal(11));
    CHECK(!strcmp(t_strsignal(99), "Unknown signal 99"), "%s", t_strsignal(99));
    char path[16];
    for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
        strcpy(path, paths[i][0]);
        CHECK(!strcmp(t_basename(path), paths[i][1]), "basename of %s", paths[i][0]);
        strcpy(path, paths[i][0]);
        CHECK(!strcmp(t_dirname(path), paths[i][2]), "dirname of %s", paths[i][0]);
    }
}

static void classes(void)
{
#define CLASS(name)                \
    OURS(int, name, int);          \
    for (int c = -1; c < 256; c++) \
        CHECK(!t_##name(c) == !(name)(c), "%d", c);
    CLASS(isalnum)
    CLASS(isalpha)
    CLASS(isblank)
    CLASS(iscntrl)
    CLASS(isdigit)
    CLASS(isgraph)
    CLASS(islower)
    CLASS(isprint)
    CLASS(ispunct)
    CLASS(isspace)
    CLASS(isupper)
    CLASS(isxdigit)
    OURS(int, tolower, int);
    OURS(int, toupper, int);
    for (int c = -1; c < 256; c++)
        CHECK(t_tolower(c) == tolower(c) && t_toupper(c) == toupper(c), "%d", c);
}

int main(void)
{
    moving();
    filling();
    searching();
    comparing();
    edges();
    folding();
    substrings();
    copying();
    texts();
    classes();
    return verdict("string");
}
