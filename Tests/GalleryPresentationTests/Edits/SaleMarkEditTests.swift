import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

@Suite struct SaleMarkEditTests {
  private let marks = ScriptedSidecars()
  private let history = UndoHistory()
  private let runner: EditRunner
  private let sut: SaleMarkEdits
  private let log = Log()

  /// The announcements, in order.
  private final class Log {
    var lines: [String] = []
    var asked: TextQuestion?
  }

  init() {
    runner = EditRunner(history: history)
    sut = SaleMarkEdits(
      editSidecar: marks, entry: WholePrices(), currency: "EUR", runner: runner)
    runner.askClosure = { [log] in
      log.lines.append("ask \($0.title) | \($0.text) | \($0.placeholder)")
      log.asked = $0
    }
    runner.showNoticeClosure = { [log] in log.lines.append("notice \($0)") }
    runner.showFailureClosure = { [log] in log.lines.append("failure \($0)") }
    runner.photosChangedClosure = { [log] photos in
      log.lines.append(
        "changed " + photos.map { "\($0.id) \($0.saleStatus)" }.joined(separator: ", "))
    }
  }

  private func answer(_ text: String) { log.asked?.answer(text) }

  private func photos(_ count: Int, price: Price? = nil) -> [Photo] {
    (1...count).map {
      .stub(id: "\($0)", saleStatus: price == nil ? .unstated : .forSale, price: price)
    }
  }

  @Test func `a photo is offered at the price that was typed`() {
    sut.forSalePressed(photos(1))
    answer("120")

    expectEqual(
      log.lines,
      [
        "ask vienna.street · empty for no price, - to unmark |  | 120 EUR", "changed 1 forSale",
        "notice Marked vienna.street for sale at €120 · u to undo",
      ])
    expectEqual(
      marks.calls.map(\.photo.saleMark),
      [
        SaleMark(status: .forSale, price: Price(amount: "120", currency: "EUR"))
      ])
    expectEqual(history.text, "marking vienna.street for sale")
  }

  @Test func `an empty answer offers without a price, a dash removes the mark`() {
    sut.forSalePressed(photos(1))
    answer("")
    sut.forSalePressed([.stub(id: "1", saleStatus: .forSale, price: nil)])
    answer(" - ")

    expectEqual(
      marks.calls.map(\.photo.saleMark), [SaleMark(status: .forSale), SaleMark(status: .unstated)])
    expectEqual(log.lines.last, "notice Removed the mark from vienna.street · u to undo")
  }

  @Test func `nothing is marked when the user cancels, or the price is invalid`() {
    sut.forSalePressed(photos(1))
    log.asked = nil
    sut.forSalePressed(photos(1))
    answer("free")

    #expect(marks.calls.isEmpty)
    expectEqual(history.text, nil)
  }

  @Test func `faults are shown while the price is typed`() {
    expectEqual(sut.fault(of: "f"), "enter a number")
    expectEqual(sut.fault(of: "5"), nil)
    expectEqual(sut.fault(of: ""), nil)
    expectEqual(sut.fault(of: "-"), nil)
    let other = SaleMarkEdits(
      editSidecar: marks, entry: WholePrices(), currency: nil, runner: runner)
    expectEqual(other.fault(of: "5"), "Add a currency, e.g. 5 EUR")
  }

  @Test func `the last currency is assumed from then on`() {
    sut.forSalePressed(photos(1))
    answer("120 CHF")
    sut.forSalePressed(photos(1))
    answer("80")

    expectEqual(marks.calls.last?.photo.saleMark.price, Price(amount: "80", currency: "CHF"))
    expectEqual(log.lines[3], "ask vienna.street · empty for no price, - to unmark |  | 120 CHF")
  }

  @Test func `the last currency is remembered, and assumed once it is recalled`() {
    var remembered: [String] = []
    func edits() -> SaleMarkEdits {
      SaleMarkEdits(
        editSidecar: marks, entry: WholePrices(), currency: nil,
        rememberCurrency: { remembered.append($0) }, runner: runner)
    }
    let first = edits()
    for text in ["25 CHF", "30", "40 CHF"] {
      first.forSalePressed(photos(1))
      answer(text)
    }
    expectEqual(remembered, ["CHF"])

    let second = edits()
    second.currencyRecalled("CHF")
    second.forSalePressed(photos(1))
    expectEqual(log.asked?.placeholder, "120 CHF")
    answer("25")

    expectEqual(marks.calls.last?.photo.saleMark.price, Price(amount: "25", currency: "CHF"))
    expectEqual(remembered, ["CHF"])
  }

  @Test func `an open question gets the currency when it is recalled`() {
    var updates = 0
    runner.updateQuestionClosure = { updates += 1 }
    sut.forSalePressed(photos(1))

    sut.currencyRecalled("CHF")

    expectEqual(updates, 1)
    expectEqual(log.asked?.placeholder, "120 CHF")
  }

  @Test func `the question suggests the previous price if all photos have the same`() {
    sut.forSalePressed(photos(2, price: Price(amount: "80.00", currency: "EUR")))
    log.asked = nil
    sut.forSalePressed(
      photos(1, price: Price(amount: "80", currency: "EUR")) + [.stub(id: "9", price: nil)])

    expectEqual(
      log.lines,
      [
        "ask 2 photos · empty for no price, - to unmark | 80.00 EUR | 120 EUR",
        "ask 2 photos · empty for no price, - to unmark |  | 120 EUR",
      ])
  }

  @Test func `marks are shown with the key, written one after the other, and undone in one step`() {
    marks.answersAtOnce = false
    sut.notForSalePressed(photos(3))
    expectEqual(
      log.lines,
      [
        "changed 1 notForSale, 2 notForSale, 3 notForSale",
        "notice Marked 3 photos not for sale · u to undo",
      ])
    for index in 0..<3 { marks.calls[index].succeed() }

    expectEqual(history.undo(), "marking 3 photos not for sale")
    for index in 3..<6 { marks.calls[index].succeed() }

    expectEqual(marks.calls.map(\.photo.id), ["1", "2", "3", "1", "2", "3"])
    #expect(
      marks.calls.dropFirst(3).allSatisfy { $0.photo.saleMark == SaleMark(status: .unstated) })
    #expect(
      marks.calls.dropFirst(3).allSatisfy { $0.former.saleMark == SaleMark(status: .notForSale) })
    expectEqual(log.lines.last, "changed 1 unstated, 2 unstated, 3 unstated")
    expectEqual(history.text, nil)
  }

  @Test func `a mark that can't be written is taken back, with the reason, and not undone`() {
    marks.answersAtOnce = false
    sut.notForSalePressed(photos(2))
    marks.calls[0].succeed()
    marks.calls[1].fail(.notUnderstood(name: "b.jpg.xmp", reason: "it is UTF-16"))

    expectEqual(
      log.lines.suffix(2),
      [
        "changed 2 unstated",
        "failure Can't mark vienna.street. Left b.jpg.xmp unchanged: it is UTF-16",
      ])
    history.undo()
    expectEqual(marks.calls.dropFirst(2).map(\.photo.id), ["1"])
  }

  @Test func `an undo that fails says why, and shows what is there`() {
    sut.notForSalePressed(photos(1))
    marks.error = .busy(name: "a.jpg.xmp")
    history.undo()

    expectEqual(
      log.lines.suffix(2),
      [
        "changed 1 notForSale",
        "failure Can't mark vienna.street. Another program is writing a.jpg.xmp. Retry later",
      ])
  }

  @Test func `the same mark again is reported and not registered`() {
    sut.notForSalePressed([.stub(id: "1", saleStatus: .notForSale, price: nil)])

    expectEqual(log.lines, ["notice vienna.street is already marked like this"])
    #expect(marks.calls.isEmpty)
    expectEqual(history.text, nil)
  }

  @Test func `photos of other sources are refused with a message`() {
    let other = SaleMarkEdits(
      editSidecar: nil, entry: WholePrices(), currency: "EUR", runner: runner)
    other.forSalePressed(photos(1))
    other.notForSalePressed(photos(1))

    expectEqual(
      log.lines,
      Array(
        repeating: "notice Only photos in your own folders can be marked for sale",
        count: 2))
  }

  @Test func `the mark that another program has set since is shown, with a message`() {
    marks.answersAtOnce = false
    sut.notForSalePressed(photos(2))
    marks.calls[0].succeed()
    var theirs = marks.calls[1].photo
    theirs.saleMark = SaleMark(status: .forSale, price: Price(amount: "99", currency: "EUR"))
    marks.calls[1].fail(.changedElsewhere(name: "a.xmp", now: theirs))

    expectEqual(
      log.lines.suffix(2),
      [
        "changed 2 forSale",
        "failure Can't mark vienna.street. Another program has changed a.xmp since",
      ])
    // Only what was done is undone.
    history.undo()
    expectEqual(marks.calls.dropFirst(2).map(\.photo.id), ["1"])
  }

  @Test func `without a photo there is a message`() {
    sut.forSalePressed([])

    expectEqual(log.lines, ["notice No photos here"])
    #expect(log.asked == nil)
  }
}
