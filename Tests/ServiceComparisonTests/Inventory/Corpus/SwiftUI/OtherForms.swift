// swift-format-ignore-file
import Combine
import SwiftUI

// The forms of other projects: other places, other layouts, older names.

public struct HarvestKey: SwiftUI.EnvironmentKey { //= environment key: HarvestKey
  public typealias Value = any Harvest
  public static let defaultValue: any Harvest = NoHarvest()
}

extension Orchard: EnvironmentKey { public static let defaultValue = Orchard() } //= environment key: Orchard

extension SwiftUI.EnvironmentValues {
  @inlinable
  public var harvest: any Harvest { //= environment property: harvest
    get { self[HarvestKey.self] }
    set { self[HarvestKey.self] = newValue }
  }
  var orchard: Orchard { get { self[Orchard.self] } set { self[Orchard.self] = newValue } } //= environment property: orchard

  private struct RipeKey: EnvironmentKey { static var defaultValue: Bool { false } } //= environment key: RipeKey, stays
  var isRipe: Bool { //= environment property: isRipe, stays
    get { self[RipeKey.self] }
    set { self[RipeKey.self] = newValue }
  }
  @Entry //= @Entry: pick
  public
  var pick: @MainActor @Sendable (Apple) async -> Void = { _ in }
  @Entry var scales: (any Scales)? = nil //= @Entry: scales
  @Entry internal var press: Press = Press() //= @Entry: press
  @Entry var crates: Int = 3 //= @Entry: crates, stays
  @Entry var farmName = "Hill" //= @Entry: farmName, stays
}

protocol Grove: ObservableObject { var trees: Int { get } }

@MainActor public class OrchardStore: NSObject, ObservableObject { //= ObservableObject: OrchardStore
  @Published public private(set) var apples: [Apple] = [] //= @Published: apples
  @Published //= @Published: pears
  var pears = 0
  @Combine.Published var plums = 1 //= @Published: plums
}

extension Cellar: Combine.ObservableObject {} //= ObservableObject: Cellar

@Observable @MainActor public final class PressModel { } //= @Observable: PressModel
@MainActor
@Observable //= @Observable: BarnModel
class BarnModel: Sendable {}
@Observation.Observable final class LoftModel {} //= @Observable: LoftModel

struct OrchardView: View {
  @Environment(\EnvironmentValues.harvest) private var harvest //= environment read: harvest
  @Environment( //= environment read: orchard
    \.orchard
  ) private var orchard
  @Environment(\.press.weight) var weight //= environment read: press.weight
  @Environment(\.pick) private var pick: @MainActor @Sendable (Apple) async -> Void //= environment read: pick
  @Environment(PressModel.self) private var model: PressModel //= environment object: PressModel
  @Environment((BarnModel)?.self) var barn //= environment object: BarnModel
  @Environment(Optional<LoftModel>.self) var loft //= environment object: LoftModel
  @Environment(Farm.BarnModel.self) var other //= environment object: Farm.BarnModel
  @Environment(\.isRipe) var isRipe; @Environment(\.scales) var scales //= environment read: isRipe, stays; environment read: scales
  @EnvironmentObject var store: OrchardStore //= environment object: OrchardStore
  @EnvironmentObject private var redux: Redux.Store<AppState> //= environment object: Store<AppState>
  @StateObject var cellar: Cellar //= @StateObject: cellar
  @ObservedObject private(set) var press: PressStore<Apple> //= @ObservedObject: press
  @SwiftUI.Environment(\.colorScheme) var scheme //= SwiftUI's own value: colorScheme, stays
  @Bindable var bindable: PressModel
  @State private var held = PressModel()

  init(cellar: Cellar) { _cellar = StateObject(wrappedValue: cellar) }

  var body: some View {
    Tree()
      .environment(\.harvest, held) //= environment override: harvest
      .environment( //= environment override: orchard
        \.orchard,
        Orchard())
      .environment(\.pick) { _ in } //= environment override: pick
      .environment(PressModel()) //= object in the environment: PressModel()
      .environment(held as PressModel?) //= object in the environment: held as PressModel?
      .environmentObject(OrchardStore.shared) //= object in the environment: OrchardStore.shared
      .transformEnvironment(\.press, transform: { $0.weight += 1 }) //= environment override: press
      .environment(\.locale, .init(identifier: "ko")) //= SwiftUI's own value: locale, stays
  }
}

final class SceneDelegate {
  func scene() {
    window.rootViewController = UIHostingController(rootView: OrchardView(cellar: cellar).environmentObject(store)) //= object in the environment: store
  }
}

struct Style: ButtonStyle {
  @Environment(\.harvest) var harvest //= environment read: harvest
  func makeBody(configuration: Configuration) -> some View { configuration.label.environment(\.harvest, harvest) } //= environment override: harvest
}
