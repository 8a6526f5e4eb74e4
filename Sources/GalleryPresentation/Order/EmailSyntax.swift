/// Checks whether a text is an e-mail address: RFC 5321, section 4.1.2, with a dot-atom (RFC 5322, section 3.2.3) or a
/// quoted string before the @, and after it a domain name whose labels may be international (RFC 5890), in their
/// Unicode form.
///
/// Stricter than the grammar where mail could not be delivered: a domain contains a dot, does not end in a number, and
/// is not an address literal in brackets.
enum EmailSyntax {
  /// Octets before the @ (RFC 5321, section 4.5.3.1.1).
  private static let localLimit = 64
  /// Octets of the whole address, as it is sent: a path is 256 with its angle brackets (section 4.5.3.1.3).
  static let limit = 254
  /// Octets of a label, as it is sent (RFC 1035, section 2.3.4).
  static let labelLimit = 63

  /// The first fault; nil for a valid address.
  static func fault(of text: String) -> EmailFault? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.first == "\"" else { return plainFault(of: scalars) }
    guard let end = quotedEnd(of: scalars) else {
      return scalars.contains("@") ? .openQuote : .noAt
    }
    let rest = scalars[end...]
    guard let next = rest.first else { return .noAt }
    guard next == "@" else { return .afterQuote }
    return lengthFault(scalars[..<end]) ?? domainFault(rest.dropFirst(), localCount: end)
  }

  private static func plainFault(of scalars: [Unicode.Scalar]) -> EmailFault? {
    guard let at = scalars.firstIndex(of: "@") else {
      return scalars.contains(" ") ? .space : .noAt
    }
    if scalars.contains(" ") { return .space }
    let (local, domain) = (scalars[..<at], scalars[(at + 1)...])
    if domain.contains("@") { return .severalAts }
    if local.isEmpty { return .nothingBefore }
    if let odd = local.first(where: { !isAtomText($0) && $0 != "." }) { return .oddBefore(odd) }
    if hasStrayDot(local) { return .dotBefore }
    return lengthFault(local) ?? domainFault(domain, localCount: local.count)
  }

  private static func lengthFault(_ local: ArraySlice<Unicode.Scalar>) -> EmailFault? {
    local.count > localLimit ? .longBefore : nil
  }

  /// - Parameter localCount: Octets before the @; they are ASCII.
  private static func domainFault(
    _ domain: ArraySlice<Unicode.Scalar>, localCount: Int
  ) -> EmailFault? {
    if domain.isEmpty { return .nothingAfter }
    if domain.contains(" ") { return .space }
    if let odd = domain.first(where: { !isLabelText($0) && $0 != "." }) { return .oddAfter(odd) }
    if hasStrayDot(domain) { return .dotAfter }
    let labels = domain.split(separator: ".")
    guard labels.count > 1, let last = labels.last else { return .noDotAfter }
    if labels.contains(where: { $0.first == "-" || $0.last == "-" }) { return .hyphenAfter }
    if last.allSatisfy(isDigit) { return .numberAtEnd }
    let counts = labels.map(Punycode.octetCount(ofLabel:))
    if counts.contains(where: { $0 > labelLimit }) { return .longLabel }
    let octets = counts.reduce(labels.count - 1, +) + 1 + localCount
    return octets > limit ? .long : nil
  }

  /// The index after the closing quote; nil if it is missing, or a character before it is not allowed.
  ///
  /// `quoted-string` of RFC 5321: printable ASCII and spaces; the character after a `\` is not checked.
  private static func quotedEnd(of scalars: [Unicode.Scalar]) -> Int? {
    var index = 1
    while index < scalars.count {
      switch scalars[index] {
      case "\"": return index + 1
      case "\\":
        guard index + 1 < scalars.count, (" "..."~").contains(scalars[index + 1]) else {
          return nil
        }
        index += 2
      case " "..."~": index += 1
      default: return nil
      }
    }
    return nil
  }

  private static func hasStrayDot(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.first == "." || text.last == "."
      || zip(text, text.dropFirst()).contains { $0 == "." && $1 == "." }
  }

  /// `atext` of RFC 5322.
  private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }
  }

  /// ASCII letters, digits and hyphens; outside ASCII letters, marks and decimal digits, and the joiners that some
  /// scripts need.
  private static func isLabelText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "\u{200C}", "\u{200D}": return true
    case "\0"..."\u{7F}": return false
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    // The middle dot of Catalan names (RFC 5892, appendix A.3).
    default: scalar == "·"
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// What is wrong with an e-mail address.
enum EmailFault: Hashable, Sendable {
  case noAt
  case severalAts
  case nothingBefore
  case nothingAfter
  case space
  /// A character that is not allowed before the @, or after it.
  case oddBefore(Unicode.Scalar)
  case oddAfter(Unicode.Scalar)
  /// A dot at an end, or two in a row.
  case dotBefore
  case dotAfter
  case noDotAfter
  case hyphenAfter
  case numberAtEnd
  case openQuote
  /// Something between the closing quote and the @.
  case afterQuote
  case longBefore
  case longLabel
  case long
}
