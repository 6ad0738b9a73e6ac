/* Functions for text, memory and numbers that no program of the image calls. */
#define _GNU_SOURCE
#include "check.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

static void network_order(void)
{
    union {
        uint32_t number;
        uint8_t bytes[4];
    } sent = {htonl(0x01020304)};
    CHECK(sent.bytes[0] == 1 && sent.bytes[1] == 2 && sent.bytes[2] == 3 && sent.bytes[3] == 4);
    CHECK(ntohl(sent.number) == 0x01020304 && htons(0x0102) == 0x0201 && ntohs(0x0201) == 0x0102);
}

static void characters(void)
{
    CHECK(isascii(127) && !isascii(128) && toascii('a' + 128) == 'a');
    CHECK_STR(setlocale(LC_ALL, NULL), "C");
    CHECK(!setlocale(LC_ALL, "de_DE"));
    CHECK_EQ(mblen("ab", 2), 1);
    wchar_t wide[4];
    CHECK_EQ(mbtowc(wide, "ab", 2), 1);
    CHECK_EQ(wide[0], 'a');
    char text[4];
    CHECK_EQ(wctomb(text, L'b'), 1);
    CHECK_EQ(text[0], 'b');
    CHECK_EQ(mbstowcs(wide, "abc", 4), 3);
    CHECK_EQ(wcstombs(text, wide, 4), 3);
    CHECK_STR(text, "abc");
}

static void strings(void)
{
    char to[16] = "";
    CHECK(memccpy(to, "ab;cd", ';', 5) == to + 3 && !memccpy(to, "xy", ';', 2));
    CHECK(mempcpy(to, "abc", 3) == to + 3 && !memcmp(to, "abc", 3));
    CHECK(stpcpy(to, "four") == to + 4 && stpncpy(to, "ab", 4) == to + 2 && to[3] == 0);
    CHECK(strcoll("a", "b") < 0 && strcoll("b", "b") == 0);
    CHECK_EQ(strxfrm(to, "same", sizeof(to)), 4);
    CHECK_STR(to, "same");
    swab("abcde", to, 5);
    CHECK(!memcmp(to, "badc", 4) && to[4] == 0);
    CHECK_STR(strpbrk("a.b,c", ",."), ".b,c");
    CHECK(!strpbrk("abc", ",."));
    strcpy(to, " a b");
    CHECK_STR(strtok(to, " "), "a");
    CHECK_STR(strtok(NULL, " "), "b");
    CHECK(!strtok(NULL, " "));
    CHECK_EQ(strerror_r(ENOENT, to, sizeof(to)), ERANGE);
    char whole[64];
    CHECK_EQ(strerror_r(ENOENT, whole, sizeof(whole)), 0);
    CHECK_STR(whole, strerror(ENOENT));
    bcopy("12345", to, 6);
    bcopy(to, to + 1, 6);
    CHECK_STR(to, "112345");
    CHECK(bcmp(to, "11", 2) == 0 && bcmp(to, "12", 2) != 0);
    bzero(to, 2);
    CHECK(to[0] == 0 && to[1] == 0 && to[2] == '2');
    CHECK_EQ(ffs(0), 0);
    CHECK_EQ(ffs(24), 4);
    CHECK_STR(rindex("a/b/c", '/'), "/c");
}

static int by_sign(const void *a, const void *b, void *sign)
{
    return *(int *)sign * (*(const int *)a - *(const int *)b);
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void numbers(void)
{
    CHECK_EQ(imaxabs(-5), 5);
    CHECK_EQ(llabs(-6), 6);
    CHECK_EQ(imaxdiv(-7, 2).quot, -3);
    CHECK_EQ(imaxdiv(-7, 2).rem, -1);
    CHECK_EQ(ldiv(7, 3).rem, 1);
    CHECK_EQ(lldiv(7, 3).quot, 2);
    CHECK_EQ(strtoimax("-12", NULL, 10), -12);
    CHECK_EQ(wcstoimax(L"-12", NULL, 10), -12);
    CHECK_EQ(wcstoumax(L"0xffffffffffffffff", NULL, 0), UINTMAX_MAX);
    CHECK_EQ(strtoumax("ff", NULL, 16), 255);
    CHECK_EQ(atoll("-9000000000x"), -9000000000);
    CHECK(atof("2.5e1") == 25 && strtold("0.5", NULL) == 0.5L);
    CHECK(llrint(2.5) == 2 && llround(2.5) == 3 && scalbn(3, -1) == 1.5 && scalbnf(3, 2) == 12);
    float sine, cosine;
    sincosf(0, &sine, &cosine);
    CHECK(sine == 0 && cosine == 1 && isnan(nanf("")));
    int values[] = {2, 3, 1}, down = -1, two = 2;
    qsort_r(values, 3, sizeof(int), by_sign, &down);
    CHECK(values[0] == 3 && values[1] == 2 && values[2] == 1);
    down = 1;
    qsort_r(values, 3, sizeof(int), by_sign, &down);
    CHECK(bsearch(&two, values, 3, sizeof(int), by_value) == values + 1);
    unsigned one = 1, same = 1;
    CHECK(rand_r(&one) == rand_r(&same) && one == same && one != 1);
}

static void memory(void)
{
    void *p = NULL;
    CHECK_EQ(posix_memalign(&p, 256, 10), 0);
    CHECK((uintptr_t)p % 256 == 0 && malloc_usable_size(p) >= 10);
    CHECK_EQ(posix_memalign(&p, 3, 10), EINVAL);
    free(p);
    CHECK_NULL(reallocarray(NULL, SIZE_MAX / 2, 3), ENOMEM);
    p = reallocarray(NULL, 3, 5);
    CHECK(p && malloc_usable_size(p) >= 15);
    free(p);
    CHECK_EQ(setenv("NAME", "value", 1), 0);
    CHECK_EQ(clearenv(), 0);
    CHECK(!getenv("NAME"));
}

int main(void)
{
    network_order();
    characters();
    strings();
    numbers();
    memory();
    return 0;
}
