/// The part of an e-mail address that can be checked before it is used: one `@` with something on both sides, a dot after
/// it, and no space. The server that gets the mail checks the rest.
enum EmailSyntax {
  /// The most bytes of an address: a path has 256, with its angle brackets (RFC 5321, section 4.5.3.1.3).
  static let limit = 254

  /// The first fault; nil if there is none.
  static func fault(of text: String) -> EmailFault? {
    if text.contains(where: \.isWhitespace) { return .space }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return .noAt }
    guard parts.count == 2 else { return .severalAts }
    if parts[0].isEmpty { return .nothingBefore }
    if parts[1].isEmpty { return .nothingAfter }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else { return .incomplete }
    return text.utf8.count > limit ? .long : nil
  }
}

/// What is wrong with an e-mail address.
enum EmailFault: Hashable, Sendable, CaseIterable {
  case noAt, severalAts, nothingBefore, nothingAfter, space
  /// No dot after the @, one at an end, or two in a row.
  case incomplete
  case long
}
