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
  private static let failureLimit = 10

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

  /// The first group of the first match, or the whole match if there are no groups.
  ///
  /// - Parameter failures: How often it took too many steps. After a few times it isn't tried, so that the steps of a page are
  ///   limited, too.
  /// - Complexity: At most `stepLimit` steps.
  func match(in text: String, failures: inout Int) -> String? {
    guard failures < Self.failureLimit else { return nil }
    let text =
      text.utf8.count <= Self.byteLimit
      ? text : String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self)
    var match: String?
    var stepCount = 0
    var isTooMuch = false
    expression.enumerateMatches(
      in: text, options: [.reportProgress, .reportCompletion],
      range: NSRange(text.startIndex..., in: text)
    ) { result, flags, stop in
      if let result { match = Range(result.range(at: 1), in: text).map { String(text[$0]) } }
      if flags.contains(.progress) { stepCount += Self.stepsOfReport }
      // An internal error: the backtracking stack has grown beyond 8 MB.
      isTooMuch = isTooMuch || stepCount > Self.stepLimit || flags.contains(.internalError)
      if isTooMuch || result != nil { stop.pointee = true }
    }
    if isTooMuch { failures += 1 }
    return match
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

  func match(_ pattern: PresetPattern, in text: String) -> String? {
    pattern.match(in: text, failures: &failures[pattern, default: 0])
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
