#include "core/cmdline.h"
#include "core/print.h"
#include "core/string.h"

static const char *const names[] = {"fail", "hz", "log", "panic", "pid_max", "run", "skid"};

static char line[CMDLINE_MAX];
static const char *run; /* the text after run=, in line */
static bool was_cut;

/* The text after NAME, if the word at p is NAME or NAME=...; otherwise NULL. */
static const char *after_name(const char *p, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(p, name, n) != 0 || (p[n] != '=' && p[n] != ' ' && p[n] != '\0'))
        return NULL;
    return p + n;
}

static size_t word_length(const char *p)
{
    size_t n = 0;
    while (p[n] && p[n] != ' ')
        n++;
    return n;
}

static const char *next_word(const char *p)
{
    p += word_length(p);
    while (*p == ' ')
        p++;
    return p;
}

void cmdline_set(const char *text)
{
    was_cut = strlcpy(line, text, sizeof(line)) >= sizeof(line);
    for (const char *p = line; *p; p = next_word(p)) {
        const char *value = after_name(p, "run");
        if (value && *value == '=') {
            run = value + 1;
            break;
        }
    }
}

static bool is_known(const char *word)
{
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (after_name(word, names[i]))
            return true;
    return false;
}

void cmdline_check(void)
{
    if (was_cut)
        print("tally: the boot line was cut to %d bytes\n", CMDLINE_MAX - 1);
    for (const char *p = line; *p && (!run || p < run); p = next_word(p)) {
        size_t n = word_length(p);
        if (n > 0 && !is_known(p)) {
            print("tally: the boot line's '%.*s' means nothing; doc/running.md lists all words\n",
                  (int)(n < 60 ? n : 60), p);
            break;
        }
    }
}

bool cmdline_value(const char *name, char *buf, size_t size)
{
    for (const char *p = line; *p && (!run || p < run); p = next_word(p)) {
        const char *value = after_name(p, name);
        if (!value)
            continue;
        if (*value == '=')
            value++;
        size_t n = word_length(value);
        strlcpy(buf, value, n < size ? n + 1 : size);
        return true;
    }
    return false;
}

uint32_t cmdline_number(const char *name, uint32_t min, uint32_t max, uint32_t normal)
{
    uint32_t value = 0;
    char text[16];
    if (!cmdline_value(name, text, sizeof(text)))
        return normal;
    for (const char *p = text; *p && value <= max; p++)
        value = *p >= '0' && *p <= '9' ? value * 10 + *p - '0' : max + 1;
    if (value >= min && value <= max)
        return value;
    print("tally: %s=%s: must be a whole number from %u to %u; it is %u\n", name, text, min, max,
          normal);
    return normal;
}

const char *cmdline_run(void)
{
    return run;
}
