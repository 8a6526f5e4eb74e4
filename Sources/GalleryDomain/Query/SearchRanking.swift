/// How well photos match a search: the less, the better.
///
/// A word counts by the best place where it is: the title before a keyword, a description, the author, the camera, the lens
/// and the place, and the path; the whole text before the beginning of one of its words, and that before a part of a word.
/// The words of a search are added.
package enum SearchRanking {
  /// More words than these don't change the order.
  package static let wordLimit = 8
  package static let pathCost: UInt8 = 9
  /// More than any photo has.
  private static let costCount = wordLimit * Int(pathCost) + 1

  package enum Field: Sendable { case title, tag, description, other }

  package static func cost(_ place: FoldedText.Place, _ field: Field) -> UInt8 {
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
  ///   - filter: Which of them match.
  ///   - numbers: Only these; nil for all.
  /// - Returns: Their numbers; nil if it was stopped.
  static func order(
    of photos: CompactPhotos, matching filter: LocalFilter, among numbers: [UInt32]? = nil,
    by search: String, _ ranges: ParallelRanges = ParallelRanges()
  ) -> [UInt32]? {
    // Whether a word is in a row, and what it costs there, is found out together.
    let (rest, areRequired) = filter.withoutWords(wordLimit)
    let words = LocalFilter.words(of: search).prefix(wordLimit).map { RowWord(FoldedText($0)) }
    let found = photos.mapMatching(
      rest, among: numbers.map(photos.mask), ranges, state: words
    ) { words, numbers in
      Found(numbers, photos, &words, areRequired: areRequired)
    }
    guard let found else { return nil }
    // Where the photos of each cost begin: after the better ones, and after the equal ones of the ranges before.
    var starts = found.map { _ in [Int](repeating: 0, count: costCount) }
    var count = 0
    for cost in 0..<costCount {
      for (part, found) in found.enumerated() {
        starts[part][cost] = count
        count += found.counts[cost]
      }
    }
    let places = starts
    var parts = ranges
    parts.length = 1
    parts.parallelCount = count < ranges.parallelCount ? .max : 0
    var isWhole = false
    let order = [UInt32](unsafeUninitializedCapacity: count) { order, initializedCount in
      // Each place is written once.
      nonisolated(unsafe) let order = order
      isWhole =
        parts.map(found.count, state: ()) { _, part in
          for part in part { found[part].write(to: order, at: places[part]) }
        } != nil
      initializedCount = isWhole ? count : 0
    }
    return isWhole ? order : nil
  }

  /// The photos of a range that match, with their costs.
  private struct Found {
    private var numbers: [UInt32]
    private var costs: [UInt8]
    /// How many photos have each cost.
    private(set) var counts = [Int](repeating: 0, count: costCount)

    init(
      _ candidates: UnsafeBufferPointer<UInt32>, _ photos: CompactPhotos, _ words: inout [RowWord],
      areRequired: Bool
    ) {
      (numbers, costs) = (Array(candidates), [UInt8](repeating: 0, count: candidates.count))
      var count = numbers.count
      numbers.withUnsafeMutableBufferPointer { numbers in
        costs.withUnsafeMutableBufferPointer { costs in
          for index in words.indices {
            count = words[index].add(
              to: UnsafeMutableBufferPointer(rebasing: costs[..<count]),
              of: UnsafeMutableBufferPointer(rebasing: numbers[..<count]), isRequired: areRequired,
              photos)
          }
          for cost in costs[..<count] { counts[Int(cost)] += 1 }
        }
      }
      numbers.removeSubrange(count...)
      costs.removeSubrange(count...)
    }

    /// - Parameter places: Where the photos of each cost begin.
    func write(to order: UnsafeMutableBufferPointer<UInt32>, at places: [Int]) {
      var places = places
      for (number, cost) in zip(numbers, costs) {
        let place = places[Int(cost)]
        order.initializeElement(at: place, to: number)
        places[Int(cost)] = place + 1
      }
    }
  }

  /// The cost of a word in a photo that isn't a row.
  package static func cost(of word: FoldedText, in photo: Photo) -> UInt8 {
    let others = [photo.author, photo.camera, photo.lens].compactMap(\.self) + photo.places
    return min(
      cost(word.place(in: photo.name), .title),
      photo.tags.map { cost(word.place(in: $0), .tag) }.min() ?? pathCost,
      photo.description.map { cost(word.place(in: $0), .description) } ?? pathCost,
      others.map { cost(word.place(in: $0), .other) }.min() ?? pathCost)
  }
}
