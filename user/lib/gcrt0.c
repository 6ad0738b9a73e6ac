/* With crt0, what a program built with -pg is linked with: it is profiled from its start to its
 * end, and it has the note by which exec knows such a program. */
#include <abi/elf.h>
#include <sys/gmon.h>

#include "gmon/gmon.h"
#include "image.h"

__attribute__((section(".note.tally"), aligned(4), used)) static const struct {
    struct elf_note note;
    char name[(sizeof(GMON_NOTE_NAME) + 3) / 4 * 4];
} note = {{sizeof(GMON_NOTE_NAME), 0, GMON_NOTE_PG}, GMON_NOTE_NAME};

void __gmon_start(void)
{
    const struct elf_segment *text = __image_text();

    if (text)
        monstartup(text->vaddr, text->vaddr + text->memsz);
}
