import Testing

/// The categories of the public suite `johnsoncodehk/reactive-framework-test-suite`, as own cases.
///
/// A note stands where this module differs on purpose.
@Suite("Reactive framework conformance") struct ReactiveFrameworkTests {}
