/*
 * Program files.
 *
 * A file may contain anything, so image_parse() trusts nothing: it converts the ELF headers into a
 * short list of segments and checks all that loading relies on, such as that no sum of an address
 * and a size overflows.  It needs no other part of the kernel.
 *
 * Restrictions beyond ELF's: the program headers lie in the file's first page, where linkers put
 * them; segments come by ascending address (the ELF standard demands it) and no two share a page,
 * because a page has one protection; no interpreter, since there are no shared libraries.  Notes
 * beyond the first page are ignored: linkers put notes right behind the program headers.
 *
 * Source: see abi/elf.h.
 */
#include "proc/image.h"
#include "core/round.h"
#include "core/string.h"
#include "fs/contents.h"
#include "vm/space.h"
#include <abi/elf.h>
#include <abi/errno.h>
#include <abi/gmon.h>
#include <abi/limits.h>

#define ADDR_LOWEST 0x10000 /* vm/space.c maps nothing lower */

static bool header_ok(const struct elf_header *elf, size_t n)
{
    return n >= sizeof(*elf) && memcmp(elf->ident, ELF_IDENT, strlen(ELF_IDENT)) == 0 &&
           elf->version == 1 && elf->type == ET_EXEC && elf->machine == EM_X86_64 &&
           elf->phentsize == sizeof(struct elf_segment) && elf->phoff % 8 == 0 && elf->phoff <= n &&
           elf->phnum <= (n - elf->phoff) / sizeof(struct elf_segment);
}

/* Whether the segment can be loaded at or above `start`, where the segment below it ends. */
static bool segment_ok(const struct elf_segment *s, uint64_t start, uint64_t file_size,
                       uint64_t addr_end)
{
    return s->filesz <= s->memsz && s->offset <= file_size && s->filesz <= file_size - s->offset &&
           s->vaddr >= start && s->memsz <= addr_end && s->vaddr <= addr_end - s->memsz;
}

static uint32_t segment_prot(uint32_t flags)
{
    return (flags & PF_R ? SPACE_READ : 0) | (flags & PF_W ? SPACE_WRITE : 0) |
           (flags & PF_X ? SPACE_EXEC : 0);
}

/* Whether gcrt0's note is among those in the n bytes. */
static bool has_pg_note(const char *notes, uint64_t n)
{
    struct elf_note note;
    while (n >= sizeof(note)) {
        memcpy(&note, notes, sizeof(note));
        const char *name = notes + sizeof(note);
        uint64_t nbytes = sizeof(note) + round_up(note.namesz, 4) + round_up(note.descsz, 4);
        if (nbytes > n)
            return false;
        if (note.type == GMON_NOTE_PG && note.namesz == sizeof(GMON_NOTE_NAME) &&
            memcmp(name, GMON_NOTE_NAME, sizeof(GMON_NOTE_NAME)) == 0)
            return true;
        notes += nbytes;
        n -= nbytes;
    }
    return false;
}

int image_parse(struct image *image, const void *head, size_t n, uint64_t file_size,
                uint64_t addr_end)
{
    const struct elf_header *elf = head;
    if (!header_ok(elf, n))
        return -ENOEXEC;
    const struct elf_segment *headers = (const void *)((const char *)head + elf->phoff);
    *image = (struct image){.entry = elf->entry, .end = ADDR_LOWEST};
    bool entry_ok = false;
    for (unsigned i = 0; i < elf->phnum; i++) {
        const struct elf_segment *s = &headers[i];
        if (s->type == PT_INTERP)
            return -ENOEXEC;
        if (s->type == PT_NOTE && s->offset <= n && s->filesz <= n - s->offset)
            image->pg |= has_pg_note((const char *)head + s->offset, s->filesz);
        if (s->type != PT_LOAD || s->memsz == 0)
            continue;
        if (image->nsegments == IMAGE_SEGMENTS_MAX ||
            !segment_ok(s, image->end, file_size, addr_end))
            return -ENOEXEC;
        image->segments[image->nsegments++] = (struct segment){.addr = s->vaddr,
                                                               .nbytes = s->memsz,
                                                               .offset = s->offset,
                                                               .file_size = s->filesz,
                                                               .prot = segment_prot(s->flags)};
        image->end = round_up(s->vaddr + s->memsz, PAGE_SIZE);
        entry_ok |= s->flags & PF_X && elf->entry - s->vaddr < s->memsz;
    }
    return entry_ok ? 0 : -ENOEXEC;
}

/* Copies from the cache straight into the pages of the space, one at a time. */
static int segment_fill(const struct segment *s, struct inode *inode, struct space *space)
{
    for (uint64_t done = 0; done < s->file_size;) {
        uint64_t addr = s->addr + done;
        size_t in_page = addr % PAGE_SIZE, n = PAGE_SIZE - in_page;
        if (n > s->file_size - done)
            n = s->file_size - done;
        char *page = space_page(space, addr, n == PAGE_SIZE);
        if (!page)
            return -ENOMEM;
        int64_t got = contents_read(inode, io_kernel(page + in_page), s->offset + done, n);
        if (got < 0)
            return got;
        if ((size_t)got != n)
            return -ENOEXEC;
        done += n;
    }
    return 0;
}

int image_load(const struct image *image, struct inode *inode, struct space *space)
{
    for (unsigned i = 0; i < image->nsegments; i++) {
        const struct segment *s = &image->segments[i];
        uint64_t start = round_down(s->addr, PAGE_SIZE);
        uint64_t end = round_up(s->addr + s->nbytes, PAGE_SIZE);
        int64_t mapped = space_map(space, start, end - start, s->prot, false);
        int error = mapped < 0 ? mapped : segment_fill(s, inode, space);
        if (error)
            return error;
    }
    return 0;
}
