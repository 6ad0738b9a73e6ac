/* Shared libraries, which programs here do not have. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

static bool failed;

void *dlopen(const char *path, int mode)
{
    (void)path, (void)mode;
    failed = true;
    return NULL;
}

void *dlsym(void *library, const char *name)
{
    return dlopen(name, library != NULL);
}

int dlclose(void *library)
{
    dlopen(library, 0);
    return -1;
}

char *dlerror(void)
{
    if (!failed)
        return NULL;
    failed = false;
    return (char *)"Tally has no shared libraries: link the program statically";
}
