import Foundation

/// The result of placing an order.
public struct PlacedOrder: Hashable, Sendable {
  /// The shop's own number if it gave one, otherwise ours; cleaned.
  public let number: String
  public let outcome: Outcome

  public enum Outcome: Hashable, Sendable {
    /// Links that put the chosen items into the shop's own cart, where the user continues.
    case checkout([CheckoutLink])
    /// The server has accepted the order. `message` is its text, `page` the URL of a page about the order.
    case accepted(host: String, message: String?, page: URL?)
    /// The order as files. `mail` is an e-mail with the complete order, addressed to `recipient` if the seller gave an
    /// address.
    case written(mail: FileReference, recipient: String?)
  }

  public init(number: String, outcome: Outcome) {
    self.number = number
    self.outcome = outcome
  }
}

/// A link into a shop's cart.
public struct CheckoutLink: Hashable, Sendable {
  public let url: URL
  /// The photos that the link puts into the cart.
  public let photoIDs: [Photo.ID]

  public init(url: URL, photoIDs: [Photo.ID]) {
    self.url = url
    self.photoIDs = photoIDs
  }
}

/// Why an order was not placed. The form and the basket stay as they are.
public enum OrderError: Error, Hashable, Sendable {
  /// No part of the order left this computer, so nothing was ordered.
  case notSent(PhotoSourceError)
  /// The server refused the order with a status that means nothing was ordered. `message` is the server's text,
  /// cleaned.
  case refused(host: String, status: Int, message: String?)
  /// The order was sent, but its outcome is unknown: it may have been placed.
  case unanswered(RecordedOrder, OrderUncertainty)
  /// An earlier order at the same server has no answer yet. Nothing was sent; the user has to settle the earlier order
  /// first.
  case unsettled(RecordedOrder)
  /// Another instance of Vitrine is sending an order.
  case busy
  /// The order to ask about again is already settled, or no longer remembered.
  case noLongerOpen
  /// Some photos have no cart link in this shop.
  case notSold(photoIDs: [Photo.ID])
  /// The order's files could not be written.
  case unwritable(path: String)
  /// Cancelled before anything was sent.
  case cancelled
}

/// Why the outcome of an order is unknown.
public enum OrderUncertainty: Hashable, Sendable {
  /// There was no response, or a redirect that must not be followed.
  case lost(PhotoSourceError)
  /// A response that does not say whether the order was placed; `message` is the server's text, cleaned.
  case failed(host: String, status: Int, message: String?)
  /// The response is not in the expected format; `beginning` holds its first characters.
  case notUnderstood(host: String, beginning: String)
}
