/* With crt0, what a program built with -pg is linked with: it is profiled from its start to its
 * end. */
#include <sys/gmon.h>

#include "gmon/gmon.h"
#include "image.h"

void __gmon_start(void)
{
    const struct elf_segment *text = __image_segment(PT_LOAD, PF_X);

    if (text)
        monstartup(text->vaddr, text->vaddr + text->memsz);
}
