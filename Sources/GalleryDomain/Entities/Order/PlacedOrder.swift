import Foundation

/// What became of an order.
public struct PlacedOrder: Hashable, Sendable {
  /// The shop's own number where it gives one, else ours; cleaned.
  public let number: String
  public let outcome: Outcome

  public enum Outcome: Hashable, Sendable {
    /// Links that put the chosen items into the shop's own cart; the person goes on there.
    case checkout([CheckoutLink])
    /// The server has taken the order. `message` is what it says, `page` where the order can be looked at.
    case accepted(host: String, message: String?, page: URL?)
    /// The order as files, and a `mailto:` address that carries it.
    case written(json: FileReference, text: FileReference, mail: URL)
  }

  public init(number: String, outcome: Outcome) {
    self.number = number
    self.outcome = outcome
  }
}

/// A link into a shop's cart.
public struct CheckoutLink: Hashable, Sendable {
  public let url: URL
  /// The photos that it is for.
  public let photoIDs: [Photo.ID]

  public init(url: URL, photoIDs: [Photo.ID]) {
    self.url = url
    self.photoIDs = photoIDs
  }
}

/// Why an order was not placed. Nothing is lost: it can be tried again as it is.
public enum OrderError: Error, Hashable, Sendable {
  /// The server could not be asked, or did not answer; it may or may not have the order.
  case unreachable(PhotoSourceError)
  /// The server refuses the order; `message` is its words, cleaned.
  case refused(host: String, status: Int, message: String?)
  /// The answer is none to an order.
  case notUnderstood(host: String, beginning: String)
  /// Items that the shop's links cannot name.
  case notSold(photoIDs: [Photo.ID])
  /// The order's files could not be written.
  case unwritable(path: String)
  case cancelled
}
