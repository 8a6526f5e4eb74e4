import Foundation
import GalleryDomain

/// Where photos are chosen for the program that started Vitrine (`--select`): replaces the basket, for one run.
///
/// Screens use it as their basket. Any photo can be added, whatever its status; nothing is stored.
public final class ChoiceViewModel {
  /// Emits once, with the chosen photos in their order.
  public var chosenClosure: (([Photo]) -> Void)?
  public var showFailureClosure: ((String) -> Void)?
  public var showNoticeClosure: ((String) -> Void)?
  public private(set) var basket = Basket.empty

  private let undoHistory: UndoHistory?
  private var observers = ClosureList()
  private var hasChosen = false

  public init(undoHistory: UndoHistory? = nil) {
    self.undoHistory = undoHistory
  }

  /// Call when the user is done: chooses the photos that were added one by one and those of the selected range; if
  /// there are none, the photo in focus. Without any photo nothing happens.
  ///
  /// - Parameters:
  ///   - marked: The photos of the selected range; empty without one.
  ///   - selected: The photo in focus; nil if there is none.
  public func choose(marked: [Photo], selected: Photo?) {
    guard !hasChosen else { return }
    let taken = Basket(items: basket.items + items(of: marked))
    let photos = taken.isEmpty ? selected.map { [$0] } ?? [] : taken.items.map(\.photo)
    guard !photos.isEmpty else { return }
    hasChosen = true
    chosenClosure?(photos)
  }

  /// How many photos `choose` would choose with a range of which these photos are loaded.
  ///
  /// - Parameter rowCount: The rows of the range. Rows that are not loaded count as photos that are not chosen yet.
  public func count(withMarked marked: [Photo], ofRows rowCount: Int) -> Int {
    let new = Set(marked.map(\.id)).filter { !basket.contains($0) }
    return basket.count + new.count + max(0, rowCount - marked.count)
  }

  private func items(of photos: [Photo]) -> [BasketItem] {
    // A basket is sorted by time; here each call is a second later than the last one.
    let last = basket.items.last?.addedAt ?? Date(timeIntervalSinceReferenceDate: 0)
    return photos.map { BasketItem($0, addedAt: last + 1) }
  }

  private func change(to items: [BasketItem], undoneAs text: String) {
    let former = basket
    basket = Basket(items: items)
    guard basket != former else { return }
    undoHistory?.register(text) { [weak self] in self?.put(back: former) == true ? text : nil }
    observers()
  }

  private func put(back former: Basket) -> Bool {
    guard basket != former else { return false }
    basket = former
    observers()
    return true
  }
}

extension ChoiceViewModel: BasketViewModelType {
  public var inputs: any BasketViewModelInputs { self }
  public var outputs: any BasketViewModelOutputs { self }
}

extension ChoiceViewModel: BasketViewModelInputs {
  public func start() {}

  public func toggle(_ photo: Photo) { toggle([photo]) }

  public func toggle(_ photos: [Photo]) {
    guard !photos.isEmpty else { return }
    let ids = Set(photos.map(\.id))
    if ids.allSatisfy(basket.contains) {
      remove(Array(ids))
    } else {
      change(
        to: basket.items + items(of: photos), undoneAs: "selecting \(CountText.photos(ids.count))")
    }
  }

  public func remove(_ ids: [Photo.ID]) {
    let ids = Set(ids)
    change(
      to: basket.items.filter { !ids.contains($0.id) },
      undoneAs: "deselecting \(CountText.photos(ids.count))")
  }

  public func clear() { change(to: [], undoneAs: "deselecting all") }

  /// Replaces the photos with what is known of them now.
  public func photosArrived(_ photos: [Photo]) {
    let byID = Dictionary(photos.map { ($0.id, $0) }) { $1 }
    let former = basket
    basket = Basket(
      items: basket.items.map { item in
        var item = item
        item.photo = byID[item.id] ?? item.photo
        return item
      })
    if basket != former { observers() }
  }

  public func ordered(_ items: [BasketItem], stored: @escaping () -> Void) {}
  public func putBack(_ items: [BasketItem]) {}

  public func check() {}
  public func cancelCheck() {}
  public func finish() async {}
}

extension ChoiceViewModel: BasketViewModelOutputs {
  public func observeBasket(_ changed: @escaping () -> Void) -> any Cancellable {
    observers.add(changed)
  }

  public var isChoice: Bool { true }
  public var totals: [BasketTotal] { [] }
  public var totalText: String? { nil }
  public var totalTexts: [BasketTotalText] { [] }
  public var faultText: String? { nil }
  public var isWorking: Bool { false }
  public var shortSummaryText: String? { summaryText }

  public func getCellViewModel(of item: BasketItem) -> BasketItemCellViewModel {
    BasketItemCellViewModel(item: item, prices: PriceText())
  }

  /// `3 selected`.
  public var summaryText: String? {
    basket.isEmpty ? nil : "\(CountText.grouped(basket.count)) selected"
  }
}
