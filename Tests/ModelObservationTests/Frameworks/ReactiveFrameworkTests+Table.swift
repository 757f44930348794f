import Foundation
import TestSupport
import Testing

/// The 182 main cases of the public suite, each with its counterpart here.
///
/// What a case asks is said in this package's words; what is checked is at least what the suite
/// checks. The numbers are those of the release with 198 cases, of which 16 only ask what a library
/// has chosen. Four have been withdrawn since, and their text is not to be had: they are covered by
/// what their category has.
@Suite("The table of the public suite") struct ReactiveFrameworkTable {
  struct Row {
    let number: Int
    let tests: [String]
  }

  /// The number and what is asked; the tests; why it differs on purpose, where it does.
  static let table = """
    1 a diamond | GraphPropagation.diamond
    2 a diamond with a tail | GraphPropagation.diamondWithTail
    3 a jagged diamond | GraphPropagation.jaggedDiamond
    4 ways of different length | GraphPropagation.unevenBranches
    5 a source and what is derived from it, in one join | Numbered.case9
    6 one branch stays the same | GraphPropagation.oneBranchUnchanged
    7 all branches stay the same | GraphPropagation.allBranchesUnchanged
    8 inputs before the join | Numbered.case8
    9 inputs at several levels | Numbered.case9
    10 a ladder, evaluated without doubling | GraphPropagation.ladder
    11 withdrawn since, among the graphs | GraphPropagation.wide GraphPropagation.manySources
    12 only the branch taken counts | DynamicDependencies.branchInMemo DynamicDependencies.branch
    13 a branch that is left | DynamicDependencies.branchInMemo
    14 a new input is up to date | DynamicDependencies.foundLate
    16 a branch on demand | Numbered.case16
    18 remembered while inputs hold | ComputedEvaluation.remembered
    19 new after a change | ComputedEvaluation.severalInputs
    20 a chain | ComputedEvaluation.chain
    21 a memo that moves to another input | Numbered.case21
    22 a chain, each once | Numbered.case22
    23 read right after the write | StaleEvaluation.noStaleMemo
    24 in the order of reading | Numbered.case24
    25 no inputs | ComputedEvaluation.constant
    26 right without observers | ComputedEvaluation.observedAndNot
    27 changes that a memo hides | GraphPropagation.modulo
    28 an equal value | Equality.equalValue
    32 an equal result | GraphPropagation.bailOut
    34 the first that stays the same ends it | GraphPropagation.bailOut
    35 runs when made | EffectLifecycle.runs
    36 runs after each change | EffectLifecycle.runs
    37 does not run when ended | EffectLifecycle.cancelled
    38 a cleanup before each run | EffectLifecycle.cleanup
    39 a cleanup at the end | EffectLifecycle.cleanup
    40 a cleanup records nothing | EffectLifecycle.cleanupReads
    41 never told again | EffectLifecycle.cancelled
    42 ended in a batch | Numbered.case124
    43 the outer one first | NestedEffects.order
    44 inner ones end with the run | NestedEffects.cleaned
    45 made in an untracked part | Untracked.independent
    46 read twice, told once | DynamicDependencies.repeatedReads
    47 writes its input in the first run | InnerWrites.writeThenRead
    48 what the outer run gave the inner one | Numbered.case48
    50 writes what another reads | InnerWrites.writeBack
    51 a cleanup writes the input | InnerWrites.cleanupWrites
    52 a memo may write | InnerWrites.memoWrites
    53 the last value is seen | EffectLifecycle.runs
    54 writes until it agrees | InnerWrites.conditional
    55 written, then read | EffectLifecycle.runs
    56 written, then read through a memo | StaleEvaluation.noStaleMemo
    57 an observer of what a memo writes | InnerWrites.memoWrites
    58 two memos in a circle | Cycles.path | the process ends with the path: nobody could catch it
    59 three memos in a circle | Cycles.path | as 58
    60 a memo that reads itself | Cycles.path | as 58
    61 an observer that writes its input | Cycles.long
    63 the same, from some value on | Cycles.endless | the process ends with the observer's place, after 1,000 runs
    64 two observers that feed each other | InnerWrites.pingPong Cycles.long
    65 writes wait for the end | Batching.once
    66 batches in batches | Batching.nested
    67 reads inside are new | Batching.readsInside
    68 derived reads inside, too | Batching.readsInside
    69 a batch that throws | Batching.throwing
    70 an observer made inside | Batching.madeInside
    71 two inputs, one run | Batching.once
    72 no values in between | Batching.once
    73 a value that comes back | Batching.reverted
    74 several sources, one run | Batching.once
    75 an untracked read | Untracked.read
    76 the same in a memo | Untracked.inMemo
    77 several reads in one untracked part | Untracked.resumes Untracked.read
    84 an error in the first evaluation | Errors.memo | a memo of a Result: derived properties do not throw
    85 an error in a later one | Errors.memo | as 84
    87 unrelated memos | Numbered.case91 | as 84
    89 cleanups before a run that fails | Errors.cleanup
    90 a cleanup that fails | Numbered.case90 | cleanups do not throw: it ends its observer instead
    91 other branches go on | Numbered.case91 | as 84
    92 nothing is left of it | Errors.memo | as 84
    93 back and forth | Errors.memo | as 84
    94 no evaluation before its time | GraphPropagation.diamond
    95 inputs before what is derived | Numbered.case149
    96 withdrawn since, among the orders | StaleEvaluation.intermediate StaleEvaluation.skippedThenRun
    97 marked in the middle of a check | GraphPropagation.indirectUpdateWhileChecking
    98 nothing runs when all have ended | EffectLifecycle.cancelled
    99 a memo that nobody observes goes | Numbered.case99
    101 a memo whose observer has ended | Numbered.case161
    108 ends itself | EffectLifecycle.cancelsItself
    109 the last run's cleanup alone | EffectLifecycle.cleanup
    110 ends twice | Numbered.case110
    111 its cleanup ends it | EffectLifecycle.cleanupCancels
    112 what a memo writes, seen by another | InnerWrites.memoWrites
    113 counts up to a limit | InnerWrites.settles
    114 the former value written back | InnerWrites.writeBackFormerValue
    115 a source made in a memo | DynamicDependencies.sourceMadeInside
    116 one of two observers ends | DynamicDependencies.sharedMemo
    117 it is up to date | Untracked.inMemo
    118 a memo that is read untracked | Untracked.memoReadUntracked
    119 changes that cancel out | Numbered.case119
    120 what a cleanup writes | Numbered.case120
    121 one of the observers fails | Errors.isolated
    122 writes after a batch | Batching.throwing Numbered.case132
    123 several batches undone | Numbered.case132
    124 ended between two writes | Numbered.case124
    125 undone, behind a memo | Batching.reverted Numbered.case132
    126 made inside, after a write | Batching.madeInside
    127 ended inside | Numbered.case124
    128 a chain read inside | Batching.readsInside
    129 another memo's observer waits | Numbered.case129
    130 a run is a batch | Batching.effectIsABatch
    131 one comes back, one does not | Numbered.case131
    132 undone, not evaluated | Numbered.case132
    133 nothing left for the second | InnerWrites.writeBackFormerValue
    134 the last value left for the second | InnerWrites.writeBackOtherValue
    135 what a memo writes, derived from | InnerWrites.memoWrites
    136 what a memo writes stays the same | InnerWrites.memoWritesTheSame
    137 what a memo writes changes | InnerWrites.memoWrites
    138 one input, one memo that writes | InnerWrites.memoWrites
    139 writes once on a condition | InnerWrites.conditional
    140 cleaned up where it ends itself | LifetimeTests.cleanupAfterEnd
    141 ends itself and reads on | EffectLifecycle.cancelsItself
    142 ends itself on a condition | LifetimeTests.tokenInFirstRun EffectLifecycle.cancelsItself
    143 not told by any of its inputs | EffectLifecycle.cancelled
    144 cleaned up once | Numbered.case110
    145 nil is a value | ComputedEvaluation.optional
    147 unobserved, a batch undone | Numbered.case147
    148 a memo of a memo that stays the same | GraphPropagation.bailOut
    149 a batch, from the source on | Numbered.case149
    150 a circle closed by a change | Cycles.dynamic | as 58
    151 a circle through an untracked read | Cycles.untrackedRead | as 58
    152 a memo that reads itself after a change | Cycles.dynamic | as 58
    153 a circle for one value | Numbered.case153 | as 58; without that value it is read as any other
    154 a batch that throws leaves observers as they were | Batching.throwing
    155 an error is remembered | Numbered.case155 | as 84
    156 a write in an untracked part | Untracked.write
    157 three branches, one changes | Numbered.case157
    158 a chain is new from end to end | ComputedEvaluation.chain
    159 made after its input was marked | Numbered.case159
    160 two observers have ended | Numbered.case161
    161 a chain whose observer has ended | Numbered.case161
    163 a write to what the inner one reads | NestedEffects.childSignal
    164 the inner one's own inputs | NestedEffects.independentDependencies
    165 dropping an input leaves another reader's | Numbered.case165
    166 an input that is found again | Numbered.case198
    169 an observer behind one that stays the same | Numbered.case197
    170 an inner one behind what stays the same | NestedEffects.equalMemo
    172 a memo that writes its input | InnerWrites.memoWritesItsInput
    177 a failed update leaves nothing for the next | Numbered.case177
    178 a cleanup records nothing for who ends it | EffectLifecycle.cleanupReads
    179 reads back what it wrote | InnerWrites.memoWritesItsInput InnerWrites.readAfterWrite
    180 a reset through a memo | InnerWrites.resetThroughMemo
    181 two values at once | InnerWrites.memoWritesTwo
    182 what a memo writes in a batch | Numbered.case182
    183 a memo that is not read writes no more | Numbered.case183
    184 two memos that write | Numbered.case184
    185 written before an error | Numbered.case185 | a memo of a Result: derived properties do not throw
    186 a memo, and what it writes | Numbered.case186
    187 memos of an observer that has ended | Numbered.case187
    188 what a batch rules out | Numbered.case189
    189 what several writes rule out | Numbered.case189
    190 observed after it was read | Numbered.case190
    191 observed after a change | Numbered.case190
    192 an observer of a constant memo | GraphPropagation.bailOut NestedEffects.equalMemo
    193 a memo behind a branch not taken | Numbered.case193
    194 a chain over a gate, observed | Numbered.case194
    195 the same, read by hand | Numbered.case194
    196 each of two inputs counts | Numbered.case196
    197 several writes that a memo hides | Numbered.case197
    198 an input that is found late | Numbered.case198
    199 an input that is left | Numbered.case198
    200 two observers whose inputs move | Numbered.case200
    201 a memo ends one of its observers | EffectLifecycle.memoCancels
    202 and the other is told | EffectLifecycle.memoCancels
    203 a memo ends the only observer | EffectLifecycle.memoCancelsOnlyEffect
    204 two sources in a batch | GraphPropagation.manySources
    205 two sources, two memos, one join | Numbered.case205
    206 withdrawn since, among the graphs | GraphPropagation.ladder GraphPropagation.parity
    207 many observers of one source | GraphPropagation.wide
    208 withdrawn since, among the graphs | GraphPropagation.unrelated GraphPropagation.modulo
    209 three levels end | NestedEffects.threeLevels
    210 several inner ones end | NestedEffects.cleaned
    211 an error of an error | Errors.memo | as 84
    212 a reset in later runs | Numbered.case213
    213 a reset in the first run | Numbered.case213
    214 a memo made anew in each run (first numbered 178 too) | EffectLifecycle.memoMadeInside
    """

  static let rows = table.split(separator: "\n").map { line in
    let parts = line.split(separator: "|")
    return Row(
      number: Int(parts[0].prefix { $0 != " " }) ?? 0,
      tests: parts[1].split(separator: " ").map(String.init))
  }

  /// The tests of the files beside this one, as `Suite.function`, each with its display name.
  private static func tests() throws -> [String: String] {
    let folder = "Tests/ModelObservationTests"
    let files = try Document.files(in: folder, endingIn: ".swift").filter {
      $0.contains("/ReactiveFrameworkTests+") || $0.hasSuffix("/LifetimeTests.swift")
    }
    var tests: [String: String] = [:]
    for file in files {
      var suite = ""
      var name = ""
      for line in try Document(file).lines {
        if let match = line.firstMatch(of: /(?:struct |ReactiveFrameworkTests\.)(\w+) \{/) {
          suite = String(match.1)
        } else if line.contains("@Test(") {
          name = line
        } else if let match = line.firstMatch(of: /^ +func (\w+)\(/), !name.isEmpty {
          tests["\(suite).\(match.1)"] = name
          name = ""
        } else if !name.isEmpty {
          name += line
        }
      }
    }
    return tests
  }

  @Test("It has all cases, once each")
  func complete() {
    #expect(Self.rows.count == 182)
    #expect(Set(Self.rows.map(\.number)).count == 182)
    #expect(Self.rows.allSatisfy { $0.number > 0 && !$0.tests.isEmpty })
  }

  @Test("It names tests that exist, and those that name a case are its counterparts")
  func agrees() throws {
    let tests = try Self.tests()
    let named = Set(Self.rows.flatMap(\.tests))
    #expect(named.subtracting(tests.keys).sorted() == [])
    let numbers = Dictionary(uniqueKeysWithValues: Self.rows.map { ($0.number, $0.tests) })
    for (test, name) in tests {
      for match in name.matches(of: /#(\d+)/) {
        // What the suite has got since then is tested as well, and not in the table.
        guard let number = Int(match.1), let counterparts = numbers[number] else { continue }
        #expect(counterparts.contains(test), "#\(number) is tested by \(test) as well")
      }
    }
  }
}
