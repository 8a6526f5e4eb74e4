import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Edits on their way to the store, and other programs' edits on the way to the screen.
@Suite(.timeLimit(.minutes(10))) struct BasketStoringTests {
  @Test func `an edit is on the screen before it is stored`() {
    let run = BasketRun(isImmediate: false)
    run.store.answer()

    run.viewModel.toggle(.stub(id: "a"))

    expectEqual(run.ids, ["a"])
    #expect(run.store.stored.isEmpty)
    run.store.answer()
    expectEqual(run.store.stored.ids, ["a"])
    // Nothing is announced twice.
    expectEqual(run.baskets, [["a"]])
  }

  @Test func `an edit that is made because of another one is stored after it`() {
    let run = BasketRun(isImmediate: false)
    run.store.settle()
    let price = Price(amount: "9", currency: "EUR")
    let observation = run.viewModel.observeBasket {
      run.viewModel.photosArrived([.stub(id: "a", price: price)])
    }

    run.viewModel.toggle(.stub(id: "a"))
    expectEqual(run.viewModel.basket.item("a")?.photo.price, price)
    run.store.settle()

    expectEqual(run.viewModel.basket.item("a")?.photo.price, price)
    expectEqual(run.store.stored, run.viewModel.basket)
    observation.cancel()
  }

  @Test func `a basket that is opened while the store is busy is read once`() {
    let run = BasketRun(isImmediate: false)
    run.store.settle()
    let count = run.store.fetchCount
    run.viewModel.toggle(.stub(id: "a"))
    for number in 0..<3 {
      run.store.applyElsewhere(.add([.stub(id: "other\(number)", second: Double(number))]))
      run.viewModel.refresh()
    }

    run.store.settle()

    expectEqual(run.store.fetchCount, count + 1)
    expectEqual(run.ids, ["other0", "other1", "other2", "a"])
  }

  @Test(arguments: [
    (BasketError.unwritable(path: "/home/a/state.sqlite"), "disk full"),
    (.unwritable(path: ""), "XDG_STATE_HOME"),
    (.damaged(path: "/home/a/state.sqlite"), "is damaged"),
    (.newer(path: "/home/a/state.sqlite"), "newer Vitrine"),
    (.unavailable(path: "/home/a/state.sqlite"), "Can't use the basket"),
  ])
  func `a basket that can't be stored is kept, with one message`(
    _ error: BasketError, _ words: String
  ) {
    let run = BasketRun(starts: false)
    run.store.error = error
    run.viewModel.refresh()

    run.viewModel.toggle(.stub(id: "a"))
    run.viewModel.toggle(.stub(id: "b"))
    run.viewModel.remove(["a"])

    expectEqual(run.ids, ["b"])
    expectEqual(run.failures.count, 1)
    expectEqual(run.failures.first?.contains(words), true)
    if case .unwritable(path: "") = error {
    } else {
      expectEqual(run.failures.first?.contains("/home/a/state.sqlite"), true)
    }
  }

  @Test func `opening the basket triggers another attempt`() {
    let run = BasketRun()
    run.store.error = .unavailable(path: "/f")
    run.viewModel.toggle(.stub(id: "a"))
    run.store.error = nil

    run.store.applyElsewhere(.add([.stub(id: "b")]))
    run.viewModel.refresh()

    expectEqual(run.store.stored.ids, ["b", "a"])
    expectEqual(run.ids, ["b", "a"])
  }

  @Test func `quitting waits for edits that are being stored`() async {
    let run = BasketRun(isImmediate: false)
    run.viewModel.toggle(.stub(id: "a"))
    run.viewModel.toggle(.stub(id: "b"))
    run.store.isImmediate = true
    run.store.answer()

    await run.viewModel.finish()

    expectEqual(run.store.stored.ids, ["a", "b"])
  }

  @Test func `quitting tries once more to store edits, and doesn't wait for ever`() async {
    let run = BasketRun()
    run.store.error = .unavailable(path: "/f")
    run.viewModel.toggle(.stub(id: "a"))

    await run.viewModel.finish()
    #expect(run.store.stored.isEmpty)
    expectEqual(run.viewModel.unwrittenText, "Changes to the basket could not be saved")
    run.store.error = nil
    await run.viewModel.finish()

    expectEqual(run.store.stored.ids, ["a"])
    expectEqual(run.viewModel.unwrittenText, nil)
  }

  @MainActor
  @Test func `another program's edits are seen when the basket is read again, and after an edit`()
    async
  {
    let repository = MemoryBasketRepository()
    let viewModel = BasketViewModel(
      keepBasket: DefaultKeepBasketUseCase(repository: repository), history: UndoHistory())
    viewModel.refresh()
    await viewModel.finish()
    repository.applyElsewhere(.add([.stub(id: "other")]))
    await viewModel.finish()
    #expect(viewModel.basket.isEmpty)

    viewModel.refresh()
    await viewModel.finish()
    expectEqual(viewModel.basket.ids, ["other"])

    repository.applyElsewhere(.remove(["other"]))
    viewModel.toggle(.stub(id: "mine"))
    await viewModel.finish()
    expectEqual(viewModel.basket.ids, ["mine"])
    expectEqual(repository.stored.ids, ["mine"])
  }
}
