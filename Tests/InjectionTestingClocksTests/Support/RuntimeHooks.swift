import Foundation

// As another library reaches the runtime's hooks: by their names, in a process that links it
// dynamically.

typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
typealias EnqueueHook = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void

/// The two words of an executor.
struct ExecutorWords {
  var identity: UInt
  var implementation: UInt
}

typealias MainExecutorOriginal = @convention(thin) () -> ExecutorWords
typealias MainExecutorHook = @convention(thin) (MainExecutorOriginal) -> ExecutorWords

/// The hooks of the concurrency runtime.
enum RuntimeHooks {
  static var enqueueGlobal: EnqueueHook? {
    get { slot("swift_task_enqueueGlobal_hook", of: EnqueueHook?.self)?.pointee ?? nil }
    set { slot("swift_task_enqueueGlobal_hook", of: EnqueueHook?.self)?.pointee = newValue }
  }

  static var enqueueMain: EnqueueHook? {
    get { slot("swift_task_enqueueMainExecutor_hook", of: EnqueueHook?.self)?.pointee ?? nil }
    set { slot("swift_task_enqueueMainExecutor_hook", of: EnqueueHook?.self)?.pointee = newValue }
  }

  /// What is in the hooks that test clocks use, by their addresses.
  static var addresses: [UInt] {
    [
      "swift_task_enqueueGlobal_hook", "swift_task_enqueueMainExecutor_hook",
      "swift_task_getMainExecutor_hook",
    ].map { slot($0, of: UInt.self)?.pointee ?? .max }
  }

  static var mainExecutor: MainExecutorHook? {
    get { slot("swift_task_getMainExecutor_hook", of: MainExecutorHook?.self)?.pointee ?? nil }
    set { slot("swift_task_getMainExecutor_hook", of: MainExecutorHook?.self)?.pointee = newValue }
  }

  /// What tells whether two executors are the same.
  static var mainExecutorIdentity: UInt {
    unsafeBitCast(MainActor.sharedUnownedExecutor, to: ExecutorWords.self).identity
  }

  private static func slot<Value>(
    _ name: String, of type: Value.Type
  ) -> UnsafeMutablePointer<Value>? {
    dlsym(dlopen(nil, RTLD_NOW), name)?.assumingMemoryBound(to: Value.self)
  }
}
