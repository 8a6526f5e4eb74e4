import GalleryDomain

/// Edits of ratings and sale marks, written at once or on the test's command.
public final class ScriptedSidecars: EditSidecarUseCase {
  public struct Call {
    /// As it is to be.
    public var photo: Photo
    public var former: Photo
    public var complete: (Result<Photo, SidecarError>) -> Void

    public func succeed() { complete(.success(photo)) }
    public func fail(_ error: SidecarError) { complete(.failure(error)) }
  }

  public private(set) var calls: [Call] = []
  /// Whether edits are answered within the call.
  public var answersAtOnce: Bool
  /// What they are answered with then; nil where they are written.
  public var error: SidecarError?

  public init(answersAtOnce: Bool = true) { self.answersAtOnce = answersAtOnce }

  public func execute(
    _ photo: Photo, over former: Photo,
    completion: @escaping (Result<Photo, SidecarError>) -> Void
  ) {
    let call = Call(photo: photo, former: former, complete: completion)
    calls.append(call)
    guard answersAtOnce else { return }
    if let error { call.fail(error) } else { call.succeed() }
  }
}

/// Whole numbers, optionally followed by a space and a code.
public struct WholePrices: PriceEntry {
  public init() {}

  public func price(_ text: String, currency: String?) throws(Complaint) -> Price? {
    if text.isEmpty { return nil }
    let parts = text.split(separator: " ").map(String.init)
    guard let amount = parts.first, Int(amount) != nil else { throw Complaint("enter a number") }
    guard let code = parts.dropFirst().first ?? currency else {
      throw Complaint("Add a currency, e.g. \(text) EUR")
    }
    return Price(amount: amount, currency: code)
  }
}
