// swift-format-ignore-file
import Factory
import SwiftUI
import XCTest

// The forms of other projects: other places, other layouts, older versions.

extension Container {
  static let press = Factory { PaperPress() } //= Factory registration: press
  static let ink = Factory<InkType>(scope: .shared) { Ink() as InkType } //= Factory registration: ink
  static let sheet = ParameterFactory<Int, Sheet> { width in Sheet(width: width) } //= Factory registration: sheet
  static var roller = Factory(scope: .session) { Roller(ink: Container.ink()) } //= Factory registration: roller; Factory read: ink
  var binder: Factory<Binder> { makes { Binder() } } //= Factory registration: binder
  var glue: Factory<Glue> { .init(self) { Glue() } } //= Factory registration: glue
  var cloth: Factory<Cloth> { unique { Cloth() } } //= Factory registration: cloth
  var clock: Factory<() -> Date> { self { { Date() } } } //= Factory registration: clock
  var loader: Factory<@Sendable (URL) async throws -> Data> { self { { try await load($0) } } } //= Factory registration: loader
  var pair: Factory<(Binder, Glue)> { self { (self.binder(), self.glue()) } } //= Factory registration: pair; Factory read: binder; Factory read: glue
  var results: Factory<Result<[String: Int], any Error>> { self { .success([:]) }.cached } //= Factory registration: results
  nonisolated var store: Factory<any Store<Int>> { self { MemoryStore() }.singleton } //= Factory registration: store
  @available(iOS 17, *) @MainActor
  var shopModel: Factory<ShopModel> { //= Factory registration: shopModel
    Factory(self) { @MainActor in ShopModel() }
      .timeToLive(60)
  }
  func page(_ n: Int) -> Factory<Page> { self { Page(n, self.binder()) } } //= Factory registration: page; Factory read: binder
  fileprivate var secret: Factory<Secret?> { self { nil } } //= Factory registration: secret
}

public final class MillContainer: ManagedContainer { //= Factory container: MillContainer
  public static let shared = MillContainer()
  public let manager = ContainerManager()
  var wheel: Factory<Wheel> { self { Wheel() } } //= Factory registration: wheel
}

struct ShopView: View {
  @StateObject private var model = Container.shared.shopModel() //= @StateObject: model; Factory read: shopModel
  @State private var press = Container.press() //= Factory read: press
  @Injected(\MillContainer.wheel) private var wheel //= Factory read: wheel
  @LazyInjected(\.binder) private var binder: Binder //= Factory read: binder
  @Injected(Container.ink) private var ink //= Factory read: ink
  @ObservationIgnored
  @Injected( //= Factory read: glue
    \.glue)
  var glue
  var body: some View { Text("").task { await Container.shared.loader()(url) } } //= Factory read: loader
}

func use(_ container: Container = .shared) {
  let pair = container.pair() //= Factory read: pair
  let (a, b) = (Container.shared.binder(), Container.shared.glue.resolve()) //= Factory read: binder; Factory read: glue
  let sheet = Container.sheet(3) //= Factory read: sheet
  let wheel = MillContainer.shared.wheel.callAsFunction() //= Factory read: wheel
  Container.shared
    .binder //= Factory read: binder
    .resolve()
  guard let secret = Container.shared.secret() else { return } //= Factory read: secret
  print(pair, a, b, sheet, wheel, secret)
}

final class PressTests: XCTestCase {
  override func setUp() {
    Container.Registrations.push() //= Factory override: push
    Container.press.register { MockPress() } //= Factory override: press.register
    Container.shared.glue.register(factory: { MockGlue() }) //= Factory override: glue.register
    Container.shared.binder.register { [unowned self] in self.mock } //= Factory override: binder.register
    Container.shared.binder.context(.test) { MockBinder() }.once() //= Factory override: binder.context
    let container = Container().with { //= Factory override: cloth.with
      $0.cloth.register { MockCloth() } //= Factory override: cloth.register
    }
    Container.shared.with { $0.glue.onTest { MockGlue() } } //= Factory override: glue.with; Factory override: glue.onTest
    container.binder.onPreview { MockBinder() } //= Factory override: binder.onPreview
  }
  override func tearDown() {
    Container.Registrations.pop() //= Factory override: pop
    Container.Registrations.reset() //= Factory override: reset
    Container.Scope.reset() //= Factory override: reset
    Container.shared.reset(options: .scope) //= Factory override: reset
    Container.shared.manager.reset(options: .all) //= Factory override: reset
    MillContainer.shared.wheel.reset(.registration) //= Factory override: wheel.reset
  }
}
