/// Asks the runtime whether it runs the main actor, in a function that is isolated to nothing.
func assumeMainActor(_ body: @MainActor () -> Void) {
  MainActor.assumeIsolated { body() }
}
