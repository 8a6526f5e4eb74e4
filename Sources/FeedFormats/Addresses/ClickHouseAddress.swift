import Foundation
import GalleryDomain

/// A table on a ClickHouse server, in the form `clickhouse:http://host:8123/database.table`.
///
/// The user is not part of it: a name and a password on the command line are visible to everyone who lists processes.
public struct ClickHouseAddress: Hashable, Sendable {
  /// The URL for queries: http or https, without a query.
  public let server: URL
  public let database: String
  public let table: String

  private static let namesNoTable: Complaint =
    "clickhouse: needs a server and a table, e.g. clickhouse:http://localhost:8123/gallery.photos"

  /// - Parameter text: The text after `clickhouse:`. Without a scheme: https, or http on this computer.
  public init(_ text: String) throws(Complaint) {
    guard let url = FeedAddress.web(FeedAddress.withScheme(text)),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw Self.namesNoTable }
    guard parts.user == nil, parts.password == nil else {
      throw Complaint(
        "clickhouse: takes no user or password in the URL; set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"
      )
    }
    guard parts.percentEncodedQuery == nil, parts.fragment == nil else {
      throw Complaint(
        "clickhouse: takes no settings in the URL; the server's profile of the user holds them")
    }
    var path = parts.path.split(separator: "/").map(String.init)
    let names = path.popLast()?.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let names, names.count == 2, names.allSatisfy(Self.isName) else {
      throw Self.namesNoTable
    }
    (database, table) = (String(names[0]), String(names[1]))
    // A proxy may have the server under a path.
    parts.path = "/" + path.map { $0 + "/" }.joined()
    guard let server = parts.url else { throw Self.namesNoTable }
    self.server = server
  }

  /// ASCII letters, digits, `_` and `-`: nothing that could end a name in a query.
  private static func isName(_ name: Substring) -> Bool {
    (1...128).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }

  /// In the form for a query.
  package var quotedTable: String { "`\(database)`.`\(table)`" }

  public var title: String { "\(database).\(table) · \(WebAddress.shown(server))" }

  /// Identifies the source in the store.
  public var sourceID: String { "clickhouse \(WebAddress.id(server)) \(database).\(table)" }
}
