import FeedFormats
import Foundation
import GalleryDomain

/// The rows of a response in the format JSONCompact, or the reason why there are none.
struct ClickHouseAnswer: Sendable {
  let rows: [[JSONValue]]

  /// Whether there may be more buckets than these.
  var isFull: Bool { rows.count >= ClickHouseQuery.bucketLimit }

  /// Rows beyond `ClickHouseQuery.bucketLimit` are dropped.
  ///
  /// - Parameter hasUser: Whether a user name is set (`$CLICKHOUSE_USER`), for error messages about refused access.
  /// - Throws: The server's error message, or `.malformed`.
  /// - Complexity: O(*bytes*).
  init(
    _ response: HTTPResponse, of address: ClickHouseAddress, hasUser: Bool
  ) throws(PhotoSourceError) {
    let host = WebAddress.shown(address.server)
    guard response.isSuccess else {
      throw ClickHouseFault(response.body.prefix(4_096))?
        .error(address, host: host, hasUser: hasUser) ?? PhotoSourceError(status: response)
    }
    var rows: [[JSONValue]] = []
    var hasData = false
    var reader = JSONReader(response.body)
    do throws(TextFault) {
      try reader.readObject { (reader, name) throws(TextFault) in
        guard name == "data", !hasData else {
          _ = try reader.readValue()
          return
        }
        hasData = true
        try reader.readArray { (reader) throws(TextFault) in
          let row = try reader.readValue().elements
          if rows.count < ClickHouseQuery.bucketLimit { rows.append(row) }
        }
      }
    } catch {
      // Without `wait_end_of_query` an error follows the rows; a proxy might not pass that setting on.
      if let fault = ClickHouseFault(response.body.suffix(4_096)) {
        throw fault.error(address, host: host, hasUser: hasUser)
      }
      guard hasData else { throw .notAFeed(response.body, name: host) }
      throw .malformed(error, in: response.body, name: host)
    }
    guard hasData else { throw .notAFeed(response.body, name: host) }
    self.rows = rows
  }
}

/// An error from the server: `Code: 60, e.displayText() = DB::Exception: Table gallery.x doesn't exist., e.what() = …`,
/// or from newer versions `Code: 60. DB::Exception: Table gallery.x does not exist. (UNKNOWN_TABLE) (version …)`.
///
/// The numbers are from ClickHouse's `ErrorCodes.cpp`.
private struct ClickHouseFault {
  let code: Int
  /// One clean line, without the names of the server's classes.
  let message: String

  /// - Returns: nil for a text without an error code.
  init?(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstRange(of: "Code: ") else { return nil }
    let digits = text[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
    guard let code = Int(digits.prefix(9)) else { return nil }
    self.code = code
    var rest = text[start.upperBound...].dropFirst(digits.count)
    for prefix in ["e.displayText() = ", "DB::Exception: ", "DB::NetException: "] {
      if let range = rest.firstRange(of: prefix) { rest = rest[range.upperBound...] }
    }
    for end in [", e.what()", " (version ", "\n"] {
      if let range = rest.firstRange(of: end) { rest = rest[..<range.lowerBound] }
    }
    var message = TextCleaner.line(
      rest.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: ",.:"))),
      limit: .field)
    if code == 279 || code == 210, let shard = Self.shard(in: text) {
      message = shard
    }
    self.message = message
  }

  /// The last address in brackets: the shard that did not answer.
  private static func shard(in text: String) -> String? {
    let inside = text.split(separator: "(").dropFirst().compactMap { part in
      part.firstIndex(of: ")").map { part[..<$0] }
    }
    return inside.last { $0.contains(":") && !$0.contains(" ") }
      .map { TextCleaner.line(String($0), limit: TextLimit(characters: 60)) }
  }

  func error(_ address: ClickHouseAddress, host: String, hasUser: Bool) -> PhotoSourceError {
    func says(_ message: String) -> PhotoSourceError {
      .serviceFailed(source: host, message: message)
    }
    switch code {
    case 192, 193, 194, 516:
      return hasUser
        ? .keyRefused(source: host, variable: "CLICKHOUSE_PASSWORD")
        : .keyMissing(source: host, variable: "CLICKHOUSE_USER")
    case 60, 81: return .notFound(name: "\(address.database).\(address.table)")
    case 291, 497: return .permissionDenied(name: "\(address.database).\(address.table)")
    case 16, 47: return says("no such column: \(message)")
    case 159, 160: return says("the query took longer than the server allows")
    case 241: return says("the query needs more memory than the server allows")
    case 158, 307, 396: return says("the answer is larger than the server allows")
    case 201: return says("the quota of this user is used up for now")
    case 202, 203, 209, 473: return .serverOverloaded
    case 210, 279, 519: return says("a shard does not answer: \(message)")
    case 164: return says("the user may only read: \(message)")
    default: return says(message.isEmpty ? "error \(code)" : message)
    }
  }
}
