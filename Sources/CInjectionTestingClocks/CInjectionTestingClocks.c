#include "CInjectionTestingClocks.h"

#include <stddef.h>

// What the counted segment belongs to that the thread runs, or null.
static _Thread_local void *segment;

// The tasks that have claimed to belong to something in segments that are not counted. There are
// several, since one may run in the middle of another; what the last of them is replaces the first.
static _Thread_local struct {
  uint64_t task;
  void *activity;
} claims[8];
static _Thread_local unsigned int nextClaim;

// The task that the thread was last seen to run; 0 once another job has come between, perhaps.
static _Thread_local uint64_t lastTask;

void *CInjectionExchangeSegment(void *new) {
  void *old = segment;
  segment = new;
  lastTask = CInjectionCurrentTask();
  return old;
}

void *CInjectionSegment(void) { return segment; }

void *CInjectionClaim(uint64_t task, void *activity) {
  unsigned int index = 0;
  while (index < 8 && claims[index].task != task) index++;
  if (index == 8) index = nextClaim++ % 8;
  void *old = claims[index].activity;
  claims[index].task = task;
  claims[index].activity = activity;
  return old;
}

static void *otherwise;

void *CInjectionActivity(void *job) {
  void *activity = CInjectionOwnActivity(job);
  return activity ? activity : __atomic_load_n(&otherwise, __ATOMIC_ACQUIRE);
}

void CInjectionSetOtherActivity(void *activity) {
  __atomic_store_n(&otherwise, activity, __ATOMIC_RELEASE);
}

#if defined(__APPLE__) || defined(__ELF__)

#define SWIFTCALL __attribute__((swiftcall))

// What follows is exported by the concurrency runtime (swift/Runtime/Concurrency.h).
typedef SWIFTCALL void (*EnqueueOriginal)(void *job);
typedef SWIFTCALL void (*EnqueueHook)(void *job, EnqueueOriginal original);
// The two words of an executor: an object, and how it conforms to `SerialExecutor`.
typedef struct {
  void *identity;
  void *implementation;
} Executor;

typedef SWIFTCALL Executor (*MainOriginal)(void);
typedef SWIFTCALL Executor (*MainHook)(MainOriginal original);

extern SWIFTCALL void *swift_task_getCurrent(void);
extern SWIFTCALL uint64_t swift_task_getJobTaskId(void *job);
extern SWIFTCALL Executor swift_task_getMainExecutor(void);
extern SWIFTCALL void swift_task_enqueue(void *job, Executor executor);

#if defined(__APPLE__)
#include <dlfcn.h>

// By name: a reference, weak or not, asks for a hook in the SDK that the program is linked with.
#define HOOK(name) dlsym(RTLD_DEFAULT, #name)
#else
// By weak references, which are null where there is no hook: a name is not found in a program that
// the runtime is linked into statically.
extern __attribute__((weak)) EnqueueHook swift_task_enqueueGlobal_hook;
extern __attribute__((weak)) EnqueueHook swift_task_enqueueMainExecutor_hook;
extern __attribute__((weak)) MainHook swift_task_getMainExecutor_hook;

#define HOOK(name) &name
#endif

// Where the runtime keeps its hooks; null where it has none.
static struct {
  bool areFound;
  EnqueueHook *enqueueGlobal;
  EnqueueHook *enqueueMain;
  MainHook *getMainExecutor;
} hooks;

static void findHooks(void) {
  if (hooks.areFound) return;
  hooks.areFound = true;
  hooks.enqueueGlobal = HOOK(swift_task_enqueueGlobal_hook);
  hooks.enqueueMain = HOOK(swift_task_enqueueMainExecutor_hook);
  hooks.getMainExecutor = HOOK(swift_task_getMainExecutor_hook);
}

void CInjectionForgetHooks(void) {
  hooks.areFound = true;
  hooks.enqueueGlobal = NULL;
}

// The runtime reads a hook without an ordering, so a hook may run on a thread that does not see yet
// what was stored before it: then the job takes the way that it took without the hook. It may also
// run after it was taken back.
static CInjectionEnqueue trackPool;
static CInjectionEnqueue trackMain;
static EnqueueHook outerEnqueue;
static EnqueueOriginal pool;
static void *mainImplementation;
static Executor runtimesMain;

#define STORE(variable, value) __atomic_store_n(&(variable), value, __ATOMIC_RELEASE)
#define LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_ACQUIRE)

uint64_t CInjectionCurrentTask(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

static void *claimOf(uint64_t task) {
  for (unsigned int index = 0; index < 8; index++) {
    if (claims[index].task == task) return claims[index].activity;
  }
  return NULL;
}

void *CInjectionOwnActivity(void *job) {
  if (segment) return segment;
  uint64_t current = CInjectionCurrentTask();
  if (current) lastTask = current;
  void *activity = claimOf(current);
  if (activity || !job) return activity;
  // A task that hops to another executor is no longer current when it is enqueued there.
  uint64_t enqueued = swift_task_getJobTaskId(job);
  if (enqueued || current) return claimOf(enqueued);
  // No task: an actor, which goes on with its queue once a task has left it by a suspension. What
  // is enqueued next here is none of that task's.
  activity = claimOf(lastTask);
  lastTask = 0;
  return activity;
}

// The global pool, as those see it who had a hook before: a job that they pass on is counted.
static SWIFTCALL void enqueueCounted(void *job) {
  void *activity = CInjectionActivity(job);
  CInjectionEnqueue track = LOAD(trackPool);
  if (activity && track) {
    track(job, activity);
  } else {
    LOAD(pool)(job);
  }
}

static SWIFTCALL void enqueueGlobal(void *job, EnqueueOriginal original) {
  // One who has a hook above this one and is below it as well, since this one was put back on top.
  if (original == enqueueCounted) return enqueueCounted(job);
  // Always the runtime's own function.
  STORE(pool, original);
  EnqueueHook outer = LOAD(outerEnqueue);
  if (outer) {
    outer(job, enqueueCounted);
  } else {
    enqueueCounted(job);
  }
}

// `MainActor.enqueue`, which does not ask for the main executor.
static SWIFTCALL void enqueueMain(void *job, EnqueueOriginal original) {
  void *activity = CInjectionActivity(job);
  CInjectionEnqueue track = LOAD(trackMain);
  if (activity && track) {
    track(job, activity);
  } else {
    original(job);
  }
}

// The runtime's executor, which takes its jobs by another conformance. Executors are the same where
// their identities are, so nobody notices.
static SWIFTCALL Executor getMainExecutor(MainOriginal original) {
  Executor executor = original();
  void *implementation = LOAD(mainImplementation);
  if (implementation) executor.implementation = implementation;
  return executor;
}

void CInjectionEnqueueOnMain(void *job) { swift_task_enqueue(job, runtimesMain); }

bool CInjectionInstall(CInjectionEnqueue onPool, CInjectionEnqueue onMain,
                       void *implementation) {
  findHooks();
  if (!hooks.enqueueGlobal || !hooks.getMainExecutor) return false;
  MainHook get = LOAD(*hooks.getMainExecutor);
  if (get && get != getMainExecutor) return false;
  STORE(trackPool, onPool);
  STORE(trackMain, onMain);
  // Once, before anybody can have got it with the other conformance.
  if (!LOAD(mainImplementation)) runtimesMain = swift_task_getMainExecutor();
  STORE(mainImplementation, implementation);
  STORE(*hooks.getMainExecutor, getMainExecutor);
  if (hooks.enqueueMain && !LOAD(*hooks.enqueueMain)) STORE(*hooks.enqueueMain, enqueueMain);
  EnqueueHook outer = LOAD(*hooks.enqueueGlobal);
  if (outer == enqueueGlobal) return true;
  STORE(outerEnqueue, outer);
  STORE(*hooks.enqueueGlobal, enqueueGlobal);
  return true;
}

// Puts a value back where the hook is still the one that was set here.
#define RESTORE(hook, mine, before)                                                              \
  do {                                                                                           \
    __typeof__(*(hook)) expected = (mine);                                                       \
    __atomic_compare_exchange_n((hook), &expected, (before), false, __ATOMIC_ACQ_REL,            \
                                __ATOMIC_ACQUIRE);                                               \
  } while (0)

void CInjectionRestore(void) {
  if (!hooks.enqueueGlobal) return;
  RESTORE(hooks.enqueueGlobal, enqueueGlobal, LOAD(outerEnqueue));
  if (hooks.enqueueMain) RESTORE(hooks.enqueueMain, enqueueMain, NULL);
  RESTORE(hooks.getMainExecutor, getMainExecutor, NULL);
}

#else

uint64_t CInjectionCurrentTask(void) { return 0; }

void *CInjectionOwnActivity(void *job) {
  (void)job;
  return segment;
}

bool CInjectionInstall(CInjectionEnqueue onPool, CInjectionEnqueue onMain,
                       void *implementation) {
  (void)onPool;
  (void)onMain;
  (void)implementation;
  return false;
}

void CInjectionEnqueueOnMain(void *job) { (void)job; }

void CInjectionRestore(void) {}

void CInjectionForgetHooks(void) {}

#endif
