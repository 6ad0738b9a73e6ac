#include "trace.h"
void chrome_print(FILE *out, const struct model *model) { (void)out; (void)model; }
