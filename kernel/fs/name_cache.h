/*
 * The names of directories that were found lately.  A walk along a path finds its directories here,
 * and getcwd the names, without locking and reading each directory on the way.
 *
 * The cache is in memory only and has a fixed size.  It may forget any name at any time; then the
 * caller looks into the directory.  Names are keys (fs/name.h).  Inside fs/.  Nothing sleeps.
 *
 * A name is added, and forgotten when it is removed or changed, with the mutex held of the
 * directory that it is in.  To look a name up needs no mutex.  So the directory that was found may
 * be removed at once, and its number given to another file.  A caller without the mutex therefore
 * does this:
 *
 *     removals = name_cache_begin();                      interrupts are off from here
 *     number = name_cache_find(...);                      some times
 *     name_cache_end();
 *     error = inode_get_known(number, removals, &dir);    -EAGAIN: a name was forgotten
 */
#ifndef FS_NAME_CACHE_H
#define FS_NAME_CACHE_H

#include <abi/fs.h>
#include <abi/types.h>
#include <stddef.h>

void name_cache_init(void); /* at mount */

/* dir locked: the name in it is of the directory `ino`. */
void name_cache_add(ino_t dir, const struct fs_name *name, ino_t ino);

/* dir locked: the name is being removed, or made another's.  Before the last link goes. */
void name_cache_forget(ino_t dir, const struct fs_name *name);

/* How often a name was forgotten so. */
uint32_t name_cache_removals(void);

/* Takes a spin lock, and returns name_cache_removals(); releases it. */
uint32_t name_cache_begin(void);
void name_cache_end(void);

/* Between the two: the directory of that name; 0: not known. */
ino_t name_cache_find(ino_t dir, const struct fs_name *name);

/* The name of directory `ino`, and in *parent the directory that it is in.  Returns its length; 0:
 * not known.  It stays true while no other thread renames or removes a directory. */
size_t name_cache_name_of(ino_t ino, ino_t *parent, struct fs_name *name);

#endif
