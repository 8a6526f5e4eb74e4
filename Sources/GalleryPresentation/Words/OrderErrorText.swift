import GalleryDomain

/// Why an order was not placed, in words: what happened, and what to do. The form keeps what was typed.
///
/// *Nothing was ordered* is said only if that is certain.
enum OrderErrorText {
  /// - Parameter items: The ordered items, for the names of photos.
  static func message(for error: OrderError, items: [BasketItem]) -> String {
    switch error {
    case .notSent(let cause):
      return "\(ErrorText.state(for: cause).title). Nothing was ordered. \(advice(after: cause))"
    case .refused(let host, let status, let message):
      return "\(refusal(host, status, message)). Nothing was ordered. "
        + (status == 429 || (500..<600).contains(status)
          ? "Place it again later" : "Correct the order, or ask the seller")
    case .unanswered(let order, let uncertainty):
      return "\(sentence(uncertainty)). It may have been ordered: ask again, or "
        + "ask the seller about \(order.number)"
    case .unsettled(let order):
      return "Order \(order.number) has no answer yet. Ask again, or say that it did not arrive"
    case .busy:
      return "Another Vitrine is placing an order. Nothing was sent. Retry in a moment"
    case .noLongerOpen:
      return "That order is no longer open. The order history says what became of it"
    case .notSold(let ids):
      let ids = Set(ids)
      let named = OrderText.names(of: items.filter { ids.contains($0.id) })
      return "The shop has no link for \(named.isEmpty ? "these photos" : named). "
        + "Remove them from the basket to order the rest"
    case .unwritable(let path):
      return "Can't write \(ErrorText.short(path, 48)). Nothing was sent. "
        + "Check the disk space and permissions, then place the order again"
    case .cancelled: return "Cancelled. Nothing was ordered"
    }
  }

  /// What happened to an order that may have been placed.
  static func sentence(_ uncertainty: OrderUncertainty) -> String {
    switch uncertainty {
    case .lost(.cancelled): return "Cancelled"
    case .lost(let cause): return ErrorText.state(for: cause).title
    case .failed(let host, let status, let message): return refusal(host, status, message)
    case .notUnderstood(let host, let beginning):
      let start = beginning.isEmpty ? "it is empty" : "it begins with \(ErrorText.start(beginning))"
      return "Unexpected answer from \(ErrorText.short(host)): \(start)"
    }
  }

  private static func refusal(_ host: String, _ status: Int, _ message: String?) -> String {
    let reason = message.map { $0.isEmpty ? "" : ": \(ErrorText.start($0, 120))" } ?? ""
    let verb = status < 500 ? "refused the order" : "failed"
    return "\(ErrorText.short(host)) \(verb) (\(status))\(reason)"
  }

  private static func advice(after cause: PhotoSourceError) -> String {
    switch cause {
    case .hostNotFound, .connectionFailed, .noNetwork, .timedOut:
      "Check the connection, then place the order again"
    default: "Ask the seller"
    }
  }
}
