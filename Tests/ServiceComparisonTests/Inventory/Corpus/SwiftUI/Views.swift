// swift-format-ignore-file
import Combine
import Observation
import SwiftUI

struct HarbourView: View {
  @Environment(\.tides) private var tides //= environment read: tides
  @Environment( //= environment read: tides.next
    \EnvironmentValues.tides.next
  ) var next
  @SwiftUI.Environment(\.moorings) private var moorings //= environment read: moorings
  @Environment(HarbourModel.self) private var model //= environment object: HarbourModel
  @Environment(HarbourModel.self) var maybe: HarbourModel? //= environment object: HarbourModel
  @Environment(HarbourModel?.self) var perhaps //= environment object: HarbourModel
  @Environment(SeaTheme.self) private var theme //= environment object: SeaTheme, stays
  @Environment(\.isCompact) private var isCompact //= environment read: isCompact, stays
  @Environment(\.margin) private var margin //= environment read: margin, stays
  @Environment(\.unit) private var unit //= environment read: unit, stays
  @Environment(\.dismiss) private var dismiss //= SwiftUI's own value: dismiss, stays
  @Environment(\.widgetFamily) var family //= SwiftUI's own value: widgetFamily, stays
  @Environment(\.symbolVariants) var variants //= SwiftUI's own value: symbolVariants, stays
  @Environment(\.webAuthenticationSession) var session //= SwiftUI's own value: webAuthenticationSession, stays
  @Environment(\.accessibilityReduceMotion) var isStill //= SwiftUI's own value: accessibilityReduceMotion, stays
  @Environment(\.scenePhase) private var phase, other: ScenePhase //= SwiftUI's own value: scenePhase, stays
  @Environment(\.modelContext) private var context //= SwiftUI's own value: modelContext, stays
  @Environment(path) var computed: Int //= environment read: path
  @EnvironmentObject private var crew: Crew //= environment object: Crew
  @EnvironmentObject //= environment object: Lights
  var lights: Lights
  @StateObject private var log = LogModel() //= @StateObject: log
  @ObservedObject var ship: ShipModel //= @ObservedObject: ship
  @State private var depth = 0
  @Bindable var anchor: Anchor
  @AppStorage("unit") var stored = ""
  @Namespace private var space

  init(ship: ShipModel) {
    self.ship = ship
    _tides = Environment(\.tides) //= environment read: tides
  }

  var body: some View {
    Text("tides \(depth)")
      .environment(\.tides, CalmTides()) //= environment override: tides
      .environment( //= environment override: moorings
        \.moorings,
        MockMoorings(berths: [1, 2], names: ["a": "b"]))
      .environment(\.locale, Locale(identifier: "ko")) //= SwiftUI's own value: locale, stays
      .environment(\.isNight, true) //= environment override: isNight, stays
      .environment(model) //= object in the environment: model
      .environmentObject(crew) //= object in the environment: crew
      .transformEnvironment(\.tides) { $0 = $0.slower() } //= environment override: tides
      .environment(path, value) //= environment override: path
      .sheet(item: $item) { Detail($0).environment(model.child) } //= object in the environment: model.child
  }
}

@Observable final class SeaTheme { var isDark = false } //= @Observable: SeaTheme, stays

@Observable final class HarbourModel { var name = "" } //= @Observable: HarbourModel

@MainActor
@Observable //= @Observable: TideModel
public final class TideModel {
  @ObservationIgnored var cache = 0
}

final class ShipModel: ObservableObject { //= ObservableObject: ShipModel
  @Published var speed = 0.0 //= @Published: speed
  @Published private(set) var heading: Int = 0 //= @Published: heading
}

final class LogModel: NSObject, ObservableObject { //= ObservableObject: LogModel
  @Published //= @Published: lines
  var lines: [String] = []
}

struct MapBridge: UIViewRepresentable {
  func updateUIView(_ view: MapView, context: Context) {
    view.isNight = context.environment.isNight //= environment read: isNight, stays
    view.scale = context.environment.displayScale //= SwiftUI's own value: displayScale, stays
  }
}

#Preview {
  HarbourView(ship: ShipModel())
    .environment(\.tides, CalmTides()) //= environment override: tides
}
