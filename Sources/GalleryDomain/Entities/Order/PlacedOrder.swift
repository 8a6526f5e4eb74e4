import Foundation

/// What became of an order.
public struct PlacedOrder: Hashable, Sendable {
  /// The shop's own number where it gives one, else ours; cleaned.
  public let number: String
  public let outcome: Outcome

  public enum Outcome: Hashable, Sendable {
    /// Links that put the chosen items into the shop's own cart; the user goes on there.
    case checkout([CheckoutLink])
    /// The server has taken the order. `message` is what it says, `page` where the order can be looked at.
    case accepted(host: String, message: String?, page: URL?)
    /// The order as files, of which the draft is an e-mail with all of it, and a `mailto:` address that carries what
    /// fits into one.
    case written(draft: FileReference, json: FileReference, text: FileReference, mail: URL)
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

/// Why an order was not placed. What was typed and the basket stay as they are.
public enum OrderError: Error, Hashable, Sendable {
  /// Nothing of the order left this computer, so that nothing was ordered.
  case notSent(PhotoSourceError)
  /// The server refuses the order with a status that says so, and nothing was ordered; `message` is its words,
  /// cleaned.
  case refused(host: String, status: Int, message: String?)
  /// The order left, and it is not known what became of it: it may have been ordered.
  case unanswered(RecordedOrder, OrderUncertainty)
  /// An earlier order at the same server has no answer yet: nothing was sent before the user says what is to become
  /// of that one.
  case unsettled(RecordedOrder)
  /// Another Vitrine is sending an order.
  case busy
  /// The order that was to be asked about again is settled or forgotten.
  case noLongerOpen
  /// Items that the shop's links cannot name.
  case notSold(photoIDs: [Photo.ID])
  /// The order's files could not be written.
  case unwritable(path: String)
  /// Before anything was sent.
  case cancelled
}

/// Why it is not known what became of an order.
public enum OrderUncertainty: Hashable, Sendable {
  /// No answer came, or none that may be followed.
  case lost(PhotoSourceError)
  /// An answer that does not say whether there is an order; `message` is the server's words, cleaned.
  case failed(host: String, status: Int, message: String?)
  /// The answer is none to an order.
  case notUnderstood(host: String, beginning: String)
}
