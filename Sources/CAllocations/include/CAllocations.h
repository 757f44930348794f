#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

struct allocations {
  // How many blocks were allocated.
  int64_t blocks;
  // How many bytes are in use, beyond those at the beginning.
  int64_t bytes;
};

// Counts what the process allocates between the two calls. Zero where the C library does not let its
// allocator be wrapped.
void allocations_begin(void);
struct allocations allocations_end(void);

#endif
