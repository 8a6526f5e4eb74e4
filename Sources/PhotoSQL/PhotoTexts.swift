import Foundation
import GalleryDomain

/// The texts of a photo in one column, so that a search looks through all of them at once. They are folded; those of a field have a
/// `separator` before and after each, and `end` follows each field. No clean text contains either.
public enum PhotoTexts {
  enum Field: Int, CaseIterable {
    case title, tags, description, places, altText, fileName

    /// Its texts, as a list.
    var sql: String { "\(PhotoTexts.field)(texts, \(rawValue))" }
  }

  /// The function of the statements that says whether a text is in the column or, if it has a third argument, in a field that isn't
  /// empty.
  public static let contains = "contains"
  /// The function that takes a field out of the column.
  public static let field = "field"

  static let separator = "\u{1F}"
  private static let end: UInt8 = 0x1E

  static func column(of photo: Photo) -> String {
    Field.allCases.map { field in
      let texts: [String] =
        switch field {
        case .title: [photo.name]
        case .tags: photo.tags
        case .description: photo.description.map { [$0] } ?? []
        case .places: photo.places
        case .altText: photo.altText.map { [$0] } ?? []
        case .fileName:
          photo.relativePath.map {
            [TextCleaner.line(bytes: FilePath.lastComponent(Array($0)), limit: .field)]
          } ?? []
        }
      return list(texts.map(FoldedText.folded)) + "\u{1E}"
    }.joined()
  }

  static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "" : separator + texts.joined(separator: separator) + separator
  }

  /// The texts of a list.
  public static func texts(ofList list: String) -> [Substring] {
    list.dropFirst().dropLast().split(separator: "\u{1F}", omittingEmptySubsequences: false)
  }

  /// A field of the column, as a list.
  public static func field(
    _ number: Int, of column: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    guard var start = column.baseAddress else { return column }
    let last = start + column.count
    for index in 0... {
      guard let found = memchr(start, Int32(end), start.distance(to: last)) else { break }
      let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      if index == number {
        return UnsafeBufferPointer(start: start, count: start.distance(to: end))
      }
      start = end + 1
    }
    return UnsafeBufferPointer(start: last, count: 0)
  }

  public static func contains(
    _ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = word.first, let start = word.baseAddress else { return !text.isEmpty }
    guard var position = text.baseAddress else { return false }
    let end = position + text.count - word.count
    while position <= end,
      let found = memchr(position, Int32(first), position.distance(to: end) + 1)
    {
      guard memcmp(found, start, word.count) != 0 else { return true }
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }
}

/// How well the texts of a row match a word of a search: the function `searchCost` of the statements.
public enum SearchCost {
  public static let function = "searchCost"

  /// What is looked through.
  public enum Part: Int, Sendable {
    /// The title, the keywords and the description, in the column of texts.
    case own
    /// The places and the alt text, there.
    case others
    /// A text that photos share, which is in a row of its own.
    case shared
  }

  private static let ownFields: [(PhotoTexts.Field, SearchRanking.Field)] = [
    (.title, .title), (.tags, .tag), (.description, .description),
  ]

  /// - Parameter word: Folded.
  /// - Returns: nil if the texts don't have it.
  public static func cost(
    of word: UnsafeBufferPointer<UInt8>, in texts: UnsafeBufferPointer<UInt8>, _ part: Part
  ) -> Int64? {
    var cost = SearchRanking.pathCost
    func look(in field: PhotoTexts.Field, _ kind: SearchRanking.Field) {
      let list = PhotoTexts.field(field.rawValue, of: texts)
      guard !list.isEmpty, SearchRanking.cost(.whole, kind) < cost else { return }
      let match = FoldedText.match(
        of: word, inFolded: list, separatedBy: PhotoTexts.separator.utf8.first)
      cost = min(cost, SearchRanking.cost(match, kind))
    }
    switch part {
    case .own: for (field, kind) in ownFields { look(in: field, kind) }
    case .others: for field in [PhotoTexts.Field.places, .altText] { look(in: field, .other) }
    case .shared: cost = SearchRanking.cost(FoldedText.match(of: word, inFolded: texts), .other)
    }
    return cost < SearchRanking.pathCost ? Int64(cost) : nil
  }
}
