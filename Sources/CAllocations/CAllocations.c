#include "CAllocations.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool is_counting;
static atomic_int_fast64_t blocks;
static atomic_int_fast64_t bytes;

void allocations_begin(void) {
  atomic_store(&blocks, 0);
  atomic_store(&bytes, 0);
  atomic_store(&is_counting, true);
}

struct allocations allocations_end(void) {
  atomic_store(&is_counting, false);
  return (struct allocations){atomic_load(&blocks), atomic_load(&bytes)};
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_ITS_OWN_ALLOCATOR 1
#endif
#endif

// A sanitizer brings an allocator of its own, which must not be replaced.
#if defined(__GLIBC__) && !defined(HAS_ITS_OWN_ALLOCATOR)
#include <malloc.h>

// The executable's own definitions take the place of the C library's.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *pointer);

static void *counted(void *pointer) {
  if (pointer && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (int64_t)malloc_usable_size(pointer), memory_order_relaxed);
  }
  return pointer;
}

static void uncount(void *pointer) {
  if (pointer && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_sub_explicit(&bytes, (int64_t)malloc_usable_size(pointer), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *pointer, size_t size) {
  bool counts = atomic_load_explicit(&is_counting, memory_order_relaxed);
  int64_t before = pointer && counts ? (int64_t)malloc_usable_size(pointer) : 0;
  void *moved = __libc_realloc(pointer, size);
  if (moved || size == 0) atomic_fetch_sub_explicit(&bytes, before, memory_order_relaxed);
  return counted(moved);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *pointer = memalign(alignment, size);
  if (!pointer) return 12; // ENOMEM
  *result = pointer;
  return 0;
}

void free(void *pointer) {
  uncount(pointer);
  __libc_free(pointer);
}
#endif
