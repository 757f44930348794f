#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

// How many blocks the process has allocated since it began, and how many bytes are in use. Zero
// where the C library does not let its allocator be wrapped.
int64_t allocations_count(void);
int64_t allocations_bytes(void);

#endif
