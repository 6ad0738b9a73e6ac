/* Well-known names of files (4.4BSD). */
#ifndef _PATHS_H
#define _PATHS_H

#define _PATH_BSHELL  "/bin/sh"
#define _PATH_CONSOLE "/dev/console"
#define _PATH_DEFPATH "/bin"
#define _PATH_DEV     "/dev/"
#define _PATH_DEVNULL "/dev/null"
#define _PATH_STDPATH "/bin"
#define _PATH_TMP     "/tmp/"
#define _PATH_TTY     "/dev/console"

#endif
