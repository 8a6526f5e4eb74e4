/// Numbers as users read them.
///
/// Grouped with commas in every locale, because the words around them are English.
public enum CountText {
  /// `55,697`.
  public static func grouped(_ number: Int) -> String {
    (number < 0 ? "-" : "") + grouped(digits: "\(number.magnitude)")
  }

  static func grouped(digits: some StringProtocol) -> String {
    var text = ""
    let count = digits.count
    for (index, digit) in digits.enumerated() {
      if index > 0, (count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// `1 photo`, `60 photos`.
  public static func photos(_ count: Int) -> String { self.count(count, "photo") }

  /// `1 file`, `2,000 files`.
  public static func count(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `60 photos`, `8 photos, 3 of them not shown`; `photos` while it is not known how many there will be.
  static func photos(_ gathering: PhotoGathering) -> String {
    let count = gathering.count
    return joined(
      [
        count > 0 || gathering.isOver ? photos(count) : "photos",
        SelectionText.notShown(gathering.hiddenCount, of: count),
      ], by: ", ")
  }

  /// `60 of 55,697 photos`, or `60 photos` when these are all.
  ///
  /// - Parameter total: nil if the source does not state it; then a plus sign follows the number.
  public static func photos(loaded: Int, of total: Int?) -> String {
    guard let total else { return "\(grouped(loaded))+ photos" }
    return loaded == total ? photos(total) : "\(grouped(loaded)) of \(photos(total))"
  }

  /// `60 of 55,697`, if there is no room for the noun.
  public static func short(loaded: Int, of total: Int?) -> String {
    guard let total else { return "\(grouped(loaded))+" }
    return loaded == total ? grouped(total) : position(loaded, of: total)
  }

  /// `12 found of 300 searched`, or `12 found of 300 photos` when these are all; without a kind
  /// `12 of 300 searched`. While a known number of photos is searched to its end, `12 matches, 3% searched`, and
  /// `no match, 3% searched`.
  ///
  /// - Parameter total: How many photos will be searched; nil if that is not known.
  public static func filtered(
    _ count: Int, _ kind: String, of looked: Int, total: Int? = nil, isAll: Bool
  ) -> String {
    if let total, !isAll {
      let kind = kind.isEmpty ? (count == 1 ? "match" : "matches") : kind
      let found = count == 0 ? "no match" : "\(grouped(count)) \(kind)"
      return "\(found), \(percent(looked, of: total)) searched"
    }
    return
      "\(grouped(count))\(kind.isEmpty ? "" : " \(kind)") of \(isAll ? photos(looked) : grouped(looked) + " searched")"
  }

  /// Where the user is: `12/60`, counted from 1.
  static func position(row: Int, of total: Int) -> String {
    "\(grouped(row + 1))/\(grouped(total))"
  }

  /// `24%`, rounded down, so that it is never all before the end.
  static func percent(_ number: Int, of total: Int) -> String {
    "\(number >= total ? 100 : Int(Double(number) * 100 / Double(total)))%"
  }

  /// `20 of 73`.
  public static func position(_ number: Int, of total: Int) -> String {
    "\(grouped(number)) of \(grouped(total))"
  }

  /// `812 bytes`, `3.4 MB (3,412,345 bytes)`; in decimal units, as on memory cards.
  static func bytes(_ count: Int) -> String {
    guard count >= 1_000 else { return size(count) }
    let (value, unit) = scaled(count, below: 999.95)
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit) (\(grouped(count)) bytes)"
  }

  /// `812 bytes`, `3.4 MB`, `48 MB`; in decimal units.
  public static func size(_ count: Int) -> String {
    guard count >= 1_000 else { return self.count(count, "byte") }
    let (value, unit) = scaled(count, below: 999.5)
    let tenths = Int((value * 10).rounded())
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
  }

  /// - Parameter limit: What would be rounded to 1,000, which is 1 of the next unit.
  private static func scaled(_ count: Int, below limit: Double) -> (Double, unit: String) {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    var (value, unit) = (Double(count) / 1_000, 0)
    while value >= limit, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    return (value, units[unit])
  }

  /// `4 posts without a picture · 3 unreadable`, `1 unreadable: old.jpg (broken link)`; nil for none.
  ///
  /// - Parameters:
  ///   - count: All items that were left out, including those without a picture.
  ///   - pictureless: Those of them that have no picture.
  ///   - known: The unreadable ones that are known, which the log names, too.
  public static func skipped(
    _ count: Int, pictureless: Int = 0, known: [SkippedItem] = []
  ) -> String? {
    let unreadable = unreadable(count - pictureless).map { text in
      guard let first = known.first else { return text }
      return count - pictureless == 1
        ? "\(text): \(first.name) (\(first.reason))" : "\(text) (named in vitrine.log)"
    }
    let text = joined([self.pictureless(pictureless), unreadable], by: " · ")
    return text.isEmpty ? nil : text
  }

  static func pictureless(_ count: Int) -> String? {
    count > 0 ? "\(self.count(count, "post")) without a picture" : nil
  }

  static func unreadable(_ count: Int) -> String? {
    count > 0 ? "\(grouped(count)) unreadable" : nil
  }
}

/// The parts that aren't nil or empty, on one line.
func joined(_ parts: [String?], by separator: String) -> String {
  parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
}
