#ifndef C_MODEL_OBSERVATION_H
#define C_MODEL_OBSERVATION_H

#include <stdbool.h>
#include <stdint.h>

// The state of one thread. Swift has no thread-local stored property that an inlined accessor can
// test in one instruction, which is what keeps an untracked read as cheap as a plain one.
typedef struct {
  // The node whose run records what it reads, or null.
  void *_Nullable tracker;
  // The innermost node whose user code runs, tracked or not: the chain that a cycle is found in.
  void *_Nullable running;
  // The observers waiting for the outermost change to end, first and last.
  void *_Nullable queue_head;
  void *_Nullable queue_tail;
  // Links that were cut while a check held pointers to them.
  void *_Nullable limbo;
  // A reusable stack of links, kept between operations.
  void *_Nullable *_Null_unspecified stack;
  intptr_t stack_count;
  intptr_t stack_capacity;
  // Retained source owners whose value before the batch is being kept.
  void *_Nullable *_Null_unspecified snapshots;
  intptr_t snapshots_count;
  intptr_t snapshots_capacity;
  // Unique among all threads: the thread's number above, a counter below.
  uint64_t run;
  uint64_t flush;
  // What the operation in progress takes for the process's count of writes.
  uint64_t version;
  // Batches, runs and flushes in progress.
  intptr_t depth;
  // Checks in progress.
  intptr_t checks;
  bool is_flushing;
} mo_runtime;

#if defined(__linux__)
#define MO_TLS_MODEL __attribute__((tls_model("initial-exec")))
#else
#define MO_TLS_MODEL
#endif

extern _Thread_local mo_runtime mo_thread MO_TLS_MODEL;

static inline mo_runtime *_Nonnull mo_current(void) { return &mo_thread; }

static inline bool mo_is_tracking(void) { return mo_thread.tracker != 0; }

// A run number that no other run of the process has had.
uint64_t mo_next_run(void);

// Makes room for one more entry. The buffers are freed when the thread ends.
void mo_grow_stack(void);
void mo_grow_snapshots(void);

// Whether the calling code runs on the serial executor that these two words identify, as far as that
// is known. On Apple's platforms only the main actor's is known, for it is the main thread.
bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main);

// Writes a line to standard error.
void mo_report(const char *_Nonnull message);

#endif
