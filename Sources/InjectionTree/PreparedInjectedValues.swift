#if !INJECTION_UI || canImport(SwiftUI)
  @_spi(InjectionTree) import Injection

  #if INJECTION_UI
    public import SwiftUI
  #else
    public import EnvironmentTree
  #endif

  /// Prepares services at the root, and shows its content when they are ready.
  ///
  /// ```swift
  /// WindowGroup {
  ///   PreparedInjectedValues {
  ///     try await InjectedValues.prepare(DatabaseKey.self)
  ///   } content: {
  ///     ContentView()
  ///   } placeholder: {
  ///     ProgressView()
  ///   } failure: { error in
  ///     Text("The database could not be opened.")
  ///   }
  /// }
  /// ```
  ///
  /// The preparation runs in a task of its own, in the tree's services: a prepared service is the process's,
  /// unless an `injectedValues` above this view overrides something that the service is made from. The content
  /// is made after the preparation, so it can read the prepared services. Where a change above, such as another
  /// user or session, leaves something unprepared, the content goes, and the preparation runs again. A failure
  /// stays, whatever changes above: where another user is to try again, give this view an identity, as by
  /// `.id(user)`.
  public struct PreparedInjectedValues<Content: View, Placeholder: View, Failure: View>: View {
    private let prepare: @MainActor @Sendable () async throws -> Void
    private let content: () -> Content
    private let placeholder: () -> Placeholder
    private let failure: (any Error) -> Failure
    @State private var outcome: Outcome?
    private let services = InjectedEnvironment(\.self)

    private enum Outcome {
      case success(PreparedKeys)
      case failure(any Error)
    }

    /// Creates a view that prepares services.
    ///
    /// - Parameters:
    ///   - prepare: Prepares them, by `InjectedValues.prepare`. Runs once for each time that this view comes
    ///     into a tree. Runs again if the view was hidden meanwhile, which cancels the run; if a change above
    ///     leaves something unprepared; and if others have read, while something above changed, what it is made from.
    ///   - content: Makes what is shown afterwards.
    ///   - placeholder: Makes what is shown meanwhile.
    ///   - failure: Makes what is shown when the preparation has thrown.
    public init(
      prepare: @escaping @MainActor @Sendable () async throws -> Void,
      @ViewBuilder content: @escaping () -> Content,
      @ViewBuilder placeholder: @escaping () -> Placeholder,
      @ViewBuilder failure: @escaping (any Error) -> Failure
    ) {
      self.prepare = prepare
      self.content = content
      self.placeholder = placeholder
      self.failure = failure
    }

    /// The content, or what stands for it.
    public var body: some View {
      switch outcome {
      case .success(let keys):
        PreparedContent(keys: keys, content: content, placeholder: placeholder) { outcome = nil }
      case .failure(let error): failure(error)
      case nil:
        // One view around the placeholder: nothing appears of an empty one, so its task would not run.
        ZStack { placeholder() }.task {
          let values = services.values
          let keys = PreparedKeys()
          do {
            try await PreparedKeys.$current.withValue(keys) {
              try await values.run { try await prepare() }
            }
            keys.keepPrepared(in: values, for: services.values)
            outcome = .success(keys)
          } catch {
            // A cancelled task, of a view that was hidden, begins again when the view is seen.
            if !Task.isCancelled { outcome = .failure(error) }
          }
        }
      }
    }
  }

  /// The content, as long as what was prepared for it is there.
  private struct PreparedContent<Content: View, Placeholder: View>: View {
    private let content: () -> Content
    private let placeholder: () -> Placeholder
    private let prepareAgain: @MainActor @Sendable () -> Void
    private let arePrepared: InjectedEnvironment<Bool>

    init(
      keys: PreparedKeys, content: @escaping () -> Content,
      placeholder: @escaping () -> Placeholder,
      prepareAgain: @escaping @MainActor @Sendable () -> Void
    ) {
      self.content = content
      self.placeholder = placeholder
      self.prepareAgain = prepareAgain
      arePrepared = InjectedEnvironment(\.[arePrepared: keys])
    }

    var body: some View {
      if arePrepared.wrappedValue {
        content()
      } else {
        ZStack { placeholder() }.task {
          // If this placeholder has gone meanwhile, what was prepared is there again.
          if !Task.isCancelled { prepareAgain() }
        }
      }
    }
  }

  extension InjectedValues {
    subscript(arePrepared keys: PreparedKeys) -> Bool { keys.arePrepared(in: self) }
  }
#endif
