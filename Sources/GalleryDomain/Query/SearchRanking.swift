/// How well photos match a search: the less, the better.
///
/// A word counts by the best place where it is: the title before a keyword, a description, the author, the camera and the lens, and
/// the path; the whole text before the beginning of one of its words, and that before a part of a word. The words of a search
/// are added.
enum SearchRanking {
  /// More words than these don't change the order.
  private static let wordLimit = 8
  private static let pathCost = 9
  /// More than any photo has.
  private static let costCount = wordLimit * pathCost + 1

  private enum Field { case title, tag, description, other }

  private static func cost(_ place: FoldedText.Place, _ field: Field) -> Int {
    switch (field, place) {
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

  /// The photos that match, the best first; those that match equally well keep their order.
  ///
  /// - Parameters:
  ///   - photos: All of them.
  ///   - matching: Which of them contain all words, in their order.
  static func order(of photos: CompactPhotos, matching: [Int], by search: String) -> [Int] {
    let words = LocalFilter.words(of: search).prefix(wordLimit).map(FoldedText.init)
    var costs = [UInt8](repeating: 0, count: matching.count)
    for word in words { add(word, photos, matching, to: &costs) }
    // A photo for each cost at a time would be slower.
    var starts = [Int](repeating: 0, count: costCount + 1)
    for cost in costs { starts[Int(cost) + 1] += 1 }
    for cost in 0..<costCount { starts[cost + 1] += starts[cost] }
    var order = [Int](repeating: 0, count: matching.count)
    for (index, cost) in costs.enumerated() {
      order[starts[Int(cost)]] = matching[index]
      starts[Int(cost)] += 1
    }
    return order
  }

  private static func add(
    _ word: FoldedText, _ photos: CompactPhotos, _ matching: [Int], to costs: inout [UInt8]
  ) {
    // By the number of a text: as a keyword, and as any other property.
    var known = [(tag: UInt8, other: UInt8)?](repeating: nil, count: photos.texts.count + 1)
    func cost(_ number: UInt32) -> (tag: UInt8, other: UInt8) {
      if let cost = known[Int(number)] { return cost }
      let place = photos.texts[number].map(word.place) ?? .nowhere
      let cost = (UInt8(self.cost(place, .tag)), UInt8(self.cost(place, .other)))
      known[Int(number)] = cost
      return cost
    }
    photos.bytes.withUnsafeBufferPointer { bytes in
      for (index, number) in matching.enumerated() {
        let row = photos.rows[number]
        guard !row.flags.contains(.isOther) else {
          costs[index] += UInt8(self.cost(of: word, in: photos.others[row.start]))
          continue
        }
        let texts = RowTexts(row, bytes)
        var least = UInt8(self.cost(texts.withTitle { word.place(in: $0) }, .title))
        if least > 2 {
          _ = texts.tags { tag in
            least = min(least, cost(tag).tag)
            return least <= 2
          }
        }
        if least > 6, let place = texts.withDescription({ word.place(in: $0) }) {
          least = min(least, UInt8(self.cost(place, .description)))
        }
        if least > 7 {
          least = min(least, cost(row.camera).other, cost(row.lens).other)
          least = min(least, cost(row.author).other)
        }
        costs[index] += least
      }
    }
  }

  /// The cost of a word in a photo that isn't a row.
  static func cost(of word: FoldedText, in photo: Photo) -> Int {
    let others = [photo.author, photo.camera, photo.lens].compactMap(\.self)
    return min(
      cost(word.place(in: photo.name), .title),
      photo.tags.map { cost(word.place(in: $0), .tag) }.min() ?? pathCost,
      photo.description.map { cost(word.place(in: $0), .description) } ?? pathCost,
      others.map { cost(word.place(in: $0), .other) }.min() ?? pathCost)
  }
}
