public import Foundation
import ModelObservation

/// Mounts a tree of views, keeps it up to date, and acts as its user.
///
/// ```swift
/// let host = TreeHost(ProfileView().environment(session))
/// await host.settle()
/// host.tap("Log out")
/// await host.settle()
/// #expect(host.outline == #"Text "Nobody is logged in""#)
/// ```
///
/// Bodies, actions and tasks run on the main actor and outside the task-locals of whoever calls the
/// host, as they do in an app: values that are to reach them have to be in the tree. A write to something
/// that a body has read queues one update, which happens by itself soon, or at the host's next call.
///
/// The host holds the tree: when it is released, on whichever thread, the tree's tasks are cancelled
/// and its state is dropped, on the main actor. `onDisappear` runs for ``unmount()`` only.
@MainActor public final class TreeHost {
  private let owner: TreeOwner
  private let activity: TreeActivity
  private let opened = OpenedURLs()

  init(content: NodeContent, size: CGSize? = nil) {
    activity = TreeActivity()
    owner = TreeOwner(Tree(activity))
    owner.tree.size = size
    let opened = opened
    let store = MemoryStore()
    let scope = EnvironmentScope {
      $0.appStorageStore = store
      $0.openURL = OpenURLAction { url in
        opened.urls.append(url)
        return .handled
      }
    }
    activity.onUpdateRequest { [weak self] in
      Task.detached { @MainActor in self?.update() }
    }
    outsideTaskLocals(activity) { [tree] in
      untracked { tree.mount(content, scope) }
    }
  }

  deinit {
    activity.cancelAll()
  }

  var tree: Tree { owner.tree }

  /// Mounts a view.
  ///
  /// - Parameters:
  ///   - root: The view at the root.
  ///   - size: The size of the screen, in points: which rows of lists and lazy stacks there are, and
  ///     what a ``GeometryReader`` sees. Without one, there is room for everything.
  public convenience init<Root: View>(_ root: Root, size: CGSize? = nil) {
    self.init(content: .make(root), size: size)
  }

  /// Mounts what a closure makes.
  ///
  /// - Parameters:
  ///   - size: The size of the screen, in points, as for a view.
  ///   - root: Makes the view at the root, in the caller's task.
  public convenience init<Root: View>(size: CGSize? = nil, @ViewBuilder _ root: () -> Root) {
    self.init(content: .make(root()), size: size)
  }

  // MARK: Updates

  /// Waits until no update and no task is ready to run.
  ///
  /// It returns when every task of the tree has ended or waits for something else: a gate, a clock,
  /// the network. Tasks are followed across executors: those of `.task`, their child tasks, and the
  /// actors and concurrent functions that they call. A task that an action starts with `Task { }` is
  /// followed on the main actor; where such a task goes to another executor, as to prepare services, use
  /// ``settle(until:)`` or ``finish()``.
  ///
  /// A task that yields again and again, and does nothing that the tree can see, counts as one that waits.
  /// This method returns at once when the calling task is cancelled.
  public func settle() async {
    // Jobs of the main actor run in the order in which they were enqueued, so after one trip through
    // its queue all have run that were ready. What they enqueue comes behind, hence several trips
    // without any event before tasks that have not ended are known to wait.
    var quiet = 0
    activity.forgetJobs()
    while !Task.isCancelled {
      update()
      let events = activity.events
      await activity.jobsAreDone()
      await Task.yield()
      if activity.hasTasks { await Task.detached {}.value }
      if events != activity.events || tree.needsUpdate {
        quiet = 0
        continue
      }
      quiet += 1
      if quiet >= (activity.hasTasks ? Self.tripsWithTasks : 1) { return }
    }
  }

  private static let tripsWithTasks = 16

  /// Settles again and again, until a condition holds.
  ///
  /// ```swift
  /// await host.settle { host.outline != "ProgressView" }
  /// ```
  ///
  /// It does not return while the condition does not hold, except when the calling task is cancelled.
  ///
  /// - Parameter isDone: The condition, asked each time that the tree has settled.
  public func settle(until isDone: @MainActor () -> Bool) async {
    repeat { await settle() } while !isDone() && !Task.isCancelled
  }

  /// Waits until every task has ended that the tree or one of its actions started, detached ones
  /// excepted.
  ///
  /// It does not return while a task waits for something that does not happen, unless the calling task is
  /// cancelled.
  public func finish() async {
    repeat {
      await settle()
      await activity.runsHaveEnded()
      await settle()
    } while activity.hasTasks && !Task.isCancelled
  }

  func update() {
    guard tree.needsUpdate else { return }
    outsideTaskLocals(activity) { [tree] in
      untracked { tree.update() }
    }
  }

  /// Runs an action of the user's, and brings the tree up to date.
  func perform(_ action: @escaping @MainActor () -> Void) {
    activity.note()
    outsideTaskLocals(activity) { [tree] in
      untracked {
        action()
        tree.update()
      }
    }
  }

  /// Ends the tree: tasks are cancelled, `onDisappear` runs, state is dropped.
  public func unmount() {
    perform { [tree] in tree.unmountAll() }
    activity.cancelAll()
  }

  // MARK: What can be seen

  /// What is on the screen, a line for each element, indented by what it is in.
  ///
  /// Containers, texts and controls have a line; views with a body and modifiers have none. Sheets,
  /// alerts and pushed destinations stand below the view that presents them, also where that is not shown.
  ///
  /// - Complexity: O(*n*), where *n* is the number of views in the tree.
  public var outline: String {
    update()
    return tree.root?.outline ?? ""
  }

  /// Which bodies ran since the tree was mounted, or since ``resetEvaluations()``.
  public var evaluations: Evaluations {
    update()
    return Evaluations(all: tree.evaluations.map { .init($0, tree.places) })
  }

  /// Forgets which bodies ran.
  public func resetEvaluations() {
    update()
    tree.evaluations = []
  }

  /// The URLs that views asked to open, in order.
  public var openedURLs: [URL] { opened.urls }
}

@MainActor final class OpenedURLs {
  var urls: [URL] = []
}
