import Foundation
import GRDB
import GalleryData
import GalleryDomain

/// The full-text index. All of these are called inside transactions.
enum PhotoIndex {
  /// Adds the photos of a page. A photo that was on another page of the source is found here from now on; one that is on
  /// this page twice counts at its first position.
  static func add(
    _ texts: [IndexedText], page: Int64, source: Int64, in database: Database
  ) throws {
    let find = try database.cachedStatement(
      sql: "SELECT id FROM photo WHERE source = ? AND photoID = ?")
    let insertPhoto = try database.cachedStatement(
      sql: "INSERT INTO photo (id, source, photoID) VALUES (?, ?, ?)")
    let insertText = try database.cachedStatement(
      sql: """
        INSERT INTO photoText (rowid, title, description, author, camera, tags)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    var seen: Set<Photo.ID> = []
    for (place, text) in texts.prefix(IndexedPhoto.placeLimit).enumerated()
    where seen.insert(text.photoID).inserted {
      if let elsewhere = try Int64.fetchOne(find, arguments: [source, text.photoID]) {
        try remove(elsewhere...elsewhere, in: database)
      }
      let code = IndexedPhoto(page: page, place: place, isForSale: text.isForSale).code
      try insertPhoto.execute(arguments: [code, source, text.photoID])
      try insertText.execute(arguments: [code] + StatementArguments(text.columns))
    }
  }

  static func remove(page: Int64, in database: Database) throws {
    try remove(IndexedPhoto.codes(ofPage: page), in: database)
  }

  private static func remove(_ codes: ClosedRange<Int64>, in database: Database) throws {
    for (table, id) in [("photoText", "rowid"), ("photo", "id")] {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE \(id) BETWEEN ? AND ?")
        .execute(arguments: [codes.lowerBound, codes.upperBound])
    }
  }

  /// All photos that match a query's text, in the order of the source's pages; of its filter, only `sale:yes` counts.
  static func find(
    _ query: PhotoQuery, inSource source: String, in database: Database
  ) throws -> [IndexedPhoto] {
    guard let expression = try SearchExpression.text(query.search ?? "", in: database) else {
      return []
    }
    let codes = try Int64.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT photoText.rowid FROM photoText JOIN page ON page.id = photoText.rowid >> 21
          WHERE photoText MATCH ? AND page.source = (SELECT id FROM source WHERE name = ?)
            AND photoText.rowid & 1 >= ?
          ORDER BY (page.number - 1) * page.pageSize, photoText.rowid
          """), arguments: [expression, source, query.filter.isForSaleOnly ? 1 : 0])
    var found: [IndexedPhoto] = []
    while let code = try codes.next() { found.append(IndexedPhoto(code: code)) }
    return found
  }

  /// Reads the photos that were found from their pages.
  ///
  /// - Returns: Without photos of damaged pages.
  static func photos(_ found: ArraySlice<IndexedPhoto>, in database: Database) throws -> [Photo] {
    let statement = try database.cachedStatement(sql: "SELECT bytes FROM pageBody WHERE id = ?")
    var photos: [Photo] = []
    var rest = found
    while let page = rest.first?.page {
      let onPage = rest.prefix { $0.page == page }
      rest = rest.dropFirst(onPage.count)
      guard let bytes = try Data.fetchOne(statement, arguments: [page]) else { continue }
      photos += (try? PageLines.photos(bytes, at: onPage.map(\.place))) ?? []
    }
    return photos
  }
}
