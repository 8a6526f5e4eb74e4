import GalleryDomain

/// Why an order was not placed, in words: what happened, and what to do. What was typed is still there.
enum OrderErrorText {
  /// - Parameter items: What was ordered, for the names of photos.
  static func message(for error: OrderError, items: [BasketItem]) -> String {
    switch error {
    case .unreachable(let cause):
      return "\(ErrorText.state(for: cause).title). \(again(after: cause))"
    case .refused(let host, let status, let message):
      let reason = message.map { $0.isEmpty ? "" : ": \(ErrorText.short($0, 120))" } ?? ""
      return "\(ErrorText.short(host)) refuses the order (\(status))\(reason). "
        + ((500..<600).contains(status)
          ? "Place it again later; it is ordered once"
          : "Correct what it says, or ask the seller")
    case .notUnderstood(let host, let beginning):
      let start = beginning.isEmpty ? "it is empty" : "it begins with \(ErrorText.start(beginning))"
      return "What \(ErrorText.short(host)) answers is no answer to an order: \(start). "
        + "Ask the seller whether the order is there"
    case .notSold(let ids):
      let ids = Set(ids)
      let named = OrderText.names(of: items.filter { ids.contains($0.id) })
      return "The shop has no link for \(named.isEmpty ? "these photos" : named). "
        + "Take them out of the basket to order the rest"
    case .unwritable(let path):
      return "\(ErrorText.short(path, 48)) could not be written. "
        + "Look for room and permission there, then place the order again"
    case .cancelled: return "The order was not placed. Place it again when you like"
    }
  }

  private static func again(after cause: PhotoSourceError) -> String {
    switch cause {
    case .hostNotFound, .connectionFailed, .noNetwork:
      "Check the connection, then place the order again"
    case .certificateInvalid: "Nothing was sent. Ask the seller"
    case .redirectRefused, .privateAddressRefused: "Nothing was ordered. Ask the seller"
    default: "The order may have arrived. Place it again: it is ordered once"
    }
  }
}
