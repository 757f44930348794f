#ifndef C_INJECTION_ESSENTIALS_H
#define C_INJECTION_ESSENTIALS_H

#include <stdbool.h>
#include <stdint.h>

/// What the jobs that the calling thread enqueues belong to.
typedef struct {
  /// A retained object of the caller's, or null.
  void *activity;
  /// The only task whose jobs are meant, or 0 where the whole segment is.
  uint64_t task;
} CInjectionMark;

/// The two words of an `UnownedSerialExecutor`.
typedef struct {
  void *identity;
  void *implementation;
} CInjectionExecutor;

/// Runs a job that was enqueued for the global pool by a marked thread.
typedef void (*CInjectionEnqueue)(void *job, void *activity);

/// Puts hooks before the runtime's global pool and main executor; called once.
///
/// Gives false, and does nothing, where the runtime has no such hooks.
bool CInjectionInstall(CInjectionEnqueue enqueue, CInjectionExecutor mainExecutor);

/// The mark of the calling thread, with a null activity where it is that of another task.
///
/// `job` is the one that is being enqueued, or null.
CInjectionMark CInjectionCurrentMark(void *job);

/// What a job belongs to that the calling thread enqueues, or null.
void *CInjectionActivity(void *job);

/// Sets what jobs belong to that are enqueued under no mark; a retained object.
void CInjectionSetOtherActivity(void *activity);

/// Replaces the mark of the calling thread, and gives the one before, as it was set.
CInjectionMark CInjectionExchangeMark(CInjectionMark mark);

/// The identity of the current task, or 0 outside tasks.
uint64_t CInjectionCurrentTask(void);

#endif
