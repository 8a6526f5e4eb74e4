import GalleryDomain

/// Why an order was not placed, in words: what happened, and what to do. What was typed is still there.
enum OrderErrorText {
  /// - Parameter items: What was ordered, for the names of photos.
  static func message(for error: OrderError, items: [BasketItem]) -> String {
    switch error {
    case .unreachable(let cause):
      return "\(ErrorText.state(for: cause).title). \(again(after: cause))"
    case .refused(let host, let status, let message):
      let reason = message.map { $0.isEmpty ? "" : ": \(ErrorText.start($0, 120))" } ?? ""
      return "\(ErrorText.short(host)) refused the order (\(status))\(reason). "
        + ((500..<600).contains(status)
          ? "Trying again later sends the same order, under the same number"
          : "Correct the order, or ask the seller")
    case .notUnderstood(let host, let beginning):
      let start = beginning.isEmpty ? "it is empty" : "it begins with \(ErrorText.start(beginning))"
      return "Unexpected answer from \(ErrorText.short(host)): \(start). "
        + "Ask the seller whether the order arrived"
    case .notSold(let ids):
      let ids = Set(ids)
      let named = OrderText.names(of: items.filter { ids.contains($0.id) })
      return "The shop has no link for \(named.isEmpty ? "these photos" : named). "
        + "Remove them from the basket to order the rest"
    case .unwritable(let path):
      return "Can't write \(ErrorText.short(path, 48)). "
        + "Check the disk space and permissions, then place the order again"
    case .cancelled: return "The order was not placed"
    }
  }

  private static func again(after cause: PhotoSourceError) -> String {
    switch cause {
    case .hostNotFound, .connectionFailed, .noNetwork:
      "Check the connection, then place the order again"
    case .certificateInvalid: "Nothing was sent. Ask the seller"
    case .redirectRefused, .privateAddressRefused: "Nothing was ordered. Ask the seller"
    default: "The order may have arrived. Trying again sends the same order, under the same number"
    }
  }
}
