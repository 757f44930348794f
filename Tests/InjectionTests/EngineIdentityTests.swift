import Injection
import TestSupport
import Testing

/// What an owner of a scope sees of it, and what is left when nobody owns it any more.
@Suite("Rule 2: an owner keeps its scope")
struct EngineIdentityTests {
  private func made(_ api: Int = 1) -> EngineModel {
    withInjectedValues {
      $0.engineAPI = api
    } operation: {
      EngineModel()
    }
  }

  @Test("A model's store is one object: inside, after, in `from:`, in children, elsewhere")
  func oneStore() async {
    let (model, inside) = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      let model = EngineModel()
      return (model, model.store)
    }
    #expect(model.store === inside)
    #expect(withInjectedValues(from: model) { injected(\.engineStore) } === inside)
    let child = withInjectedValues(from: model) { EngineModel() }
    let grandchild = withInjectedValues(from: child) { EngineModel() }
    #expect(child.store === inside && grandchild.store === inside)
    let changed = withInjectedValues(from: model) {
      $0.engineFlag = 7
    } operation: {
      (injected(\.engineStore), injected(\.engineFlag))
    }
    #expect(changed.0 === inside && changed.1 == 7)
    withInjectedValues {
      $0.engineFlag = 3
    } operation: {
      #expect(model.store === inside)
    }
    let elsewhere = await Task.detached { model.values.run { injected(\.engineStore) } }.value
    #expect(elsewhere === inside)
    let late = withInjectedValues(from: model) { Task { injected(\.engineStore) } }
    let read = await late.value
    #expect(read === inside)
  }

  @Test("A model that a service makes later, in the scope it was built in, keeps that as well")
  func madeByService() async {
    weak var gone: EngineStore?
    do {
      let (models, inside) = await withInjectedValues {
        $0.engineAPI = 1
      } operation: {
        let service = injected(\.engineService)
        let further = withInjectedValues {
          $0.engineFlag = 3
        } operation: {
          service.values.run { EngineModel() }
        }
        let waited = await service.values.run { await Task { EngineModel() }.value }
        return ([service.values.run { EngineModel() }, further, waited], injected(\.engineStore))
      }
      for model in models { #expect(model.store === inside) }
      gone = inside
    }
    for _ in 0..<100_000 where gone != nil { await Task.yield() }
    #expect(gone == nil)
  }

  @Test("A new override reaches the model, and goes again; `from:` reads what the model reads")
  func newOverride() {
    let model = made()
    let own = model.store
    withInjectedValues {
      $0.engineAPI = 2
    } operation: {
      #expect(model.store.api == 2)
      #expect(model.store === model.store)
      #expect(withInjectedValues(from: model) { injected(\.engineStore) } === model.store)
    }
    #expect(model.store === own)
  }

  @Test("Two models of one scope share; what nothing overrides is the process's")
  func shared() {
    let (one, two) = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      (EngineModel(), EngineModel())
    }
    #expect(one.store === two.store)
    #expect(one.plain === injected(\.enginePlain))
  }

  @Test(
    "What the same overrides of two branches decide is one object, whichever way they meet",
    arguments: [false, true])
  func branches(isInnerFirst: Bool) {
    let (outer, inner) = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      let outer = EngineModel()
      return withInjectedValues {
        $0.branchFuel = "wind"
      } operation: {
        (outer, EngineModel())
      }
    }
    withInjectedValues {
      $0.engineFlag = 3
    } operation: {
      let models = isInnerFirst ? [inner, outer] : [outer, inner]
      let both = models.map { withInjectedValues(from: $0) { injected(\.engineBoth) } }
      #expect(both[0] === both[1])
      // And where a scope stands on what is merged already.
      withInjectedValues(from: outer) {
        $0.name = "further in"
      } operation: {
        #expect(injected(\.engineBoth) === both[0])
        #expect(withInjectedValues(from: inner) { injected(\.engineBoth) } === both[0])
      }
    }
  }

  @Test("What two branches decide is kept as long as they last, not as whoever read it first")
  func keptInBranches() {
    let reader = InjectedValues.current.overriding { $0.engineFlag = 3 }
    withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      let outer = EngineModel()
      var inner: EngineModel? = withInjectedValues {
        $0.branchFuel = "wind"
      } operation: {
        EngineModel()
      }
      weak let both = reader.run { inner?.both }
      inner = nil
      #expect(both != nil)
      #expect(reader.run { outer.both } === both)
    }
  }

  @Test("What one branch registers and another decides sees both")
  func registeredInBranches() {
    let model = withInjectedValues {
      $0.register(EngineWitnessKey.self) { EngineWitness() }
    } operation: {
      EngineModel()
    }
    let values = withInjectedValues {
      $0.engineFlag = 3
    } operation: {
      withInjectedValues(from: model) { InjectedValues.current }
    }
    let witness = values.run { injected { $0[EngineWitnessKey.self] } }
    #expect(witness.flag == 3)
    #expect(witness.values.run { injected { $0[EngineWitnessKey.self] } } === witness)
  }

  @Test("A captured value that is run twice, or changed and entered by four tasks, is one scope")
  func captured() async {
    let saved = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      InjectedValues.current
    }
    #expect(saved.run { injected(\.engineStore) } === saved.run { injected(\.engineStore) })
    var changed = saved
    changed.engineFlag = 4
    let copy = changed
    let both = await readInTasks(4) { copy.run { injected(\.engineBoth) } }
    #expect(both.allSatisfy { $0 === both[0] })
    #expect(copy.run { copy.run { injected(\.engineBoth) } } === both[0])
    #expect(both[0].store === saved.run { injected(\.engineStore) })
    #expect(saved.run { injected(\.engineFlag) } == 0)
  }

  @Test("`$0 = saved` replaces what was assigned, and enters what it is")
  func assigned() {
    let saved = withInjectedValues {
      $0.engineAPI = 5
    } operation: {
      InjectedValues.current
    }
    let store = saved.run { injected(\.engineStore) }
    withInjectedValues {
      $0.engineAPI = 9
      $0 = saved
      $0.engineFlag = 4
    } operation: {
      #expect(injected(\.engineAPI) == 5)
      #expect(injected(\.engineFlag) == 4)
      #expect(injected(\.engineStore) === store)
    }
    withInjectedValues {
      $0 = saved
    } operation: {
      #expect(injected(\.engineStore) === store)
    }
    // A copy that leaves an update is the scope that was entered.
    let kept = Guarded<InjectedValues?>(nil)
    let entered = withInjectedValues { values in
      values.engineAPI = 6
      kept.withLock { [values] in $0 = values }
    } operation: {
      injected(\.engineStore)
    }
    #expect(kept.withLock { $0 }?.run { injected(\.engineStore) } === entered)
  }

  @Test("Scopes that only look alike are not the same")
  func alike() {
    let model = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      withInjectedValues {
        $0.engineAPI = 2
      } operation: {
        EngineModel()
      }
    }
    withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      #expect(model.store.api == 1)
    }
    #expect(model.store.api == 2)
  }

  // MARK: Leaks

  @Test(
    "A service that holds wrappers, captured values and a task's scope does not keep the scope",
    arguments: [false, true])
  func noCircle(isAsync: Bool) async {
    weak var service: EngineService?
    weak var late: EngineStore?
    if isAsync {
      await withInjectedValues {
        $0.engineAPI = 1
      } operation: {
        service = injected(\.engineService)
        await service?.task.value
        late = service?.late
      }
    } else {
      withInjectedValues {
        $0.engineAPI = 1
      } operation: {
        service = injected(\.engineService)
        late = service?.late
        #expect(late === injected(\.engineStore))
        #expect(service?.values.engineStore === late)
        #expect(service?.within.run { injected(\.engineFlag) } == 11)
        #expect(service?.within.run { injected(\.engineService) } === service)
      }
    }
    #expect(service == nil)
    #expect(late == nil)
  }

  @Test("A service that stores what was made later stays, until the session around it ends")
  func userCircle() async {
    weak var holder: EngineHolder?
    let session = InjectedSession()
    session.run {
      withInjectedValues {
        $0.engineAPI = 1
      } operation: {
        holder = injected(\.engineHolder)
        holder?.model = EngineModel()
      }
    }
    #expect(holder != nil)
    await session.end()
    #expect(holder == nil)
  }

  @Test("What escapes its scope reads on with its overrides, and shares one store")
  func escape() {
    let (one, two) = withInjectedValues {
      $0.engineAPI = 1
    } operation: {
      (injected(\.engineService), injected(\.engineOther))
    }
    let store = one.late
    #expect(store.api == 1)
    #expect(one.late === store && two.late === store)
  }

  @Test("1,000 owners read by one scope, and one owner in 1,000 scopes, leave nothing behind")
  func branches() {
    weak var last: EngineStore?
    withInjectedValues {
      $0.engineFlag = 5
    } operation: {
      for api in 0..<1_000 {
        let owner = made(api)
        let both = owner.both
        #expect(both.flag == 5 && both.store.api == api && owner.both === both)
        last = both.store
      }
      // The owners have gone, the reader has not.
      #expect(last == nil)
    }
    let model = made(1)
    weak var both: EngineBoth?
    for flag in 1...1_000 {
      withInjectedValues {
        $0.engineFlag = flag
      } operation: {
        both = model.both
        #expect(both?.flag == flag && both?.store === model.store && model.both === both)
      }
      #expect(both == nil)
    }
  }

  @Test("A child that is made across branches lives on when both scopes have gone")
  func childOfBoth() {
    let (child, both) = withInjectedValues {
      $0.engineFlag = 5
    } operation: {
      let model = made(2)
      let child = withInjectedValues(from: model) { EngineModel() }
      return (child, child.both)
    }
    #expect(child.both === both)
    #expect(both.flag == 5 && both.store.api == 2)
  }

  /// Fewer than that with few random programs.
  @Test("100,000 requests with rebuilt services leave no object behind")
  func requests() async {
    let first = EngineStore.firstCounted
    for request in first..<first + min(100_000, SplitMix.programCount * 100 / 3) {
      if request % 1_000 == 0 { await Task.yield() }  // Other tests share the pool.
      withInjectedValues {
        $0.engineAPI = request
      } operation: {
        let service = injected(\.engineOther)
        precondition(service.late.api == request)
      }
    }
    for request in first..<first + 1_000 {
      await withInjectedValues {
        $0.engineAPI = request
      } operation: {
        let service = injected(\.engineService)
        await service.task.value
        let values = InjectedValues.current
        let read = await Task.detached { values.run { injected(\.engineStore) } }.value
        precondition(read === service.late)
      }
    }
    // What a task captured goes with the task, on its own thread.
    while EngineStore.alive.value > 0 { await Task.yield() }
  }
}

/// Knows where it was built.
private final class EngineWitness: Sendable {
  let flag = injected(\.engineFlag)
  let values = InjectedValues.current
}

private enum EngineWitnessKey: InjectedInterfaceKey {
  static var testValue: EngineWitness { EngineWitness() }
}
