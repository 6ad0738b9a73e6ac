/* Memory and string functions against the simplest thing that could be right. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "check.h"

#define ROOM 200

#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
OURS(void *, memcpy, void *, const void *, size_t);
OURS(void *, memmove, void *, const void *, size_t);
OURS(void *, memset, void *, int, size_t);
OURS(int, memcmp, const void *, const void *, size_t);
OURS(void *, memchr, const void *, int, size_t);
OURS(void *, memmem, const void *, size_t, const void *, size_t);
OURS(size_t, strlen, const char *);
OURS(size_t, strnlen, const char *, size_t);
OURS(char *, strchr, const char *, int);
OURS(char *, strrchr, const char *, int);
OURS(char *, strstr, const char *, const char *);
OURS(int, strcmp, const char *, const char *);
OURS(int, strncmp, const char *, const char *, size_t);
OURS(int, strcasecmp, const char *, const char *);
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
    searching();
    comparing();
    copying();
    texts();
    classes();
    return verdict("string");
}
