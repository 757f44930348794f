import ModelObservation
import Testing

/// The rest of the numbered cases: recovery, late inputs, and memos and observers that write.
extension ReactiveFrameworkTests.Numbered {
  @Test("#149: a batch evaluates a chain from its source on")
  func case149() {
    var order: [String] = []
    let a = Signal(0)
    let b = Computed { () -> Int in
      order.append("b")
      return a.value
    }
    let c = Computed { () -> Int in
      let value = b.value
      order.append("c")
      return value
    }
    let token = observe { use(c.value) }
    order = []
    batchUpdates { a.value = 1 }
    #expect(order == ["b", "c"])
    token.cancel()
  }

  // Differs on purpose: the cycle ends the process with its path, since there is nobody to catch
  // it. What is left: the same memo without the cycle.
  @Test("#153: a memo that depends on itself for one value does not for another")
  func case153() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = Signal(0)
      var itself: Computed<Int>?
      let memo = Computed { a.value == 0 ? itself?.value ?? 0 : a.value }
      itself = memo
      a.value = 1
      guard memo.value == 1 else { return }
      a.value = 0
      use(memo.value)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Computed<Int>.value → Computed<Int>.value"))
  }

  @Test("#155: an error that an observed memo gives is remembered as a value is")
  func case155() {
    struct Failure: Error, Equatable {}
    let a = Signal(0)
    let memo = Computed { () -> Result<Int, Failure> in
      a.value == 0 ? .failure(Failure()) : .success(a.value)
    }
    var seen: [Result<Int, Failure>] = []
    let token = observe { seen.append(memo.value) }
    use(memo.value)
    use(memo.value)
    #expect(memo.evaluations == 1)
    a.value = 1
    #expect(memo.value == .success(1))
    #expect(seen == [.failure(Failure()), .success(1)])
    token.cancel()
  }

  @Test("#159: a memo made after its input was marked is up to date, and stays so")
  func case159() {
    let a = Signal(0)
    let b = Computed { a.value * 2 }
    use(b.value)
    a.value = 5
    let c = Computed { b.value + 1 }
    #expect(c.value == 11)
    a.value = 10
    #expect(c.value == 21)
  }

  @Test("#165: dropping an input does not take it from another memo")
  func case165() {
    let toggle = Signal(true)
    let state = Signal(1)
    let first = Computed { toggle.value ? state.value : 111 }
    let second = Computed { state.value }
    let token = observe { use(first.value) }
    #expect(second.value == 1)
    toggle.value = false
    #expect(first.value == 111)
    state.value = 2
    #expect(second.value == 2)
    token.cancel()
  }

  @Test("#182: what a memo writes in a batch is seen in it, and observed at its end")
  func case182() {
    let source = Signal(0)
    let side = Signal(0)
    let memo = Computed { () -> Int in
      side.value = source.value * 10
      return source.value
    }
    use(memo.value)
    var seen: [Int] = []
    let token = observe { seen.append(side.value) }
    batchUpdates {
      source.value = 5
      #expect(memo.value == 5)
      #expect(side.value == 50)
      #expect(seen == [0])
    }
    #expect(seen == [0, 50])
    token.cancel()
  }

  @Test("#183: a memo that is not read any more writes no more")
  func case183() {
    let flag = Signal(true)
    let source = Signal(0)
    let side = Signal(-1)
    let writer = Computed { () -> Int in
      side.value = source.value
      return source.value
    }
    let branch = Computed { flag.value ? writer.value : 999 }
    #expect(branch.value == 0)
    source.value = 1
    #expect(branch.value == 1)
    #expect(side.value == 1)
    flag.value = false
    #expect(branch.value == 999)
    source.value = 2
    #expect(branch.value == 999)
    #expect(side.value == 1)
  }

  @Test("#184: of two memos that read each other, both may write")
  func case184() {
    let source = Signal(0)
    let innerSide = Signal(0)
    let outerSide = Signal(0)
    let inner = Computed { () -> Int in
      innerSide.value = source.value * 10
      return source.value + 1
    }
    let outer = Computed { () -> Int in
      let value = inner.value
      outerSide.value = value * 100
      return value
    }
    use(outer.value)
    #expect([innerSide.value, outerSide.value] == [0, 100])
    source.value = 2
    use(outer.value)
    #expect([innerSide.value, outerSide.value] == [20, 300])
  }

  @Test("#185: what a memo has written before it fails stays written")
  func case185() {
    struct Failure: Error, Equatable {}
    let source = Signal(0)
    let side = Signal(-1)
    let memo = Computed { () -> Result<Int, Failure> in
      side.value = source.value * 10
      return source.value > 0 ? .failure(Failure()) : .success(source.value)
    }
    #expect(memo.value == .success(0))
    source.value = 1
    #expect(memo.value == .failure(Failure()))
    #expect(side.value == 10)
  }

  @Test("#186: an observer of a memo and of what it writes sees both")
  func case186() {
    let source = Signal(0)
    let side = Signal(0)
    let memo = Computed { () -> Int in
      side.value = source.value
      return source.value
    }
    var seen: [Int] = []
    let token = observe { seen.append(memo.value + side.value) }
    source.value = 5
    #expect(seen.last == 10)
    token.cancel()
  }

  @Test("#200: two observers whose inputs overlap and move keep them apart")
  func case200() {
    let a = Signal(1)
    let b = Signal(2)
    let c = Signal(0)
    let first = Signal(0)
    let second = Signal(0)
    var runs = [0, 0]
    let tokens = [
      observe {
        runs[0] += 1
        first.value = (c.value < 2 ? a.value : 0) + (c.value > 1 ? b.value : 0)
      },
      observe {
        runs[1] += 1
        second.value =
          (c.value > 1 ? a.value : 0) + (c.value < 3 ? b.value : 0) + first.value
      },
    ]
    #expect([first.value, second.value] == [1, 3])
    runs = [0, 0]
    b.value = 3
    #expect([first.value, second.value] == [1, 4])
    #expect(runs == [0, 1])
    c.value = 2
    #expect([first.value, second.value] == [3, 7])
    for token in tokens { token.cancel() }
  }

  @Test("#205: two sources that feed two memos and one join cost one evaluation each")
  func case205() {
    let a = Signal(1)
    let b = Signal(10)
    let c = Computed { a.value + b.value }
    let d = Computed { a.value * b.value }
    let e = Computed { c.value + d.value }
    #expect(e.value == 21)
    a.value = 2
    b.value = 20
    #expect(e.value == 62)
    #expect([c.evaluations, d.evaluations, e.evaluations] == [2, 2, 2])
  }

  @Test("#212, #213: an observer that resets its input keeps doing so", arguments: [0, 1])
  func case213(first: Int) {
    let s = Signal(first)
    let c = Computed { s.value }
    let token = observe { if c.value > 0 { s.value = 0 } }
    #expect(s.value == 0)
    for number in 1...3 {
      s.value = number
      #expect(s.value == 0)
      #expect(c.value == 0)
    }
    token.cancel()
  }
}
