/*
 * Buffered streams (C11 7.21, POSIX.1-2017 <stdio.h>).  A stream on a terminal is line buffered,
 * stderr is unbuffered, and all others are fully buffered.  Every function locks its stream, except
 * those that are called unlocked.
 */
#ifndef _STDIO_H
#define _STDIO_H

#include <abi/types.h>
#include <stdarg.h>
#include <stddef.h>

#ifndef __LIBC__ /* whose stdio/stream.h has the fields */
struct __file {
    long __fields[32];
};
#endif
typedef struct __file FILE;
typedef off_t fpos_t;

extern FILE *const stdin;
extern FILE *const stdout;
extern FILE *const stderr;
#define stdin  stdin
#define stdout stdout
#define stderr stderr

#define EOF          (-1)
#define BUFSIZ       4096
#define FOPEN_MAX    1024
#define FILENAME_MAX 1024
#define L_tmpnam     32
#define L_ctermid    32
#define TMP_MAX      238328
#define P_tmpdir     "/tmp"

#define SEEK_SET 0 /* as in abi/fcntl.h, which may not be included here */
#define SEEK_CUR 1
#define SEEK_END 2

#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

#define __PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define __SCANF(fmt, args)  __attribute__((format(scanf, fmt, args)))

/*
 * Opening and closing.  mode: r w a, then + x e (close at exec) b in any order.  freopen keeps the
 * number of the descriptor while another is free.  Without a path it changes only what the stream
 * may do: EBADF for an access that the file was not opened for.  fclose returns EOF if written
 * bytes were lost, also by an earlier call, with that call's error; clearerr forgets a loss.
 */
FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int fd, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *f);
FILE *tmpfile(void);

/*
 * Streams in memory.  open_memstream stores the text, with a NUL behind it, and its length at each
 * fflush and at fclose; the text is then the program's to free.  fmemopen's buffer has n bytes;
 * buf NULL: the stream has its own.
 */
FILE *open_memstream(char **text, size_t *len);
FILE *fmemopen(void *buf, size_t n, const char *mode);

FILE *popen(const char *command, const char *mode);
int fclose(FILE *f);
int pclose(FILE *f);

/*
 * Buffers and positions.  fflush of a stream that was read from drops what was read in advance and
 * moves the file's position back to the next byte not yet used, where the file has one.
 * fflush(NULL) is for all streams that were written to, and leaves the others alone.
 */
int setvbuf(FILE *f, char *buf, int mode, size_t size);
void setbuf(FILE *f, char *buf);
void setlinebuf(FILE *f);
int fflush(FILE *f);
int fseek(FILE *f, long off, int whence);
int fseeko(FILE *f, off_t off, int whence);
long ftell(FILE *f);
off_t ftello(FILE *f);
void rewind(FILE *f);
int fgetpos(FILE *f, fpos_t *pos);
int fsetpos(FILE *f, const fpos_t *pos);

/* State. */
int feof(FILE *f);
int ferror(FILE *f);
void clearerr(FILE *f);
int fileno(FILE *f);
char *ctermid(char *name);
void flockfile(FILE *f);
int ftrylockfile(FILE *f);
void funlockfile(FILE *f);

/* Bytes. */
int fgetc(FILE *f);
int getc(FILE *f);
int getchar(void);
int getc_unlocked(FILE *f);
int getchar_unlocked(void);
int ungetc(int c, FILE *f);
int fputc(int c, FILE *f);
int putc(int c, FILE *f);
int putchar(int c);
int putc_unlocked(int c, FILE *f);
int putchar_unlocked(int c);
size_t fread(void *buf, size_t size, size_t n, FILE *f);
size_t fwrite(const void *buf, size_t size, size_t n, FILE *f);

/* Lines. */
char *fgets(char *s, int n, FILE *f);
int fputs(const char *s, FILE *f);
int puts(const char *s);
ssize_t getline(char **line, size_t *size, FILE *f);
ssize_t getdelim(char **line, size_t *size, int delim, FILE *f);

/*
 * Formats: every conversion of C11 7.21.6.1, and POSIX's arguments by number (%2$s) and %'d, which
 * groups nothing in these locales; floating point is exactly rounded; a long double has the
 * precision and the range of a double.  %m prints strerror(errno).  scanf's %ms stores the address
 * of memory to be freed.
 */
int printf(const char *fmt, ...) __PRINTF(1, 2);
int fprintf(FILE *f, const char *fmt, ...) __PRINTF(2, 3);
int dprintf(int fd, const char *fmt, ...) __PRINTF(2, 3);
int sprintf(char *s, const char *fmt, ...) __PRINTF(2, 3);
int snprintf(char *s, size_t n, const char *fmt, ...) __PRINTF(3, 4);
int asprintf(char **s, const char *fmt, ...) __PRINTF(2, 3);
int vprintf(const char *fmt, va_list ap) __PRINTF(1, 0);
int vfprintf(FILE *f, const char *fmt, va_list ap) __PRINTF(2, 0);
int vdprintf(int fd, const char *fmt, va_list ap) __PRINTF(2, 0);
int vsprintf(char *s, const char *fmt, va_list ap) __PRINTF(2, 0);
int vsnprintf(char *s, size_t n, const char *fmt, va_list ap) __PRINTF(3, 0);
int vasprintf(char **s, const char *fmt, va_list ap) __PRINTF(2, 0);

int scanf(const char *fmt, ...) __SCANF(1, 2);
int fscanf(FILE *f, const char *fmt, ...) __SCANF(2, 3);
int sscanf(const char *s, const char *fmt, ...) __SCANF(2, 3);
int vscanf(const char *fmt, va_list ap) __SCANF(1, 0);
int vfscanf(FILE *f, const char *fmt, va_list ap) __SCANF(2, 0);
int vsscanf(const char *s, const char *fmt, va_list ap) __SCANF(2, 0);

/* Files by name, and errors. */
void perror(const char *what);
int remove(const char *path);
int rename(const char *from, const char *to);
int renameat(int fromfd, const char *from, int tofd, const char *to); /* <fcntl.h>: AT_FDCWD */
char *tmpnam(char *s);

#endif
