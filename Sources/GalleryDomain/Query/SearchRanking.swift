/// How well photos match a search: the less, the better.
///
/// A word counts by where it matches best: the title before a keyword, a description, the alt text, the author, the camera, the
/// lens and the place, and the path; the whole text before the beginning of one of its words, and that before a part of a word.
/// The words of a search are added.
package enum SearchRanking {
  /// More words than these don't change the order.
  package static let wordLimit = 8
  package static let pathCost: UInt8 = 9

  package enum Field: Sendable { case title, tag, description, other }

  package static func cost(_ match: FoldedText.Match, _ field: Field) -> UInt8 {
    switch (field, match) {
    case (_, .nowhere): pathCost
    case (.title, .whole): 0
    case (.title, .wordStart): 1
    case (.title, .inside): 4
    case (.tag, .whole): 2
    case (.tag, .wordStart): 3
    case (.tag, .inside): 5
    case (.description, .whole), (.description, .wordStart): 6
    case (.description, .inside): 7
    case (.other, .whole), (.other, .wordStart): 7
    case (.other, .inside): 8
    }
  }

  /// The photos that match a search, the best first; those that match equally well keep their order.
  ///
  /// - Parameters:
  ///   - indices: Of those that match.
  ///   - search: Its first words count.
  static func order(of indices: [Int], in photos: [Photo], by search: String) -> [Int] {
    let words = LocalFilter.words(of: search).prefix(wordLimit).map(FoldedText.init)
    let costs = indices.map { index in
      words.reduce(0) { $0 + Int(cost(of: $1, in: photos[index])) }
    }
    return indices.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { indices[$0] }
  }

  package static func cost(of word: FoldedText, in photo: Photo) -> UInt8 {
    let others =
      [photo.altText, photo.author, photo.camera, photo.lens].compactMap(\.self) + photo.places
    return min(
      cost(word.match(in: photo.name), .title),
      photo.tags.map { cost(word.match(in: $0), .tag) }.min() ?? pathCost,
      photo.description.map { cost(word.match(in: $0), .description) } ?? pathCost,
      others.map { cost(word.match(in: $0), .other) }.min() ?? pathCost)
  }
}
