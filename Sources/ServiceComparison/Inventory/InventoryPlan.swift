/// An inventory in the order in which it can be worked through.
package struct InventoryPlan: Sendable {
  /// What a group of places is about.
  package enum Part: String, Sendable {
    case service, model
    /// Scopes, containers and captures that name no service.
    case rest
  }

  /// What belongs to one service, to one model, or to none.
  package struct Group: Sendable {
    package let part: Part
    /// The service's name, as its readers have it.
    package let service: String
    package let origin: InventoryFinding.Origin
    /// Its places: keys, reads, overrides, those of tests last.
    ///
    /// One that is about several services is in the group of each.
    package var findings: [InventoryFinding] = []
    /// The services that it is built from, as far as the text tells.
    package fileprivate(set) var parts: [String] = []
    /// Whether it is built, directly or through others, from itself, as far as the text tells.
    package fileprivate(set) var isInCycle = false

    package func count(of role: InventoryFinding.Role) -> Int {
      findings.count { $0.kind.role == role }
    }

    package var testCount: Int { findings.count { $0.isTest } }

    /// What it is in `InjectionEssentials` or `InjectionNetworking`, if these files do not declare
    /// it and one of those has it.
    package var essential: String? {
      origin == .dependencies && count(of: .key) == 0 ? InventoryJudge.essentials[service] : nil
    }
  }

  /// The services, each behind those that it is built from.
  package let services: [Group]
  /// The models and their views, which come when the services that they read have been converted.
  package let models: [Group]
  /// Scopes, containers and captures that name no service: what is left when all else is done.
  package let rest: [Group]
  /// What stays as it is, with the reason, most places first.
  package let stays: [(reason: String, names: [String], count: Int)]

  /// Puts what was found into an order.
  ///
  /// - Complexity: O(*n* · *d*) in the number of findings and the length of the longest chain of
  ///   services; each circle of services adds what those that wait for it are built from.
  package init(of inventory: Inventory) {
    let known = inventory.declarations
    var services: [String: Group] = [:]
    var models: [String: Group] = [:]
    var rest: [String: Group] = [:]
    var stays: [String: (names: Set<String>, count: Int)] = [:]
    func put(
      _ finding: InventoryFinding, _ name: String, _ part: Part, in groups: inout [String: Group]
    ) {
      let origin = finding.kind.origin
      groups[
        origin.rawValue + " " + name, default: Group(part: part, service: name, origin: origin)
      ].findings.append(finding)
    }
    let roles = InventoryFinding.Role.allCases
    let findings = [false, true].flatMap { isTest in
      roles.flatMap { role in
        inventory.findings.filter { $0.isTest == isTest && $0.kind.role == role }
      }
    }
    for finding in findings {
      if let reason = finding.stays {
        stays[reason, default: ([], 0)].count += 1
        stays[reason]?.names.insert(finding.services.first ?? finding.name)
      } else if finding.services.isEmpty {
        put(finding, "scopes and containers", .rest, in: &rest)
      } else if finding.kind.role == .model {
        put(finding, finding.services[0], .model, in: &models)
      } else {
        for service in Set(finding.services).sorted() {
          put(finding, service, .service, in: &services)
        }
      }
    }
    self.services = Self.ordered(services, known: known)
    self.models = models.values.sorted(by: Self.isBefore)
    self.rest = rest.values.sorted(by: Self.isBefore)
    self.stays = stays.map {
      (reason: $0.key, names: $0.value.names.sorted(), count: $0.value.count)
    }
    .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

  private static func isBefore(_ first: Group, _ second: Group) -> Bool {
    (first.origin.rawValue, first.service) < (second.origin.rawValue, second.service)
  }

  /// Leaves first: a service comes when those that it is built from have come.
  private static func ordered(
    _ groups: [String: Group], known: InventoryDeclarations
  ) -> [Group] {
    let judge = InventoryJudge(known: known)
    var parts: [String: Set<String>] = [:]
    for (key, group) in groups {
      for finding in group.findings where finding.kind.role == .read {
        // A read belongs to the nearest key, registration or implementation around it.
        let inside = finding.inside
        let owners = inside.indices.lazy.map { index in
          let (name, full) = (inside[index], inside[index...].reversed().joined(separator: "."))
          let names = [full, name].map { judge.name(of: $0, group.origin, in: finding.file) }
          let maker = judge.maker(of: name, group.origin, in: finding.file)
          return (names + [maker].compactMap(\.self)).map { "\(group.origin.rawValue) \($0)" }
        }.compactMap { $0.first { groups[$0] != nil } }
        if let owner = owners.first, owner != key { parts[owner, default: []].insert(key) }
      }
    }
    var result: [Group] = []
    var placed: Set<String> = []
    var waiting = groups.sorted { isBefore($0.value, $1.value) }.map(\.key)
    func isReady(_ key: String) -> Bool { parts[key, default: []].isSubset(of: placed) }
    /// A key, and those that wait with it and that it is built from, directly or through others.
    func reach(of key: String) -> Set<String> {
      var result: Set = [key]
      var next = [key]
      while let key = next.popLast() {
        for part in parts[key, default: []].subtracting(placed) where result.insert(part).inserted {
          next.append(part)
        }
      }
      return result
    }
    // What is left of the circle that is being placed, and all that was in one.
    var circle: Set<String> = []
    var circular: Set<String> = []
    while !waiting.isEmpty {
      if circle.isEmpty, !waiting.contains(where: isReady) {
        // Of what the first one waits for, that which reaches the fewest is a circle that waits for no
        // other one. It is placed as a whole.
        let reached = reach(of: waiting[0])
        let circles = waiting.filter(reached.contains).map(reach)
        circle = circles.min { $0.count < $1.count } ?? reached
        circular.formUnion(circle)
      }
      let candidates = circle.isEmpty ? waiting : waiting.filter(circle.contains)
      var ready = candidates.filter(isReady)
      // The first one of a circle goes ahead.
      if ready.isEmpty { ready = [candidates[0]] }
      for key in ready {
        guard var group = groups[key] else { continue }
        group.parts = parts[key, default: []].compactMap { groups[$0]?.service }.sorted()
        group.isInCycle = circular.contains(key)
        result.append(group)
        placed.insert(key)
      }
      let done = Set(ready)
      waiting.removeAll { done.contains($0) }
      circle.subtract(done)
    }
    return result
  }
}

extension Inventory {
  /// The inventory in the order in which it can be worked through.
  package var plan: InventoryPlan { InventoryPlan(of: self) }
}
