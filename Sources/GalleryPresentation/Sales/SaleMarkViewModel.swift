import GalleryDomain

/// The question for a price.
public struct SaleMarkQuestion: Hashable, Sendable {
  /// What it is about, and what else can be answered.
  public var title: String
  /// The price of all the photos; empty if they are not all for sale at the same price.
  public var text: String
  public var placeholder: String

  public init(title: String, text: String, placeholder: String) {
    self.title = title
    self.text = text
    self.placeholder = placeholder
  }
}

/// Marks the user's own photos for sale, and undoes that.
///
/// At a server others may mark the same photos. Theirs is shown then, and one question for all such photos offers to write
/// the user's own instead.
///
/// Bound to no actor and not `Sendable`, like all view models; if the use case answers within the call, everything is
/// announced before the call returns: the photos first, then the texts.
public final class SaleMarkViewModel {
  /// Emits when the words of the open question may have changed.
  public var updateQuestionClosure: (() -> Void)?
  /// Emits with the question for the price; answer with `priceAnswered(_:)`.
  public var askClosure: ((SaleMarkQuestion) -> Void)?
  /// Emits with what was done, in a few words.
  public var showNoticeClosure: ((String) -> Void)?
  /// Emits with what went wrong.
  public var showFailureClosure: ((String) -> Void)?
  /// Emits after each marking while there are photos that others have marked in the meantime and about which the user has
  /// not decided.
  public var askAboutConflictsClosure: ((ConflictQuestion) -> Void)?
  /// Emits with photos as they are now, after some were marked or marks were undone.
  public var photosChangedClosure: (([Photo]) -> Void)?
  /// Emits when `progress` changed.
  public var updateProgressClosure: (() -> Void)?
  /// How far marking a range has come; nil while nothing is marked, and for a single photo. Announced by
  /// `updateProgressClosure`.
  public private(set) var progress: BatchProgress?

  private let markPhotos: (any MarkPhotosUseCase)?
  private let refusal: SidecarError
  private let entry: any PriceEntry
  private let prices: PriceText
  private let keys: KeyHints
  private let history: UndoHistory
  /// Assumed if no currency is typed: the last one that was typed, else the default.
  private var currency: String?
  private let rememberCurrency: (String) -> Void
  /// The photos whose price is being asked for; nil while none is.
  private var asked: PhotoGathering?
  /// Photos that show the marks of others, and the user's own marks, until the user decides.
  private var undecided: [(photo: Photo, own: SaleMark)] = []
  /// The user's own marks that are still to be written over those of others.
  private var ownMarks: [(mark: SaleMark, photos: [Photo])] = []
  private var isWorking = false
  private var work: (any Cancellable)?

  /// - Parameters:
  ///   - markPhotos: nil if the source's photos cannot be marked.
  ///   - refusal: Why not.
  ///   - entry: Reads what is typed.
  ///   - currency: ISO 4217; assumed until one is typed.
  ///   - rememberCurrency: Called with each currency that differs from the last one; pass it to `currencyRecalled(_:)`
  ///     at the next start.
  ///   - prices: How prices are written.
  ///   - keys: Those that its texts name.
  ///   - history: Where marks are registered for undo.
  public init(
    markPhotos: (any MarkPhotosUseCase)?, refusal: SidecarError = .notOwn,
    entry: any PriceEntry, currency: String?,
    rememberCurrency: @escaping (String) -> Void = { _ in }, prices: PriceText = PriceText(),
    keys: KeyHints = KeyHints(), history: UndoHistory
  ) {
    self.markPhotos = markPhotos
    self.refusal = refusal
    self.rememberCurrency = rememberCurrency
    self.entry = entry
    self.currency = currency
    self.prices = prices
    self.keys = keys
    self.history = history
  }
}

// MARK: Inputs

extension SaleMarkViewModel {
  /// Call when the user marks photos for sale; the price is then asked for, also while the photos are on their way.
  public func forSalePressed(_ photos: PhotoGathering) {
    guard !photos.isGathered || !photos.photos.isEmpty, canMark() else { return }
    asked = photos
    askClosure?(question(photos))
  }

  /// Call with the answer to the question for the price, or nil if the user cancelled it.
  ///
  /// An empty text means for sale without a price, `-` removes the mark. A text with a fault does nothing.
  public func priceAnswered(_ text: String?) {
    let asked = asked
    self.asked = nil
    guard let text, let asked, fault(of: text) == nil else { return }
    asked.whenGathered { [weak self] in self?.mark($0, atPrice: text) }
  }

  private func mark(_ photos: [Photo], atPrice text: String) {
    guard !photos.isEmpty else { return }
    if Self.isTakingAway(text) { return mark(photos, as: SaleMark(status: .unstated)) }
    let price = try? entry.price(text, currency: currency)
    if let typed = price?.currency, typed != currency {
      currency = typed
      rememberCurrency(typed)
    }
    mark(photos, as: SaleMark(status: .forSale, price: price))
  }

  /// Call with the currency that was last typed in an earlier run; it is assumed from now on.
  public func currencyRecalled(_ code: String) {
    currency = code
    updateQuestionClosure?()
  }

  /// Call when the user marks photos as not for sale.
  public func notForSalePressed(_ photos: [Photo]) {
    guard !photos.isEmpty, canMark() else { return }
    mark(photos, as: SaleMark(status: .notForSale))
  }

  /// Call when the user does not want to wait any longer: the photo that is being marked is the last. Photos that were
  /// marked until then stay marked, and are undone together.
  public func stop() { work?.cancel() }
}

// MARK: Outputs

extension SaleMarkViewModel {
  /// What is being asked, as far as the photos are known; nil while nothing is. More is known of them from frame to frame.
  public var question: SaleMarkQuestion? { asked.map(question) }

  /// What is wrong with a price as it is typed, in a few words; nil if it can be used.
  public func fault(of text: String) -> String? {
    if Self.isTakingAway(text) { return nil }
    do throws(PriceEntryFault) {
      _ = try entry.price(text, currency: currency)
      return nil
    } catch {
      return SaleMarkText.fault(error, of: text, currency: currency)
    }
  }

  private static func isTakingAway(_ text: String) -> Bool {
    text.filter { $0 != " " } == "-"
  }
}

extension SaleMarkViewModel {
  private func canMark() -> Bool {
    guard markPhotos != nil else {
      showNoticeClosure?(SaleMarkText.message(refusal, keys: keys))
      return false
    }
    guard !isWorking else {
      showNoticeClosure?("Still marking photos")
      return false
    }
    return true
  }

  private func question(_ gathering: PhotoGathering) -> SaleMarkQuestion {
    // What they cost now only their files say.
    let photos = gathering.isGathered ? gathering.photos : []
    let price = photos.first?.price
    let isShared = photos.allSatisfy { $0.price == price && $0.saleStatus == .forSale }
    return SaleMarkQuestion(
      title: "\(SaleMarkText.subject(gathering)) · empty for no price, - to unmark",
      text: isShared ? price.map { "\($0.amount) \($0.currency ?? "")" } ?? "" : "",
      placeholder: "120 \(currency ?? "EUR")")
  }

  private func mark(_ photos: [Photo], as mark: SaleMark) {
    guard let markPhotos, !isWorking else { return }
    begin(photos.count, "marking")
    let work = markPhotos.execute(
      photos, as: mark, progress: { [weak self] in self?.advance($0) },
      completion: { [weak self] in self?.finish($0, of: photos, mark) })
    if isWorking { self.work = work }
  }

  private func finish(_ result: MarkedPhotos, of photos: [Photo], _ mark: SaleMark) {
    end()
    let changed = result.marked.filter(\.isChanged)
    if !changed.isEmpty { registerUndo(of: changed, mark) }
    let changedPhotos = changed.map(\.photo) + result.conflicts
    if !changedPhotos.isEmpty { photosChangedClosure?(changedPhotos) }
    let decided = Set(result.marked.map(\.photo.id) + result.conflicts.map(\.id))
    undecided.removeAll { decided.contains($0.photo.id) }
    undecided += result.conflicts.map { (photo: $0, own: mark) }
    let failureText = result.firstError.map {
      failure($0, count: result.failureCount, of: photos.count)
    }
    tell(result, changed, of: photos, mark, failureText)
    if ownMarks.isEmpty { askAboutConflicts(after: failureText) } else { writeNextOwn() }
  }

  private func tell(
    _ result: MarkedPhotos, _ changed: [MarkedPhoto], of photos: [Photo], _ mark: SaleMark,
    _ failureText: String?
  ) {
    if let failureText {
      showFailureClosure?(failureText)
    } else if result.marked.isEmpty, !result.conflicts.isEmpty {
      return
    } else if result.wasCancelled {
      showNoticeClosure?(
        "Marked \(CountText.grouped(changed.count)) of \(CountText.photos(photos.count)) · \(keys.undo) to undo"
      )
    } else if changed.isEmpty {
      showNoticeClosure?(SaleMarkText.already(photos, mark))
    } else {
      showNoticeClosure?(
        "\(SaleMarkText.done(changed.map(\.photo), mark, prices: prices)) · \(keys.undo) to undo")
    }
  }

  // MARK: What others have marked

  private func askAboutConflicts(after failureText: String?) {
    guard !undecided.isEmpty else { return }
    askAboutConflictsClosure?(
      ConflictQuestion(
        text: joined([failureText, SaleMarkText.conflict(undecided.map(\.photo))], by: ". "),
        writeOwn: { [weak self] in self?.writeOwn() },
        keepTheirs: { [weak self] in self?.undecided = [] }))
  }

  /// Only over what the question showed: what has changed again since is asked about again.
  private func writeOwn() {
    // Asked about again at the end of what is being marked.
    guard !isWorking else { return }
    for (photo, mark) in undecided {
      if let index = ownMarks.firstIndex(where: { $0.mark == mark }) {
        ownMarks[index].photos.append(photo)
      } else {
        ownMarks.append((mark: mark, photos: [photo]))
      }
    }
    undecided = []
    writeNextOwn()
  }

  private func writeNextOwn() {
    guard !ownMarks.isEmpty else { return }
    let (mark, photos) = ownMarks.removeFirst()
    self.mark(photos, as: mark)
  }

  private func registerUndo(of marks: [MarkedPhoto], _ mark: SaleMark) {
    let text = SaleMarkText.undo(marks.map(\.photo), mark)
    history.register(text) { [weak self] in
      self?.takeBack(marks, mark)
      return text
    }
  }

  /// Marks that could not be taken back, or not before the user stopped it, can be undone once more.
  private func takeBack(_ marks: [MarkedPhoto], _ mark: SaleMark) {
    guard let markPhotos else { return }
    begin(marks.count, "undoing")
    let work = markPhotos.takeBack(
      marks, progress: { [weak self] in self?.advance($0) },
      completion: { [weak self] result in
        guard let self else { return }
        end()
        let restored = Set(result.photos.map(\.id))
        let left = marks.filter { !restored.contains($0.photo.id) }
        if !left.isEmpty { registerUndo(of: left, mark) }
        if !result.photos.isEmpty { photosChangedClosure?(result.photos) }
        if let error = result.firstError {
          showFailureClosure?(failure(error, count: result.failureCount, of: marks.count))
        }
      })
    if isWorking { self.work = work }
  }

  private func failure(_ error: SidecarError, count: Int, of total: Int) -> String {
    let message = SaleMarkText.message(error, keys: keys)
    return total == 1
      ? message
      : "Can't mark \(CountText.grouped(count)) of \(CountText.photos(total)). \(message)"
  }

  // MARK: Progress

  private func begin(_ count: Int, _ label: String) {
    isWorking = true
    guard count > 1 else { return }
    progress = BatchProgress(doneCount: 0, totalCount: count, label: label)
    updateProgressClosure?()
  }

  private func advance(_ count: Int) {
    guard progress != nil else { return }
    progress?.doneCount = count
    updateProgressClosure?()
  }

  private func end() {
    isWorking = false
    work = nil
    guard progress != nil else { return }
    progress = nil
    updateProgressClosure?()
  }
}
