import Foundation
import GalleryDomain

/// How well the texts of a row match a word of a search: the function `searchCost` of the statements.
public enum SearchCost {
  public static let function = "searchCost"
  /// The word, the title, the keywords, the description, and the places or another text.
  public static let argumentCount: Int32 = 5
  /// Another function: whether a word is in one of the other texts, all of them folded.
  public static let contains = "contains"
  private static let fields: [SearchRanking.Field] = [
    .title, .tag, .description, .other,
  ]
  private static let separator: UInt8 = 0x1F

  /// - Parameters:
  ///   - word: Folded.
  ///   - text: One of `argumentCount - 1`, folded; nil for none.
  /// - Returns: nil if none has it.
  public static func cost(
    of word: UnsafeBufferPointer<UInt8>, in text: (Int) -> UnsafeBufferPointer<UInt8>?
  ) -> Int64? {
    var cost = SearchRanking.pathCost
    for (index, field) in fields.enumerated() where SearchRanking.cost(.whole, field) < cost {
      guard let text = text(index) else { continue }
      let isList = text.first == separator
      let found = FoldedText.place(of: word, inFolded: text, separatedBy: isList ? separator : nil)
      cost = min(cost, SearchRanking.cost(found, field))
    }
    return cost < SearchRanking.pathCost ? Int64(cost) : nil
  }

  public static func contains(
    _ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = word.first, let start = word.baseAddress else { return true }
    guard var place = text.baseAddress else { return false }
    let end = place + text.count - word.count
    while place <= end,
      let found = memchr(place, Int32(first), place.distance(to: end) + 1)
    {
      guard memcmp(found, start, word.count) != 0 else { return true }
      place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }
}
