/*
 * Finding a string in another, in time that grows with the sum of their lengths, and with no
 * memory: the two-way algorithm (Crochemore and Perrin, "Two-way string-matching", JACM 38, 1991).
 *
 * The needle is cut in two at a place where its local period is its period; the larger of its two
 * maximal suffixes, by the order of bytes and by the reverse of it, starts at one.  At each place
 * of the text the right part is compared, upwards, then the left part, downwards.  A byte that
 * differs in the right part moves the needle past it; one in the left part moves it by the period.
 * If the left part repeats in the right one, the rest of a match after such a move is remembered
 * and not compared again.  Otherwise the needle moves further, by more than half its length.
 *
 * Mostly it is the first byte of the right part that differs: the next place with that byte is
 * found by memchr.  A string's end is found only as the search gets there, so that one which finds
 * its needle early costs little, however long the string.
 */
#include <stdbool.h>
#include <string.h>

#define AHEAD 256 /* bytes by which a string's known part grows, at least */

struct needle {
    const unsigned char *bytes;
    size_t length;
    bool fold; /* upper case is lower case, here and in the text */
    size_t cut, period;
    size_t kept; /* bytes known to match after a move by the period */
};

struct text {
    const unsigned char *bytes;
    size_t length; /* as far as it is known */
    bool open;     /* a string whose end has not been seen */
};

static unsigned char byte_at(const unsigned char *p, bool fold)
{
    return fold && (unsigned)*p - 'A' < 26 ? *p | 32 : *p;
}

static bool match_at(const struct needle *x, size_t i, const unsigned char *at)
{
    return byte_at(x->bytes + i, x->fold) == byte_at(at + i, x->fold);
}

/* Where the needle's maximal suffix starts, with bytes in their order or in reverse; its period. */
static size_t maximal_suffix(const struct needle *x, bool reverse, size_t *period)
{
    size_t start = 0, other = 1, same = 0;

    /* The suffix at `start` is the largest of those before `other`; `same` bytes of both agree. */
    *period = 1;
    while (other + same < x->length) {
        unsigned char a = byte_at(x->bytes + start + same, x->fold);
        unsigned char b = byte_at(x->bytes + other + same, x->fold);

        if (a == b) {
            if (++same == *period) {
                other += same;
                same = 0;
            }
        } else if ((b < a) != reverse) {
            other += same + 1;
            same = 0;
            *period = other - start;
        } else {
            start = other++;
            same = 0;
            *period = 1;
        }
    }
    return start;
}

static void prepare(struct needle *x)
{
    size_t period, cut = maximal_suffix(x, true, &period);

    x->cut = maximal_suffix(x, false, &x->period);
    if (cut > x->cut) {
        x->cut = cut;
        x->period = period;
    }
    size_t i = 0;
    while (i < x->cut && match_at(x, i, x->bytes + x->period))
        i++;
    if (i == x->cut) {
        x->kept = x->length - x->period;
    } else {
        size_t rest = x->length - x->cut;

        x->period = (rest > x->cut ? rest : x->cut) + 1;
        x->kept = 0;
    }
}

/* Whether the text has n bytes. */
static bool reaches(struct text *t, size_t n)
{
    if (n > t->length && t->open) {
        size_t want = n - t->length + AHEAD;
        size_t got = strnlen((const char *)t->bytes + t->length, want);

        t->length += got;
        t->open = got == want;
    }
    return n <= t->length;
}

/* The place, from `from` on, of the first byte of the needle's right part; or the text's length. */
static size_t next(const struct needle *x, const struct text *t, size_t from)
{
    const unsigned char *right = x->bytes + x->cut;

    if (!x->fold) {
        const unsigned char *hit = memchr(t->bytes + from, *right, t->length - from);

        return hit ? (size_t)(hit - t->bytes) : t->length;
    }
    while (from < t->length && byte_at(t->bytes + from, true) != byte_at(right, true))
        from++;
    return from;
}

static void *find(struct text *t, struct needle *x)
{
    size_t place = 0, known = 0; /* so many bytes of the needle match there */

    if (x->length == 0)
        return (void *)t->bytes;
    prepare(x);
    while (reaches(t, place + x->length)) {
        const unsigned char *at = t->bytes + place;
        size_t i = known > x->cut ? known : x->cut;

        if (i == x->cut && !match_at(x, i, at)) {
            place = next(x, t, place + i + 1) - i;
            known = 0;
            continue;
        }
        while (i < x->length && match_at(x, i, at))
            i++;
        if (i < x->length) {
            place += i - x->cut + 1;
            known = 0;
            continue;
        }
        for (i = x->cut; i > known && match_at(x, i - 1, at); i--)
            ;
        if (i <= known)
            return (void *)at;
        place += x->period;
        known = x->kept;
    }
    return NULL;
}

void *memmem(const void *hay, size_t hay_len, const void *needle, size_t needle_len)
{
    struct text t = {hay, hay_len, false};
    struct needle x = {.bytes = needle, .length = needle_len};

    return find(&t, &x);
}

char *strstr(const char *hay, const char *needle)
{
    /* Often not even its first byte is there. */
    const char *first = *needle ? strchr(hay, *needle) : hay;
    if (!first)
        return NULL;
    struct text t = {(const unsigned char *)first, 0, true};
    struct needle x = {.bytes = (const unsigned char *)needle, .length = strlen(needle)};

    return find(&t, &x);
}

char *strcasestr(const char *hay, const char *needle)
{
    struct text t = {(const unsigned char *)hay, 0, true};
    struct needle x = {
        .bytes = (const unsigned char *)needle, .length = strlen(needle), .fold = true};

    return find(&t, &x);
}
