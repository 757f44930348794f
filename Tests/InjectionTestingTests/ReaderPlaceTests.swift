#if DEBUG && os(Linux) && canImport(Glibc)
  import Injection
  import InjectionTesting
  import Testing

  @Suite("Readers: an issue knows the line that it comes from, in debug builds on Linux")
  struct ReaderPlaceTests {
    private func place(_ line: Int) -> String {
      "InjectionTestingTests/ReaderPlaceTests.swift:\(line)"
    }

    @Test("A read, through an accessor, a closure and a wrapper, is found where it stands")
    func reads() async {
      let direct = injected(\.readerPlace)
      #expect(direct == place(#line - 1))
      let closure = injected {
        $0.readerPlace
      }
      #expect(closure == place(#line - 2))
      let model = PlaceOfWrapper()
      let wrapper = model.place
      #expect(wrapper == place(#line - 1))
      let (scoped, later) = await withInjectedValues {
        $0.greeting = "own"
      } operation: {
        let scoped = injected(\.readerPlace)
        await Task.yield()
        return (scoped, Task { injected(\.readerPlace) })
      }
      #expect(scoped == place(#line - 4))
      #expect(await later.value == place(#line - 3))
    }

    @Test("A default that reads another key is that key's reader")
    func builds() {
      let built = injected { $0[ModelKey.self] }.made
      #expect(built == place(Model.line))
    }

    @Test("A line that is known is not looked for again")
    func again() {
      var places: [String?] = []
      for _ in 0..<200 { places.append(injected(\.readerPlace)) }
      #expect(Set(places) == [place(#line - 1)])
    }
  }

  private struct Model: Sendable {
    static let line = #line + 1
    let made = injected(\.readerPlace)
  }

  private struct PlaceOfWrapper {
    @Injected(\.readerPlace) var place
  }

  private enum ModelKey: InjectedKey {
    static var liveValue: Model { Model() }
    static var testValue: Model { Model() }
  }

  extension InjectedValues {
    fileprivate var readerPlace: String? { ReaderPlace.current }
  }
#endif
