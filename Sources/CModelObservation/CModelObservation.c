#include "CModelObservation.h"

#include <stdio.h>

#if defined(__APPLE__)
#include <pthread.h>
#endif

_Thread_local mo_strand mo_thread;

__attribute__((constructor)) static void load(void) { mo_did_load(); }

// The runtime's own questions, which the standard library's inlinable code and the compiler ask.
__attribute__((swiftcall)) extern void *swift_task_getCurrent(void);
__attribute__((swiftcall)) extern uint64_t swift_task_getJobTaskId(void *task);

// An executor reference is two words, as the runtime's interface fixes it.
typedef struct {
  uintptr_t identity;
  uintptr_t implementation;
} mo_executor;

__attribute__((swiftcall)) extern mo_executor swift_task_getCurrentExecutor(void);

uintptr_t mo_current_task(void) { return (uintptr_t)swift_task_getCurrent(); }

mo_context mo_current_context(void) {
  mo_context context = {0};
  void *task = swift_task_getCurrent();
  if (task == 0) return context;
  context.task = swift_task_getJobTaskId(task);
  context.executor = swift_task_getCurrentExecutor().identity;
  return context;
}

#if defined(__APPLE__)
bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main) {
  (void)identity;
  (void)implementation;
  return is_main && pthread_main_np() != 0;
}
#else
// Here the main actor is a queue, which any thread may serve, so the thread does not tell.
__attribute__((swiftcall)) extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags);

bool mo_is_current_executor(uintptr_t identity, uintptr_t implementation, bool is_main) {
  (void)is_main;
  // No flags: the answer is all that is asked for, never a crash.
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
#endif

// The entry points that the standard library's Mirror is built on.

__attribute__((swiftcall)) extern intptr_t swift_reflectionMirror_recursiveCount(const void *type);
__attribute__((swiftcall)) extern intptr_t swift_reflectionMirror_recursiveChildOffset(
    const void *type, intptr_t index);
__attribute__((swiftcall)) extern const void *swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, mo_field *field);

mo_field mo_field_at(uintptr_t identifier, intptr_t place) {
  const void *type = (const void *)identifier;
  intptr_t count = swift_reflectionMirror_recursiveCount(type);
  intptr_t found = -1;
  intptr_t start = 0;
  for (intptr_t index = 0; index < count; index++) {
    intptr_t offset = swift_reflectionMirror_recursiveChildOffset(type, index);
    if (offset > place || offset <= start) continue;
    found = index;
    start = offset;
  }
  mo_field field = {0};
  if (found >= 0) swift_reflectionMirror_recursiveChildMetadata(type, found, &field);
  return field;
}

void mo_report(const char *message) { fprintf(stderr, "ModelObservation: %s\n", message); }
