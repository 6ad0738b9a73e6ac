/* Name and version of this system (POSIX.1-2017, <sys/utsname.h>). */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

struct utsname {
    char sysname[16], nodename[16], release[16], version[16], machine[16];
};

int uname(struct utsname *name);

#endif
