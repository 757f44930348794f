// What Apple's header declares of what the C files use.
#pragma once
typedef struct __sFILE FILE;
extern FILE *__stderrp;
#define stderr __stderrp
int fprintf(FILE *file, const char *format, ...);
