// swift-format-ignore-file
import FactoryKit
import SwiftUI

@MainActor @Observable final class LoanModel { //= @Observable: LoanModel
  @ObservationIgnored @Injected(\.library) private var library //= Factory read: library
  @ObservationIgnored @LazyInjected(\Container.shelf) private var shelf //= Factory read: shelf
  @ObservationIgnored @WeakLazyInjected(\.desk) private var desk //= Factory read: desk
  @ObservationIgnored @DynamicInjected(\BranchContainer.branch) private var branch //= Factory read: branch
  @ObservationIgnored @Injected(\.remote) private var remote //= Factory read: remote
  @ObservationIgnored @InjectedType private var index: Index? //= Factory read: Index
  @ObservationIgnored @InjectedContainer(BranchContainer.self) var container //= Factory read: BranchContainer
  let direct = Container.shared.library() //= Factory read: library
  let resolved = Container.shared.shelf.resolve() //= Factory read: shelf
  let elsewhere = Container.shared.catalogue() //= Factory read: catalogue
  let card = Container.shared.reader(42) //= Factory read: reader
  let own = BranchContainer.shared.branch() //= Factory read: branch
  let made = BranchContainer().branch() //= Factory read: branch
  let keyed: any Library = resolve(\.library) //= Factory read: library
  let named = dependency(\.reader, parameter: 7) //= Factory read: reader
  private lazy var late: Shelf = container.shelf() //= Factory read: shelf

  init(container: Container, other: BranchContainer) {
    print(container.library(), other.branch()) //= Factory read: library; Factory read: branch
  }
}

struct LoanView: View {
  @InjectedObject(\.deskObject) var object //= Factory read: deskObject
  @InjectedObservable(\.desk) var desk //= Factory read: desk
  @Environment(\.dismiss) var dismiss //= SwiftUI's own value: dismiss, stays
  var body: some View { Text("") }
}

#Preview {
  Container.shared.library.preview { SmallLibrary() } //= Factory override: library.preview
  Container.preview { //= Factory override: library.preview
    $0.library.register { SmallLibrary() } //= Factory override: library.register
  }
  LoanView()
}

func logOut() {
  Container.shared.manager.reset(scope: .session) //= Factory override: reset
  Container.shared.reset() //= Factory override: reset
  Container.shared.library.reset() //= Factory override: library.reset
  Container.shared.library.onTest { NoLibrary() }.reset(.scope) //= Factory override: library.onTest; Factory override: library.reset
  Scope.singleton.reset() //= Factory override: reset
  FactoryContext.setArg("dark", forKey: "theme") //= Factory override: setArg
  FactoryContext.removeArg(forKey: "theme") //= Factory override: removeArg
  Container.shared.library { SmallLibrary() } //= Factory override: library
  Container.shared.register { CardIndex() as Index } //= Factory override: Index.register
  let c = Container.shared
  let index: Index? = c.resolve() //= Factory read: Index
  c.register { CardIndex() } //= Factory override: CardIndex.register
  print(index)
  Container.shared.decorator { print($0) } //= Factory override: decorator
}
