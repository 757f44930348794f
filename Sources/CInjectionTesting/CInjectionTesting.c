#if defined(__linux__)
#define _GNU_SOURCE  // For dladdr.
#endif

#include "CInjectionTesting.h"

#include <stddef.h>
#include <stdlib.h>

__attribute__((constructor)) static void start(void) { InjectionTestingStart(); }

void InjectionAtExit(void (*function)(void)) { (void)atexit(function); }

#if defined(__APPLE__) || defined(__linux__)

#include <dlfcn.h>

const char *InjectionImageName(const void *address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fname : NULL;
}

#else

const char *InjectionImageName(const void *address) {
  (void)address;
  return NULL;
}

#endif
