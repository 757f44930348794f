// swift-format-ignore-file
import FactoryTesting
import Testing
import XCTest

extension Trait where Self == ContainerTrait<BranchContainer> {
  static var branchContainer: ContainerTrait<BranchContainer> { //= Factory container: branchContainer
    .init(shared: BranchContainer.$shared, container: .init())
  }
}

@Suite(.container) struct LoanTests { //= Factory override: container
  @Test(.container { $0.library.register { NoLibrary() } }) //= Factory override: library.container; Factory override: library.register
  func none() async {
    Container.shared.shelf.register { Shelf() } //= Factory override: shelf.register
    await Container.$shared.withValue(Container()) { //= Factory override: withValue
      #expect(Container.shared.library().isEmpty) //= Factory read: library
    }
  }

  @Test(.branchContainer) func branch() {} //= Factory override: branchContainer
}

final class OldLoanTests: XCTestCase {
  var container: Container!

  override func setUp() {
    super.setUp()
    Container.shared.manager.push() //= Factory override: push
    container = Container()
    container.library.register { NoLibrary() } //= Factory override: library.register
    container.fines.onDebug { NoFines() } //= Factory override: fines.onDebug
      .onSimulator { NoFines() } //= Factory override: fines.onSimulator
    Container.shared.index.context(.arg("small")) { SmallIndex() } //= Factory override: index.context
  }

  override func tearDown() {
    Container.shared.manager.pop() //= Factory override: pop
    super.tearDown()
  }
}
