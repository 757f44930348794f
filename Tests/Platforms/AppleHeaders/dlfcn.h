// What Apple's header declares of what the C files use.
#pragma once
typedef struct {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
#define RTLD_DEFAULT ((void *)-2)
void *dlsym(void *handle, const char *symbol);
int dladdr(const void *address, Dl_info *info);
