import Foundation

/// A regular expression of a preset (ICU's syntax), compiled once.
struct PresetPattern: Hashable, Sendable {
  let text: String
  private let expression: NSRegularExpression

  /// Bytes of a text that are looked at: as many as are decoded of the longest one.
  static let byteLimit = 256 * 1_024
  /// Steps of a match before it is given up: the places that ICU keeps to go back to, which it reports by 10,000. A
  /// text of 256 kB that is gone through once takes 300,000; two million take some 50 ms.
  private static let stepLimit = 2_000_000
  private static let stepsOfReport = 10_000

  enum Outcome: Hashable {
    /// The first group of the first match, or the match where there are no groups.
    case match(String)
    case noMatch
    /// The pattern goes back and forth over the text without an end in sight.
    case tooManySteps
  }

  init(_ text: String) throws(PresetSyntaxFault) {
    let options: NSRegularExpression.Options = [.dotMatchesLineSeparators]
    // Searching reports every character besides; so the way to the match is made part of it.
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

  /// - Complexity: At most `stepLimit` steps.
  func match(in text: String) -> Outcome {
    let text = text.utf8.count <= Self.byteLimit ? text : Self.beginning(of: text)
    let whole = NSRange(text.startIndex..., in: text)
    var outcome = Outcome.noMatch
    var reportCount = 0
    expression.enumerateMatches(
      in: text, options: [.reportProgress, .reportCompletion], range: whole
    ) {
      result, flags, stop in
      if let result {
        let range = result.range(at: 1)
        outcome = Range(range, in: text).map { .match(String(text[$0])) } ?? .noMatch
        stop.pointee = true
      } else if flags.contains(.internalError) {
        // What it keeps to go back to has grown beyond 8 MB.
        outcome = .tooManySteps
      } else if flags.contains(.progress) {
        reportCount += 1
        guard reportCount * Self.stepsOfReport > Self.stepLimit else { return }
        outcome = .tooManySteps
        stop.pointee = true
      }
    }
    return outcome
  }

  private static func beginning(of text: String) -> String {
    String(decoding: text.utf8.prefix(byteLimit), as: UTF8.self)
  }

  static func == (left: PresetPattern, right: PresetPattern) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What went wrong with a preset's patterns while an answer was read, which did not stop it.
final class PresetFaults {
  /// Patterns that took too many steps, with how many texts they did so.
  private(set) var patterns: [PresetPattern: Int] = [:]

  /// A pattern that failed so often fails for the rest of the answer: the steps of a page are bounded too.
  private static let failureLimit = 10

  /// Matches, or notes why not.
  func match(_ pattern: PresetPattern, in text: String) -> String? {
    guard patterns[pattern, default: 0] < Self.failureLimit else {
      patterns[pattern, default: 0] += 1
      return nil
    }
    switch pattern.match(in: text) {
    case .match(let found): return found
    case .noMatch: return nil
    case .tooManySteps:
      patterns[pattern, default: 0] += 1
      return nil
    }
  }

  /// For whoever wrote the preset.
  func problems(of preset: Preset) -> [PresetProblem] {
    patterns.sorted { $0.key.text < $1.key.text }.map { pattern, count in
      PresetProblem(
        file: "\(preset.name).toml", key: "match",
        reason: "\"\(pattern.text)\" takes too long on "
          + (count == 1 ? "1 text, which is skipped" : "\(count) texts, which are skipped"))
    }
  }
}
