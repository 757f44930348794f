import ModelObservation
import Observation
import Synchronization
import TestSupport
import Testing

/// What was observed in one isolation belongs to who observes it now: models may be sent.
@Suite("Homes: a model belongs to the isolation that observes it") struct HomeTests {
  final class Room: ObservableModel {
    @Observed var guests = 1
  }

  /// Knows a room for as long as it is there.
  final class Hall: ObservableModel, Observable {
    weak var room: Room?
    private let visitors: SharedObserved<Int>
    private var count: Int { (room?.guests ?? -1) + visitors.value }
    @Derived(\Hall.count) var guests: Int

    init(_ room: Room? = nil, visitors: SharedObserved<Int> = SharedObserved(0)) {
      self.room = room
      self.visitors = visitors
    }
  }

  actor Host {
    /// Makes a room in an observer, which reads it and has ended when the room is given away.
    func makeRoom() async -> sending Room {
      await withCheckedContinuation { taken in
        let token = observe(isolation: self) {
          let room = Room()
          use(room.guests)
          taken.resume(returning: room)
        }
        token.cancel()
      }
    }

    /// What is derived from a room before and after its end, where nobody observes that.
    func unobservedGuests(of room: consuming sending Room) -> [Int] {
      var room: Room? = consume room
      let guests = Computed { [weak room] in room?.guests ?? -1 }
      let before = guests.value
      room = nil
      return [before, guests.value]
    }

    /// What is derived from a room before and after its end.
    func guests(of room: consuming sending Room) -> [Int] {
      var room: Room? = consume room
      let hall = Hall(room)
      let token = observe { use(hall.guests) }
      defer { token.cancel() }
      let before = hall.guests
      room = nil
      return [before, hall.guests]
    }
  }

  @Test("One that was observed on an actor ends where it was sent to")
  func sentToActor() async {
    let (first, second) = (Host(), Host())
    // The first one is free to end it, and would do so at the same time.
    for _ in 1...100 {
      let guests = await second.guests(of: first.makeRoom())
      #expect(guests == [1, -1])
    }
    withExtendedLifetime(first) {}
  }

  @Test("So does one that is then read, and observed by nobody")
  func sentToActorUnobserved() async {
    let (first, second) = (Host(), Host())
    for _ in 1...100 {
      let guests = await second.unobservedGuests(of: first.makeRoom())
      #expect(guests == [1, -1])
    }
    withExtendedLifetime(first) {}
  }

  /// Makes a room that something derived has read here.
  private func readRoom() -> sending Room {
    let room = Room()
    use(Computed { room.guests }.value)
    return room
  }

  @Test("One that was read on the main actor, and is observed by nobody, ends where it was sent to")
  @MainActor func sentFromMain() async {
    #expect(await Host().unobservedGuests(of: readRoom()) == [1, -1])
  }

  /// A room with what is derived from it.
  final class Apartment: ObservableModel {
    private var room: Room? = Room()
    private(set) lazy var guests = Computed { [weak room] in room?.guests ?? -1 }

    func welcome() { room?.guests += 1 }
    func close() { room = nil }
  }

  private func readApartment() -> sending Apartment {
    let apartment = Apartment()
    use(apartment.guests.value)
    return apartment
  }

  actor Guide {
    /// What is derived from a room after each step, which is read here for the first time.
    func show(_ apartment: sending Apartment) -> [Int] {
      apartment.welcome()
      let before = apartment.guests.value
      apartment.close()
      return [before, apartment.guests.value]
    }
  }

  @Test("So does one that was sent with what has read it")
  @MainActor func sentWithReader() async {
    #expect(await Guide().show(readApartment()) == [2, -1])
  }

  /// Iterates over a room in code without isolation, and gives it away.
  @concurrent private func iteratedRoom() async -> sending Room {
    let room = Room()
    for await guests in changes(of: { room.guests }) where guests == 1 { break }
    return room
  }

  @Test("One that a sequence in nonisolated code has read ends where it is observed")
  @MainActor func sentToMain() async {
    var room: Room? = await iteratedRoom()
    let hall = Hall(room)
    let token = observe { use(hall.guests) }
    defer { token.cancel() }
    await withCheckedContinuation { end in
      withTracking {
        use(hall.guests)
      } onChange: {
        end.resume()
      }
      // Its last reference goes on another thread, while this one is at work here.
      releaseElsewhere(&room)
      #expect(hall.guests == 1)
    }
    #expect(hall.guests == -1)
  }

  /// Lets another thread release a model, and waits until it has.
  private func releaseElsewhere(_ room: inout Room?) {
    guard let last = room.take().map({ UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) })
    else { return }
    onThreadInPlace {
      UnsafeRawPointer(bitPattern: last).map { Unmanaged<Room>.fromOpaque($0).release() }
    }
  }

  @MainActor final class Wing: ObservableModel {
    @Observed var rooms = 1
    private var beds: Int { rooms * 2 }
    @Derived(\Wing.beds) var capacity: Int
  }

  @MainActor final class Hotel: ObservableModel {
    weak var wing: Wing?
    private(set) var evaluations = 0
    private var all: Int {
      evaluations += 1
      return wing?.capacity ?? 0
    }
    @Derived(\Hotel.all) var capacity: Int

    /// Adds a wing that has been read, and gives the only reference that keeps it.
    func add() -> Mutex<Wing?> {
      let wing = Wing()
      self.wing = wing
      #expect(capacity == 2)
      return Mutex(wing)
    }
  }

  @Test("A sequence that is asked by hand is asked on the caller's actor")
  @MainActor func askedByHand() async {
    let model = Signal(0)
    var iterator = changes(
      of: {
        MainActor.preconditionIsolated()
        return model.value
      }
    ).makeAsyncIterator()
    #expect(await iterator.next() == 0)
    model.value = 4
    #expect(await iterator.next() == 4)
  }

  @Test("One that nobody observes, and a derived property has read, ends where it was read")
  @MainActor func readByNobody() {
    let hotel = Hotel()
    let last = hotel.add()
    onThreadInPlace {
      let wing = last.withLock { $0.take() }
      withExtendedLifetime(wing) {}
    }
    // It has gone, and its part of the graph is left alone until this actor is free.
    #expect(hotel.wing == nil)
    #expect(hotel.capacity == 2)
    #expect(hotel.evaluations == 1)
  }

  @Test("Standard tracking on the main actor is told of what other tasks write to a cell")
  @MainActor func standardTracking() async {
    let visitors = SharedObserved(0)
    let room = Room()
    let hall = Hall(room, visitors: visitors)
    for number in 1...3 {
      await withCheckedContinuation { change in
        withObservationTracking {
          use(hall.guests)
        } onChange: {
          change.resume()
        }
        Task.detached { visitors.value = number }
      }
      #expect(hall.guests == 1 + number)
    }
  }

  private func firstAbove(_ limit: Int, of values: AsyncStream<Int>) async -> Int? {
    for await value in values where value > limit { return value }
    return nil
  }

  private func readFirst(_ hall: Hall) -> Int { hall.guests }

  @Test("A derived property over a cell follows it for an observer, whoever has read it first")
  @MainActor func derivedReadBefore() async {
    let visitors = SharedObserved(0)
    let room = Room()
    let hall = Hall(room, visitors: visitors)
    #expect(readFirst(hall) == 1)
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe { continuation.yield(hall.guests) }
    defer { token.cancel() }
    Task.detached { visitors.value = 5 }
    #expect(await firstAbove(1, of: values) == 6)
  }

  actor Listener {
    private var tokens: [ObservationToken] = []

    /// Observes what is derived from a cell here, or from that, after code has that does not know
    /// where it runs.
    func listen(
      to cell: SharedObserved<Int>, depth: Int, _ send: AsyncStream<Int>.Continuation
    ) {
      let memo = Computed { cell.value }
      let above = depth == 1 ? memo : Computed { memo.value }
      tokens = [observeAnywhere(memo), observe { send.yield(above.value) }]
    }

    /// Observes it twice here, of which the first ends, and once where nobody knows.
    func listenAgain(to cell: SharedObserved<Int>, _ send: AsyncStream<Int>.Continuation) {
      let memo = Computed { cell.value }
      let first = observe { use(memo.value) }
      tokens = [observe { send.yield(memo.value) }]
      first.cancel()
      tokens.append(observeAnywhere(memo))
    }

    /// Observes it here, which ends, and goes on where nobody knows.
    func handOver(of cell: SharedObserved<Int>, _ send: AsyncStream<Int>.Continuation) {
      let memo = Computed { cell.value }
      let first = observe { use(memo.value) }
      tokens = [observeAnywhere(memo) { send.yield($0) }]
      first.cancel()
    }

    nonisolated private func observeAnywhere(
      _ memo: Computed<Int>, _ run: @escaping (Int) -> Void = { _ in }
    ) -> ObservationToken {
      observe { run(memo.value) }
    }

    func stop() { tokens = [] }
  }

  @Test(
    "What an actor observes is the actor's, whoever else observes it without an isolation",
    arguments: 1...2)
  func followsActor(depth: Int) async {
    let cell = SharedObserved(0)
    let listener = Listener()
    let (values, send) = AsyncStream.makeStream(of: Int.self)
    await listener.listen(to: cell, depth: depth, send)
    // Another task than the one that has made the observers.
    await Task.detached { cell.value = 5 }.value
    #expect(await firstAbove(0, of: values) == 5)
    await listener.stop()
  }

  @Test(
    "It stays the actor's when the first that has observed it there has ended, or all have",
    arguments: [false, true])
  func staysWithActor(all: Bool) async {
    let cell = SharedObserved(0)
    let listener = Listener()
    let (values, send) = AsyncStream.makeStream(of: Int.self)
    if all {
      await listener.handOver(of: cell, send)
    } else {
      await listener.listenAgain(to: cell, send)
    }
    await Task.detached { cell.value = 5 }.value
    #expect(await firstAbove(0, of: values) == 5)
    await listener.stop()
  }

  /// Observes a cell in code that does not know where it runs.
  final class Panel {
    private(set) var number = 0
    private var token: ObservationToken?

    func start(_ cell: SharedObserved<Int>) {
      token = observe { [unowned self] in number = cell.value }
    }
  }

  actor Desk {
    private let panel = Panel()

    func start(_ cell: SharedObserved<Int>) { panel.start(cell) }

    /// What the panel shows after a write from here.
    func number(after write: @Sendable () -> Void) -> Int {
      write()
      return panel.number
    }
  }

  @Test("What a helper observes on an actor runs nowhere else, though its own task writes")
  func helperOnActor() async {
    let (cell, desk) = (SharedObserved(0), Desk())
    await desk.start(cell)
    // Not told, which is reported: it would run while its actor is at work.
    cell.value = 5
    #expect(await desk.number {} == 0)
    #expect(await desk.number { cell.value = 6 } == 6)
  }
}
