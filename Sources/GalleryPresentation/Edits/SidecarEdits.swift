import GalleryDomain

/// Rates, labels and captions the user's own photos, and marks them for sale.
///
/// Bound to no actor and not `Sendable`, like all view models.
public final class SidecarEdits {
  private let editSidecar: (any EditSidecarUseCase)?
  private let refusal: SidecarError
  private let prices: (any PriceEntry)?
  private let runner: EditRunner
  /// Assumed if no currency is typed: the last one that was typed, else the default.
  private var currency: String?
  private let rememberCurrency: (String) -> Void

  /// - Parameters:
  ///   - editSidecar: nil if the source's photos cannot be rated and marked.
  ///   - refusal: Why not.
  ///   - prices: Reads prices that are typed; nil where photos are only rated.
  ///   - currency: ISO 4217; assumed until one is typed.
  ///   - rememberCurrency: Called with each currency that differs from the last one; pass it to `currencyRecalled(_:)`
  ///     at the next start.
  public init(
    editSidecar: (any EditSidecarUseCase)?, refusal: SidecarError = .notOwn,
    prices: (any PriceEntry)? = nil, currency: String? = nil,
    rememberCurrency: @escaping (String) -> Void = { _ in }, runner: EditRunner
  ) {
    self.editSidecar = editSidecar
    self.refusal = refusal
    self.prices = prices
    self.currency = currency
    self.rememberCurrency = rememberCurrency
    self.runner = runner
  }

  /// Whether the source's photos cannot be rated and marked; the inputs then only say why.
  public var isRefused: Bool { editSidecar == nil }

  /// Whether photos are marked for sale, too.
  public var marksPhotos: Bool { prices != nil }

  // MARK: Inputs

  /// Call when the user gives 0–5 stars.
  ///
  /// - Returns: Whether it was done, so that the next photo may follow.
  @discardableResult
  public func rated(_ photos: PhotoGathering, stars: Int) -> Bool {
    edit(photos) { _ in .stars(stars) }
  }

  /// Call when the user rejects photos; if all of them are rejected, their rejection is removed instead.
  @discardableResult
  public func rejectPressed(_ photos: PhotoGathering) -> Bool {
    edit(photos) { [runner] photos in
      .stars(photos.allSatisfy { runner.current($0).isRejected } ? 0 : PhotoRating.rejected)
    }
  }

  /// Call when the user chooses a label; nil removes it.
  @discardableResult
  public func labelled(_ photos: PhotoGathering, color: PhotoLabel.Color?) -> Bool {
    edit(photos) { _ in .label(color.map { PhotoLabel($0) }) }
  }

  /// Call when the user marks photos for sale; then asks for the price, even while the photos are still loading.
  ///
  /// An empty answer means for sale without a price, `-` removes the mark. An invalid answer does nothing.
  public func forSalePressed(_ photos: PhotoGathering) {
    guard mayEdit(photos, notOwn: SaleMarkText.notOwn) else { return }
    runner.askClosure?(
      TextQuestion(
        title: "\(SaleMarkText.subject(photos)) · empty for no price, - to unmark",
        prompt: "Price: ", text: Self.sharedPrice(photos),
        placeholder: "120 \(self.currency ?? "EUR")", fault: { [weak self] in self?.fault(of: $0) },
        answer: { [weak self] text in
          guard let self, fault(of: text) == nil else { return }
          let mark = mark(atPrice: text)
          edit(photos, notOwn: SaleMarkText.notOwn) { _ in .saleMark(mark) }
        }))
  }

  /// Call when the user marks photos as not for sale.
  public func notForSalePressed(_ photos: PhotoGathering) {
    edit(photos, notOwn: SaleMarkText.notOwn) { _ in .saleMark(SaleMark(status: .notForSale)) }
  }

  /// Call when the user wants to say something in words about photos.
  ///
  /// - Parameters:
  ///   - list: Its source's keywords are suggested.
  ///   - open: Called once the photos have been read.
  public func captionPressed(
    _ photos: PhotoGathering, in list: any PhotoListViewModelType,
    open: @escaping (CaptionViewModel) -> Void
  ) {
    guard mayEdit(photos, notOwn: CaptionText.notOwn) else { return }
    photos.whenGathered { [weak self, weak list] found in
      guard let self, runner.hasAny(photos) else { return }
      let shown = found.map { runner.current($0) }
      let form = CaptionViewModel(
        title: SaleMarkText.subject(photos), of: shown, in: list, keys: runner.keys
      ) { [weak self, weak list] edit in
        let now = shown.map { Self.current($0, in: list) }
        self?.edit(PhotoGathering(now)) { _ in .caption(edit) }
      }
      if let lost = runner.removeLostCaption(of: shown) { form.fill(with: lost) }
      open(form)
    }
  }

  /// The photo as its row is by now, with the words that the user has seen: an edit of those that another program has changed since is
  /// refused.
  private static func current(
    _ photo: Photo, in list: (any PhotoListViewModelType)?
  ) -> Photo {
    guard let outputs = list?.outputs, let path = outputs.indexPath(of: photo.id),
      let row = outputs.photo(at: path), !row.needsDetails
    else { return photo }
    return PhotoCaption(of: photo).applied(to: row)
  }

  /// Call with the currency that was last typed in an earlier run; it is assumed from now on.
  public func currencyRecalled(_ code: String) {
    currency = code
    runner.updateQuestionClosure?()
  }

  /// What is wrong with a price as it is typed, in a few words; nil if it can be used.
  public func fault(of text: String) -> String? {
    if Self.isTakingAway(text) { return nil }
    do throws(Complaint) {
      _ = try prices?.price(text, currency: currency)
      return nil
    } catch {
      return error.words
    }
  }

  // MARK: Editing

  /// - Parameter notOwn: Why photos that are not the user's own are not edited.
  private func mayEdit(_ photos: PhotoGathering, notOwn: String) -> Bool {
    guard runner.hasAny(photos) else { return false }
    if isRefused {
      runner.showNoticeClosure?(SaleMarkText.message(refusal, notOwn: notOwn, keys: runner.keys))
    }
    return !isRefused
  }

  @discardableResult
  private func edit(
    _ photos: PhotoGathering, notOwn: String = RatingText.notOwn,
    _ change: @escaping ([Photo]) -> PropertyEdit.Change
  ) -> Bool {
    guard mayEdit(photos, notOwn: notOwn), let editSidecar else { return false }
    runner.edit(photos) { [keys = runner.keys] photos in
      .property(PropertyEdit(change: change(photos), editSidecar: editSidecar, keys: keys))
    }
    return true
  }

  /// The price of all the photos; empty if they are not all for sale at the same price. Only their files have the
  /// current price.
  private static func sharedPrice(_ gathering: PhotoGathering) -> String {
    let photos = gathering.isGathered ? gathering.photos : []
    guard let price = photos.first?.price,
      photos.allSatisfy({ $0.price == price && $0.saleStatus == .forSale })
    else { return "" }
    return "\(price.amount) \(price.currency ?? "")"
  }

  private static func isTakingAway(_ text: String) -> Bool {
    text.filter { $0 != " " } == "-"
  }

  private func mark(atPrice text: String) -> SaleMark {
    if Self.isTakingAway(text) { return SaleMark(status: .unstated) }
    let price = try? prices?.price(text, currency: currency)
    if let typed = price?.currency, typed != currency {
      currency = typed
      rememberCurrency(typed)
    }
    return SaleMark(status: .forSale, price: price)
  }
}
