#ifndef C_INJECTION_TESTING_CLOCKS_H
#define C_INJECTION_TESTING_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

/// Runs a job that belongs to an activity: a retained object of the caller's.
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

/// What a job belongs to that the calling thread enqueues, or null. `job` may be null, for a task.
void *CInjectionActivity(void *job);

/// The same, but null for the jobs that belong to nothing by themselves.
void *CInjectionOwnActivity(void *job);

/// Sets what all other jobs belong to: an object that is never freed, or null.
void CInjectionSetOtherActivity(void *activity);

/// Replaces what the jobs belong to that the calling thread enqueues, and gives what it was: a
/// retained object each, or null.
void *CInjectionExchangeSegment(void *activity);

/// What was set by that.
void *CInjectionSegment(void);

/// Sets what jobs belong to that the current task enqueues on the calling thread where nothing is
/// set for all of them: a retained object. Gives what it replaces, perhaps another task's, or null.
void *CInjectionClaim(uint64_t task, void *activity);

/// The identity of the current task, or 0 outside tasks.
uint64_t CInjectionCurrentTask(void);

#endif
