// swift-format-ignore-file
import FactoryKit

extension Container {
  var library: Factory<any Library> { self { CityLibrary() } } //= Factory registration: library
  var shelf: Factory<Shelf> { //= Factory registration: shelf
    self { Shelf(library: self.library(), index: self.index()) }.singleton //= Factory read: library; Factory read: index
  }
  var index: Factory<Index> { Factory(self) { Index() }.cached } //= Factory registration: index
  var reader: ParameterFactory<Int, Reader> { self { Reader(card: $0) }.scopeOnParameters.shared } //= Factory registration: reader
  var loan: ParameterFactory<(Int, String), Loan> { //= Factory registration: loan
    self { Loan(number: $0, title: $1, shelf: self.shelf()) } //= Factory read: shelf
  }
  public var archive: Factory<(any Archive)?> { promised() } //= Factory registration: archive
  @MainActor var desk: Factory<DeskModel> { self { DeskModel() } } //= Factory registration: desk
  var printer: Factory<Printer> { //= Factory registration: printer
    self { Printer() }
      .scope(.session)
      .onTest { PaperPrinter() } //= Factory override: printer.onTest
      .onPreview { PaperPrinter() } //= Factory override: printer.onPreview
      .decorator { $0.warmUp() } //= Factory override: printer.decorator
  }
  var fines: FactoryKit.Factory<Fines> { self { Fines() } } //= Factory registration: fines
  func stamp(_ year: Int) -> Factory<Stamp> { self { Stamp(year) } } //= Factory registration: stamp
  private var common: Factory<any Reading & Lending> { self { Common() }.graph } //= Factory registration: common
}

extension SharedContainer {
  var clock: Factory<any Clock<Duration>> { self { ContinuousClock() } } //= Factory registration: clock
}

final class BranchContainer: SharedContainer, AutoRegistering { //= Factory container: BranchContainer
  @TaskLocal static var shared = BranchContainer()
  let manager = ContainerManager()
}

extension BranchContainer {
  var branch: Factory<Branch> { self { Branch(library: Container.shared.library()) } } //= Factory registration: branch; Factory read: library
}

extension Container: @retroactive AutoRegistering { //= Factory container: Container
  public func autoRegister() {
    archive.register { StoneArchive() } //= Factory override: archive.register
    library
      .onArg("small") { SmallLibrary() } //= Factory override: library.onArg
      .onArgs(["none", "empty"]) { NoLibrary() } //= Factory override: library.onArgs
    index.context(.test, .preview) { SmallIndex() } //= Factory override: index.context
    manager.defaultScope = .cached
  }
}

extension Scope {
  static let session = Cached() //= Factory container: session
}

extension Old {
  static let catalog = Factory<any Catalog>(scope: .singleton) { PaperCatalog() } //= Factory registration: catalog
  static let cards = ParameterFactory<Int, Card> { Card($0) } //= Factory registration: cards
}

extension Container: Resolving {} //= Factory container: Container
