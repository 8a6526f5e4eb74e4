import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Histories of the filter line.
final class FilterViewModelTests {
  private var ended: [String] = []
  private var previews: [String] = []
  private var announced: [String] = []

  private static let photos = [
    Photo.stub(
      id: "1", camera: "NIKON D500", author: "A. Lens", price: Price(amount: "1", currency: "EUR"),
      tags: ["sea", "open water"]),
    Photo.stub(id: "2", camera: "Canon EOS", tags: ["sea"]),
    Photo.stub(id: "3", camera: "NIKON D500", tags: ["Seagull"]),
  ]

  private func line(_ text: String = "", atOnce: Bool = false) -> FilterViewModel {
    let sut = FilterViewModel(
      text: text, photos: Self.photos, filtersAtOnce: atOnce,
      actions: FilterViewModelActions(
        preview: { [unowned self] in previews.append($0) },
        filter: { [unowned self] in ended.append("filter \($0)" + ($1.map { " (\($0))" } ?? "")) },
        close: { [unowned self] in ended.append("close \($0)") }))
    sut.updateTextClosure = { [unowned self, unowned sut] in announced.append("text \(sut.text)") }
    sut.updateSuggestionsClosure = { [unowned self, unowned sut] in
      announced.append("\(sut.suggestions.count) suggestions")
    }
    return sut
  }

  @Test func `fields are offered while their name is typed`() {
    let sut = line()
    expectEqual(sut.suggestions, [])
    sut.textChanged(to: "ca")
    expectEqual(sut.suggestions, ["camera:  a word or \"several words\""])
    sut.completionWanted()

    expectEqual(sut.text, "camera:")
    expectEqual(announced, ["1 suggestions", "2 suggestions", "text camera:"])
  }

  @Test func `after a field's name its values are offered, the most frequent first`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    expectEqual(sut.suggestions, ["NIKON D500", "Canon EOS"])
    sut.textChanged(to: "sea -tag:SEA")
    expectEqual(sut.suggestions, ["sea", "Seagull"])
    sut.textChanged(to: "currency:")
    expectEqual(sut.suggestions, ["EUR"])
    sut.textChanged(to: "sale:")
    expectEqual(sut.suggestions, ["yes", "no", "unstated"])
    sut.textChanged(to: "price:")
    expectEqual(sut.suggestions, [])
  }

  @Test func `a completed value has quotes if needed, and a space after it`() {
    let sut = line()
    sut.textChanged(to: "sea tag:open")
    sut.completionWanted()

    expectEqual(sut.text, "sea tag:\"open water\" ")
    expectEqual(sut.suggestions, [])
  }

  @Test func `moving through suggestions shows them, and back to the typed text`() {
    let sut = line(atOnce: true)
    sut.textChanged(to: "camera:")
    sut.nextSuggestionWanted()
    sut.nextSuggestionWanted()
    expectEqual(sut.text, "camera:\"Canon EOS\" ")
    expectEqual(sut.suggestions.count, 2)
    sut.nextSuggestionWanted()
    expectEqual(sut.highlightedIndex, 1)
    sut.previousSuggestionWanted()
    sut.previousSuggestionWanted()
    expectEqual(sut.text, "camera:")
    sut.previousSuggestionWanted()

    expectEqual(
      previews,
      [
        "camera:", "camera:\"NIKON D500\" ", "camera:\"Canon EOS\" ", "camera:\"NIKON D500\" ",
        "camera:",
      ])
  }

  @Test func `with an empty text Tab offers all fields`() {
    let sut = line("camera:nikon")
    expectEqual(sut.text, "camera:nikon ")
    expectEqual(sut.suggestions, [])
    sut.completionWanted()
    expectEqual(sut.suggestions.count, FilterField.allCases.count)
    sut.completionWanted()
    expectEqual(sut.text, "camera:nikon title:")
  }

  @Test func `a fault is shown at once, with its position`() throws {
    let sut = line()
    sut.textChanged(to: "é foc:x sea")
    let fault = try #require(sut.fault)
    expectEqual(fault.place, 2..<6)
    expectEqual(fault.advice, "unknown field; did you mean focal:?")
    #expect(!fault.isUnfinished)

    sut.textChanged(to: "price:<")
    expectEqual(sut.fault?.isUnfinished, true)
    expectEqual(sut.fault?.advice, "expected a number, e.g. 9.50, <100 or 50..100EUR")
    sut.textChanged(to: "price:<9")
    expectEqual(sut.fault, nil)
  }

  @Test(arguments: [true, false])
  func `the list is filtered while typing only if that is quick`(atOnce: Bool) {
    let sut = line(atOnce: atOnce)
    sut.textChanged(to: "s")
    sut.textChanged(to: "se")
    sut.textChanged(to: "se")

    expectEqual(previews, (atOnce ? ["s", "se"] : []))
  }

  @Test func `the line ends once, with a notice about a fault`() {
    let sut = line("camera:nikon", atOnce: true)
    sut.textChanged(to: "price:x sea")
    sut.submit()
    sut.submit()
    sut.cancel()
    sut.textChanged(to: "later")
    sut.completionWanted()
    sut.nextSuggestionWanted()

    expectEqual(
      ended,
      [
        "filter price:x sea (Ignored `price:x`: expected a number, e.g. 9.50, <100 or 50..100EUR)"
      ])
    expectEqual(previews, ["price:x sea"])
  }

  @Test func `cancelling restores the filter`() {
    let sut = line("camera:nikon", atOnce: true)
    sut.textChanged(to: "tag:sea")
    sut.cancel()
    sut.submit()

    expectEqual(ended, ["close camera:nikon"])
  }

  @Test func `highlighting a suggestion that doesn't exist does nothing`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    sut.suggestionHighlighted(at: 7)
    sut.suggestionHighlighted(at: -1)
    expectEqual(sut.highlightedIndex, nil)
    sut.suggestionHighlighted(at: 1)
    expectEqual(sut.text, "camera:\"Canon EOS\" ")
  }

  @Test func `each order has its own letter`() {
    expectEqual(Set(SortChoice.all.map(\.letter)).count, SortChoice.all.count)
    expectEqual(SortChoice.all.first?.sort, nil)
    expectEqual(Set(SortChoice.all.compactMap { $0.sort?.key }), Set(PhotoSort.Key.allCases))
    expectEqual(Set(SortChoice.all.map(\.title)).count, SortChoice.all.count)
  }
}
