/// Gives the address of the value that is bound to a task-local; `nil` where none is.
///
/// The runtime's function beneath `TaskLocal.get()`, which the standard library's inlinable code
/// calls in its clients: so it is part of the stable interface of every platform.
@_silgen_name("swift_task_localValueGet")
func boundTaskLocal(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
