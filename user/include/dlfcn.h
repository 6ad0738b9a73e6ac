/* Shared libraries (POSIX.1-2017, <dlfcn.h>): programs are static, so none can be opened, and each
 * call fails with a text. */
#ifndef _DLFCN_H
#define _DLFCN_H

#define RTLD_LAZY    1
#define RTLD_NOW     2
#define RTLD_GLOBAL  0x100
#define RTLD_LOCAL   0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT    ((void *)-1l)

void *dlopen(const char *path, int mode);     /* NULL */
void *dlsym(void *library, const char *name); /* NULL */
int dlclose(void *library);                   /* -1 */
char *dlerror(void); /* why the last call failed; NULL if it has been asked since */

#endif
