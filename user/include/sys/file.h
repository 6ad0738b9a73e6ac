/* Locks on whole files, and older names of <fcntl.h> and <unistd.h> (4.3BSD). */
#ifndef _SYS_FILE_H
#define _SYS_FILE_H

#include <fcntl.h>
#include <unistd.h>

#define L_SET  SEEK_SET
#define L_INCR SEEK_CUR
#define L_XTND SEEK_END

int flock(int fd, int how); /* LOCK_SH, LOCK_EX or LOCK_UN, with LOCK_NB or without */

#endif
