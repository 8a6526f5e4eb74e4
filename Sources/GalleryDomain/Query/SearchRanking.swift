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
  ///   - filter: Which of them match.
  ///   - numbers: Only these; nil for all.
  /// - Returns: Their numbers; nil if it was stopped.
  static func order(
    of photos: CompactPhotos, matching filter: LocalFilter, among numbers: [UInt32]? = nil,
    by search: String, _ ranges: ParallelRanges = ParallelRanges()
  ) -> [UInt32]? {
    let words = LocalFilter.words(of: search).prefix(wordLimit).map { RowCosts(of: FoldedText($0)) }
    let found = photos.mapMatching(
      filter, among: numbers.map(photos.mask), ranges, state: words
    ) { words, numbers in
      Found(numbers, photos, &words)
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
    private let numbers: [UInt32]
    private let costs: [UInt8]
    /// How many photos have each cost.
    let counts: [Int]

    init(
      _ numbers: UnsafeBufferPointer<UInt32>, _ photos: CompactPhotos, _ words: inout [RowCosts]
    ) {
      var costs = [UInt8](repeating: 0, count: numbers.count)
      for index in words.indices { words[index].add(of: photos, numbers, to: &costs) }
      var counts = [Int](repeating: 0, count: costCount)
      for cost in costs { counts[Int(cost)] += 1 }
      (self.numbers, self.costs, self.counts) = (Array(numbers), costs, counts)
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

  /// What a word costs in rows, with what is known about values that they share.
  private struct RowCosts {
    private static let unknown = UInt8.max
    private let word: FoldedText
    private let pattern: FoldedPattern
    /// By the number of a keyword, and of what is a row's camera, lens and author.
    private var (tags, shared): ([UInt8], [UInt8]) = ([], [])

    init(of word: FoldedText) {
      self.word = word
      pattern = word.pattern
    }

    mutating func add(
      of photos: CompactPhotos, _ numbers: UnsafeBufferPointer<UInt32>, to costs: inout [UInt8]
    ) {
      if tags.isEmpty {
        tags = [UInt8](repeating: Self.unknown, count: photos.texts.count + 1)
        shared = [UInt8](repeating: Self.unknown, count: photos.rows.shared.count + 1)
      }
      photos.bytes.withUnsafeBufferPointer { bytes in
        photos.rows.withUnsafeBufferPointer { rows in
          for (place, number) in numbers.enumerated() {
            let own = rows.own[Int(number)]
            guard !own.flags.contains(.isOther) else {
              costs[place] += UInt8(SearchRanking.cost(of: word, in: photos.others[Int(own.start)]))
              continue
            }
            costs[place] += cost(
              in: RowTexts(at: Int(own.start), own.flags, bytes), own, rows, photos)
          }
        }
      }
    }

    @inline(__always)
    private mutating func cost(
      in texts: RowTexts, _ own: CompactPhotos.Rows.Own, _ rows: CompactPhotos.Rows.Buffer,
      _ photos: CompactPhotos
    ) -> UInt8 {
      var least = UInt8(SearchRanking.cost(texts.withTitle { place(in: $0) }, .title))
      if least > 2, texts.hasTags { least = min(least, cost(ofTagsIn: texts, photos)) }
      if least > 6, own.flags.contains(.hasDescription),
        let place = texts.withDescription({ place(in: $0) })
      {
        least = min(least, UInt8(SearchRanking.cost(place, .description)))
      }
      if least > 7 {
        let known = shared[Int(own.shared)]
        let cost = known == Self.unknown ? cost(ofShared: own.shared, rows, photos) : known
        least = min(least, cost)
      }
      return least
    }

    @inline(__always)
    private func place(in text: UnsafeBufferPointer<UInt8>) -> FoldedText.Place {
      pattern.place(in: text) ?? word.place(in: text)
    }

    @inline(never)
    private mutating func cost(ofTagsIn row: RowTexts, _ photos: CompactPhotos) -> UInt8 {
      var least = UInt8(pathCost)
      _ = row.tags { tag in
        if tags[Int(tag)] == Self.unknown {
          let place = photos.texts[tag].map(word.place) ?? .nowhere
          tags[Int(tag)] = UInt8(SearchRanking.cost(place, .tag))
        }
        least = min(least, tags[Int(tag)])
        return least <= 2
      }
      return least
    }

    @inline(never)
    private mutating func cost(
      ofShared number: UInt32, _ rows: CompactPhotos.Rows.Buffer, _ photos: CompactPhotos
    ) -> UInt8 {
      let costs = photos.texts(of: rows.shared(number)).map { text in
        SearchRanking.cost(word.place(in: text), .other)
      }
      let least = UInt8(costs.min() ?? pathCost)
      shared[Int(number)] = least
      return least
    }
  }

  /// The cost of a word in a photo that isn't a row.
  static func cost(of word: FoldedText, in photo: Photo) -> Int {
    let others = [photo.author, photo.camera, photo.lens].compactMap(\.self) + photo.places
    return min(
      cost(word.place(in: photo.name), .title),
      photo.tags.map { cost(word.place(in: $0), .tag) }.min() ?? pathCost,
      photo.description.map { cost(word.place(in: $0), .description) } ?? pathCost,
      others.map { cost(word.place(in: $0), .other) }.min() ?? pathCost)
  }
}
