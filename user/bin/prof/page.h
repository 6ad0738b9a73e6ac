/* --html: a page with a flame graph, page.html with the profile's data in it. */
#ifndef PROF_PAGE_H
#define PROF_PAGE_H

#include <stdio.h>

#include "options.h"
#include "profile.h"
#include "program.h"
#include "stacks.h"

struct page {
    FILE *out;
    char *template; /* page.html */
    char *rest;     /* what of it comes behind the data */
    size_t groups;
};

/* Opens the file of --html; program is that of output_open().  Returns NULL with a message, also if
 * there is no template, or the file is that of another result. */
FILE *page_open(const struct options *options, const char *program);

/* Begins a page about the program of that name, with the time of a tick and the report's lines
 * about all groups.  Without a template the program ends with a message. */
void page_begin(struct page *page, FILE *out, const char *name, uint32_t hz, const char *report);

/* Adds a process, or the sum of several processes of one program.  path is the program's file.  The
 * stacks must be sorted. */
void page_add(struct page *page, const char *name, const char *path, const struct program *program,
              const struct profile *profile, const struct stacks *stacks, const char *report);

void page_end(struct page *page);

#endif
