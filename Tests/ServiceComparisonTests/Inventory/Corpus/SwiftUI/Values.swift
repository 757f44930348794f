// swift-format-ignore-file
// Keys, entries and properties of the environment. What is to be found stands behind each line.
import SwiftUI

private struct TidesKey: EnvironmentKey { //= environment key: TidesKey
  static let defaultValue: any Tides = LiveTides()
}

struct Outer<T: Sendable> {
  enum //= environment key: WideKey
    WideKey
    : Sendable,
    EnvironmentKey
  where T: Equatable {
    static var defaultValue: T { fatalError() }
  }
}

extension HarbourKey: @retroactive EnvironmentKey {} //= environment key: HarbourKey

private struct CompactKey: EnvironmentKey { static let defaultValue = false } //= environment key: CompactKey, stays

extension EnvironmentValues {
  var tides: any Tides { //= environment property: tides
    get { self[TidesKey.self] }
    set {
      let old = self[TidesKey.self]
      self[TidesKey.self] = newValue
      print(old)
    }
  }
  var isCompact: Bool { //= environment property: isCompact, stays
    get { self[CompactKey.self] }
    set { self[CompactKey.self] = newValue }
  }
  @Entry var moorings: any Moorings = LiveMoorings() //= @Entry: moorings
  @Entry //= @Entry: margin, stays
  public
  var margin = 12
  @Entry var ratio: CGFloat = 1.5 //= @Entry: ratio, stays
  @Entry var isNight = false //= @Entry: isNight, stays
  @Entry var seaTheme = SeaTheme.calm //= @Entry: seaTheme, stays
  @Entry var unit: DepthUnit = .metres //= @Entry: unit, stays
  @Entry var caption: String? //= @Entry: caption, stays
  @Entry var chart: ChartStyle = .init() //= @Entry: chart, stays
  @Entry var accent: Color = .blue //= @Entry: accent, stays
  @Entry var selection: Binding<Int> = .constant(0) //= @Entry: selection, stays
  @Entry var report: @Sendable (String) -> Void = { _ in } //= @Entry: report
}

extension EnvironmentValues {
  static var preview: EnvironmentValues { EnvironmentValues() }
  private struct PilotKey: EnvironmentKey { static let defaultValue = Pilot() } //= environment key: PilotKey
  var pilot: Pilot { self[PilotKey.self] } //= environment property: pilot
}

enum DepthUnit { case metres, feet }

extension FocusedValues { @Entry var draft: Draft? }
extension ContainerValues { @Entry var tag = 1 }
extension Transaction { @Entry var isSlow = false }
