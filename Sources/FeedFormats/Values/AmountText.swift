/// An amount with decimal and group separators, as written on price tags in many countries.
enum AmountText {
  /// `1,299.00`, `1.299,00`, `1 299,00`, `1'299.00`, `12,50`, India's `1,23,456.00` → digits with a point, the digits kept.
  ///
  /// - Parameter minorUnitDigits: The number of decimals of the currency; nil if unknown.
  /// - Returns: nil if a single separator before three digits is ambiguous, as in `1.299`.
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
      return isGrouped(parts, by: decimalSign) ? parts.joined() : nil
    }
    if let groupSign = groupSigns.first {
      return isGrouped(parts.dropLast(), by: groupSign)
        ? parts.dropLast().joined() + "." + last : nil
    }
    return single(decimalSign, whole: parts[0], rest: last, digits: minorUnitDigits)
  }

  /// A single point or comma.
  private static func single(
    _ sign: Character, whole: String, rest: String, digits: Int?
  ) -> String? {
    let decimal = whole + "." + rest
    let couldBeGroup = rest.utf8.count == 3 && whole.utf8.count <= 3 && whole.utf8.first != 0x30
    guard couldBeGroup else { return decimal }
    switch (sign, digits) {
    // Programs write a decimal point; if the currency has three decimals, it is one.
    case (".", 3): return decimal
    // Three decimals after a comma are not in use.
    case (",", 0), (",", 2): return whole + rest
    default: return nil
    }
  }

  /// In groups of thousands, or, with commas, as in India: thousands, then lakhs and crores with two digits.
  private static func isGrouped(_ parts: some BidirectionalCollection<String>, by sign: Character)
    -> Bool
  {
    guard let first = parts.first, let last = parts.last, (1...3).contains(first.utf8.count) else {
      return false
    }
    let others = parts.dropFirst()
    if others.allSatisfy({ $0.utf8.count == 3 }) { return true }
    return sign == "," && first.utf8.count <= 2 && last.utf8.count == 3
      && others.dropLast().allSatisfy { $0.utf8.count == 2 }
  }

  /// Spaces of all widths and apostrophes always group.
  private static func sign(_ character: Character) -> Character {
    character == "." || character == "," ? character : " "
  }
}
