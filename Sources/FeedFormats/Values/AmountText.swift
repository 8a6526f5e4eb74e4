/// An amount with decimal and group separators, as the price tags of many countries write it.
enum AmountText {
  /// `1,299.00`, `1.299,00`, `1 299,00`, `1'299.00`, `12,50` → digits with a point, the digits kept.
  ///
  /// - Parameter minorUnitDigits: Of the currency; nil where it is not known.
  /// - Returns: nil where one separator before three digits could be either, as in `1.299`.
  static func amount(_ text: String, minorUnitDigits: Int?) -> String? {
    let parts = text.split(
      omittingEmptySubsequences: false, whereSeparator: { !("0"..."9").contains($0) }
    ).map(String.init)
    let signs = text.filter { !("0"..."9").contains($0) }.map { sign($0) }
    guard let last = parts.last, parts.allSatisfy({ DecimalText.isDigits($0) }) else { return nil }
    guard let decimalSign = signs.last else { return last }
    let groupSigns = Set(signs.dropLast())
    guard groupSigns.count <= 1 else { return nil }

    if groupSigns.contains(decimalSign) || decimalSign == " " {
      return isGrouped(parts) ? parts.joined() : nil
    }
    if !groupSigns.isEmpty {
      return isGrouped(parts.dropLast()) ? parts.dropLast().joined() + "." + last : nil
    }
    return single(decimalSign, whole: parts[0], rest: last, digits: minorUnitDigits)
  }

  /// A point or a comma, and only one.
  private static func single(
    _ sign: Character, whole: String, rest: String, digits: Int?
  ) -> String? {
    let decimal = whole + "." + rest
    let couldBeGroup = rest.utf8.count == 3 && whole.utf8.count <= 3 && whole.utf8.first != 0x30
    guard couldBeGroup else { return decimal }
    switch (sign, digits) {
    // Machines write a point; where there are three digits to a unit it is one.
    case (".", 3): return decimal
    // Nobody writes mills behind a comma.
    case (",", 0), (",", 2): return whole + rest
    default: return nil
    }
  }

  private static func isGrouped(_ parts: some Collection<String>) -> Bool {
    guard let first = parts.first, (1...3).contains(first.utf8.count) else { return false }
    return parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
  }

  /// Spaces of all widths and apostrophes only ever group.
  private static func sign(_ character: Character) -> Character {
    character == "." || character == "," ? character : " "
  }
}
