#include "json.h"

void json_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '<' || (unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            putc(*text, out);
    putc('"', out);
}

void json_member(FILE *out, const char *member, const char *text)
{
    fprintf(out, "\"%s\":", member);
    json_string(out, text);
    fputs(",\n", out);
}
