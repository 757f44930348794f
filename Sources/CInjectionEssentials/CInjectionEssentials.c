#include "CInjectionEssentials.h"

#include <stddef.h>

static _Thread_local CInjectionMark mark;

CInjectionMark CInjectionExchangeMark(CInjectionMark new) {
  CInjectionMark old = mark;
  mark = new;
  return old;
}

static void *otherwise;

void *CInjectionActivity(void *job) {
  void *activity = CInjectionCurrentMark(job).activity;
  return activity ? activity : __atomic_load_n(&otherwise, __ATOMIC_ACQUIRE);
}

void CInjectionSetOtherActivity(void *activity) {
  __atomic_store_n(&otherwise, activity, __ATOMIC_RELEASE);
}

#if defined(__APPLE__) || defined(__linux__)

#define SWIFTCALL __attribute__((swiftcall))

// What follows is exported by the concurrency runtime (swift/Runtime/Concurrency.h).
typedef SWIFTCALL void (*EnqueueOriginal)(void *job);
typedef SWIFTCALL void (*EnqueueHook)(void *job, EnqueueOriginal original);
typedef SWIFTCALL CInjectionExecutor (*MainOriginal)(void);
typedef SWIFTCALL CInjectionExecutor (*MainHook)(MainOriginal original);
typedef SWIFTCALL bool (*IsMainOriginal)(CInjectionExecutor executor);
typedef SWIFTCALL bool (*IsMainHook)(CInjectionExecutor executor, IsMainOriginal original);

extern EnqueueHook swift_task_enqueueGlobal_hook;
extern MainHook swift_task_getMainExecutor_hook;
extern IsMainHook swift_task_isMainExecutor_hook;
extern SWIFTCALL void *swift_task_getCurrent(void);
extern SWIFTCALL uint64_t swift_task_getJobTaskId(void *job);

static CInjectionEnqueue track;
static CInjectionExecutor mainExecutor;
static EnqueueHook outerEnqueue;

uint64_t CInjectionCurrentTask(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

CInjectionMark CInjectionCurrentMark(void *job) {
  if (!mark.activity || !mark.task || mark.task == CInjectionCurrentTask()) return mark;
  // A task that hops to another executor is no longer current when it is enqueued there.
  if (job && mark.task == swift_task_getJobTaskId(job)) return mark;
  return (CInjectionMark){NULL, 0};
}

static SWIFTCALL void enqueueGlobal(void *job, EnqueueOriginal original) {
  void *activity = CInjectionActivity(job);
  if (activity) {
    track(job, activity);
  } else if (outerEnqueue) {
    outerEnqueue(job, original);
  } else {
    original(job);
  }
}

static SWIFTCALL CInjectionExecutor getMainExecutor(MainOriginal original) {
  (void)original;
  return mainExecutor;
}

static SWIFTCALL bool isMainExecutor(CInjectionExecutor executor, IsMainOriginal original) {
  return executor.identity == mainExecutor.identity || original(executor);
}

bool CInjectionInstall(CInjectionEnqueue enqueue, CInjectionExecutor main) {
  track = enqueue;
  mainExecutor = main;
  outerEnqueue = swift_task_enqueueGlobal_hook;
  __atomic_store_n(&swift_task_isMainExecutor_hook, isMainExecutor, __ATOMIC_RELEASE);
  __atomic_store_n(&swift_task_getMainExecutor_hook, getMainExecutor, __ATOMIC_RELEASE);
  __atomic_store_n(&swift_task_enqueueGlobal_hook, enqueueGlobal, __ATOMIC_RELEASE);
  return true;
}

#else

uint64_t CInjectionCurrentTask(void) { return 0; }

CInjectionMark CInjectionCurrentMark(void *job) {
  (void)job;
  return mark;
}

bool CInjectionInstall(CInjectionEnqueue enqueue, CInjectionExecutor main) {
  (void)enqueue;
  (void)main;
  return false;
}

#endif
