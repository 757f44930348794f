/// The value of `expression` now, and again whenever it has changed, as an asynchronous sequence.
///
/// ```swift
/// for await title in changes(of: { model.title }) { render(title) }
/// ```
///
/// The first element is the value when iteration begins. After that, `expression` is evaluated when
/// something that it read was written and the iterating isolation is free again, so that what one
/// turn writes is seen as a whole. Intermediate values are not delivered; where values can be compared,
/// a value that equals the one before is not delivered either. The last value of a series of changes is
/// always delivered, however slow the consumer: changes are not queued, they are looked up.
///
/// Iterate on the isolation that the models belong to. Iterators are independent of one another.
/// The sequence ends when the task is cancelled, or after throwing what `expression` throws. The
/// observation ends with the iterator.
///
/// - Parameter expression: What to evaluate. Retained, with what it captures.
/// - Returns: A sequence of the values.
public func changes<Value, Failure: Error>(
  of expression: @escaping () throws(Failure) -> Value
) -> ObservedChanges<Value, Failure> {
  ObservedChanges { () throws(Failure) -> Value? in try expression() }
}

/// The value of `expression` now and whenever it has changed, until it is nil.
///
/// ```swift
/// for await title in changes(untilNil: { [weak model] in model?.title }) { render(title) }
/// ```
///
/// With a model captured weakly, as above, the sequence ends with the model, unless its values own the model:
/// the last value is kept, to be compared with the next. In all else this is ``changes(of:)``.
///
/// - Parameter expression: What to evaluate. Retained, with what it captures.
/// - Returns: A sequence of the values.
public func changes<Value, Failure: Error>(
  untilNil expression: @escaping () throws(Failure) -> Value?
) -> ObservedChanges<Value, Failure> {
  ObservedChanges(expression)
}
