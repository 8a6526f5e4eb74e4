import GalleryDomain

/// Marks that are answered on the test's command.
public final class ScriptedMarks: EditSidecarUseCase {
  public struct Call {
    /// With the mark that it is to have.
    public var photo: Photo
    public var former: SaleMark
    public var complete: (Result<EditedPhoto, SidecarError>) -> Void

    public var mark: SaleMark { photo.saleMark }

    /// - Parameter isChanged: False if it had this mark already.
    public func succeed(isChanged: Bool = true) {
      complete(.success(EditedPhoto(photo, isChanged: isChanged)))
    }
  }

  public private(set) var calls: [Call] = []
  /// Whether marks are answered within the call.
  public var answersAtOnce = true
  /// What marks are answered with then; nil where they are written.
  public var error: SidecarError?

  public init() {}

  public func execute(
    _ photo: Photo, over former: Photo,
    completion: @escaping (Result<EditedPhoto, SidecarError>) -> Void
  ) {
    let call = Call(photo: photo, former: former.saleMark, complete: completion)
    calls.append(call)
    guard answersAtOnce else { return }
    if let error { completion(.failure(error)) } else { call.succeed() }
  }
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
