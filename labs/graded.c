/*
 * The token of a graded test: what shows that its checks held, where an exit status could lie.
 *
 * With -DGRADED each check of tests/check.h that holds calls graded_pass(), which keeps where it
 * stands.  When the process that was started ends by exit(), it prints one line on stderr:
 *
 *     graded: NAME SITE,SITE,... TOKEN
 *
 * NAME is the test and its arguments, as the program's file may have any name; a SITE is FILE:LINE,
 * each once, in order.  TOKEN is BLAKE2s, with graded_salt as the key, of "NAME SITE,SITE,...". The
 * grader puts a fresh salt into each copy of the program, and so knows the token that is right.
 *
 * _exit(), a signal, a forked process and one in which a check failed print nothing.
 */
#include "graded.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SITES_MAX 512
#define LINE_MAX  (32 << 10)

/* The grader looks for these 32 bytes in the file.  Not const, or the compiler would use them. */
unsigned char graded_salt[] = "TALLY GRADED SALT, REPLACED EACH";

/* ---- BLAKE2s (RFC 7693), with a key of 32 bytes and a result of 32 ---- */

#define BLOCK 64

struct blake2s {
    uint32_t h[8];
    uint32_t nbytes; /* that were mixed in; a line has less than 2^32 */
    size_t used;     /* of block */
    unsigned char block[BLOCK];
};

static const uint32_t initial[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static const unsigned char order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static uint32_t word_of(const unsigned char *bytes)
{
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void mix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, uint32_t x, uint32_t y)
{
    *a += *b + x;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 12);
    *a += *b + y;
    *d = rotate(*d ^ *a, 8);
    *c += *d;
    *b = rotate(*b ^ *c, 7);
}

static void compress(struct blake2s *hash, bool last)
{
    uint32_t v[16], m[16];

    for (unsigned i = 0; i < 16; i++)
        m[i] = word_of(hash->block + 4 * i);
    memcpy(v, hash->h, sizeof(hash->h));
    memcpy(v + 8, initial, sizeof(initial));
    v[12] ^= hash->nbytes;
    v[14] ^= last ? UINT32_MAX : 0;
    for (unsigned round = 0; round < 10; round++) {
        const unsigned char *s = order[round];

        for (unsigned i = 0; i < 4; i++) /* the columns, */
            mix(&v[i], &v[4 + i], &v[8 + i], &v[12 + i], m[s[2 * i]], m[s[2 * i + 1]]);
        for (unsigned i = 0; i < 4; i++) /* the diagonals */
            mix(&v[i], &v[4 + (i + 1) % 4], &v[8 + (i + 2) % 4], &v[12 + (i + 3) % 4],
                m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (unsigned i = 0; i < 8; i++)
        hash->h[i] ^= v[i] ^ v[i + 8];
}

/* A full block is kept until it is known whether it is the last. */
static void add(struct blake2s *hash, const void *bytes, size_t nbytes)
{
    const unsigned char *next = bytes;

    while (nbytes-- > 0) {
        if (hash->used == BLOCK) {
            hash->nbytes += BLOCK;
            compress(hash, false);
            hash->used = 0;
        }
        hash->block[hash->used++] = *next++;
    }
}

void graded_hash(unsigned char result[32], const unsigned char key[32], const void *bytes,
                 size_t nbytes)
{
    struct blake2s hash = {.used = 0};
    unsigned char key_block[BLOCK] = {0};

    memcpy(hash.h, initial, sizeof(initial));
    hash.h[0] ^= 0x01010000 | 32 << 8 | 32; /* the lengths of key and result */
    memcpy(key_block, key, 32);
    add(&hash, key_block, sizeof(key_block));
    add(&hash, bytes, nbytes);
    hash.nbytes += hash.used;
    memset(hash.block + hash.used, 0, BLOCK - hash.used);
    compress(&hash, true);
    for (unsigned i = 0; i < 32; i++)
        result[i] = hash.h[i / 4] >> 8 * (i % 4);
}

void graded_token(char token[65], const void *bytes, size_t nbytes)
{
    unsigned char result[32];

    graded_hash(result, graded_salt, bytes, nbytes);
    for (unsigned i = 0; i < 64; i++)
        token[i] = "0123456789abcdef"[result[i / 2] >> (i % 2 ? 0 : 4) & 15];
    token[64] = '\0';
}

int graded_child_status(int pid)
{
    char text[32];
    int n = snprintf(text, sizeof(text), "child %d", pid);
    unsigned char token[32];

    graded_hash(token, graded_salt, text, n);
    return 2 + token[0] % 254; /* neither 0 nor that of a check that failed */
}

/* ---- the sites ---- */

/* All that were passed, the last first.  A site is put there once and stays, and no lock is needed:
 * a check may hold in a signal's handler, or in one thread while another forks. */
static struct graded_site *passed;

void graded_pass(struct graded_site *site)
{
    if (__atomic_exchange_n(&site->is_passed, true, __ATOMIC_RELAXED))
        return;
    site->next = __atomic_load_n(&passed, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&passed, &site->next, site, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
}

static bool is_failed;

void graded_fail(void)
{
    __atomic_store_n(&is_failed, true, __ATOMIC_RELAXED);
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int compare(const struct graded_site *a, const struct graded_site *b)
{
    int files = strcmp(base_of(a->file), base_of(b->file));
    return files ? files : a->line - b->line;
}

/* Puts them into sites in order, each once: a macro may have several checks in a line, and a
 * function of a header is in each file.  Returns how many. */
static size_t collect(const struct graded_site **sites)
{
    size_t n = 0;

    for (const struct graded_site *site = __atomic_load_n(&passed, __ATOMIC_ACQUIRE); site;
         site = site->next) {
        size_t at = 0;

        while (at < n && compare(sites[at], site) < 0)
            at++;
        if ((at < n && compare(sites[at], site) == 0) || n == SITES_MAX)
            continue;
        memmove(sites + at + 1, sites + at, (n - at) * sizeof(*sites));
        sites[at] = site;
        n++;
    }
    return n;
}

/* ---- the line ---- */

static char line[LINE_MAX];
static size_t used;
static pid_t first; /* the process that was started */

/* What does not fit is left out, and the line is wrong. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(line + used, sizeof(line) - used, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof(line) - used)
        used += n;
}

static size_t begin; /* of what the token is of */

/* The arguments, before the test changes them. */
__attribute__((constructor)) static void start(int argc, char **argv)
{
    const char *name = base_of(graded_source), *end = strrchr(name, '.');

    first = getpid();
    say("graded: ");
    begin = used;
    say("%.*s", (int)(end ? end - name : (ptrdiff_t)strlen(name)), name);
    for (int i = 1; i < argc; i++)
        say(" %s", argv[i]);
}

/* After what the test registered with atexit(), where checks may stand. */
__attribute__((destructor)) static void finish(void)
{
    static const struct graded_site *sites[SITES_MAX];
    size_t n = collect(sites);

    if (getpid() != first || is_failed)
        return;
    for (size_t i = 0; i < n; i++)
        say("%c%s:%d", i == 0 ? ' ' : ',', base_of(sites[i]->file), sites[i]->line);

    char token[65];
    graded_token(token, line + begin, used - begin);
    say(" %s\n", token);
    (void)!write(STDERR_FILENO, line, used);
}
