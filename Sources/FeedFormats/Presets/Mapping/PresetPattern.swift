import Foundation

/// A regular expression of a preset (ICU's syntax), compiled once.
struct PresetPattern: Hashable, Sendable {
  let text: String
  private let expression: NSRegularExpression

  /// How many bytes of a text are read: as many as are decoded of the longest one.
  static let byteLimit = 256 * 1_024
  /// The maximum number of steps per match: the states that ICU keeps for backtracking, which it reports per 10,000.
  /// One pass over a text of 256 kB takes 300,000; two million take about 50 ms.
  private static let stepLimit = 2_000_000
  private static let stepsOfReport = 10_000

  enum Outcome: Hashable {
    /// The first group of the first match, or the whole match if there are no groups.
    case match(String)
    case noMatch
    /// The pattern backtracks over the text without an end in sight.
    case tooManySteps
  }

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
        // The backtracking stack has grown beyond 8 MB.
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

/// What is remembered while one response is read.
final class PresetMemory {
  /// How often patterns took too many steps.
  private var failures: [PresetPattern: Int] = [:]
  /// Joined responses as values: a hundred items may share one of 4 MB. Of those that don't fit only the last one.
  private var values: [URL: JSONValue?] = [:]
  private var last: (url: URL, value: JSONValue?)?
  private var bytesLeft = PresetDocument.byteLimit

  /// A pattern that took too many steps this often is skipped, so that the steps of a page are limited, too.
  private static let failureLimit = 10

  func match(_ pattern: PresetPattern, in text: String) -> String? {
    guard failures[pattern, default: 0] < Self.failureLimit else { return nil }
    switch pattern.match(in: text) {
    case .match(let found): return found
    case .noMatch: return nil
    case .tooManySteps:
      failures[pattern, default: 0] += 1
      return nil
    }
  }

  /// A joined response; nil if there is none, or if it isn't JSON.
  func value(at url: URL, in joined: [URL: [UInt8]]) -> JSONValue? {
    if let known = values[url] { return known }
    if let last, last.url == url { return last.value }
    guard let body = joined[url] else { return nil }
    let value = JSONValue(bytes: body)
    last = (url, value)
    if body.count <= bytesLeft {
      bytesLeft -= body.count
      values[url] = .some(value)
    }
    return value
  }
}
