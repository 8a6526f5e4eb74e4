import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

@Suite struct SaleMarkViewModelTests {
  private let marks = ScriptedMarks()
  private let history = UndoHistory()
  private let viewModel: SaleMarkViewModel
  private let log = Log()

  /// What was announced, in its order.
  private final class Log {
    var lines: [String] = []
    var questions: [ConflictQuestion] = []
  }

  init() {
    viewModel = Self.viewModel(marks, history, log)
  }

  private static func viewModel(
    _ marks: ScriptedMarks?, _ history: UndoHistory, _ log: Log, currency: String? = "EUR"
  ) -> SaleMarkViewModel {
    let viewModel = SaleMarkViewModel(
      markPhotos: marks, entry: WholePrices(), currency: currency, history: history)
    viewModel.askClosure = { log.lines.append("ask \($0.title) | \($0.text) | \($0.placeholder)") }
    viewModel.showNoticeClosure = { log.lines.append("notice \($0)") }
    viewModel.showFailureClosure = { log.lines.append("failure \($0)") }
    viewModel.askAboutConflictsClosure = {
      log.lines.append("conflict \($0.text)")
      log.questions.append($0)
    }
    viewModel.photosChangedClosure = { photos in
      log.lines.append(
        "changed " + photos.map { "\($0.id) \($0.saleStatus)" }.joined(separator: ", "))
    }
    viewModel.updateProgressClosure = { [weak viewModel] in
      let progress = viewModel?.progress
      log.lines.append(
        progress.map { "progress \($0.label) \($0.doneCount)/\($0.totalCount)" } ?? "progress over")
    }
    return viewModel
  }

  private func photos(_ count: Int, price: Price? = nil) -> [Photo] {
    (1...count).map {
      .stub(id: "\($0)", saleStatus: price == nil ? .unstated : .forSale, price: price)
    }
  }

  @Test func `a photo is offered at the price that is asked for`() {
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered("120")

    #expect(
      log.lines == [
        "ask vienna.street · empty for no price, - to unmark |  | 120 EUR", "changed 1 forSale",
        "notice Marked vienna.street for sale at €120 · u to undo",
      ])
    #expect(
      marks.calls.map(\.mark) == [
        SaleMark(status: .forSale, price: Price(amount: "120", currency: "EUR"))
      ])
    #expect(history.text == "marking vienna.street for sale")
  }

  @Test func `an empty answer offers without a price, a dash takes the mark away`() {
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered("")
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered(" - ")

    #expect(marks.calls.map(\.mark) == [SaleMark(status: .forSale), SaleMark(status: .unstated)])
    #expect(log.lines.last == "notice Removed the mark from vienna.street · u to undo")
  }

  @Test func `nothing is marked when the person leaves, or the price has a fault`() {
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered(nil)
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered("free")
    viewModel.priceAnswered("5")

    #expect(marks.calls.isEmpty)
    #expect(history.text == nil)
  }

  @Test func `faults are said while the price is typed`() {
    #expect(viewModel.fault(of: "f") == "enter a number")
    #expect(viewModel.fault(of: "5") == nil)
    #expect(viewModel.fault(of: "") == nil)
    #expect(viewModel.fault(of: "-") == nil)
    let other = Self.viewModel(marks, history, log, currency: nil)
    #expect(other.fault(of: "5") == "Add a currency, e.g. 5 EUR")
  }

  @Test func `the last currency is meant from then on`() {
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered("120 CHF")
    viewModel.forSalePressed(photos(1))
    viewModel.priceAnswered("80")

    #expect(marks.calls.last?.mark.price == Price(amount: "80", currency: "CHF"))
    #expect(log.lines[3] == "ask vienna.street · empty for no price, - to unmark |  | 120 CHF")
  }

  @Test func `the currency that was typed last is remembered, and meant when it is recalled`() {
    var remembered: [String] = []
    func viewModel() -> SaleMarkViewModel {
      SaleMarkViewModel(
        markPhotos: marks, entry: WholePrices(), currency: nil,
        rememberCurrency: { remembered.append($0) }, history: history)
    }
    let first = viewModel()
    for answer in ["25 CHF", "30", "40 CHF"] {
      first.forSalePressed(photos(1))
      first.priceAnswered(answer)
    }
    #expect(remembered == ["CHF"])

    let second = viewModel()
    second.currencyRecalled("CHF")
    second.askClosure = { #expect($0.placeholder == "120 CHF") }
    second.forSalePressed(photos(1))
    second.priceAnswered("25")

    #expect(marks.calls.last?.mark.price == Price(amount: "25", currency: "CHF"))
    #expect(remembered == ["CHF"])
  }

  @Test func `a question that is open gets the currency when it is recalled`() {
    var updates = 0
    viewModel.updateQuestionClosure = { updates += 1 }
    viewModel.forSalePressed(photos(1))

    viewModel.currencyRecalled("CHF")

    #expect(updates == 1)
    #expect(viewModel.question?.placeholder == "120 CHF")
  }

  @Test func `the price of before stands in the question where all have the same`() {
    viewModel.forSalePressed(photos(2, price: Price(amount: "80.00", currency: "EUR")))
    viewModel.priceAnswered(nil)
    viewModel.forSalePressed(
      photos(1, price: Price(amount: "80", currency: "EUR")) + [.stub(id: "9", price: nil)])

    #expect(
      log.lines == [
        "ask 2 photos · empty for no price, - to unmark | 80.00 EUR | 120 EUR",
        "ask 2 photos · empty for no price, - to unmark |  | 120 EUR",
      ])
  }

  @Test func `a range is marked with a progress and undone at once`() {
    marks.answersAtOnce = false
    let three = photos(3)
    viewModel.notForSalePressed(three)
    for count in 1...3 { marks.calls[0].progress(count) }
    marks.calls[0].complete(ScriptedMarks.marked(three, SaleMark(status: .notForSale)))

    #expect(
      log.lines == [
        "progress marking 0/3", "progress marking 1/3", "progress marking 2/3",
        "progress marking 3/3",
        "progress over", "changed 1 notForSale, 2 notForSale, 3 notForSale",
        "notice Marked 3 photos not for sale · u to undo",
      ])
    log.lines = []
    #expect(history.undo() == "marking 3 photos not for sale")
    #expect(marks.takenBack == [3])
    #expect(
      log.lines == [
        "progress undoing 0/3", "progress over", "changed 1 unstated, 2 unstated, 3 unstated",
      ])
    #expect(history.text == nil)
  }

  @Test func `what is stopped stays as far as it came, and is undone together`() {
    marks.answersAtOnce = false
    let three = photos(3)
    viewModel.notForSalePressed(three)
    marks.calls[0].progress(1)
    viewModel.stop()
    var result = ScriptedMarks.marked([three[0]], SaleMark(status: .notForSale))
    result.wasCancelled = true
    marks.calls[0].complete(result)

    #expect(marks.cancelCount == 1)
    #expect(
      log.lines.suffix(2) == ["changed 1 notForSale", "notice Marked 1 of 3 photos · u to undo"])
    #expect(history.text == "marking vienna.street not for sale")
  }

  @Test func `a second press waits until the first is done`() {
    marks.answersAtOnce = false
    viewModel.notForSalePressed(photos(1))
    viewModel.notForSalePressed(photos(1))
    viewModel.forSalePressed(photos(1))

    #expect(marks.calls.count == 1)
    #expect(log.lines == Array(repeating: "notice Still marking photos", count: 2))
  }

  @Test func `failures are said once, with their number and the first reason`() {
    marks.answersAtOnce = false
    let two = photos(2)
    viewModel.notForSalePressed(two)
    var result = ScriptedMarks.marked([two[0]], SaleMark(status: .notForSale))
    result.firstError = .notUnderstood(name: "b.jpg.xmp", reason: "it is UTF-16")
    result.failureCount = 1
    marks.calls[0].complete(result)

    #expect(
      log.lines.last
        == "failure Can't mark 1 of 2 photos. Left b.jpg.xmp unchanged: it is UTF-16")
    #expect(history.text == "marking vienna.street not for sale")
  }

  @Test func `a failure alone leaves nothing to undo`() {
    marks.answersAtOnce = false
    viewModel.notForSalePressed(photos(1))
    marks.calls[0].complete(MarkedPhotos(firstError: .readOnly(name: "a.jpg.xmp"), failureCount: 1))

    #expect(log.lines == ["failure No permission to write a.jpg.xmp"])
    #expect(history.text == nil)
  }

  @Test func `an undo that fails says why, and can be tried again`() {
    marks.restoreError = .busy(name: "a.jpg.xmp")
    viewModel.notForSalePressed(photos(1))
    history.undo()

    #expect(log.lines.last == "failure Another program is writing a.jpg.xmp. Retry later")
    #expect(history.text == "marking vienna.street not for sale")
    marks.restoreError = nil
    history.undo()
    #expect(log.lines.last == "changed 1 unstated")
    #expect(history.text == nil)
  }

  @Test func `the same mark again is said and not kept`() {
    marks.answersAtOnce = false
    viewModel.notForSalePressed(photos(1))
    marks.calls[0].complete(
      ScriptedMarks.marked(photos(1), SaleMark(status: .notForSale), isChanged: false))

    #expect(log.lines == ["notice vienna.street is already marked like this"])
    #expect(history.text == nil)
  }

  @Test func `photos of other sources are refused in words`() {
    let other = Self.viewModel(nil, history, log)
    other.forSalePressed(photos(1))
    other.notForSalePressed(photos(1))

    #expect(
      log.lines
        == Array(
          repeating: "notice Only photos in your own folders can be marked for sale",
          count: 2))
  }

  // MARK: Photos that others mark, too

  private func theirs(_ photos: [Photo], _ amount: String) -> [Photo] {
    photos.map { photo in
      var photo = photo
      (photo.saleStatus, photo.price) = (.forSale, Price(amount: amount, currency: "EUR"))
      return photo
    }
  }

  @Test func `one question for all photos that somebody else has marked, also one after the other`()
  {
    marks.answersAtOnce = false
    let all = photos(3)
    viewModel.notForSalePressed(Array(all[..<2]))
    var result = ScriptedMarks.marked([all[0]], SaleMark(status: .notForSale))
    result.conflicts = theirs([all[1]], "99")
    marks.calls[0].complete(result)
    #expect(
      log.lines.suffix(3) == [
        "changed 1 notForSale, 2 forSale",
        "notice Marked vienna.street not for sale · u to undo",
        "conflict vienna.street has been marked by someone else; yours is not written",
      ])

    viewModel.forSalePressed([all[2]])
    viewModel.priceAnswered("120")
    marks.calls[1].complete(MarkedPhotos(conflicts: theirs([all[2]], "98")))
    #expect(
      log.lines.suffix(2) == [
        "changed 3 forSale",
        "conflict 2 photos have been marked by someone else; yours are not written",
      ])

    // Each gets the mark that it was to have.
    log.questions[0].writeOwn()
    #expect(marks.calls.count == 3)
    marks.calls[2].complete(ScriptedMarks.marked([all[1]], SaleMark(status: .notForSale)))
    #expect(marks.calls.dropFirst(2).map { $0.photos.map(\.id) } == [["2"], ["3"]])
    #expect(
      marks.calls.dropFirst(2).map(\.mark) == [
        SaleMark(status: .notForSale),
        SaleMark(status: .forSale, price: Price(amount: "120", currency: "EUR")),
      ])
    marks.calls[3].complete(ScriptedMarks.marked([all[2]], marks.calls[3].mark))
    #expect(log.questions.count == 2)
  }

  @Test func `what is written over theirs and has changed again is asked about again`() {
    marks.answersAtOnce = false
    let photo = photos(1)
    viewModel.notForSalePressed(photo)
    marks.calls[0].complete(MarkedPhotos(conflicts: theirs(photo, "99")))

    log.questions[0].writeOwn()
    marks.calls[1].complete(MarkedPhotos(conflicts: theirs(photo, "98")))

    #expect(marks.calls.count == 2)
    #expect(log.questions.count == 2)
    log.questions[1].keepTheirs()
    log.questions[1].writeOwn()
    #expect(marks.calls.count == 2)
  }

  @Test func `the question about marks says what failed, too`() {
    marks.answersAtOnce = false
    let all = photos(2)
    viewModel.notForSalePressed(all)

    marks.calls[0].complete(
      MarkedPhotos(
        conflicts: theirs([all[1]], "99"), firstError: .readOnly(name: "a.xmp"), failureCount: 1))

    #expect(
      log.lines.suffix(2) == [
        "failure Can't mark 1 of 2 photos. No permission to write a.xmp",
        "conflict Can't mark 1 of 2 photos. No permission to write a.xmp. "
          + "vienna.street has been marked by someone else; yours is not written",
      ])
  }
}
