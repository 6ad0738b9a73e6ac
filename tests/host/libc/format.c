/* printf, strtod and scanf against the host's: the same text, the same bits. */
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"

#define PAGE 4096
#define TEXT 2000

int t_snprintf(char *s, size_t n, const char *fmt, ...);
int t_asprintf(char **s, const char *fmt, ...);
int t_sscanf(const char *s, const char *fmt, ...);
double t_strtod(const char *s, char **end);
float t_strtof(const char *s, char **end);
void *t_malloc(size_t n);
void t_free(void *p);
void *t_sbrk(intptr_t change);
extern __thread int t_errno;

static double draw_double(void)
{
    union {
        uint64_t bits;
        double x;
    } u = {draw()};

    switch (draw_below(6)) {
    case 0:
        return (int)draw_below(20001) - 10000;
    case 1:
        return ((int)draw_below(2000001) - 1000000) / 1000.0;
    case 2: /* an exact tie in the last place printed, often */
        return ldexp((double)draw_below(1 << 20), -(int)draw_below(12));
    case 3:
        return ldexp((double)draw_below(1000000), (int)draw_below(80) - 40);
    case 4: /* subnormal */
        u.bits &= 0x800fffffffffffffu;
        return u.x;
    }
    return isfinite(u.x) ? u.x : 0;
}

/* %[flags][width][.precision]conv */
static void draw_format(char *fmt, const char *length, const char *convs, int most)
{
    char *p = fmt;
    *p++ = '%';
    for (const char *flag = "-+ #0"; *flag; flag++)
        if (draw_below(4) == 0)
            *p++ = *flag;
    if (draw_below(2))
        p += sprintf(p, "%u", 1 + draw_below(40));
    if (draw_below(3)) {
        *p++ = '.';
        if (draw_below(8))
            p += sprintf(p, "%u", draw_below(most));
    }
    p += sprintf(p, "%s", length);
    *p++ = convs[draw_below(strlen(convs))];
    *p = 0;
}

static void doubles(int count)
{
    char fmt[40], want[TEXT], got[TEXT];
    for (int i = 0; i < count; i++) {
        double x = draw_double();
        draw_format(fmt, "", "eEfFgGgeaA", draw_below(16) ? 20 : 400);
        int n = snprintf(want, sizeof(want), fmt, x);
        int m = t_snprintf(got, sizeof(got), fmt, x);
        /* Where hexadecimal digits of a subnormal number begin is left to the library. */
        if ((strchr(fmt, 'a') || strchr(fmt, 'A')) && fabs(x) < DBL_MIN)
            continue;
        CHECK(n == m, "%s of %a: %s, not %s", fmt, x, got, want);
        CHECK(strcmp(want, got) == 0, "%s of %a: %s, not %s", fmt, x, got, want);
    }
}

static void shortest(int count)
{
    static const char *const fmts[] = {"%.17g", "%.16e", "%.15g", "%e", "%f", "%g"};
    char want[TEXT], got[TEXT];
    for (int i = 0; i < count; i++) {
        const char *fmt = fmts[i % 6];
        double x = draw_double();
        snprintf(want, sizeof(want), fmt, x);
        t_snprintf(got, sizeof(got), fmt, x);
        CHECK(strcmp(want, got) == 0, "%s of %a: %s, not %s", fmt, x, got, want);
        double back = t_strtod(want, NULL);
        if (i % 6 < 2)
            CHECK(memcmp(&x, &back, sizeof(x)) == 0, "%s read as %a", want, back);
    }
}

static void integers(int count)
{
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "z", "j", "t"};
    char fmt[40], want[TEXT], got[TEXT];
    for (int i = 0; i < count; i++) {
        uint64_t n = draw() >> draw_below(64);
        const char *length = lengths[draw_below(8)];
        draw_format(fmt, length, "diuoxX", 30);
        snprintf(want, sizeof(want), fmt, n);
        t_snprintf(got, sizeof(got), fmt, n);
        CHECK(strcmp(want, got) == 0, "%s of %#lx: %s, not %s", fmt, n, got, want);
    }
}

/* Both must read the same number from the text, stop at the same place, and agree on ERANGE. */
static void read_both(const char *text)
{
    errno = t_errno = 0;
    char *end;
    double want = strtod(text, &end);
    char *t_end;
    double got = t_strtod(text, &t_end);
    CHECK((isnan(want) && isnan(got)) || memcmp(&want, &got, sizeof(want)) == 0,
          "\"%.60s\" is %a, not %a", text, got, want);
    CHECK(end == t_end, "\"%.60s\" ends at %td, not %td", text, t_end - text, end - text);
    CHECK(errno == t_errno, "\"%.60s\": errno %d, not %d", text, t_errno, errno);
    float f = strtof(text, NULL);
    float g = t_strtof(text, NULL);
    CHECK((isnan(f) && isnan(g)) || f == g, "float \"%.60s\" is %a, not %a", text, g, f);
}

/* Digits up to the end of what may be accessed, with a point after each number of them, and before
 * each other byte. */
static void reading_edges(void)
{
    char *page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || mprotect(page + PAGE, PAGE, PROT_NONE) != 0)
        abort();
    for (int n = 1; n < 70; n++)
        for (int point = 0; point <= n; point++) {
            char *text = page + PAGE - n - 1;
            for (int i = 0; i < n; i++)
                text[i] = i == point ? '.' : '0' + (int)draw_below(10);
            read_both(text);
        }
    for (int c = 1; c < 256; c++)
        for (int n = 0; n < 35; n++) {
            char *text = page + PAGE - 40;
            memset(text, '3', 39);
            text[n] = (char)c;
            read_both(text);
        }
    munmap(page, 2 * PAGE);
}

/* An exponent may make up for as many digits as a text has. */
static void reading_long(void)
{
    static char text[1u << 20];
    const size_t zeros = 1000000;
    memset(text, '0', sizeof(text));
    text[1] = '.';
    strcpy(text + 2 + zeros, "25e1000001");
    read_both(text);
    text[1] = '0';
    text[0] = '7';
    strcpy(text + 1 + zeros, "e-1000000");
    read_both(text);
}

static void reading(int count)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "+",
                                        "-",
                                        ".",
                                        "e5",
                                        "0x",
                                        "0x.p1",
                                        "x",
                                        "1e",
                                        "1e+",
                                        "1e-x",
                                        " \t-12.5e2z",
                                        "00.5",
                                        "inf",
                                        "-INFINITY",
                                        "infinit",
                                        "nan",
                                        "nan(12_z)",
                                        "nan(",
                                        "0x1p-1074",
                                        "0x1p-1075",
                                        "0x1.8p-1075",
                                        "0x1.fffffffffffff8p1023",
                                        "0x1.fffffffffffff7p1023",
                                        "0x123456789abcdef123",
                                        "1e400",
                                        "1e-400",
                                        "2.4703282292062327208e-324",
                                        "2.4703282292062328e-324",
                                        "4.9e-324",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "9007199254740993",
                                        "9007199254740992.9999",
                                        "1e22",
                                        "1e23",
                                        "0.1e1000000000000",
                                        "0e999999999999",
                                        "100000000000000000000000000000000000000e-38",
                                        "1797693134862315807937289714053034150799341327100378269361"
                                        "73778980444968292764750946649017977"
                                        "5872070963302864166928879109465555478519404026306574886715"
                                        "05820681908902000708383676273854845"
                                        "8177115317644757302700698555713669596228429148198608349364"
                                        "75292719074168444365510704342711559"
                                        "699508093042880177904174497792e0"};

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        read_both(texts[i]);
    char text[TEXT], half[TEXT];
    for (int i = 0; i < count; i++) {
        double x = fabs(draw_double());
        int n;
        switch (draw_below(4)) {
        case 0:
            n = snprintf(text, sizeof(text), "%u.%ue%d", draw_below(INT_MAX), draw_below(INT_MAX),
                         (int)draw_below(660) - 330);
            break;
        case 1:
            n = snprintf(text, sizeof(text), "%.*e", (int)draw_below(40), x);
            break;
        case 2:
            n = snprintf(text, sizeof(text), "%a", x);
            break;
        default: /* exactly halfway between x and the next, and a bit more or less */
            if (x > 0x1p1000 || x < 0x1p-1000)
                x = 1.5;
            snprintf(half, sizeof(half), "%.1100Lf", ((long double)x + nextafter(x, HUGE_VAL)) / 2);
            n = snprintf(text, sizeof(text), "%s", half);
            if (draw_below(2))
                n = snprintf(text, sizeof(text), "%s%s", half, draw_below(2) ? "1" : "000e-3");
        }
        read_both(text);
        if (n > 3 && draw_below(8) == 0) {
            text[draw_below(n)] = "x.e+-0 "[draw_below(7)];
            read_both(text);
        }
    }
}

#define SCAN(text, fmt, type, zero)                                                       \
    do {                                                                                  \
        type a = zero, b = zero;                                                          \
        int na = -9, nb = -9;                                                             \
        int ra = sscanf(text, fmt "%n", &a, &na), rb = t_sscanf(text, fmt "%n", &b, &nb); \
        CHECK(ra == rb && na == nb && memcmp(&a, &b, sizeof(a)) == 0,                     \
              "\"%s\" as %s: %d after %d, not %d after %d", text, fmt, rb, nb, ra, na);   \
    } while (0)

/* The same where the format begins with conversions that are not stored: once they have completed,
 * the end of the input is no EOF (C11 7.21.6.2p16), which some hosts return. */
#define SCAN_AFTER(text, first, fmt, type, zero)                                              \
    do {                                                                                      \
        type a = zero, b = zero;                                                              \
        int completed = -9;                                                                   \
        sscanf(text, first "%n", &completed);                                                 \
        int ra = sscanf(text, first fmt, &a), rb = t_sscanf(text, first fmt, &b);             \
        if (completed >= 0 && ra == EOF)                                                      \
            ra = 0;                                                                           \
        CHECK(ra == rb && memcmp(&a, &b, sizeof(a)) == 0, "\"%s\" as %s%s: %d, not %d", text, \
              first, fmt, rb, ra);                                                            \
    } while (0)

struct text {
    char s[64];
};

static void scanning(void)
{
    static const char *const texts[] = {"12",
                                        " -7x",
                                        "0x1f",
                                        "+12",
                                        "077",
                                        "08",
                                        "",
                                        "   ",
                                        "abc def",
                                        "3.5kg",
                                        "1e5",
                                        "-.5e-3",
                                        "inf",
                                        "infinite",
                                        "nano",
                                        "0x1.8p3",
                                        "99999999999999999999",
                                        "-99999999999999999999",
                                        "256",
                                        "a]b",
                                        "]ab",
                                        "x-y",
                                        "%5",
                                        "12:34:56",
                                        "1.2.3",
                                        "+-1",
                                        "0b1",
                                        "1,2"};

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        SCAN(texts[i], "%d", int, 0);
        SCAN(texts[i], "%i", int, 0);
        SCAN(texts[i], "%2d", int, 0);
        SCAN(texts[i], "%u", unsigned, 0);
        SCAN(texts[i], "%o", unsigned, 0);
        SCAN(texts[i], "%x", unsigned, 0);
        SCAN(texts[i], "%ld", long, 0);
        SCAN(texts[i], "%lu", unsigned long, 0);
        SCAN(texts[i], "%hhd", signed char, 0);
        SCAN(texts[i], "%hx", unsigned short, 0);
        SCAN(texts[i], "%lf", double, 0);
        SCAN(texts[i], "%f", float, 0);
        SCAN(texts[i], "%3lf", double, 0);
        SCAN(texts[i], "%s", struct text, {0});
        SCAN(texts[i], "%3s", struct text, {0});
        SCAN(texts[i], "%c", struct text, {0});
        SCAN(texts[i], "%2c", struct text, {0});
        SCAN(texts[i], "%[a-c]", struct text, {"kept"});
        SCAN(texts[i], "%[]a-b]", struct text, {"kept"});
        SCAN(texts[i], "%[^]:x]", struct text, {"kept"});
        SCAN(texts[i], "%%%d", int, 0);
        SCAN_AFTER(texts[i], "%*d", "%s", struct text, {0});
        SCAN_AFTER(texts[i], " %*[^:]", ":%d", int, 0);
        SCAN_AFTER(texts[i], "a%*[]b]", "%c", struct text, {0});
    }
    float x = 0, untouched = 0;
    const char *lone = "%f%";
    int n = t_sscanf("1 2", lone, &x, &untouched);
    CHECK(n == 1 && x == 1 && untouched == 0, "a %% at the end: %d, %g", n, untouched);
}

/* Of a floating-point field all that strtod takes, and no more than a byte of what follows. */
static void scanning_nan(void)
{
    static const struct {
        const char *text;
        int taken; /* -9: it does not match */
    } rows[] = {{"nan", 3},       {"nan(12)x", 7},   {"-NaN(a_Z9)", 10}, {"nan()", 5},
                {"nan(12-)", -9}, {"nan(", -9},      {"nan)", 3},        {"nan(1))", 6},
                {"inf(1)", 3},    {"infinity(1)", 8}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        double x = 0;
        int taken = -9;
        int n = t_sscanf(rows[i].text, "%lf%n", &x, &taken);
        CHECK(n == (rows[i].taken >= 0), "\"%s\": %d", rows[i].text, n);
        CHECK(taken == rows[i].taken, "\"%s\": %d taken", rows[i].text, taken);
        CHECK(n < 1 || !isfinite(x), "\"%s\": %a", rows[i].text, x);
    }
}

/* A float is rounded once, from the text, and its range is its own. */
static void scanning_floats(int count)
{
    char text[TEXT];
    for (int i = 0; i < count; i++) {
        float x = ldexpf((float)(1 + draw_below(1 << 24)), (int)draw_below(270) - 165);
        double half = ((double)x + (double)nextafterf(x, HUGE_VALF)) / 2;
        int n = snprintf(text, sizeof(text), "%.200f", half);
        /* What is half a float and a little less than the double that is just that. */
        if (i & 1 && text[n - 1] == '0')
            snprintf(text + n - 1, sizeof(text) - n + 1, "1");
        errno = t_errno = 0;
        float want = strtof(text, NULL), got = 0;
        CHECK(t_sscanf(text, "%f", &got) == 1, "%s", text);
        CHECK(want == got, "%s is %a, not %a", text, got, want);
        CHECK(errno == t_errno, "%s: errno %d, not %d", text, t_errno, errno);
    }
    t_errno = 0;
    float x;
    CHECK(t_sscanf("1e40", "%f", &x) == 1, "too large");
    CHECK(isinf(x), "too large");
    CHECK(t_errno == ERANGE, "too large");
}

/* However long a floating-point field is, all of it counts, and no more is read. */
static void scanning_long(void)
{
    static char text[20000];

    for (size_t zeros = 10; zeros < sizeof(text) - 100; zeros = zeros * 5 / 4) {
        snprintf(text, sizeof(text), "0.%0*d25e%zu 77", (int)zeros, 0, zeros + 2);
        double x = 0;
        int after = 0;
        CHECK(t_sscanf(text, "%lf%d", &x, &after) == 2, "%zu zeros", zeros);
        CHECK(x == 25, "%zu zeros: %g", zeros, x);
        CHECK(after == 77, "%zu zeros: %d", zeros, after);
        char width[20];
        snprintf(width, sizeof(width), "%%%zulf%%d", zeros + 2);
        CHECK(t_sscanf(text, width, &x, &after) == 2, "the zeros of %zu", zeros);
        CHECK(x == 0, "the zeros of %zu: %g", zeros, x);
        CHECK(after == 25, "the zeros of %zu: %d", zeros, after);
    }
}

/* What collects a field is freed; without memory for it the input has failed, as at its end. */
static void scanning_memory(void)
{
    static char text[5000];
    double x = 0;
    int n = 0;

    snprintf(text, sizeof(text), "1 0.%04000d", 7);
    char *start = t_sbrk(0);
    for (int i = 0; i < 1000; i++)
        CHECK(t_sscanf(text, "%d%lf", &n, &x) == 2, "run %d", i);
    CHECK((char *)t_sbrk(0) - start <= 1 << 20, "%td bytes kept", (char *)t_sbrk(0) - start);
    void **all = NULL, **block;
    for (size_t size = 200000; size > 0; size /= 10)
        while ((block = t_malloc(size))) {
            *block = all;
            all = block;
        }
    t_errno = 0;
    CHECK(t_sscanf(text + 2, "%lf", &x) == EOF, "without memory");
    CHECK(t_errno == ENOMEM, "without memory: errno %d", t_errno);
    CHECK(t_sscanf(text, "%d%lf", &n, &x) == 1, "without memory");
    CHECK(t_sscanf("1e5", "%lf", &x) == 1, "a short field needs none");
    for (; all; all = block) {
        block = *all;
        t_free(all);
    }
}

static void corners(void)
{
    void *p = (void *)0x1234;

    CHECK(t_snprintf(NULL, 0, "%d", 12345) == 5, "length only");
    char got[TEXT];
    CHECK(t_snprintf(got, 4, "%s", "abcdef") == 6, "%s", got);
    CHECK(strcmp(got, "abc") == 0, "%s", got);
    CHECK(t_snprintf(got, 1, "x") == 1, "one byte");
    CHECK(got[0] == 0, "one byte");
    t_snprintf(got, sizeof(got), "%p|%c|%.3s|%5s|%-5s|%%|%s", p, 'x', "abcdef", "ab", "ab",
               (char *)0);
    CHECK(strcmp(got, "0x1234|x|abc|   ab|ab   |%|(null)") == 0, "%s", got);
    t_snprintf(got, sizeof(got), "%*.*f|%-*d|%.*d", 8, 2, 3.14159, -6, 42, -1, 7);
    CHECK(strcmp(got, "    3.14|42    |7") == 0, "%s", got);
    t_snprintf(got, sizeof(got), "%f %F %e %5g|%-6G|%06f", INFINITY, -INFINITY, NAN, NAN, INFINITY,
               -INFINITY);
    CHECK(strcmp(got, "inf -INF nan   nan|INF   |  -inf") == 0, "%s", got);
    t_snprintf(got, sizeof(got), "%Lf %lf", 1.5L, 2.5);
    CHECK(strcmp(got, "1.500000 2.500000") == 0, "%s", got);
    t_errno = 2;
    t_snprintf(got, sizeof(got), "%m");
    CHECK(strcmp(got, "No such file or directory") == 0, "%s", got);
    CHECK(t_snprintf(got, sizeof(got), "%d%y", 1) == -1, "a bad conversion");
    CHECK(t_errno == EINVAL, "a bad conversion");
    CHECK(t_snprintf(got, sizeof(got), "%99999999999d", 1) == -1, "width");
    CHECK(t_errno == EOVERFLOW, "width");
    t_snprintf(got, sizeof(got), "%.2147483647g", 0x1p-13);
    CHECK(strcmp(got, "0.0001220703125") == 0, "%s", got);
    t_errno = 0;
    CHECK(t_snprintf(got, sizeof(got), "%#.2147483647g", 0.0001) == -1, "longer than an int");
    CHECK(t_errno == EOVERFLOW, "longer than an int");
    char *made;
    CHECK(t_asprintf(&made, "%d-%s", 5, "x") == 3, "asprintf");
    CHECK(strcmp(made, "5-x") == 0, "asprintf");
    t_free(made);
}

/* Arguments by number, in any order, as widths too, and used twice. */
static void by_number(void)
{
    int an = 0, bn = 0;
    static const char *const formats[] = {"%2$s %1$d %2$5s|%1$x", "%3$*1$d|%2$s|%3$-*1$d|",
                                          "%3$.*1$d%% %2$s",      "%2$s %3$ld %1$hhd",
                                          "%1$d %3$d %2$s",       "%3$'d %2$s %1$d"};
    char a[200], b[200];
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        int want = snprintf(a, sizeof(a), formats[i], 7, "text", 1234567890L);
        int got = t_snprintf(b, sizeof(b), formats[i], 7, "text", 1234567890L);
        CHECK(got == want && !strcmp(a, b), "%s: %s, not %s", formats[i], b, a);
    }
    snprintf(a, sizeof(a), "%2$.3f %1$Lg %3$d%4$n %2$e", 2.5L, 0.1, 3, &an);
    t_snprintf(b, sizeof(b), "%2$.3f %1$Lg %3$d%4$n %2$e", 2.5L, 0.1, 3, &bn);
    CHECK(!strcmp(a, b) && an == bn && bn == 11, "%s %d, not %s %d", b, bn, a, an);
    CHECK(t_snprintf(b, sizeof(b), "%2$d", 1, 2) == -1, "the first has no type");
    CHECK(t_snprintf(b, sizeof(b), "%1$d %d", 1, 2) == -1, "only one has a number");
    CHECK(t_snprintf(b, sizeof(b), "%33$d", 1) == -1, "more than NL_ARGMAX");
    long n = -1;
    short h = -1;
    CHECK(t_snprintf(b, 3, "abcdef%ln%hn", &n, &h) == 6 && n == 6 && h == 6, "%ld %d", n, h);
}

static void scanned_memory(void)
{
    char *word = NULL, *set = NULL, *chars = NULL, second[8];
    int n;

    CHECK(t_sscanf("  hello 12abc,xyz", "%ms %d%m[a-c],%3mc", &word, &n, &set, &chars) == 4,
          "four fields");
    CHECK(!strcmp(word, "hello") && n == 12 && !strcmp(set, "abc") && !memcmp(chars, "xyz", 3),
          "%s %d %s %.3s", word, n, set, chars);
    t_free(word);
    t_free(set);
    t_free(chars);
    word = NULL;
    CHECK(t_sscanf("12", "%m[a-z]", &word) == 0 && !word, "nothing matched");
    CHECK(t_sscanf("one 2", "%2$7s %1$d", &n, second) == 2 && n == 2 && !strcmp(second, "one"),
          "%d %s", n, second);
    char text[3000];
    memset(text, 'x', sizeof(text));
    text[2999] = 0;
    CHECK(t_sscanf(text, "%ms", &word) == 1 && !strcmp(word, text), "a long one");
    t_free(word);
}

int main(void)
{
    corners();
    doubles(60000);
    shortest(60000);
    integers(100000);
    reading(20000);
    reading_edges();
    reading_long();
    scanning();
    scanning_nan();
    scanning_floats(20000);
    scanning_long();
    scanning_memory();
    by_number();
    scanned_memory();
    return verdict("format");
}
