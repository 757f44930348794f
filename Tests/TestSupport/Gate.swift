/// A door that tasks wait at until it is opened, once and for all.
package final class Gate: Sendable {
  private let meeting = Meeting(1)

  package init() {}

  package func open() { meeting.note() }
  package func wait() async { await meeting.wait() }
}
