#include "CModelObservation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

_Thread_local mo_runtime mo_thread;

static pthread_key_t mo_key;
static pthread_once_t mo_once = PTHREAD_ONCE_INIT;
static atomic_uint_fast64_t mo_threads;

static void mo_end_thread(void *pointer) {
  mo_runtime *thread = pointer;
  free(thread->stack);
  free(thread->snapshots);
  thread->stack = 0;
  thread->stack_capacity = 0;
  thread->snapshots = 0;
  thread->snapshots_capacity = 0;
}

static void mo_make_key(void) {
  if (pthread_key_create(&mo_key, mo_end_thread) != 0) abort();
}

static void mo_register(void) {
  pthread_once(&mo_once, mo_make_key);
  pthread_setspecific(mo_key, &mo_thread);
}

uint64_t mo_next_run(void) {
  // Forty bits of runs a thread; a thread that spends them takes the next number.
  if ((mo_thread.run & 0xFFFFFFFFFFULL) == 0) {
    mo_thread.run = (atomic_fetch_add(&mo_threads, 1) + 1) << 40;
  }
  return ++mo_thread.run;
}

static void mo_grow(void ***buffer, intptr_t *capacity) {
  intptr_t wanted = *capacity == 0 ? 64 : *capacity * 2;
  void **grown = realloc(*buffer, (size_t)wanted * sizeof(void *));
  if (grown == 0) abort();
  *buffer = grown;
  *capacity = wanted;
  mo_register();
}

void mo_grow_stack(void) { mo_grow(&mo_thread.stack, &mo_thread.stack_capacity); }

void mo_grow_snapshots(void) { mo_grow(&mo_thread.snapshots, &mo_thread.snapshots_capacity); }

#if defined(__linux__)
// The runtime's own question, which the compiler asks as well. Here the main actor is a queue, which
// any thread may serve, so the thread does not tell.
__attribute__((swiftcall)) extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags);

bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main) {
  (void)is_main;
  // No flags: the answer is all that is asked for, never a crash.
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
#else
bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main) {
  (void)identity;
  (void)implementation;
  return is_main && pthread_main_np() != 0;
}
#endif

void mo_report(const char *message) { fprintf(stderr, "ModelObservation: %s\n", message); }
