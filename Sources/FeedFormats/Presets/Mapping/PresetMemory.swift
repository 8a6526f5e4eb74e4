import Foundation

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
