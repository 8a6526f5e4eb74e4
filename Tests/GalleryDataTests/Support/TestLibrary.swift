import Foundation
import GRDB
import GalleryTestSupport
import Logging

@testable import GalleryStore

/// A library in a folder of its own.
struct TestLibrary {
  let library: SQLiteLibrary
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    library = SQLiteLibrary(folder: home.path, zone: .gmt, logger: Logger(label: "test"))
  }

  /// The paths of the files that are remembered as they are, sorted.
  var paths: [String] {
    let paths = try? library.database.fetchNow { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT path, name FROM photo JOIN file USING (id) JOIN directory ON directory.id = directory
          WHERE substr(stamp, -1) <> x'00'
          """
      ).map { row in
        ["path", "name"].map { String(decoding: row.bytes($0) ?? Data(), as: UTF8.self) }
          .joined(separator: "/")
      }
    }
    return (paths ?? []).sorted()
  }

  /// Puts everything onto another file system, as if its disk had been there.
  func moveToAnotherDisk() throws {
    _ = try library.database.storeNow {
      try $0.execute(sql: "UPDATE directory SET fileSystem = ~fileSystem")
    }
  }
}
