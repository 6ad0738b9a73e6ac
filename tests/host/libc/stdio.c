/* Streams, on real files of the host. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

typedef struct t_file T_FILE;
#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
OURS(T_FILE *, fopen, const char *, const char *);
OURS(T_FILE *, fdopen, int, const char *);
OURS(T_FILE *, freopen, const char *, const char *, T_FILE *);
OURS(int, fclose, T_FILE *);
OURS(int, fflush, T_FILE *);
OURS(int, fgetc, T_FILE *);
OURS(int, ungetc, int, T_FILE *);
OURS(int, fputc, int, T_FILE *);
OURS(int, fputs, const char *, T_FILE *);
OURS(char *, fgets, char *, int, T_FILE *);
OURS(size_t, fread, void *, size_t, size_t, T_FILE *);
OURS(size_t, fwrite, const void *, size_t, size_t, T_FILE *);
OURS(int, fseek, T_FILE *, long, int);
OURS(long, ftell, T_FILE *);
OURS(void, rewind, T_FILE *);
OURS(int, fileno, T_FILE *);
OURS(int, feof, T_FILE *);
OURS(void, clearerr, T_FILE *);
OURS(int, ferror, T_FILE *);
OURS(int, fprintf, T_FILE *, const char *, ...);
OURS(int, fscanf, T_FILE *, const char *, ...);
OURS(int, setvbuf, T_FILE *, char *, int, size_t);
OURS(ssize_t, getline, char **, size_t *, T_FILE *);
OURS(ssize_t, getdelim, char **, size_t *, int, T_FILE *);
OURS(void, free, void *);
extern T_FILE *const t_stdin, *const t_stdout;
extern __thread int t_errno;

#define FEW 32 /* descriptors, fewer than the process may have */

/* The file's bytes now, as text; the buffer is good until the next call. */
static const char *contents(const char *path)
{
    static char text[20000];
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    return f ? text : "(none)";
}

static void modes(void)
{
    T_FILE *f = t_fopen("a", "wx");

    CHECK(f, "wx makes it");
    CHECK(t_fputs("one\n", f) == 0, "wx makes it");
    CHECK(t_fclose(f) == 0, "wx makes it");
    CHECK(!t_fopen("a", "wx"), "and only once");
    CHECK(t_errno == EEXIST, "and only once");
    f = t_fopen("a", "a+");
    CHECK(t_fputs("two\n", f) == 0, "at %ld", t_ftell(f));
    CHECK(t_ftell(f) == 8, "at %ld", t_ftell(f));
    t_rewind(f);
    char text[8];
    CHECK(!strcmp(t_fgets(text, 8, f), "one\n"), "a+ reads");
    CHECK(t_fputs("3\n", f) == 0, "a+ reads");
    t_fclose(f);
    CHECK(!strcmp(contents("a"), "one\ntwo\n3\n"), "%s", contents("a"));
    f = t_fopen("a", "r+");
    CHECK(t_fgetc(f) == 'o', "r+ turns");
    CHECK(t_fseek(f, 0, SEEK_CUR) == 0, "r+ turns");
    CHECK(t_fputc('N', f) == 'N', "r+ turns");
    CHECK(t_fseek(f, 0, SEEK_CUR) == 0, "and back");
    CHECK(t_fgetc(f) == 'e', "and back");
    t_fclose(f);
    CHECK(!strcmp(contents("a"), "oNe\ntwo\n3\n"), "%s", contents("a"));
    f = t_fopen("a", "r");
    CHECK(t_fputc('x', f) == EOF, "not for writing");
    CHECK(t_ferror(f), "not for writing");
    CHECK(t_errno == EBADF, "not for writing");
    t_fclose(f);
    f = t_fopen("a", "w");
    CHECK(t_fgetc(f) == EOF, "not for reading");
    CHECK(t_ferror(f), "not for reading");
    CHECK(!t_feof(f), "not for reading");
    t_fclose(f);
    CHECK(!*contents("a"), "w empties");
    CHECK(!t_fopen("a", "q"), "no such mode");
    CHECK(t_errno == EINVAL, "no such mode");
    CHECK(!t_fopen("none/a", "r"), "no such file");
    CHECK(t_errno == ENOENT, "no such file");
}

static void pushing_back(void)
{
    T_FILE *f = t_fopen("b", "w+");

    t_fputs("xyz", f);
    t_rewind(f);
    CHECK(t_ungetc('1', f) == '1', "before the first byte");
    CHECK(t_ungetc('2', f) == '2', "before the first byte");
    CHECK(t_fgetc(f) == '2', "the last one first");
    CHECK(t_fgetc(f) == '1', "then the first");
    CHECK(t_fgetc(f) == 'x', "then the file's");
    CHECK(t_ungetc(EOF, f) == EOF, "EOF cannot be");
    char text[16];
    CHECK(t_fread(text, 1, 16, f) == 2, "to the end");
    CHECK(t_feof(f), "to the end");
    CHECK(t_ungetc('q', f) == 'q', "at the end");
    CHECK(!t_feof(f), "at the end");
    CHECK(t_fgetc(f) == 'q', "at the end");
    CHECK(t_fgetc(f) == EOF, "the end again");
    CHECK(t_feof(f), "the end again");
    t_fclose(f);
}

/* Writing no element leaves the stream as it is: at its end, with what was pushed back. */
static void writing_nothing(void)
{
    T_FILE *f = t_fopen("b", "w+");

    CHECK(t_fgetc(f) == EOF, "empty");
    CHECK(t_fwrite("x", 1, 0, f) == 0, "no element");
    CHECK(t_feof(f), "still at the end");
    CHECK(t_ungetc('q', f) == 'q', "pushed back");
    CHECK(t_fwrite("x", 1, 0, f) == 0, "no element");
    CHECK(t_fgetc(f) == 'q', "still there");
    t_fclose(f);
    f = t_fopen("b", "r");
    CHECK(t_fwrite("x", 1, 0, f) == 0, "no element");
    CHECK(!t_ferror(f), "no error");
    t_fclose(f);
}

static void lines(void)
{
    T_FILE *f = t_fopen("c", "w+");
    char *line = NULL;
    size_t size = 0;

    for (int i = 0; i < 300; i++)
        t_fprintf(f, "%0*d\n", 1 + i, i);
    t_fputs("last", f);
    t_rewind(f);
    for (int i = 0; i < 300; i++) {
        ssize_t n = t_getline(&line, &size, f);
        CHECK(n == i + 2, "line %d has %zd", i, n);
        CHECK(line[n - 1] == '\n', "line %d has %zd", i, n);
        CHECK(atoi(line) == i, "line %d has %zd", i, n);
    }
    CHECK(t_getline(&line, &size, f) == 4, "no newline at the end");
    CHECK(!strcmp(line, "last"), "no newline at the end");
    CHECK(t_getline(&line, &size, f) == -1, "the end");
    CHECK(t_feof(f), "the end");
    t_free(line);
    t_fseek(f, -4, SEEK_END);
    char small[4];
    CHECK(!strcmp(t_fgets(small, 4, f), "las"), "in pieces");
    CHECK(!strcmp(t_fgets(small, 4, f), "t"), "in pieces");
    CHECK(!t_fgets(small, 4, f), "and no more");
    t_fclose(f);
}

/* Without a path the descriptor stays: it can append from now on, but do nothing that it was not
 * opened for. */
static void reopening_in_place(void)
{
    T_FILE *f = t_fopen("i", "w+");

    CHECK(t_fputs("abc", f) == 0, "reads and writes");
    CHECK(t_freopen(NULL, "a", f) == f, "appends");
    t_rewind(f);
    CHECK(t_fputs("d", f) == 0, "appends");
    CHECK(t_freopen(NULL, "r+", f) == f, "appends no more");
    t_rewind(f);
    CHECK(t_fputs("A", f) == 0, "appends no more");
    CHECK(t_fclose(f) == 0, "closed");
    CHECK(!strcmp(contents("i"), "Abcd"), "%s", contents("i"));
    f = t_fopen("i", "r");
    CHECK(t_freopen(NULL, "r", f) == f, "for reading");
    t_errno = 0;
    CHECK(!t_freopen(NULL, "w", f), "not for writing");
    CHECK(t_errno == EBADF, "not for writing");
    f = t_fopen("i", "a");
    t_errno = 0;
    CHECK(!t_freopen(NULL, "a+", f), "not for reading");
    CHECK(t_errno == EBADF, "not for reading");
}

/* Random reads, writes and seeks on a stream and on plain memory. */
static void at_random(int buffering)
{
    static unsigned char want[6000], bytes[6000];
    T_FILE *f = t_fopen("d", "w+");
    size_t len = 0, at = 0;

    char own[100];
    t_setvbuf(f, buffering == _IOFBF ? own : NULL, buffering, sizeof(own));
    for (int i = 0; i < 4000; i++) {
        size_t n = draw_below(draw_below(8) ? 30 : 500), got;
        switch (draw_below(4)) {
        case 0:
            at = draw_below(len + 1);
            CHECK(t_fseek(f, at, SEEK_SET) == 0, "seek to %zu", at);
            break;
        case 1:
            if (at + n > sizeof(want))
                break;
            for (size_t k = 0; k < n; k++)
                want[at + k] = bytes[k] = draw();
            CHECK(t_fwrite(bytes, 1, n, f) == n, "write of %zu", n);
            at += n;
            len = at > len ? at : len;
            break;
        case 2:
            got = t_fread(bytes, 1, n, f);
            CHECK(got == (n < len - at ? n : len - at), "read %zu of %zu at %zu", got, n, at);
            CHECK(!memcmp(bytes, want + at, got), "bytes at %zu", at);
            at += got;
            break;
        default:
            CHECK(t_ftell(f) == (long)at, "tell %ld, not %zu", t_ftell(f), at);
        }
    }
    CHECK(t_fclose(f) == 0, "close");
    contents("d");
    CHECK(!memcmp(contents("d"), want, len), "the file");
}

/* When what was written reaches the file. */
static void buffers(void)
{
    T_FILE *f = t_fopen("e", "w");

    t_fputs("kept", f);
    CHECK(!*contents("e"), "full buffering");
    t_fflush(f);
    CHECK(!strcmp(contents("e"), "kept"), "flushed");
    t_setvbuf(f, NULL, _IOLBF, 0);
    t_fputs("a\nb", f);
    CHECK(strstr(contents("e"), "a\n"), "line buffering");
    t_setvbuf(f, NULL, _IONBF, 0);
    t_fprintf(f, "-%d", 7);
    CHECK(!strcmp(contents("e"), "kepta\nb-7"), "%s", contents("e"));
    f = t_freopen("f", "w", f);
    t_fputs("new", f);
    t_fclose(f);
    CHECK(!strcmp(contents("f"), "new"), "freopen");

    /* What a stream has read ahead is given back to those who share its position. */
    f = t_fopen("e", "r");
    CHECK(t_fgetc(f) == 'k', "one byte");
    CHECK(t_fflush(f) == 0, "one byte");
    char text[8];
    CHECK(read(t_fileno(f), text, 3) == 3, "the next are there");
    CHECK(!memcmp(text, "ept", 3), "the next are there");
    t_fclose(f);
}

/* An error of an earlier call is none of the next one: fgets, getline and getdelim tell their own,
 * and fclose that of what was written. */
static void earlier_errors(void)
{
    T_FILE *f = t_fopen("h", "w");

    CHECK(t_fgetc(f) == EOF, "not for reading");
    CHECK(t_fputs("abcdefgh\nla", f) == 0, "but for writing");
    CHECK(t_fputs(";st", f) == 0, "but for writing");
    CHECK(t_fclose(f) == 0, "all of it was written");
    CHECK(!strcmp(contents("h"), "abcdefgh\nla;st"), "%s", contents("h"));
    f = t_fopen("h", "r");
    CHECK(t_fputc('x', f) == EOF, "not for writing");
    char text[8], *got = t_fgets(text, 4, f);
    CHECK(got == text && !strcmp(text, "abc"), "a piece of a line");
    CHECK(t_fgets(text, 8, f) == text, "its end");
    CHECK(!strcmp(text, "defgh\n"), "its end");
    char *line = NULL;
    size_t size = 0;
    CHECK(t_getdelim(&line, &size, ';', f) == 3, "up to a delimiter");
    CHECK(t_getline(&line, &size, f) == 2, "the last line, without a newline");
    CHECK(line && !strcmp(line, "st"), "the last line, without a newline");
    CHECK(t_getline(&line, &size, f) == -1, "the end");
    CHECK(t_fseek(f, -2, SEEK_END) == 0, "back");
    CHECK(t_fgets(text, 8, f) == text, "and as a string");
    CHECK(t_ferror(f), "until clearerr");
    CHECK(t_fclose(f) == 0, "nothing was written");
    t_free(line);
}

/* Half a line, then an error: getline and getdelim return what there is and ferror tells, fgets
 * returns nothing.  The error is told again by neither feof nor a later line. */
static void error_within_a_line(void)
{
    int ends[2];
    CHECK(pipe2(ends, O_NONBLOCK) == 0, "a pipe");
    T_FILE *f = t_fdopen(ends[0], "r");
    char *line = NULL, text[8];
    size_t size = 0;

    CHECK(write(ends[1], "half", 4) == 4, "half a line");
    CHECK(t_getline(&line, &size, f) == 4, "half a line");
    CHECK(!strcmp(line, "half"), "half a line");
    CHECK(t_ferror(f), "and its error");
    t_clearerr(f);
    CHECK(t_getdelim(&line, &size, ';', f) == -1, "an error");
    CHECK(t_ferror(f), "an error");
    CHECK(!t_feof(f), "not the end");
    CHECK(write(ends[1], "half", 4) == 4, "half a line");
    CHECK(!t_fgets(text, 8, f), "an error");
    CHECK(!t_feof(f), "not the end");
    CHECK(write(ends[1], "all\n", 4) == 4, "a line");
    CHECK(t_getline(&line, &size, f) == 4, "a line");
    t_free(line);
    t_fclose(f);
    close(ends[1]);
}

/* freopen takes a file where no descriptor is left but the stream's own. */
static void reopening_without_spare(void)
{
    T_FILE *f = t_fopen("a", "w");
    int fd = t_fileno(f), used[FEW], n = 0;

    struct rlimit before;
    getrlimit(RLIMIT_NOFILE, &before);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){FEW, before.rlim_max});
    t_fputs("first", f);
    while (n < FEW && (used[n] = dup(fd)) >= 0)
        n++;
    t_errno = 0;
    CHECK(!t_fopen("a", "r"), "there is none");
    CHECK(t_errno == EMFILE, "there is none");
    f = t_freopen("b", "w", f);
    CHECK(f, "error %d", t_errno);
    if (f) {
        CHECK(t_fileno(f) == fd, "the same number");
        CHECK(t_fputs("second", f) == 0, "the new file");
        CHECK(t_fclose(f) == 0, "the new file");
    }
    while (n > 0)
        close(used[--n]);
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(!strcmp(contents("a"), "first"), "%s", contents("a"));
    CHECK(!strcmp(contents("b"), "second"), "%s", contents("b"));
}

static void failing(void)
{
    T_FILE *f = t_fopen("/dev/full", "w");

    if (!f)
        return; /* not every host has it */
    CHECK(t_fputs("lost", f) == 0, "a full disk is told");
    CHECK(t_fflush(f) == EOF, "a full disk is told");
    CHECK(t_ferror(f), "a full disk is told");
    t_fputs("lost", f);
    CHECK(t_fclose(f) == EOF, "at closing too");
    f = t_fopen("/dev/full", "w");
    t_fputs("lost", f);
    t_errno = ENOSPC; /* which the host's write leaves alone */
    CHECK(t_fflush(f) == EOF, "all that is lost is lost now");
    t_errno = 0;
    CHECK(t_fclose(f) == EOF, "at closing it is told again");
    CHECK(t_errno == ENOSPC, "with its error, not %d", t_errno);
    f = t_fopen("/dev/full", "w");
    t_fputs("lost", f);
    t_errno = ENOSPC;
    t_rewind(f);
    CHECK(!t_ferror(f), "rewind clears the error");
    CHECK(t_fclose(f) == EOF, "but does not tell it: closing does");
    f = t_fopen("/dev/full", "w");
    t_fputs("lost", f);
    t_errno = ENOSPC;
    t_fflush(f);
    t_clearerr(f);
    CHECK(t_fclose(f) == 0, "clearerr is told that the caller knows");
}

/* Elements that were written before an error count, and so do bytes of an element that was not. */
static void failing_midway(void)
{
    static const struct {
        int mode;
        size_t limit, before, size, n, expected;
    } cases[] = {
        {_IOFBF, 6000, 100, 3, 4000, 5900 / 3},
        {_IOFBF, 4000, 100, 1, 9000, 3900},
        {_IOFBF, 50, 100, 1, 9000, 0},
        {_IONBF, 10, 0, 4, 4, 2},
        {_IOLBF, 10, 8, 1, 5, 2},
        {_IOLBF, 6, 8, 1, 5, 0},
    };
    static char block[10000];
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    struct rlimit whole;

    getrlimit(RLIMIT_FSIZE, &whole);
    memset(block, '\n', sizeof(block));
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        T_FILE *f = t_fopen("h", "w");

        t_setvbuf(f, NULL, cases[i].mode, 4096);
        for (size_t n = 0; n < cases[i].before; n++)
            t_fputc('x', f);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){cases[i].limit, whole.rlim_max});
        size_t n = t_fwrite(block, cases[i].size, cases[i].n, f);
        setrlimit(RLIMIT_FSIZE, &whole);
        CHECK(n == cases[i].expected, "case %zu: %zu", i, n);
        CHECK(t_ferror(f), "case %zu", i);
        CHECK(strlen(contents("h")) == cases[i].limit, "case %zu", i);
        t_fclose(f);
    }
    signal(SIGXFSZ, handler);
}

/* fflush of a stream that was read from, and fflush(NULL), which leaves it alone. */
static void flushing_input(void)
{
    T_FILE *out = t_fopen("i", "w");

    t_fputs("first", out);
    CHECK(t_fflush(out) == 0, "one that was written to");
    T_FILE *in = t_fopen("i", "r");
    CHECK(t_fgetc(in) == 'f', "reads");
    t_fputs("second", out);
    CHECK(t_fflush(NULL) == 0, "all");
    CHECK(!strcmp(contents("i"), "firstsecond"), "%s", contents("i"));
    CHECK(lseek(t_fileno(in), 0, SEEK_CUR) == 5, "what was read in advance stays so");
    CHECK(t_fflush(in) == 0, "one that was read from");
    CHECK(lseek(t_fileno(in), 0, SEEK_CUR) == 1, "the file is where the stream is");
    t_fclose(in);
    t_fclose(out);
}

/* What was read ahead from a pipe stays, as it cannot be given back; whoever writes drops it. */
static void flushing_unseekable(void)
{
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0, "a socket");
    T_FILE *f = t_fdopen(ends[0], "r+");

    CHECK(write(ends[1], "one\ntwo\n3\n", 10) == 10, "lines");
    static const char *const lines[] = {"one\n", "two\n"};
    char text[8];
    for (int i = 0; i < 2; i++) {
        CHECK(t_fgets(text, 8, f) && !strcmp(text, lines[i]), "%s", lines[i]);
        t_errno = ESPIPE; /* which the host's lseek leaves alone */
        CHECK(t_fflush(f) == 0, "what comes next stays");
    }
    CHECK(t_fputc('x', f) == 'x' && t_fflush(f) == 0, "only what was written");
    CHECK(read(ends[1], text, 8) == 1 && text[0] == 'x', "only what was written");
    CHECK(write(ends[1], "4\n5\n6\n", 6) == 6, "the next lines");
    CHECK(t_fgets(text, 8, f) && !strcmp(text, "4\n"), "%s", text);
    CHECK(t_setvbuf(f, NULL, _IOFBF, 0) == 0, "another buffer");
    CHECK(write(ends[1], "7\n", 2) == 2, "the last line");
    CHECK(t_fgets(text, 8, f) && !strcmp(text, "7\n"), "%s", text);
    t_fclose(f);
    close(ends[1]);
}

static void scanning(void)
{
    T_FILE *f = t_fopen("g", "w+");
    int n = 0, sum = 0;

    for (int i = 0; i < 2000; i++)
        t_fprintf(f, "%d,%s ", i, "ab");
    t_rewind(f);
    char word[8];
    for (int i = 0; i < 2000; i++)
        if (t_fscanf(f, "%d,%7s", &n, word) == 2 && n == i && !strcmp(word, "ab"))
            sum++;
    CHECK(sum == 2000, "%d", sum);
    CHECK(t_fscanf(f, "%d", &n) == EOF, "the end");
    t_fclose(f);
    f = t_fopen("g", "w");
    for (int pending = 0; pending < 2; pending++) {
        t_errno = 0;
        CHECK(t_fscanf(f, "%d", &n) == EOF, "not for reading, %d", pending);
        CHECK(t_errno == EBADF, "not for reading, %d", pending);
        t_fputs("12", f);
    }
    CHECK(t_fclose(f) == 0, "but for writing");
}

/* The mode's e holds for the descriptor that the stream had before, too. */
static void closed_at_exec(void)
{
    T_FILE *f = t_fopen("a", "w");
    int fd = t_fileno(f);

    CHECK(fcntl(fd, F_GETFD) == 0, "not unless asked for");
    CHECK(t_freopen("a", "re", f) == f, "the same descriptor");
    CHECK(t_fileno(f) == fd, "the same descriptor");
    CHECK(fcntl(fd, F_GETFD) == FD_CLOEXEC, "asked for");
    CHECK(t_freopen("a", "r", f) == f, "no more");
    CHECK(fcntl(fd, F_GETFD) == 0, "no more");
    CHECK(t_freopen(NULL, "re", f) == f, "without a path");
    CHECK(fcntl(fd, F_GETFD) == FD_CLOEXEC, "without a path");
    t_fclose(f);
}

/* Until clearerr, though the file has grown: for a byte and for more than a buffer. */
static void end_stays(void)
{
    static char much[20000];
    T_FILE *f = t_fopen("grows", "w+"), *more = t_fopen("grows", "a");

    CHECK(t_fgetc(f) == EOF, "empty");
    CHECK(t_feof(f), "empty");
    CHECK(t_fputs("more", more) == 0, "grown");
    CHECK(t_fclose(more) == 0, "grown");
    CHECK(t_fgetc(f) == EOF, "still at the end");
    CHECK(t_fread(much, 1, sizeof(much), f) == 0, "still at the end");
    t_clearerr(f);
    CHECK(t_fread(much, 1, sizeof(much), f) == 4, "past it");
    CHECK(!strcmp(much, "more"), "past it");
    t_fclose(f);
}

/* What a prompt has left in a line-buffered stdout is written before stdin is waited for, also by
 * an fread into the caller's memory. */
static void prompts(void)
{
    int kept[] = {dup(0), dup(1)}, in[2], out[2];
    CHECK(pipe(in) == 0 && pipe(out) == 0, "pipes");
    CHECK(dup2(in[0], 0) == 0 && dup2(out[1], 1) == 1, "stdin and stdout");
    CHECK(write(in[1], "abc", 3) == 3, "answers");
    t_setvbuf(t_stdin, NULL, _IONBF, 0);
    t_setvbuf(t_stdout, NULL, _IOLBF, 0);
    char answer, seen[8] = "";
    for (int i = 0; i < 3; i++) {
        t_fputs("?", t_stdout);
        CHECK(t_fread(&answer, 1, 1, t_stdin) == 1, "answer %d", i);
        CHECK(answer == 'a' + i, "answer %d", i);
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    CHECK(read(out[0], seen, sizeof(seen)) == 3, "%s", seen);
    t_fflush(t_stdout);
    for (int fd = 0; fd < 2; fd++) {
        dup2(kept[fd], fd);
        close(kept[fd]);
        close(in[fd]);
        close(out[fd]);
    }
}

int main(void)
{
    modes();
    end_stays();
    closed_at_exec();
    pushing_back();
    writing_nothing();
    prompts();
    lines();
    at_random(_IOFBF);
    at_random(_IOLBF);
    at_random(_IONBF);
    buffers();
    reopening_in_place();
    failing();
    failing_midway();
    flushing_input();
    flushing_unseekable();
    earlier_errors();
    error_within_a_line();
    reopening_without_spare();
    scanning();
    return verdict("stdio");
}
