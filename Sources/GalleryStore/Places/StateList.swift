import GRDB
import GalleryDomain

/// A list of texts in `state.sqlite`, each with its key.
public enum StateList: String, Sendable {
  /// Of a source's text: when it was opened, in seconds since 1970; empty if that was not recorded.
  case recentSource
  /// Of a letter or a digit: the text of a source.
  case bookmark
  /// Of a name: a filter, an order, a grouping and the text of a source, with tabs between them.
  case savedSearch
  /// Of a source's text: the number of photos, a tab, the path of a picture; either may be empty.
  case summary
  /// Of a source's id: lines such as `sort=-date`.
  case view

  /// How many are kept, those that were put last; nil for all.
  var limit: Int? {
    switch self {
    case .recentSource: 20
    case .bookmark, .savedSearch: nil
    // For all recent sources and as many bookmarks as there are keys.
    case .summary: 100
    case .view: 500
    }
  }

  func put(_ value: String, for key: String, in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO place (list, key, value) VALUES (?, ?, ?)",
      arguments: [rawValue, key, value])
    guard let limit else { return }
    try database.execute(
      sql: """
        DELETE FROM place WHERE list = ? AND id NOT IN (
          SELECT id FROM place WHERE list = ? ORDER BY id DESC LIMIT \(limit))
        """, arguments: [rawValue, rawValue])
  }
}

/// Each waits until the file is open, and until what was changed before is written.
extension SQLiteStateStore {
  public struct Entry: Hashable, Sendable {
    public let key: String
    public let value: String
  }

  /// What was put last comes first.
  ///
  /// - Returns: Texts as they are in the file, which another program may have written.
  public func entries(of list: StateList) throws(StoreFault) -> [Entry] {
    try database.fetchNow { database in
      try Row.fetchAll(
        database, sql: "SELECT key, value FROM place WHERE list = ? ORDER BY id DESC LIMIT 1000",
        arguments: [list.rawValue]
      ).compactMap { row in
        guard let key = row.text("key"), let value = row.text("value") else { return nil }
        return Entry(key: key, value: value)
      }
    } ?? []
  }

  public func value(of key: String, in list: StateList) throws(StoreFault) -> String? {
    try database.fetchNow { database in
      try Row.fetchOne(
        database, sql: "SELECT value FROM place WHERE list = ? AND key = ?",
        arguments: [list.rawValue, key])?.text("value")
    } ?? nil
  }

  /// Returns when the disk has it.
  public func put(_ value: String, for key: String, in list: StateList) throws(StoreFault) {
    _ = try database.storeNow { try list.put(value, for: key, in: $0) }
  }

  /// The same without waiting, and without an error: for what was done in passing.
  public func note(_ value: String, for key: String, in list: StateList) {
    database.writeLater { try list.put(value, for: key, in: $0) }
  }

  /// Returns when the disk has it.
  public func remove(_ keys: [String], from list: StateList) throws(StoreFault) {
    _ = try database.storeNow { database in
      for key in keys {
        try database.execute(
          sql: "DELETE FROM place WHERE list = ? AND key = ?", arguments: [list.rawValue, key])
      }
    }
  }
}

/// The text that opens a source again.
public enum PlaceText {
  /// Of several folders, too.
  private static let byteLimit = 8_192

  /// A source as it was written: blanks in names of folders count. What another program has written instead is cleaned.
  public static func readable(_ text: String) -> String {
    let cleaned = TextCleaner.line(text, limit: TextLimit(characters: byteLimit))
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    return canBeKept(text) && letters(text) == letters(cleaned) ? text : cleaned
  }

  public static func canBeKept(_ text: String) -> Bool {
    text.utf8.count < byteLimit
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
      }
  }
}
