/*
 * Names as keys: a struct fs_name whose ino is 0, with zeros behind the name.  So a name is
 * compared and hashed a word at a time, and a word of zeros ends it.  Inside fs/.
 */
#ifndef FS_NAME_H
#define FS_NAME_H

#include <abi/fs.h>
#include <stdbool.h>
#include <stdint.h>

#define NAME_WORDS (sizeof(struct fs_name) / sizeof(uint64_t))

/* Eight bytes of it: word 0 has the ino and the first four bytes of the name.  The builtin, as
 * memcpy() would be a call. */
static inline uint64_t name_word(const struct fs_name *name, unsigned i)
{
    uint64_t word;
    __builtin_memcpy(&word, (const char *)name + i * sizeof(word), sizeof(word));
    return word;
}

/* Whether the names are the same, whatever each ino is. */
static inline bool name_same(const struct fs_name *a, const struct fs_name *b)
{
    if ((name_word(a, 0) ^ name_word(b, 0)) >> 32)
        return false;
    for (unsigned i = 1; i < NAME_WORDS; i++) {
        uint64_t word = name_word(a, i);
        if (word != name_word(b, i))
            return false;
        if (word == 0)
            break;
    }
    return true;
}

/* Whether it is "." or "..". */
static inline bool name_is_dots(const struct fs_name *name)
{
    const char *text = name->name;
    return text[0] == '.' && (text[1] == '\0' || (text[1] == '.' && text[2] == '\0'));
}

#endif
