import Foundation

/// A regular expression of a preset (ICU's syntax), compiled once.
struct PresetPattern: Hashable, Sendable {
  let text: String
  private let expression: NSRegularExpression

  /// Characters looked at; a pattern that backtracks must not do so over a whole page.
  private static let textLimit = 2_000

  init(_ text: String) throws(PresetSyntaxFault) {
    do {
      expression = try NSRegularExpression(pattern: text, options: [.dotMatchesLineSeparators])
    } catch {
      throw PresetSyntaxFault("\"\(text)\" is not a valid regular expression")
    }
    self.text = text
  }

  /// The first group of the first match, or the match where there are no groups; nil without a match.
  func match(in text: String) -> String? {
    let text = String(text.prefix(Self.textLimit))
    let whole = NSRange(text.startIndex..., in: text)
    guard let match = expression.firstMatch(in: text, range: whole) else { return nil }
    let range = match.range(at: match.numberOfRanges > 1 ? 1 : 0)
    return Range(range, in: text).map { String(text[$0]) }
  }

  static func == (left: PresetPattern, right: PresetPattern) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
