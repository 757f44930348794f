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

// The runtime reads a hook without an ordering, so a hook may run on a thread that does not see yet
// what was stored before it: then the job takes the way that it took without the hook.
static CInjectionEnqueue track;
static EnqueueHook outerEnqueue;
static void *mainIdentity;
static void *mainImplementation;

#define STORE(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELEASE)
#define LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_ACQUIRE)

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
  CInjectionEnqueue enqueue = LOAD(track);
  EnqueueHook outer = LOAD(outerEnqueue);
  if (activity && enqueue) {
    enqueue(job, activity);
  } else if (outer) {
    outer(job, original);
  } else {
    original(job);
  }
}

static SWIFTCALL CInjectionExecutor getMainExecutor(MainOriginal original) {
  // Stored last.
  void *identity = LOAD(mainIdentity);
  return identity ? (CInjectionExecutor){identity, LOAD(mainImplementation)} : original();
}

static SWIFTCALL bool isMainExecutor(CInjectionExecutor executor, IsMainOriginal original) {
  void *identity = LOAD(mainIdentity);
  return (identity && executor.identity == identity) || original(executor);
}

bool CInjectionInstall(CInjectionEnqueue enqueue, CInjectionExecutor main) {
  STORE(track, enqueue);
  STORE(outerEnqueue, swift_task_enqueueGlobal_hook);
  STORE(mainImplementation, main.implementation);
  STORE(mainIdentity, main.identity);
  STORE(swift_task_isMainExecutor_hook, isMainExecutor);
  STORE(swift_task_getMainExecutor_hook, getMainExecutor);
  STORE(swift_task_enqueueGlobal_hook, enqueueGlobal);
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
