/*
 * mmap(2) (POSIX.1-2017, <sys/mman.h>).  Memory of zeros is private, or shared with the children
 * that are forked later; shared memory takes its pages at once.  A private mapping of a file is a
 * copy of it, made by mmap.
 *
 * A shared mapping of a file is the file: stores and write(2) are seen at once by read(2) and by
 * all processes that map it.  Its pages, and blocks for the holes of a file that is open for
 * writing, are taken at once: ENOMEM, ENOSPC.  The stores are on the disk after msync with MS_SYNC,
 * fsync or sync; munmap and exit pass them on like a write(2), and a disk that fails then is a
 * message on the console.
 *
 * SIGBUS: a touch of a whole page that was after the file's end when it was mapped.  A page that is
 * cut off later keeps its bytes until the file grows again: zeros.
 */
#ifndef ABI_MMAN_H
#define ABI_MMAN_H

#define PROT_NONE  0
#define PROT_READ  1
#define PROT_WRITE 2
#define PROT_EXEC  4

#define MAP_SHARED    0x01 /* one of these two */
#define MAP_PRIVATE   0x02
#define MAP_FIXED     0x10 /* at the given address, replacing what was there */
#define MAP_ANONYMOUS 0x20 /* zeros; fd is -1 */
#define MAP_ANON      MAP_ANONYMOUS
#define MAP_FAILED    ((void *)-1)

#define MS_ASYNC      1 /* msync, of all files; MS_SYNC: when it returns they are on the disk */
#define MS_SYNC       2
#define MS_INVALIDATE 4

#endif
