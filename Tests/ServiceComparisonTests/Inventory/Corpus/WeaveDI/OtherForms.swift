// swift-format-ignore-file
import SwiftUI
@_exported import WeaveDI

// The forms of other projects: other places, other layouts, older names.

public struct LibraryKey: Sendable, InjectedKey { //= WeaveDI registration: LibraryKey
  public typealias Value = any Library
  public static let liveValue: any Library = CityLibrary()
  public static let previewValue: any Library = UnifiedDI.resolve(Library.self) ?? PaperLibrary() //= WeaveDI read: Library
}

extension ReaderService: WeaveDI.InjectedKey { //= WeaveDI registration: ReaderService
  public static var liveValue: ReaderService { .init() }
}

private enum CardKey: InjectedKey { static var liveValue = Card() } //= WeaveDI registration: CardKey

public extension InjectedValues {
  var library: any Library { get { self[LibraryKey.self] } set { self[LibraryKey.self] = newValue } } //= WeaveDI registration: library
  var reader: ReaderService { //= WeaveDI registration: reader
    get { self[ReaderService.self] }
    set { self[ReaderService.self] = newValue }
  }
}

@MainActor @Observable final class ShelfModel { //= @Observable: ShelfModel
  @ObservationIgnored @Injected(\.library) private var library: any Library //= WeaveDI read: library
  @ObservationIgnored
  @Injected(\.reader) //= WeaveDI read: reader
  private var reader
  @ObservationIgnored @Injected(CardKey.self) var card //= WeaveDI read: CardKey
  @Inject private var shelf: Shelf? //= WeaveDI read: Shelf
  @RequiredInject private var desk: any Desk //= WeaveDI read: Desk

  init(library: any Library = UnifiedDI.requireResolve(Library.self)) {} //= WeaveDI read: Library

  func open() async throws {
    guard let lamp = UnifiedDI.resolve(Lamp.self) else { return } //= WeaveDI read: Lamp
    let desk = await WeaveDI.Container.live.resolve(Desk.self) //= WeaveDI read: Desk
    let chair = DIContainer.shared.resolveOrDefault(Chair.self, default: Chair()) //= WeaveDI read: Chair
    let book: Book? = await DIAsync.resolve(Book.self) //= WeaveDI read: Book
    let made = await DIAsync.getOrCreate(Book.self) { Book() } //= WeaveDI read: Book
    let shelf: Shelf = DI.requireResolve(Shelf.self) //= WeaveDI read: Shelf
    let old = DependencyContainer.live.resolve(Shelf.self) //= WeaveDI read: Shelf
    async let map = UnifiedDI.resolveAsync(Map.self) //= WeaveDI read: Map
    let current = WeaveDI.InjectedValues.current.reader //= WeaveDI read: reader
    print(lamp, desk, chair, book, made, shelf, old, await map, current)
  }
}

@main struct LibraryApp: App {
  init() {
    WeaveDI.Container.bootstrapInTask { container in //= WeaveDI registration: bootstrapInTask
      container.register(Lamp.self) { Lamp() } //= WeaveDI registration: Lamp
      container
        .register(Desk.self) { OakDesk(lamp: UnifiedDI.requireResolve(Lamp.self)) } //= WeaveDI registration: Desk; WeaveDI read: Lamp
    }
    Task { await DIContainer.bootstrapMixed(sync: { $0.register(Chair.self) { Chair() } }, async: { _ in }) } //= WeaveDI registration: bootstrapMixed; WeaveDI registration: Chair
    DIContainer.shared.register(Shelf.self, build: { Shelf() }) //= WeaveDI registration: Shelf
    DIContainer.shared.register(Book.self, instance: Book()) //= WeaveDI registration: Book
    let library: any Library = UnifiedDI.register((any Library).self) { CityLibrary() } //= WeaveDI registration: Library
    DI.register(Card.self) { Card() } //= WeaveDI registration: Card
    DI.register(\.library) { CityLibrary() } //= WeaveDI registration: library
    DI.registerIf(Map.self, condition: true, factory: { Map() }, fallback: { NoMap() }) //= WeaveDI registration: Map
    Task { await DIAsync.register(Archive.self) { await Archive() } } //= WeaveDI registration: Archive
    SimpleKeyPathRegistry.register(\.reader) { ReaderService() } //= WeaveDI registration: reader
    print(library)
  }
}

final class ShelfTests: XCTestCase {
  override func setUp() async throws {
    await UnifiedDI.releaseAll() //= WeaveDI override: releaseAll
    await WeaveDI.Container.resetForTesting() //= WeaveDI override: resetForTesting
    DIContainer.shared.release(Shelf.self) //= WeaveDI override: release
  }
  func testShelf() async throws {
    let model = await withInjectedValues { values in //= WeaveDI override: withInjectedValues
      values.library = MockLibrary()
    } operation: { await ShelfModel() }
    try await WeaveDI.withInjectedValues({ $0.reader = .mock }) { try await model.open() } //= WeaveDI override: withInjectedValues
    var copy = InjectedValues.current
    copy.library = MockLibrary()
  }
}
