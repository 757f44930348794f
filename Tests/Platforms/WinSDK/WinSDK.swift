// swift-format-ignore-file
// What Windows's headers declare of what the libraries use, as Swift imports it.

public typealias DWORD = UInt32
public typealias SIZE_T = UInt64
public typealias HANDLE = UnsafeMutableRawPointer
public struct SECURITY_ATTRIBUTES {}
public let INFINITE: DWORD = 0xFFFF_FFFF
@discardableResult public func GetCurrentThreadId() -> DWORD { fatalError() }
@discardableResult public func CreateThread(
  _ attributes: UnsafeMutablePointer<SECURITY_ATTRIBUTES>!, _ stack: SIZE_T,
  _ start: (@convention(c) (UnsafeMutableRawPointer?) -> DWORD)!,
  _ argument: UnsafeMutableRawPointer!, _ flags: DWORD, _ id: UnsafeMutablePointer<DWORD>!
) -> HANDLE! { fatalError() }
@discardableResult public func WaitForSingleObject(_ handle: HANDLE!, _ milliseconds: DWORD) -> DWORD { fatalError() }
@discardableResult public func CloseHandle(_ handle: HANDLE!) -> Bool { fatalError() }
public func ExitThread(_ code: DWORD) { fatalError() }

public struct SRWLOCK { public init() {} }
public struct CONDITION_VARIABLE { public init() {} }
public func InitializeSRWLock(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func AcquireSRWLockExclusive(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func ReleaseSRWLockExclusive(_ lock: UnsafeMutablePointer<SRWLOCK>!) {}
public func InitializeConditionVariable(_ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!) {}
@discardableResult public func SleepConditionVariableSRW(
  _ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!, _ lock: UnsafeMutablePointer<SRWLOCK>!,
  _ milliseconds: DWORD, _ flags: UInt32
) -> Bool { fatalError() }
public func WakeAllConditionVariable(_ condition: UnsafeMutablePointer<CONDITION_VARIABLE>!) {}
