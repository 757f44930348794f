import EnvironmentTree
import Foundation
import TestSupport
import Testing

private enum Local {
  @TaskLocal static var name = "none"
}

private actor Worker {
  private var count = 0
  func work() async -> Int {
    count += 1
    for _ in 0..<20 { await Task.yield() }
    return count
  }
}

private struct Loader: View {
  let log: Log
  let work: @MainActor @Sendable () async -> String
  @State private var text = "loading"
  var body: some View {
    Text(text).task {
      log("start")
      text = await work()
      log("end")
    }
  }
}

private struct Switch<On: View>: View {
  @State private var isOn = true
  @ViewBuilder let on: () -> On
  var body: some View {
    Toggle("On", isOn: $isOn)
    if isOn { on() }
  }
}

@Suite("Tasks") @MainActor struct TaskTests {
  @Test("A task starts when its view appears, and the tree settles when it has ended")
  func ends() async {
    let log = Log()
    let host = TreeHost(Loader(log: log) { "loaded" })
    #expect(host.outline == "Text \"loading\"")
    await host.settle()
    #expect(host.outline == "Text \"loaded\"")
    #expect(log.entries == ["start", "end"])
  }

  @Test("A task is followed through actors, concurrent functions and child tasks")
  func followed() async {
    let worker = Worker()
    let host = TreeHost(
      Loader(log: Log()) {
        async let first = worker.work()
        async let second = concurrent()
        let third = await withTaskGroup(of: Int.self) { group in
          for _ in 0..<4 { group.addTask { await worker.work() } }
          var highest = 0
          while let count = await group.next() { highest = max(highest, count) }
          return highest
        }
        return await "\(first > 0) \(second) \(third > 3)"
      })
    await host.settle()
    #expect(host.outline == "Text \"true 3 true\"")
  }

  @Test("A tree whose task waits for something else is settled")
  func waits() async {
    let gate = Gate()
    let log = Log()
    let host = TreeHost(
      Loader(log: log) {
        await gate.wait()
        return "loaded"
      })
    await host.settle()
    #expect(host.outline == "Text \"loading\"")
    #expect(log.entries == ["start"])
    gate.open()
    await host.settle()
    #expect(host.outline == "Text \"loaded\"")
  }

  @Test("A task that an action starts is followed")
  func unstructured() async {
    struct Starter: View {
      @State private var text = "idle"
      var body: some View {
        Text(text)
        Button("Start") {
          Task {
            for number in 0..<5 {
              text = "\(number)"
              await Task.yield()
            }
            text = "done"
          }
        }
      }
    }
    let host = TreeHost(Starter())
    host.tap("Start")
    await host.settle()
    #expect(host.outline.hasPrefix("Text \"done\""))
  }

  @Test("Finishing waits for tasks that actions started, on whatever executor they are")
  func finish() async {
    struct Starter: View {
      let worker: Worker
      @State private var text = "idle"
      var body: some View {
        Text(text)
        Button("Start") {
          Task { text = "\(await worker.work() + concurrent())" }
        }
      }
    }
    let host = TreeHost(Starter(worker: Worker()))
    host.tap("Start")
    await host.finish()
    #expect(host.outline.hasPrefix("Text \"4\""))
  }

  @Test("A task is cancelled when its view leaves the tree")
  func cancelled() async {
    let log = Log()
    let host = TreeHost(
      Switch {
        Text("on").task {
          log("start")
          while !Task.isCancelled { await Task.yield() }
          log("cancelled")
        }
      })
    host.toggle("On")
    await host.finish()
    #expect(log.entries == ["start", "cancelled"])
    #expect(host.outline == "Toggle \"On\": off")
  }

  @Test("A task that is cancelled is that of the view that left, and no other one")
  func cancelledAlone() async {
    func waiting(_ name: String, _ log: Log) -> some View {
      Text(name).task {
        let gate = Gate()
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          gate.open()
        }
        log(name)
      }
    }
    let log = Log()
    let host = TreeHost {
      Switch { waiting("first", log) }
      waiting("second", log)
    }
    await host.settle()
    host.toggle("On")
    await host.settle()
    #expect(log.entries == ["first"])
    host.unmount()
    await host.finish()
    #expect(log.entries == ["first", "second"])
  }

  @Test("A task is cancelled when the tree is unmounted, and when its host is released")
  func ended() async {
    for isReleased in [true, false] {
      let log = Log()
      let ended = Gate()
      let started = Gate()
      var host: TreeHost? = TreeHost(
        Text("on").task {
          started.open()
          while !Task.isCancelled { await Task.yield() }
          log("cancelled")
          ended.open()
        })
      await started.wait()
      if isReleased { host = nil } else { host?.unmount() }
      await ended.wait()
      #expect(log.entries == ["cancelled"])
      withExtendedLifetime(host) {}
    }
  }

  @Test("A task with an id starts anew when the id changes, and only then")
  func identified() async {
    let log = Log()
    let gate = Gate()
    struct Restarting: View {
      let log: Log
      let gate: Gate
      @State private var number = 0
      var body: some View {
        Button("Next") { number += 1 }
        Text("\(number)").task(id: number / 2) { [number] in
          log("start \(number)")
          await withTaskCancellationHandler {
            await gate.wait()
          } onCancel: {
            Task { @MainActor in log("cancel \(number)") }
          }
        }
      }
    }
    let host = TreeHost(Restarting(log: log, gate: gate))
    await host.settle()
    host.tap("Next")
    await host.settle()
    #expect(log.entries == ["start 0"])
    host.tap("Next")
    await host.settle()
    #expect(log.entries.sorted() == ["cancel 0", "start 0", "start 2"])
    gate.open()
    await host.finish()
  }

  @Test("Bodies, actions and tasks run outside the caller's task-locals")
  func taskLocals() async {
    let log = Log()
    struct Reader: View {
      let log: Log
      @State private var isShown = false
      var body: some View {
        let _ = log("body \(Local.name)")
        Button("Act") {
          log("action \(Local.name)")
          Task { log("unstructured \(Local.name)") }
          isShown = true
        }
        .onAppear { log("appear \(Local.name)") }
        .task { log("task \(Local.name)") }
        if isShown { Text("shown \(Local.name)") }
      }
    }
    let host = await Local.$name.withValue("caller's") {
      let host = TreeHost(Reader(log: log))
      await host.settle()
      host.tap("Act")
      await host.settle()
      #expect(Local.name == "caller's")
      return host
    }
    #expect(
      log.entries == [
        "body none", "appear none", "task none", "action none", "body none", "unstructured none",
      ])
    #expect(host.outline.contains("shown none"))
  }

  @Test("Bodies and actions are on the main actor, also where that is checked while they run")
  func isolation() {
    struct Checking: View {
      @State private var count = 0
      var body: some View {
        let _ = MainActor.assertIsolated()
        Text("\(count)").onAppear { MainActor.preconditionIsolated() }
        Button("Act") { MainActor.assumeIsolated { count += 1 } }
      }
    }
    let host = TreeHost(Checking())
    host.tap("Act")
    #expect(host.outline.hasPrefix("Text \"1\""))
  }

  @Test("An update happens by itself, also when nobody asks the host")
  func byItself() async {
    let log = Log()
    let evaluated = Gate()
    struct Counter: View {
      let log: Log
      let evaluated: Gate
      @State private var count = 0
      var body: some View {
        let _ = log("body \(count)")
        let _ = count == 1 ? evaluated.open() : ()
        Text("\(count)").task { count = 1 }
      }
    }
    let host = TreeHost(Counter(log: log, evaluated: evaluated))
    await evaluated.wait()
    #expect(log.entries == ["body 0", "body 1"])
    withExtendedLifetime(host) {}
  }
}

@concurrent private func concurrent() async -> Int {
  for _ in 0..<20 { await Task.yield() }
  return 3
}
