import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Every order in which edits, answers, other programs and the source can come.
@Suite struct BasketHistoryTests {
  enum Step: CaseIterable {
    /// The user.
    case toggleShared, toggleOwn, undo
    /// The store carries out, answers, fails.
    case carryOut, answer, failOnce
    /// Another program, and the next look at the basket.
    case otherAdds, otherTogglesShared, refresh
    /// The source.
    case priceChanges, goes
  }

  /// What the user wants for the photo that no other program touches, and what must be on the screen immediately.
  private struct Checker {
    let run = BasketRun(.stub(["shared"]), isImmediate: false)
    var wantsOwn = false
    /// By edit, the latest last.
    var undo: [(photo: String, wasIn: Bool)] = []

    mutating func take(_ step: Step) -> String? {
      let (store, viewModel) = (run.store, run.viewModel)
      switch step {
      case .toggleShared: return toggle("shared")
      case .toggleOwn:
        wantsOwn.toggle()
        return toggle("own")
      case .undo:
        let before = viewModel.basket
        let isUndone = run.history.undo() != nil
        // An edit that changes nothing is skipped.
        while let last = undo.popLast() {
          guard before.contains(last.photo) != last.wasIn else { continue }
          if last.photo == "own" { wantsOwn = last.wasIn }
          if viewModel.basket.contains(last.photo) != last.wasIn { return "undo of \(last)" }
          return isUndone ? nil : "undo without a word"
        }
        if isUndone || viewModel.basket != before { return "undo of nothing" }
      case .carryOut: store.carryOut()
      case .answer: store.answer()
      case .failOnce:
        guard store.isAsked else { return nil }
        store.error = .unavailable(path: "/f")
        store.answer()
        store.error = nil
      case .otherAdds: store.applyElsewhere(.add([.stub(id: "other", second: 1)]))
      case .otherTogglesShared:
        store.applyElsewhere(
          store.stored.contains("shared") ? .remove(["shared"]) : .add([.stub(id: "shared")]))
      case .refresh: viewModel.refresh()
      case .priceChanges:
        viewModel.photosArrived([
          .stub(id: "own", price: Price(amount: "9", currency: "EUR"))
        ])
      case .goes:
        viewModel.check()
        run.checks.calls.last?.completion(BasketCheck(gone: ["shared"]))
      }
      return viewModel.basket.contains("own") == wantsOwn ? nil : "own is not as it was left"
    }

    private mutating func toggle(_ id: String) -> String? {
      let wasIn = run.viewModel.basket.contains(id)
      run.viewModel.toggle(.stub(id: id))
      undo.append((id, wasIn))
      return run.viewModel.basket.contains(id) == wasIn ? "\(id) is not there at once" : nil
    }

    /// At the end the screen shows what is stored, and everything is stored.
    func end() -> String? {
      run.store.settle()
      // A failed edit is tried again with the next one.
      run.viewModel.toggle(.stub(id: "last"))
      run.store.settle()
      let (stored, shown) = (run.store.stored, run.viewModel.basket)
      if stored != shown { return "stored \(stored.ids), shown \(shown.ids)" }
      if stored.contains("own") != wantsOwn { return "own is not stored as it was left" }
      if run.store.mostCalls > 1 { return "edits beside each other" }
      if run.failures.count > 1 { return "told \(run.failures.count) times" }
      return nil
    }
  }

  private static func fault(of steps: [Step]) -> String? {
    var checker = Checker()
    for step in steps {
      if let fault = checker.take(step) { return "\(steps): \(fault)" }
    }
    return checker.end().map { "\(steps): \($0)" }
  }

  @Test(arguments: Step.allCases)
  func `any order of four operations leaves the same basket in the store and on the screen`(
    first: Step
  ) {
    let steps = Step.allCases
    var faults: [String] = []
    for second in steps {
      for third in steps {
        for fourth in steps {
          if let fault = Self.fault(of: [first, second, third, fourth]) { faults.append(fault) }
        }
      }
    }
    expectEqual(faults.prefix(3), [])
  }

  @Test(arguments: 0..<20)
  func `so does any long series of operations`(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<100 {
      let steps = (0..<30).map { _ in Step.allCases.randomElement(using: &generator) ?? .answer }
      let fault = Self.fault(of: steps)
      expectEqual(fault, nil)
    }
  }
}
