/// A word that may be anywhere in photos: in the title, description, author, camera, lens, tags, places or path.
///
/// Threads that count references to the same objects wait for each other, so most rows are answered without any: by `pattern`, and by
/// what is known already.
struct RowWord {
  private let word: FoldedText
  private let pattern: FoldedPattern
  /// Whether a match may begin in the folder's path and end in the file's name.
  private let mayCross: Bool
  /// What it costs in texts by their numbers, and in what a row's camera, lens, author and places say together.
  private var (textCosts, sharedCosts): ([UInt8], [UInt8]) = ([], [])
  private var wasInTitle = false
  /// False if the word is in no text that photos share; then no row's tags are looked at.
  private var mayBeInTags = true
  /// About folders by number: for a path of so many bytes of the folder's. Nil if that has to be made to be known.
  private var folders: [UInt32: FolderAnswer] = [:]
  private var lastFolder: FolderAnswer?
  private var paths = RowPaths()

  private static let unknown = UInt8.max

  private struct FolderAnswer {
    var number: UInt32
    var length: Int
    var isMatching: Bool?
  }

  init(_ word: FoldedText) {
    self.word = word
    pattern = word.pattern
    mayCross = word.containsSeparator
  }

  mutating func keep(
    _ numbers: inout RowNumbers, unless isNegated: Bool, _ rows: CompactPhotos.Rows.Buffer,
    _ bytes: UnsafeBufferPointer<UInt8>, _ photos: CompactPhotos
  ) {
    makeRoom(photos)
    numbers.keep { isIn($0, rows, bytes, photos) != isNegated }
  }

  /// - Parameter isFound: Of each row; those in which another word was found are left out.
  mutating func find(
    in numbers: RowNumbers, _ isFound: inout [Bool], _ rows: CompactPhotos.Rows.Buffer,
    _ bytes: UnsafeBufferPointer<UInt8>, _ photos: CompactPhotos
  ) {
    makeRoom(photos)
    numbers.withNumbers { numbers in
      for place in numbers.indices where !isFound[place] {
        isFound[place] = isIn(Int(numbers[place]), rows, bytes, photos)
      }
    }
  }

  /// What it costs in each row.
  ///
  /// - Parameters:
  ///   - costs: Those of other words, to which it is added.
  ///   - numbers: Of the rows.
  ///   - isRequired: Whether rows in which it isn't are left out.
  /// - Returns: How many rows are left: the first ones of both.
  mutating func add(
    to costs: UnsafeMutableBufferPointer<UInt8>, of numbers: UnsafeMutableBufferPointer<UInt32>,
    isRequired: Bool, _ photos: CompactPhotos
  ) -> Int {
    makeRoom(photos)
    var count = 0
    photos.bytes.withUnsafeBufferPointer { bytes in
      photos.rows.withUnsafeBufferPointer { rows in
        for place in numbers.indices {
          let (number, former) = (numbers[place], costs[place])
          let cost = cost(in: Int(number), rows, bytes, photos)
          numbers[count] = number
          costs[count] = former &+ (cost ?? SearchRanking.pathCost)
          count += cost == nil && isRequired ? 0 : 1
        }
      }
    }
    return count
  }

  private mutating func makeRoom(_ photos: CompactPhotos) {
    guard sharedCosts.isEmpty else { return }
    // Numbers begin with 0, for none.
    textCosts = [UInt8](repeating: Self.unknown, count: photos.texts.count + 1)
    sharedCosts = [UInt8](repeating: Self.unknown, count: photos.rows.shared.count + 1)
    // A fraction of the rows' time, if there are few: most words are in none of them.
    if photos.texts.count < photos.count / 32 {
      mayBeInTags = photos.texts.values.contains(where: word.isContained)
    }
  }

  @inline(__always)
  private mutating func isIn(
    _ number: Int, _ rows: CompactPhotos.Rows.Buffer, _ bytes: UnsafeBufferPointer<UInt8>,
    _ photos: CompactPhotos
  ) -> Bool {
    let own = rows.own[number]
    if cost(ofShared: own.shared, rows, photos) < SearchRanking.pathCost { return true }
    let texts = RowTexts(at: Int(own.start), own.flags, bytes)
    // A title that is the file's name is in the path.
    if !own.flags.contains(.hasFileName), texts.withTitle({ isIn($0) }) { return true }
    if own.flags.contains(.hasDescription), texts.withDescription({ isIn($0) }) ?? false {
      return true
    }
    guard let isInPath = isInPath(of: own, texts.fileName, photos) else {
      return FilterMatcher.isAnywhere(word, in: photos.photo(at: number, [.place, .texts]))
    }
    return isInPath
      || mayBeInTags && texts.hasTags && cost(ofTagsIn: texts, photos) < SearchRanking.pathCost
  }

  /// By `SearchRanking`; nil where it isn't.
  @inline(__always)
  private mutating func cost(
    in number: Int, _ rows: CompactPhotos.Rows.Buffer, _ bytes: UnsafeBufferPointer<UInt8>,
    _ photos: CompactPhotos
  ) -> UInt8? {
    let own = rows.own[number]
    guard !own.flags.contains(.isOther) else { return ask(ofOther: photos.others[Int(own.start)]) }
    let texts = RowTexts(at: Int(own.start), own.flags, bytes)
    // Where the title of one photo has the word, that of the next one often has it, too. Otherwise all words of the row are looked
    // through at once.
    let mayBeInWords = wasInTitle || pattern.isContained(in: texts.words) ?? true
    var least = SearchRanking.pathCost
    if mayBeInWords {
      let place = texts.withTitle { self.place(in: $0) }
      least = SearchRanking.cost(place, .title)
      wasInTitle = place != .nowhere
    }
    if least > 2, mayBeInTags, texts.hasTags { least = min(least, cost(ofTagsIn: texts, photos)) }
    if least > 6, mayBeInWords, own.flags.contains(.hasDescription),
      let place = texts.withDescription({ self.place(in: $0) })
    {
      least = min(least, SearchRanking.cost(place, .description))
    }
    if least > 7 { least = min(least, cost(ofShared: own.shared, rows, photos)) }
    guard least == SearchRanking.pathCost else { return least }
    let isInPath =
      isInPath(of: own, texts.fileName, onlyFolder: !mayBeInWords, photos)
      ?? FilterMatcher.isAnywhere(word, in: photos.photo(at: number, [.place, .texts]))
    return isInPath ? least : nil
  }

  @inline(__always)
  private func place(in text: UnsafeBufferPointer<UInt8>) -> FoldedText.Place {
    pattern.place(in: text) ?? word.place(in: text)
  }

  @inline(never)
  private func ask(ofOther photo: Photo) -> UInt8? {
    FilterMatcher.isAnywhere(word, in: photo) ? SearchRanking.cost(of: word, in: photo) : nil
  }

  @inline(never)
  private mutating func cost(ofTagsIn row: RowTexts, _ photos: CompactPhotos) -> UInt8 {
    var least = SearchRanking.pathCost
    _ = row.tags { tag in
      if textCosts[Int(tag)] == Self.unknown {
        let place = photos.texts[tag].map(word.place) ?? .nowhere
        textCosts[Int(tag)] = SearchRanking.cost(place, .tag)
      }
      least = min(least, textCosts[Int(tag)])
      return least <= 2
    }
    return least
  }

  @inline(__always)
  private mutating func cost(
    ofShared number: UInt32, _ rows: CompactPhotos.Rows.Buffer, _ photos: CompactPhotos
  ) -> UInt8 {
    let known = sharedCosts[Int(number)]
    return known == Self.unknown ? find(inShared: number, rows, photos) : known
  }

  @inline(never)
  private mutating func find(
    inShared number: UInt32, _ rows: CompactPhotos.Rows.Buffer, _ photos: CompactPhotos
  ) -> UInt8 {
    let costs = photos.texts(of: rows.shared(number)).map { text in
      SearchRanking.cost(word.place(in: text), .other)
    }
    let least = costs.min() ?? SearchRanking.pathCost
    sharedCosts[Int(number)] = least
    return least
  }

  @inline(__always)
  private func isIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    pattern.isContained(in: text) ?? word.isContained(in: text)
  }

  /// Whether the word is in the path that is shown of a row; nil if that has to be made to be known.
  ///
  /// - Parameter isFolder: Whether only the folder's path is looked through, because the word isn't in the file's name.
  @inline(__always)
  private mutating func isInPath(
    of row: CompactPhotos.Rows.Own, _ name: UnsafeBufferPointer<UInt8>,
    onlyFolder isFolder: Bool = false,
    _ photos: CompactPhotos
  ) -> Bool? {
    guard !mayCross else { return ask(ofPathOf: row, name, photos) }
    guard row.flags.contains(.hasPathAsID), PlainText.isPlain(name) else { return nil }
    let length = Int(row.idByteCount) - name.count - 1
    // An id that is a separator and a name is a path from the root.
    guard length != 0, length + name.count < TextLimit.field.characters else { return nil }
    if length > 0 {
      if lastFolder?.number != row.folder || lastFolder?.length != length {
        lastFolder = answer(ofFolder: row.folder, length, photos)
      }
      guard let isInFolder = lastFolder?.isMatching else { return nil }
      if isInFolder { return true }
    }
    return isFolder ? false : isIn(name)
  }

  @inline(never)
  private mutating func ask(
    ofPathOf row: CompactPhotos.Rows.Own, _ name: UnsafeBufferPointer<UInt8>,
    _ photos: CompactPhotos
  ) -> Bool? {
    let word = word
    return paths.withPath(of: row, name, photos) { word.isContained(in: $0) }
  }

  @inline(never)
  private mutating func answer(
    ofFolder number: UInt32, _ length: Int, _ photos: CompactPhotos
  ) -> FolderAnswer {
    if let known = folders[number], known.length == length { return known }
    let path = photos.folders[number] ?? []
    let start = path.count - length
    var answer = FolderAnswer(number: number, length: length, isMatching: nil)
    // The id of a file elsewhere is its whole path.
    if start >= 0, start == 0 || path[start - 1] == FilePath.separator {
      path[start...].withUnsafeBufferPointer { text in
        if PlainText.isPlain(text) { answer.isMatching = word.isContained(in: text) }
      }
    }
    folders[number] = answer
    return answer
  }
}
