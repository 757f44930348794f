#ifndef C_INJECTION_TESTING_CLOCKS_H
#define C_INJECTION_TESTING_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/// What the jobs that the calling thread enqueues belong to.
typedef struct {
  /// A retained object of the caller's, or null.
  void *activity;
  /// The only task whose jobs are meant, or 0 where the whole segment is.
  uint64_t task;
} CInjectionMark;

/// Runs a job that was enqueued by a marked thread.
typedef void (*CInjectionEnqueue)(void *job, void *activity);

/// Puts hooks before the global pool, the main executor, and what others have hooked before, unless
/// they are there. The callers of this function and the next two take turns.
///
/// `onPool` and `onMain` run what is enqueued for the global pool and, by `MainActor.enqueue`, for
/// the main actor. Everything else of the main actor's is enqueued by `mainImplementation`, a
/// conformance to `SerialExecutor`, on the executor that the main actor has anyway.
///
/// Gives false, and does nothing, where the runtime has no such hooks, or where somebody else gives
/// the main actor its executor.
bool CInjectionInstall(CInjectionEnqueue onPool, CInjectionEnqueue onMain,
                       void *mainImplementation);

/// Enqueues a job on the main actor's executor, as without hooks; once they have been installed.
void CInjectionEnqueueOnMain(void *job);

/// Puts back what was there before, but where somebody else has put a hook since.
void CInjectionRestore(void);

/// Takes the runtime for one that has no hooks, from now on.
void CInjectionForgetHooks(void);

/// The mark of the calling thread, with a null activity where it is that of another task.
///
/// `job` is the one that is being enqueued, or null.
CInjectionMark CInjectionCurrentMark(void *job);

/// What a job belongs to that the calling thread enqueues, or null.
void *CInjectionActivity(void *job);

/// Sets what jobs belong to that are enqueued under no mark: an object that is never freed, or null.
void CInjectionSetOtherActivity(void *activity);

/// Replaces the mark of the calling thread, and gives the one before, as it was set.
CInjectionMark CInjectionExchangeMark(CInjectionMark mark);

/// The identity of the current task, or 0 outside tasks.
uint64_t CInjectionCurrentTask(void);

#endif
