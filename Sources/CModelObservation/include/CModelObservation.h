#ifndef C_MODEL_OBSERVATION_H
#define C_MODEL_OBSERVATION_H

#include <stdbool.h>
#include <stdint.h>

// What one task does with the graph on one thread, from the beginning of its outermost operation to
// its end. All zero between operations, but for the run numbers: there is nothing to free with the
// thread. Only Strand.swift looks inside.
//
// Swift has no thread-local stored property that an inlined accessor can test in one instruction,
// which is what keeps an untracked read as cheap as a plain one.
typedef struct {
  // Whether reads are recorded, for `running`.
  bool is_tracking;
  // Whether the operation is in an access in place to an observed property.
  bool is_accessing;
  // References to Swift objects, each owned by its field.
  void *_Nullable running;
  void *_Nullable queue_first;
  void *_Nullable queue_last;
  void *_Nullable batch;
  void *_Nullable cells;
  // The task that the operation belongs to, or zero outside tasks. Compared, not followed.
  uintptr_t task;
  // Identifies the strand among all of the process, or zero: not needed yet.
  uint64_t operation;
  // The run that is recording, or zero; and the one that all runs in progress are in, or the last such.
  uint64_t run;
  uint64_t outermost_run;
  // Run numbers that this thread has reserved.
  uint64_t next_number;
  uint64_t last_number;
  uint64_t flush;
  // How many one-shots have fired in it, each made in the action of the one before.
  intptr_t generation;
  // The count of writes, as far as the operation is concerned, and what it was before the code that
  // may take its writes back.
  uint64_t version;
  uint64_t base_version;
  // Batches, checks and flushes in progress; those batches of them that the program asked for; the checks.
  intptr_t depth;
  intptr_t updates;
  intptr_t checks;
} mo_strand;

// In a program, and in a library that is loaded with one, the thread-local can be at a fixed
// distance from the thread's pointer. glibc alone keeps room for libraries that are loaded later.
#if defined(__linux__) && defined(__GLIBC__)
#define MO_TLS_MODEL __attribute__((tls_model("initial-exec")))
#else
#define MO_TLS_MODEL
#endif

extern _Thread_local mo_strand mo_thread MO_TLS_MODEL;

static inline mo_strand *_Nonnull mo_current(void) { return &mo_thread; }

static inline bool mo_is_tracking(void) { return mo_thread.is_tracking; }

// The task that runs on this thread, or zero.
uintptr_t mo_current_task(void);

// A task's number, which no other task of the process has had, or zero outside tasks; and the serial
// executor that it runs on, or zero for none. Compared, not followed.
typedef struct {
  uint64_t task;
  uintptr_t executor;
} mo_context;

mo_context mo_current_context(void);

// Whether the calling code runs on the serial executor that these two words identify, as far as that
// is known. On Apple's platforms only the main actor's is known, for it is the main thread.
bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main);

// A stored property, as the runtime describes it.
typedef struct {
  const char *_Nullable name;
  void (*_Nullable free_name)(const char *_Nullable name);
  bool is_strong;
  bool is_var;
} mo_field;

// The stored property that a place in the objects of a class belongs to, as a number of bytes from
// their beginning; without a name where there is none. The class is given as the number that
// identifies it. The name is to be freed by the field's own function.
mo_field mo_field_at(uintptr_t identifier, intptr_t place);

// Called when the program or library that contains ModelObservation is loaded, which defines it.
void mo_did_load(void);

// Writes a line to standard error.
void mo_report(const char *_Nonnull message);

#endif
