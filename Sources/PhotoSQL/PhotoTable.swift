import Foundation
import GalleryDomain

/// The tables in which photos of folders are rows.
///
/// `companions` has the names of the other files of a shot, separated by slashes, as a listing that pairs them had them.
/// A row has what photos are found, ordered and counted by; the columns are made again from what its file says (`file.contents`) when
/// `version` changes. The first columns are those that most questions look at: finding a column takes the longer the more are before it.
/// Texts are in one column (`PhotoTexts`), those that photos share are rows of `spelling`.
public enum PhotoTable {
  /// Increases with every change of what is in the columns.
  public static let version = 3

  /// Of one photo, from the photo as it is shown.
  struct Column: Sendable {
    let name: String
    let type: String
    let value: @Sendable (Photo, TimeZone) -> SQLValue
  }

  /// A text that photos share.
  struct SpelledColumn: Sendable {
    let name: String
    let text: @Sendable (Photo) -> String?
  }

  /// What kind of date `clock` and `instant` are.
  enum DateKind: Int64 {
    /// The camera's clock is known.
    case camera
    /// The clock is one in the local time zone.
    case local
    /// The file's date, by which photos are ordered and not found.
    case file
    /// A year or a month; `clock` is its first moment, `clockEnd` the first one after it.
    case period

    init?(_ photo: Photo) {
      if photo.createdAt == nil {
        guard photo.datePeriod != nil else { return nil }
        self = .period
      } else {
        self = photo.isFileDate ? .file : photo.utcOffset == nil ? .local : .camera
      }
    }
  }

  static let columns: [Column] = [
    Column(name: "dateKind", type: "INTEGER") { photo, _ in .init(DateKind(photo)?.rawValue) },
    Column(name: "clock", type: "REAL") { photo, zone in
      .init(PhotoOrdering.dateKey(photo, zone)?.clock.timeIntervalSinceReferenceDate)
    },
    Column(name: "instant", type: "REAL") { photo, zone in
      .init(PhotoOrdering.dateKey(photo, zone)?.instant.timeIntervalSinceReferenceDate)
    },
    Column(name: "rating", type: "INTEGER") { photo, _ in .init(photo.rating) },
    Column(name: "nameKey", type: "BLOB") { photo, _ in
      .init(photo.relativePath.map { PhotoOrdering.nameKey(FilePath.lastComponent(Array($0))) })
    },
    Column(name: "texts", type: "TEXT") { photo, _ in .text(PhotoTexts.column(of: photo)) },
    Column(name: "titleKey", type: "BLOB") { photo, _ in
      .init(photo.title.flatMap(PhotoOrdering.naturalKey))
    },
    Column(name: "tagSpellings", type: "TEXT") { photo, _ in .spelled(photo.tags) },
    Column(name: "placeSpellings", type: "TEXT") { photo, _ in .spelled(photo.places) },
    Column(name: "clockEnd", type: "REAL") { photo, _ in
      let end = photo.datePeriod?.moments(in: .gregorianUTC)?.upperBound
      return .init(end?.timeIntervalSinceReferenceDate)
    },
    // Numbers of years, of months since the year 0, and of days since 1970, as far as they are known.
    Column(name: "year", type: "INTEGER") { photo, zone in .init(period(photo, zone)?.year) },
    Column(name: "month", type: "INTEGER") { photo, zone in
      .init(
        period(photo, zone).flatMap { period in period.month.map { period.year * 12 + $0 - 1 } })
    },
    Column(name: "day", type: "INTEGER") { photo, zone in
      .init(period(photo, zone).flatMap { $0.day == nil ? nil : Int(ClockDay($0).number) })
    },
    Column(name: "width", type: "INTEGER") { photo, _ in .init(photo.width) },
    Column(name: "height", type: "INTEGER") { photo, _ in .init(photo.height) },
    Column(name: "size", type: "INTEGER") { photo, _ in .init(photo.fileSize) },
    Column(name: "iso", type: "TEXT") { photo, _ in .init(decimal: photo.exposure.iso) },
    Column(name: "focal", type: "TEXT") { photo, _ in .init(decimal: photo.exposure.focalLength) },
    Column(name: "sale", type: "INTEGER") { photo, _ in .integer(number(of: photo.saleStatus)) },
    Column(name: "price", type: "TEXT") { photo, _ in
      .init(photo.price.flatMap { ExactDecimal($0.amount)?.sortableText })
    },
    Column(name: "currency", type: "TEXT") { photo, _ in .init(photo.price?.currency) },
    Column(name: "isTitled", type: "INTEGER") { photo, _ in
      .integer(PhotoCaption(of: photo).title == nil ? 0 : 1)
    },
  ]

  static let spelledColumns: [SpelledColumn] = [
    SpelledColumn(name: "author") { $0.author },
    SpelledColumn(name: "camera") { $0.camera },
    SpelledColumn(name: "lens") { $0.lens },
    SpelledColumn(name: "licence") { $0.licence?.name },
    SpelledColumn(name: "copyright") { $0.copyright },
    SpelledColumn(name: "label") { $0.label?.text },
    SpelledColumn(name: "format") { $0.fileExtension },
  ]

  /// The columns with numbers of `spelling`.
  public static let spelledNames = spelledColumns.map(\.name)

  /// What makes the tables.
  public static let statements = [
    """
    CREATE TABLE spelling (
      id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, key BLOB, color TEXT, labelKey BLOB
    )
    """,
    """
    CREATE TABLE photo (
      id INTEGER PRIMARY KEY AUTOINCREMENT, directory INTEGER NOT NULL,
      \(spelledColumns.map { "\($0.name) INTEGER" }.joined(separator: ", ")),
      \(columns.map { "\($0.name) \($0.type)" }.joined(separator: ", ")),
      name BLOB NOT NULL, stamp BLOB NOT NULL, companions BLOB, UNIQUE (directory, name)
    )
    """,
    "CREATE TABLE file (id INTEGER PRIMARY KEY, contents BLOB NOT NULL)",
    // Read backwards for the latest first: photos of one moment, which are few, are put in order then.
    "CREATE INDEX photoDate ON photo (clock, instant, directory, nameKey)",
  ]

  /// Writes what is read of a photo into its row; the row keeps its number. The arguments are the directory, the name, what changes
  /// with the file, and those of `values` and `spellings`.
  public static let insertion: String = {
    let names = columns.map(\.name) + spelledColumns.map(\.name)
    return """
      INSERT INTO photo (directory, name, stamp, \(names.joined(separator: ", ")))
      VALUES (\((0..<names.count + 3).map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (directory, name) DO UPDATE SET stamp = excluded.stamp,
      \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }()

  /// Changes what a row says of its photo. The arguments are those of `values` and `spellings`, and the number of the row.
  public static let update: String = {
    let names = columns.map(\.name) + spelledColumns.map(\.name)
    return "UPDATE photo SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"
  }()

  /// - Parameter zone: For dates whose clock isn't known.
  public static func values(of photo: Photo, zone: TimeZone) -> [SQLValue] {
    columns.map { $0.value(photo, zone) }
  }

  /// The texts whose numbers in `spelling` follow.
  public static func spellings(of photo: Photo) -> [String?] {
    spelledColumns.map { $0.text(photo) }
  }

  public static let spellingInsertion =
    "INSERT INTO spelling (text, folded, key, color, labelKey) VALUES (?, ?, ?, ?, ?)"

  public static func spellingValues(_ text: String) -> [SQLValue] {
    let label = PhotoLabel(text)
    return [
      .text(text), .text(FoldedText.folded(text)), .init(PhotoOrdering.naturalKey(text)),
      .init(label?.color?.rawValue), .init(label.flatMap(PhotoOrdering.labelKey)),
    ]
  }

  static func number(of status: SaleStatus) -> Int64 {
    switch status {
    case .unstated: 0
    case .forSale: 1
    case .notForSale: 2
    }
  }

  /// What is known of the day on which a photo was taken.
  private static func period(_ photo: Photo, _ zone: TimeZone) -> DatePeriod? {
    guard let clock = photo.clockTime(in: zone) else { return photo.datePeriod }
    return ClockDay(clock: clock.timeIntervalSince1970)?.period(.day)
  }
}

extension SQLValue {
  init(_ text: String?) { self = text.map(Self.text) ?? .null }
  init(_ bytes: [UInt8]?) { self = bytes.map(Self.bytes) ?? .null }
  init(_ number: Double?) { self = number.map(Self.real) ?? .null }
  init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
  init(_ number: Int?) { self.init(number.map(Int64.init)) }

  /// The number that a text begins with.
  init(decimal text: String?) {
    self.init(text.flatMap { ExactDecimal(prefixOf: $0)?.sortableText })
  }

  /// Nothing if they are spelled as they are folded.
  static func spelled(_ texts: [String]) -> SQLValue {
    texts.allSatisfy { FoldedText.folded($0) == $0 } ? .null : .text(PhotoTexts.list(texts))
  }
}
