/*
 * The boot line: words NAME or NAME=VALUE with spaces between.  `run=` comes last: its value is all
 * the rest, spaces included.  Read-only after boot; any thread may ask.
 */
#ifndef CORE_CMDLINE_H
#define CORE_CMDLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CMDLINE_MAX 2048 /* bytes, NUL included */

/* Keeps a copy.  A longer line is cut. */
void cmdline_set(const char *text);

/* Prints whether it was cut, and the first word that the kernel never asks for. */
void cmdline_check(void);

/* Copies the value of NAME=VALUE to buf ("" for a bare NAME) and returns true; false if absent. */
bool cmdline_value(const char *name, char *buf, size_t size);

/* The value of NAME=VALUE if it is a number from min to max, at most 10^8; otherwise normal.  Any
 * other value is reported in a message. */
uint32_t cmdline_number(const char *name, uint32_t min, uint32_t max, uint32_t normal);

/* The whole text after `run=`, or NULL. */
const char *cmdline_run(void);

#endif
