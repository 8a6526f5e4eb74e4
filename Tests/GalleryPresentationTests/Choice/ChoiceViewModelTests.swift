import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

@Suite struct ChoiceViewModelTests {
  private func choice(_ history: UndoHistory? = nil) -> (ChoiceViewModel, () -> [[String]]) {
    let choice = ChoiceViewModel(undoHistory: history)
    let chosen = Box<[[String]]>([])
    choice.chosenClosure = { chosen.value.append($0.map(\.id)) }
    return (choice, { chosen.value })
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func `what was taken is chosen, in the order of taking`() {
    let (choice, chosen) = choice()

    choice.toggle(.stub(id: "b", saleStatus: .notForSale))
    choice.toggle(.stub(id: "a", saleStatus: .unstated))
    choice.choose(marked: [], selected: .stub(id: "c"))

    #expect(chosen() == [["b", "a"]])
  }

  @Test func `nothing taken, the selected one; nothing selected, nothing`() {
    let (choice, chosen) = choice()

    choice.choose(marked: [], selected: nil)
    #expect(chosen().isEmpty)
    choice.choose(marked: [], selected: .stub(id: "c"))

    #expect(chosen() == [["c"]])
  }

  @Test func `a range joins what was taken, each photo once`() {
    let (choice, chosen) = choice()

    choice.toggle(.stub(id: "b"))
    choice.choose(marked: [.stub(id: "a"), .stub(id: "b")], selected: .stub(id: "b"))

    #expect(chosen() == [["b", "a"]])
  }

  @Test func `what would be chosen is counted, rows that are not loaded too`() {
    let (choice, _) = choice()
    let range = [Photo.stub(id: "a"), .stub(id: "b")]
    choice.toggle(.stub(id: "b"))
    choice.toggle(.stub(id: "z"))

    #expect(choice.count(withMarked: [], ofRows: 0) == 2)
    #expect(choice.count(withMarked: range, ofRows: 2) == 3)
    #expect(choice.count(withMarked: range, ofRows: 12) == 13)
  }

  @Test func `pressed twice, it is chosen once`() {
    let (choice, chosen) = choice()

    choice.choose(marked: [], selected: .stub(id: "a"))
    choice.choose(marked: [], selected: .stub(id: "b"))

    #expect(chosen() == [["a"]])
  }

  @Test func `a range that is taken already is left out, else completed`() {
    let (choice, _) = choice()
    let range = [Photo.stub(id: "a"), .stub(id: "b")]

    choice.toggle(range[0])
    choice.toggle(range)
    #expect(choice.basket.items.map(\.id) == ["a", "b"])
    choice.toggle(range)

    #expect(choice.basket.isEmpty)
  }

  @Test func `each change is announced once and can be taken back`() {
    let history = UndoHistory()
    let (choice, _) = choice(history)
    var summaries: [String?] = []
    let observation = choice.observeBasket { summaries.append(choice.summaryText) }

    choice.toggle(.stub(id: "a"))
    choice.toggle(.stub(id: "b"))
    choice.clear()
    history.undo()
    choice.remove(["x"])

    #expect(summaries == ["1 selected", "2 selected", nil, "2 selected"])
    observation.cancel()
  }

  @Test func `what is read of a photo afterwards is known when it is chosen`() {
    let choice = ChoiceViewModel()
    choice.toggle(.stub(id: "a", name: "a.jpg", needsDetails: true))

    choice.photosArrived([.stub(id: "a", name: "Lake"), .stub(id: "z")])

    #expect(choice.basket.items.map(\.photo.name) == ["Lake"])
  }

  @Test(arguments: [SaleStatus.forSale, .notForSale, .unstated])
  func `the gate is open in a chooser only`(_ status: SaleStatus) {
    let photo = Photo.stub(saleStatus: status)
    let service = UnaskedService()

    #expect(PhotoListViewModel(apiService: service, opensWhatIsNotForSale: true).mayOpen(photo))
    #expect(PhotoListViewModel(apiService: service).mayOpen(photo) == (status != .notForSale))
  }

  private final class UnaskedService: APIServiceProtocol {
    func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {}
  }
}
