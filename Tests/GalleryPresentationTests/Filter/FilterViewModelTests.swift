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
    #expect(sut.suggestions == [])
    sut.textChanged(to: "ca")
    #expect(sut.suggestions == ["camera:  a word or \"several words\""])
    sut.completionWanted()

    #expect(sut.text == "camera:")
    #expect(announced == ["1 suggestions", "2 suggestions", "text camera:"])
  }

  @Test func `after a field's name its values are offered, the most frequent first`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    #expect(sut.suggestions == ["NIKON D500", "Canon EOS"])
    sut.textChanged(to: "sea -tag:SEA")
    #expect(sut.suggestions == ["sea", "Seagull"])
    sut.textChanged(to: "currency:")
    #expect(sut.suggestions == ["EUR"])
    sut.textChanged(to: "sale:")
    #expect(sut.suggestions == ["yes", "no", "unstated"])
    sut.textChanged(to: "price:")
    #expect(sut.suggestions == [])
  }

  @Test func `a completed value has quotes if needed, and a space after it`() {
    let sut = line()
    sut.textChanged(to: "sea tag:open")
    sut.completionWanted()

    #expect(sut.text == "sea tag:\"open water\" ")
    #expect(sut.suggestions == [])
  }

  @Test func `moving through suggestions shows them, and back to the typed text`() {
    let sut = line(atOnce: true)
    sut.textChanged(to: "camera:")
    sut.nextSuggestionWanted()
    sut.nextSuggestionWanted()
    #expect(sut.text == "camera:\"Canon EOS\" ")
    #expect(sut.suggestions.count == 2)
    sut.nextSuggestionWanted()
    #expect(sut.highlightedIndex == 1)
    sut.previousSuggestionWanted()
    sut.previousSuggestionWanted()
    #expect(sut.text == "camera:")
    sut.previousSuggestionWanted()

    #expect(
      previews == [
        "camera:", "camera:\"NIKON D500\" ", "camera:\"Canon EOS\" ", "camera:\"NIKON D500\" ",
        "camera:",
      ])
  }

  @Test func `with an empty text Tab offers all fields`() {
    let sut = line("camera:nikon")
    #expect(sut.text == "camera:nikon ")
    #expect(sut.suggestions == [])
    sut.completionWanted()
    #expect(sut.suggestions.count == FilterField.allCases.count)
    sut.completionWanted()
    #expect(sut.text == "camera:nikon title:")
  }

  @Test func `a fault is shown at once, with its position`() throws {
    let sut = line()
    sut.textChanged(to: "é foc:x sea")
    let fault = try #require(sut.fault)
    #expect(fault.place == 2..<6)
    #expect(fault.advice == "unknown field; did you mean focal:?")
    #expect(!fault.isUnfinished)

    sut.textChanged(to: "price:<")
    #expect(sut.fault?.isUnfinished == true)
    #expect(sut.fault?.advice == "expected a number, e.g. 9.50, <100 or 50..100EUR")
    sut.textChanged(to: "price:<9")
    #expect(sut.fault == nil)
  }

  @Test(arguments: [true, false])
  func `the list is filtered while typing only if that is quick`(atOnce: Bool) {
    let sut = line(atOnce: atOnce)
    sut.textChanged(to: "s")
    sut.textChanged(to: "se")
    sut.textChanged(to: "se")

    #expect(previews == (atOnce ? ["s", "se"] : []))
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

    #expect(
      ended == [
        "filter price:x sea (Ignored `price:x`: expected a number, e.g. 9.50, <100 or 50..100EUR)"
      ])
    #expect(previews == ["price:x sea"])
  }

  @Test func `cancelling restores the filter`() {
    let sut = line("camera:nikon", atOnce: true)
    sut.textChanged(to: "tag:sea")
    sut.cancel()
    sut.submit()

    #expect(ended == ["close camera:nikon"])
  }

  @Test func `highlighting a suggestion that doesn't exist does nothing`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    sut.suggestionHighlighted(at: 7)
    sut.suggestionHighlighted(at: -1)
    #expect(sut.highlightedIndex == nil)
    sut.suggestionHighlighted(at: 1)
    #expect(sut.text == "camera:\"Canon EOS\" ")
  }

  @Test func `each order has its own letter`() {
    #expect(Set(SortChoice.all.map(\.letter)).count == SortChoice.all.count)
    #expect(SortChoice.all.first?.sort == nil)
    #expect(Set(SortChoice.all.compactMap { $0.sort?.key }) == Set(PhotoSort.Key.allCases))
    #expect(Set(SortChoice.all.map(\.title)).count == SortChoice.all.count)
  }
}
