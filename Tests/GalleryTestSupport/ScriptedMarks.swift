import GalleryDomain

/// Marks that are answered on the test's command.
public final class ScriptedMarks: MarkPhotosUseCase {
  public struct Call {
    public var photos: [Photo]
    public var mark: SaleMark
    public var progress: (Int) -> Void
    public var complete: (MarkedPhotos) -> Void
  }

  public private(set) var calls: [Call] = []
  /// How many marks were undone in each call.
  public private(set) var takenBack: [Int] = []
  public private(set) var cancelCount = 0
  /// Whether marks are answered within the call.
  public var answersAtOnce = true
  public var restoreError: SidecarError?

  public init() {}

  public func execute(
    _ photos: [Photo], as mark: SaleMark, progress: @escaping (Int) -> Void,
    completion: @escaping (MarkedPhotos) -> Void
  ) -> any Cancellable {
    calls.append(Call(photos: photos, mark: mark, progress: progress, complete: completion))
    if answersAtOnce { completion(Self.marked(photos, mark)) }
    return Cancelling { [weak self] in self?.cancelCount += 1 }
  }

  public func takeBack(
    _ marks: [MarkedPhoto], progress: @escaping (Int) -> Void,
    completion: @escaping (RestoredPhotos) -> Void
  ) -> any Cancellable {
    takenBack.append(marks.count)
    var restored = RestoredPhotos(
      photos: marks.map {
        var photo = $0.photo
        photo.saleStatus = .unstated
        photo.price = nil
        return photo
      })
    if let restoreError {
      restored = RestoredPhotos(firstError: restoreError, failureCount: marks.count)
    }
    completion(restored)
    return Cancelling {}
  }

  public static func marked(_ photos: [Photo], _ mark: SaleMark, isChanged: Bool = true)
    -> MarkedPhotos
  {
    MarkedPhotos(
      marked: photos.map { photo in
        var changed = photo
        changed.saleStatus = mark.status
        changed.price = mark.price
        return MarkedPhoto(photo: changed, isChanged: isChanged) { photo }
      })
  }
}

private final class Cancelling: Cancellable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  func cancel() { action() }
}

/// Whole numbers, optionally followed by a space and a code.
public struct WholePrices: PriceEntry {
  public init() {}

  public func price(_ text: String, currency: String?) throws(PriceEntryFault) -> Price? {
    if text.isEmpty { return nil }
    let parts = text.split(separator: " ").map(String.init)
    guard let amount = parts.first, Int(amount) != nil else { throw .noAmount }
    guard let code = parts.dropFirst().first ?? currency else { throw .noCurrency }
    return Price(amount: amount, currency: code)
  }
}
