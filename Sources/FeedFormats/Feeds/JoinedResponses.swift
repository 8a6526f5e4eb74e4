import Foundation
import Synchronization

/// The responses for `FeedFormat.joins(of:on:in:)`, by requested URL.
///
/// Each is parsed once, however many items need it and however often: a hundred may share one of 4 MB.
public struct JoinedResponses: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  private var bodies: [URL: [UInt8]]
  private var parsed = ParsedResponses()

  public init(dictionaryLiteral elements: (URL, [UInt8])...) {
    bodies = Dictionary(elements) { $1 }
  }

  public init() {
    bodies = [:]
  }

  public var isEmpty: Bool { bodies.isEmpty }

  public var byteCount: Int { bodies.values.reduce(0) { $0 + $1.count } }

  public subscript(url: URL) -> [UInt8]? {
    get { bodies[url] }
    set {
      bodies[url] = newValue
      parsed = ParsedResponses()
    }
  }

  /// Adds responses for further URLs.
  public mutating func add(_ others: [URL: [UInt8]]) {
    bodies.merge(others) { old, _ in old }
  }

  /// A response as JSON; nil if there is none, or if it is something else.
  func value(at url: URL) -> JSONValue? {
    bodies[url].flatMap { parsed.value(of: $0, at: url) }
  }

  /// How often something was parsed.
  var parseCount: Int { parsed.count }

  public static func == (left: JoinedResponses, right: JoinedResponses) -> Bool {
    left.bodies == right.bodies
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(bodies) }
}

/// Values that were parsed, up to a limit; of those beyond it only the last one, which the next item may share.
private final class ParsedResponses: Sendable {
  private struct State {
    var values: [URL: JSONValue?] = [:]
    var last: (url: URL, value: JSONValue?)?
    /// How many more bytes of responses fit.
    var room = PresetDocument.byteLimit
    var count = 0
  }

  private let state = Mutex(State())

  var count: Int { state.withLock(\.count) }

  func value(of body: [UInt8], at url: URL) -> JSONValue? {
    let known = state.withLock { state -> JSONValue?? in
      if let value = state.values[url] { return value }
      return state.last.flatMap { $0.url == url ? .some($0.value) : nil }
    }
    if let known { return known }
    var reader = JSONReader(body, at: body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    let value = try? reader.readValue()
    state.withLock { state in
      state.count += 1
      state.last = (url, value)
      guard body.count <= state.room else { return }
      state.room -= body.count
      state.values[url] = .some(value)
    }
    return value
  }
}
