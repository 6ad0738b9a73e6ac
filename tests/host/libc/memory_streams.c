/* Streams in memory against the host's: the same bytes, positions and lengths at each step. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

#include "check.h"

typedef struct t_file T_FILE;
#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
OURS(T_FILE *, open_memstream, char **, size_t *);
OURS(T_FILE *, fmemopen, void *, size_t, const char *);
OURS(int, fclose, T_FILE *);
OURS(int, fflush, T_FILE *);
OURS(int, fprintf, T_FILE *, const char *, ...);
OURS(size_t, fwrite, const void *, size_t, size_t, T_FILE *);
OURS(size_t, fread, void *, size_t, size_t, T_FILE *);
OURS(int, fseek, T_FILE *, long, int);
OURS(long, ftell, T_FILE *);
OURS(int, fileno, T_FILE *);
OURS(int, setvbuf, T_FILE *, char *, int, size_t);
OURS(void, free, void *);

/* What the stream should hold. */
static char model[80000];
static size_t at, len;

static void model_write(const char *from, size_t n)
{
    memcpy(model + at, from, n);
    at += n;
    if (at > len)
        len = at;
}

/* The host's own is wrong behind a seek, so this compares with the model. */
static void growing(void)
{
    char *text = NULL, block[3000];
    size_t text_len = 9;
    T_FILE *f = t_open_memstream(&text, &text_len);

    for (size_t i = 0; i < sizeof(block); i++)
        block[i] = 'a' + i % 26;
    for (int i = 0; i < 2000; i++) {
        size_t n = draw_below(i % 50 ? 20 : sizeof(block));
        if (draw_below(6) == 0 || at > 70000) {
            at = draw_below(40000);
            CHECK(t_fseek(f, at, SEEK_SET) == 0, "seek to %zu", at);
        } else if (draw_below(2)) {
            t_fprintf(f, "%d;", i);
            char number[12];
            model_write(number, sprintf(number, "%d;", i));
        } else {
            CHECK(t_fwrite(block, 1, n, f) == n, "%zu", n);
            model_write(block, n);
        }
        CHECK(t_ftell(f) == (long)at, "%ld, not %zu", t_ftell(f), at);
        if (draw_below(4) == 0) {
            size_t want = at < len ? at : len;
            CHECK(t_fflush(f) == 0, "flush");
            CHECK(text_len == want, "step %d: %zu bytes, not %zu", i, text_len, want);
            CHECK(!memcmp(text, model, len) && text[len] == 0, "step %d", i);
        }
    }
    CHECK(t_fclose(f) == 0, "close");
    CHECK(text_len == (at < len ? at : len) && !memcmp(text, model, len), "at the end");
    t_free(text);
}

static void fixed(const char *mode)
{
    char a[40], b[40], x[40], y[40];

    for (int round = 0; round < 300; round++) {
        strcpy(strcpy(a, "some words"), "some words");
        memset(a + 11, 'z', sizeof(a) - 11);
        memcpy(b, a, sizeof(a));
        FILE *f = fmemopen(a, 30, mode);
        T_FILE *g = t_fmemopen(b, 30, mode);
        setvbuf(f, NULL, _IONBF, 0);
        t_setvbuf(g, NULL, _IONBF, 0);
        for (int i = 0; i < 12; i++) {
            size_t n = draw_below(12);
            long at = draw_below(34);
            memset(x, 0, sizeof(x));
            memset(y, 0, sizeof(y));
            if (draw_below(3) == 0)
                CHECK(!fseek(f, at, SEEK_SET) == !t_fseek(g, at, SEEK_SET), "%s %ld", mode, at);
            else if (mode[0] == 'r' && !mode[1])
                CHECK(fread(x, 1, n, f) == t_fread(y, 1, n, g) && !memcmp(x, y, 40), "%s", mode);
            else if (n + 30 <= 30 + 4 && ftell(f) + n < 29)
                CHECK(fwrite("abcdefghijkl", 1, n, f) == t_fwrite("abcdefghijkl", 1, n, g), "%s",
                      mode);
            CHECK(ftell(f) == t_ftell(g), "%s: %ld, not %ld", mode, t_ftell(g), ftell(f));
        }
        fclose(f);
        t_fclose(g);
        CHECK(!memcmp(a, b, sizeof(a)), "%s: %.40s, not %.40s", mode, b, a);
    }
}

/* From the end, and a hole. */
static void from_the_end(void)
{
    char *text;
    size_t len;
    T_FILE *f = t_open_memstream(&text, &len);

    CHECK(t_fprintf(f, "abc") == 3 && t_fseek(f, 2, SEEK_END) == 0, "behind the end");
    CHECK(t_fprintf(f, "d") == 1 && t_fflush(f) == 0 && len == 6, "%zu bytes", len);
    CHECK(!memcmp(text, "abc\0\0d", 7), "the hole has zeros");
    CHECK(t_fseek(f, 1, SEEK_SET) == 0 && t_fflush(f) == 0 && len == 1, "%zu bytes", len);
    CHECK(t_fclose(f) == 0, "close");
    t_free(text);
}

static void ends(void)
{
    char s[8] = "1234567";
    T_FILE *f = t_fmemopen(s, 4, "w");

    CHECK(t_fileno(f) == -1, "it has no descriptor");
    CHECK(t_fwrite("abcdefgh", 1, 8, f) == 8, "in the buffer");
    CHECK(t_fflush(f) == EOF, "no room for all");
    t_fclose(f);
    CHECK(!memcmp(s, "abcd567", 8), "%s", s);
    CHECK(!t_fmemopen(s, 0, "r") && !t_fmemopen(s, 4, "q"), "wrong arguments");
    f = t_fmemopen(NULL, 10, "w+");
    CHECK(f && t_fprintf(f, "%d", 42) == 2 && t_fseek(f, 0, SEEK_SET) == 0, "its own memory");
    CHECK(t_fread(s, 1, 8, f) == 2 && !memcmp(s, "42", 2), "%s", s);
    t_fclose(f);
}

int main(void)
{
    growing();
    fixed("r");
    fixed("w+");
    fixed("a");
    from_the_end();
    ends();
    return verdict("memory_streams");
}
