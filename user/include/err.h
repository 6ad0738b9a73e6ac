/* Messages "program: text: reason" on standard error (4.4BSD err(3)); the x forms omit the reason.
 */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

_Noreturn void err(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void errx(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void warnx(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void vwarn(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));
void vwarnx(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));

#endif
