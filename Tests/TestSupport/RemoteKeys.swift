import Injection

/// A key that another module completes.
package enum RemoteKey: InjectedInterfaceKey {
  package static var testValue: Int { 0 }
}

/// An asynchronous key that another module completes.
package enum RemoteDatabaseKey: InjectedInterfaceKey {
  package static var testValue: Int { 0 }
}
