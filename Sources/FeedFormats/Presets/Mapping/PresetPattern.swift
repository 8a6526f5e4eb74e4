import Foundation

/// A regular expression of a preset (ICU's syntax), compiled once.
struct PresetPattern: Hashable, Sendable {
  let text: String
  private let expression: NSRegularExpression

  /// How many bytes of a text are read.
  static let byteLimit = 64 << 10
  /// The maximum number of steps per match: the states that ICU keeps for backtracking, which it reports per 10,000.
  /// One pass over a text of 64 kB takes 75,000; half a million take about 12 ms.
  private static let stepLimit = 500_000
  private static let stepsOfReport = 10_000

  init(_ text: String) throws(PresetSyntaxFault) {
    let options: NSRegularExpression.Options = [.dotMatchesLineSeparators]
    // Searching would report every character; the text before the match is therefore part of the pattern.
    do {
      let isWhole =
        try NSRegularExpression(pattern: text, options: options).numberOfCaptureGroups == 0
      let pattern = "\\A(?s:.*?)" + (isWhole ? "(\(text))" : "(?:\(text))")
      expression = try NSRegularExpression(pattern: pattern, options: options)
    } catch {
      throw PresetSyntaxFault("\"\(text)\" is not a valid regular expression")
    }
    self.text = text
  }

  /// - Returns: The first group of the first match, or the whole match if there are no groups; nil also if it takes too many
  ///   steps.
  func match(in text: String) -> String? {
    let text =
      text.utf8.count <= Self.byteLimit
      ? text : String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self)
    var match: String?
    var stepCount = 0
    expression.enumerateMatches(
      in: text, options: .reportProgress, range: NSRange(text.startIndex..., in: text)
    ) { result, _, stop in
      if let result {
        match = Range(result.range(at: 1), in: text).map { String(text[$0]) }
      } else {
        stepCount += Self.stepsOfReport
      }
      if result != nil || stepCount > Self.stepLimit { stop.pointee = true }
    }
    return match
  }

  static func == (left: PresetPattern, right: PresetPattern) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
