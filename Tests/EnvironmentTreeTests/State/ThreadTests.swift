#if os(Linux)
  import Dispatch
  import EnvironmentTree
  import Foundation
  import ModelObservation
  import Observation
  import TestSupport
  import Testing

  /// Announces a write, which is done when it is let go on.
  private final class SlowModel: Observable, Sendable {
    let isWriting = Gate()
    let mayWrite = DispatchSemaphore(value: 0)
    private let registrar = ObservationRegistrar()
    private let stored = Guarded(0)

    var number: Int {
      get {
        registrar.access(self, keyPath: \.number)
        return stored.withLock { $0 }
      }
      set {
        registrar.withMutation(of: self, keyPath: \.number) {
          isWriting.open()
          mayWrite.wait()
          stored.withLock { $0 = newValue }
        }
      }
    }
  }

  private struct NumberText: View {
    let model: SlowModel
    var body: some View { Text("number \(model.number)") }
  }

  @Observable
  private final class CountingModel: @unchecked Sendable {
    // Unchecked: the main thread waits while another one writes.
    var number = 0

    /// Returns when another thread has written.
    func write() {
      let hasWritten = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.number += 1
        hasWritten.signal()
      }
      hasWritten.wait()
    }
  }

  @Observable
  private final class Steps {
    var first = 0
    var second = 0
  }

  private struct StepsText: View {
    let model: Steps
    var body: some View {
      Text("\(model.first) \(model.second)")
        .onAppear { model.first = 1 }
        .onChange(of: model.first) { model.second = 2 }
    }
  }

  private struct EndlessText: View {
    let model: Steps
    var body: some View {
      Button("again") { model.first += 1 }
        .onChange(of: model.first) { model.first += 1 }
    }
  }

  private struct CountingText: View {
    let model: CountingModel
    var body: some View {
      Text("number \(model.number)")
        .onChange(of: model.number, initial: true) { _, new in
          if new < 1_200 { model.write() }
        }
    }
  }

  @Suite("Writes on other threads") @MainActor struct ThreadTests {
    @Test("A body that runs while another thread writes is evaluated again once that has written")
    func slowWrite() async {
      let model = SlowModel()
      let hasWritten = Gate()
      let host = TreeHost(NumberText(model: model))
      DispatchQueue.global().async {
        model.number = 1
        hasWritten.open()
      }
      await model.isWriting.wait()
      await host.settle()
      #expect(host.outline == "Text \"number 0\"")
      model.mayWrite.signal()
      await hasWritten.wait()
      await host.settle()
      #expect(host.outline == "Text \"number 1\"")
    }

    @Test("What a tree's own effects write is in its update, on whichever thread that is")
    func ownWrites() async {
      // The main actor's thread may be another one from here on.
      await Task.yield()
      let host = TreeHost(StepsText(model: Steps()))
      #expect(host.outline == "Text \"1 2\"")
    }

    @Test("An update that keeps changing a model which it reads traps, on whichever thread that is")
    func endless() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await Task.yield()
        await MainActor.run {
          TreeHost(EndlessText(model: Steps())).tap("again")
        }
      }
      #expect(result.report.contains("The tree was updated 1000 times in a row"))
    }

    @Test("A thread that goes on writing while a tree is updated does not end the process")
    func steadyWrites() async {
      let model = CountingModel()
      let host = TreeHost(CountingText(model: model))
      await host.settle { model.number == 1_200 }
      #expect(host.outline == "Text \"number 1200\"")
    }
  }
#endif
