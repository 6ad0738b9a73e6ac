/* Functions for streams and messages that no program of the image calls. */
#include "child.h"
#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>

static const char *whole(int fd)
{
    static char text[256];
    memset(text, 0, sizeof(text));
    lseek(fd, 0, SEEK_SET);
    CHECK(read(fd, text, sizeof(text) - 1) >= 0);
    return text;
}

static int new_file(const char *name)
{
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(fd >= 0);
    return fd;
}

static void to_descriptor(int fd, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    CHECK_EQ(vdprintf(fd, format, arguments), 4);
    va_end(arguments);
}

static void warnings(const char *format, ...)
{
    errno = ENOENT;
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
    errno = ENOENT;
    warn("w%d", 3);
    warnx("w%d", 4);
    perror("p");
    psignal(SIGINT, "s");
}

static void messages(void)
{
    int fd = new_file("messages"), kept = dup(STDERR_FILENO);
    CHECK_EQ(dup2(fd, STDERR_FILENO), STDERR_FILENO);
    warnings("v%d", 1);
    CHECK_EQ(dup2(kept, STDERR_FILENO), STDERR_FILENO);
    const char *name = program_invocation_name;
    char want[256];
    snprintf(want, sizeof(want), "%s: v1: %s\n%s: v1\n%s: w3: %s\n%s: w4\np: %s\ns: %s\n", name,
             strerror(ENOENT), name, name, strerror(ENOENT), name, strerror(ENOENT),
             strsignal(SIGINT));
    CHECK_STR(whole(fd), want);
}

static int text_scan(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsscanf(text, format, arguments);
    va_end(arguments);
    return n;
}

static int stream_scan(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = stream ? vfscanf(stream, format, arguments) : vscanf(format, arguments);
    va_end(arguments);
    return n;
}

static void text_print(char *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    CHECK_EQ(vsprintf(to, format, arguments), 3);
    va_end(arguments);
}

static void places(void)
{
    int fd = new_file("places"), value;
    CHECK_EQ(write(fd, "12 34 5\nx", 9), 9);
    FILE *stream = freopen("places", "r", stdin);
    CHECK(stream == stdin);
    CHECK_EQ(stream_scan(NULL, "%d", &value), 1);
    CHECK_EQ(value, 12);
    fpos_t place;
    CHECK_EQ(fgetpos(stream, &place), 0);
    CHECK_EQ(stream_scan(stream, "%d", &value), 1);
    CHECK_EQ(value, 34);
    CHECK_EQ(fsetpos(stream, &place), 0);
    CHECK_EQ(ftello(stream), 2);
    CHECK_EQ(fseeko(stream, 6, SEEK_SET), 0);
    CHECK(getchar() == '5' && getchar_unlocked() == '\n' && getc_unlocked(stream) == 'x');
    CHECK_EQ(text_scan("7 8", "%*d %d", &value), 1);
    CHECK_EQ(value, 8);
    char text[8];
    text_print(text, "%03d", 7);
    CHECK_STR(text, "007");
}

static void writing(void)
{
    int fd = new_file("writing");
    to_descriptor(fd, "%d\n", 100);
    FILE *stream = fdopen(fd, "r+");
    setlinebuf(stream);
    CHECK_EQ(fseeko(stream, 0, SEEK_END), 0);
    CHECK_EQ(putc_unlocked('a', stream), 'a');
    CHECK_STR(whole(fd), "100\n");
    CHECK_EQ(putc_unlocked('\n', stream), '\n');
    CHECK_STR(whole(fd), "100\na\n");
    setbuf(stream, NULL);
    CHECK_EQ(fputc('b', stream), 'b');
    CHECK_STR(whole(fd), "100\na\nb");
    CHECK(freopen("writing", "w", stdout) && putchar_unlocked('c') == 'c' && fflush(stdout) == 0);
    CHECK_STR(whole(fd), "c");
    CHECK_EQ(fdatasync(fd), 0);
    CHECK_FAILS(fdatasync(-1), EBADF);
}

static void names(void)
{
    char name[L_tmpnam];
    CHECK(tmpnam(name) == name && access(name, F_OK) != 0);
    CHECK_EQ(mkdir("folder", 0700), 0);
    close(new_file("folder/file"));
    DIR *dir = fdopendir(open("folder", O_RDONLY));
    unsigned seen = 0;
    struct dirent *entry;
    while ((entry = readdir(dir)))
        seen += !strcmp(entry->d_name, "file");
    CHECK_EQ(seen, 1);
    CHECK_EQ(closedir(dir), 0);
}

int main(void)
{
    messages();
    places();
    writing();
    names();
    return 0;
}
