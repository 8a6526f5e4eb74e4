import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

@Suite struct SaleMarkEditTests {
  private let run = EditRun()

  init() { run.sidecars.answersAtOnce = true }

  private func answer(_ text: String) { run.questions.last?.answer(text) }

  private func photos(_ count: Int, price: Price? = nil) -> [Photo] {
    (1...count).map {
      .stub(id: "\($0)", saleStatus: price == nil ? .unstated : .forSale, price: price)
    }
  }

  @Test func `a photo is offered at the price that was typed`() {
    run.edits.forSalePressed(photos(1))
    answer("120")

    expectEqual(
      run.lines,
      [
        "ask vienna.street · empty for no price, - to unmark |  | 120 EUR", "changed 1 forSale",
        "notice Marked vienna.street for sale at €120 · u to undo",
      ])
    expectEqual(
      run.sidecars.calls.map(\.photo.saleMark),
      [SaleMark(status: .forSale, price: Price(amount: "120", currency: "EUR"))])
    expectEqual(run.history.text, "marking vienna.street")
  }

  @Test func `an empty answer offers without a price, a dash removes the mark`() {
    run.edits.forSalePressed(photos(1))
    answer("")
    run.edits.forSalePressed([.stub(id: "1", saleStatus: .forSale, price: nil)])
    answer(" - ")

    expectEqual(
      run.sidecars.calls.map(\.photo.saleMark),
      [SaleMark(status: .forSale), SaleMark(status: .unstated)])
    expectEqual(run.lines.last, "notice Removed the mark from vienna.street · u to undo")
  }

  @Test func `nothing is marked when the user cancels, or the price is invalid`() {
    run.edits.forSalePressed(photos(1))
    run.edits.forSalePressed(photos(1))
    answer("free")

    #expect(run.sidecars.calls.isEmpty)
    expectEqual(run.history.text, nil)
  }

  @Test func `faults are shown while the price is typed`() {
    expectEqual(run.edits.fault(of: "f"), "enter a number")
    expectEqual(run.edits.fault(of: "5"), nil)
    expectEqual(run.edits.fault(of: ""), nil)
    expectEqual(run.edits.fault(of: "-"), nil)
    let other = SidecarEdits(
      editSidecar: run.sidecars, prices: WholePrices(), currency: nil, runner: run.runner)
    expectEqual(other.fault(of: "5"), "Add a currency, e.g. 5 EUR")
  }

  @Test func `the last currency is remembered, and assumed once it is recalled`() {
    var remembered: [String] = []
    func edits() -> SidecarEdits {
      SidecarEdits(
        editSidecar: run.sidecars, prices: WholePrices(), currency: nil,
        rememberCurrency: { remembered.append($0) }, runner: run.runner)
    }
    let first = edits()
    for text in ["25 CHF", "30", "40 CHF"] {
      first.forSalePressed(photos(1))
      answer(text)
    }
    expectEqual(remembered, ["CHF"])
    expectEqual(
      run.sidecars.calls.map(\.photo.saleMark.price),
      ["25", "30", "40"].map { Price(amount: $0, currency: "CHF") })
    expectEqual(run.questions.last?.placeholder, "120 CHF")

    let second = edits()
    second.currencyRecalled("CHF")
    second.forSalePressed(photos(1))
    expectEqual(run.questions.last?.placeholder, "120 CHF")
    answer("25")

    expectEqual(run.sidecars.calls.last?.photo.saleMark.price, Price(amount: "25", currency: "CHF"))
    expectEqual(remembered, ["CHF"])
  }

  @Test func `an open question gets the currency when it is recalled`() {
    var updates = 0
    run.runner.updateQuestionClosure = { updates += 1 }
    run.edits.forSalePressed(photos(1))

    run.edits.currencyRecalled("CHF")

    expectEqual(updates, 1)
    expectEqual(run.questions.last?.placeholder, "120 CHF")
  }

  @Test func `the question suggests the previous price if all photos have the same`() {
    run.edits.forSalePressed(photos(2, price: Price(amount: "80.00", currency: "EUR")))
    run.edits.forSalePressed(
      photos(1, price: Price(amount: "80", currency: "EUR")) + [.stub(id: "9", price: nil)])

    expectEqual(
      run.lines,
      [
        "ask 2 photos · empty for no price, - to unmark | 80.00 EUR | 120 EUR",
        "ask 2 photos · empty for no price, - to unmark |  | 120 EUR",
      ])
  }

  @Test func `several photos are marked, and unmarked, in one step`() {
    run.edits.notForSalePressed(photos(3))
    expectEqual(
      run.lines,
      [
        "changed 1 notForSale, 2 notForSale, 3 notForSale",
        "notice Marked 3 photos not for sale · u to undo",
      ])

    expectEqual(run.history.undo(), "marking 3 photos")
    expectEqual(run.lines.last, "changed 1 unstated, 2 unstated, 3 unstated")
    expectEqual(
      run.sidecars.calls.suffix(3).map(\.former.saleMark),
      Array(repeating: SaleMark(status: .notForSale), count: 3))
  }

  @Test func `a mark that can't be written is taken back, with the reason, and not undone`() {
    run.sidecars.answersAtOnce = false
    run.edits.notForSalePressed(photos(2))
    run.sidecars.calls[0].succeed()
    run.sidecars.calls[1].fail(.notUnderstood(name: "b.jpg.xmp", reason: "it is UTF-16"))

    expectEqual(
      run.lines.suffix(2),
      [
        "changed 2 unstated",
        "failure Can't mark vienna.street. Left b.jpg.xmp unchanged: it is UTF-16",
      ])
    run.history.undo()
    expectEqual(run.sidecars.calls.dropFirst(2).map(\.photo.id), ["1"])
  }

  @Test func `an undo that fails says why, and shows what is there`() {
    run.edits.notForSalePressed(photos(1))
    run.sidecars.error = .busy(name: "a.jpg.xmp")
    run.history.undo()

    expectEqual(
      run.lines.suffix(2),
      [
        "changed 1 notForSale",
        "failure Can't mark vienna.street. Another program is writing a.jpg.xmp. Retry later",
      ])
  }

  @Test func `the same mark again is not written, and there is nothing to undo`() {
    run.edits.notForSalePressed([.stub(id: "1", saleStatus: .notForSale, price: nil)])

    expectEqual(run.lines, ["notice vienna.street is already marked like this"])
    #expect(run.sidecars.calls.isEmpty)
    expectEqual(run.history.text, nil)
  }

  @Test func `photos of other sources are refused with a message`() {
    let other = SidecarEdits(
      editSidecar: nil, prices: WholePrices(), currency: "EUR", runner: run.runner)
    other.forSalePressed(photos(1))
    other.notForSalePressed(photos(1))

    expectEqual(
      run.lines,
      Array(
        repeating: "notice Only photos in your own folders can be marked for sale",
        count: 2))
  }

  @Test func `without a photo there is a message`() {
    run.edits.forSalePressed([])

    expectEqual(run.lines, ["notice No photos here"])
    #expect(run.questions.isEmpty)
  }
}
