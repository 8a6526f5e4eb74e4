/// A client's request, as received.
public struct FeedRequest: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// Counted from 0 over the life of the server, in the order of arrival.
  public var number: Int
  /// The connection that it came over, counted from 0.
  public var connection: Int
  public var method: String
  /// With the query; absolute if a client uses the server as a proxy.
  public var target: String
  public var headers: [Field]
  public var body: [UInt8]

  /// Without the query.
  public var path: String {
    String(target.prefix { $0 != "?" })
  }

  /// The items of the query in order, percent-decoded, a plus as a space.
  public var query: [Field] {
    guard let start = target.firstIndex(of: "?") else { return [] }
    return target[target.index(after: start)...].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Field(
        name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The first value of a query item.
  public func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// The first value of a header, ignoring case.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The server as the client addresses it, such as `http://127.0.0.1:40001`, for the URLs in a feed.
  public var origin: String {
    "http://" + (header("Host") ?? "127.0.0.1")
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = [rest.next(), rest.next()].compactMap { $0 }
        let hex = String(decoding: digits, as: UTF8.self)
        bytes.append(UInt8(hex, radix: 16) ?? UInt8(ascii: "?"))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
