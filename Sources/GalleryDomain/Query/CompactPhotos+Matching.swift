import Foundation

extension CompactPhotos {
  /// Which photos pass a filter: the same as `LocalFilter.keeps` for each, without making them.
  ///
  /// One term after the other goes through all rows. What depends on a value that rows share, such as the camera, is asked once for each
  /// value, of the same `FilterMatcher` as everywhere; only texts, dates and numbers are looked at row by row.
  ///
  /// - Complexity: A few milliseconds a term for 300,000 photos, 10 for words that are searched for everywhere, on two
  ///   processors.
  ///
  /// - Parameters:
  ///   - indices: Only these photos; nil for all.
  ///   - parallelCount: With how many photos a second thread is worth its beginning.
  func matching(
    _ filter: LocalFilter, among indices: [Int]? = nil, parallelFrom parallelCount: Int = 20_000
  ) -> [Bool] {
    var wanted = [Bool](repeating: indices == nil, count: count)
    for index in indices ?? [] { wanted[index] = true }
    guard !filter.isOpen else { return wanted }
    var masks = Self.inHalves(of: count, parallelFrom: parallelCount) { [wanted] in
      matching(filter, in: $0, of: wanted)
    }
    if masks.count > 1 { masks[0].replaceSubrange((count / 2)..., with: masks[1][(count / 2)...]) }
    return masks[0]
  }

  /// What is made of each half of so many photos, on two threads.
  ///
  /// - Parameter parallelCount: With how many photos a second thread is worth its beginning.
  /// - Returns: One result for fewer photos.
  static func inHalves<Result>(
    of count: Int, parallelFrom parallelCount: Int = 20_000,
    _ body: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    guard count >= parallelCount else { return [body(0..<count)] }
    let parts = [0..<count / 2, count / 2..<count]
    var results = [Result?](repeating: nil, count: parts.count)
    results.withUnsafeMutableBufferPointer { results in
      // Each thread writes an element of its own.
      nonisolated(unsafe) let results = results
      DispatchQueue.concurrentPerform(iterations: parts.count) { part in
        results[part] = body(parts[part])
      }
    }
    return results.compactMap(\.self)
  }

  /// - Returns: For all rows; false for those outside of the range, and those that are out of the wanted ones.
  private func matching(
    _ filter: LocalFilter, in range: Range<Int>, of wanted: [Bool]
  ) -> [Bool] {
    var mask = [Bool](repeating: false, count: count)
    for index in range { mask[index] = wanted[index] && !rows[index].flags.contains(.isOther) }
    // The cheapest first: each row that is left out costs the others nothing.
    for term in filter.terms.sorted(by: { $0.rowCost < $1.rowCost }) {
      RowTerm(term, filter.photosOfState, filter.zone).apply(to: &mask, of: self)
    }
    if !others.isEmpty {
      for index in range where wanted[index] && rows[index].flags.contains(.isOther) {
        mask[index] = filter.keeps(others[rows[index].start])
      }
    }
    return mask
  }
}

extension FilterTerm {
  /// In what order terms are applied.
  fileprivate var rowCost: Int {
    switch condition {
    case .anywhere: 4
    case .text(let field, _):
      switch field {
      case .camera, .lens, .author, .licence, .label, .fileExtension: 0
      case .tag: 2
      default: 3
      }
    case .number(let field, _): field == .rating ? 0 : 1
    case .date: 1
    case .price, .currency, .sale: 0
    case .state(let states): states == [.rejected] ? 0 : 5
    }
  }
}

/// A term that is applied to rows.
private struct RowTerm {
  private typealias Row = CompactPhotos.Row

  private let term: FilterTerm
  /// Of the term without its negation.
  private let matcher: FilterMatcher

  init(
    _ term: FilterTerm, _ photosOfState: [PhotoState: Set<Photo.ID>], _ zone: TimeZone
  ) {
    self.term = term
    matcher = FilterMatcher(
      FilterExpression([FilterTerm(term.condition)]), photosOfState: photosOfState, zone: zone)
  }

  /// - Parameter mask: Which rows passed so far.
  func apply(to mask: inout [Bool], of photos: CompactPhotos) {
    switch term.condition {
    case .anywhere(let words): applyAnywhere(words.map(FoldedText.init), to: &mask, of: photos)
    case .text(let field, let values): applyText(field, values, to: &mask, of: photos)
    case .number(let field, _): applyNumber(field, to: &mask, of: photos)
    case .price, .currency:
      let pool = photos.prices
      applyShared(
        pool.count, to: &mask, of: photos, number: { $0.price }, set: { $0.price = pool[$1] })
    case .date: applyDate(to: &mask, of: photos)
    case .sale: applySale(to: &mask, of: photos)
    case .state(let states):
      guard states != [.rejected] else { return applyRating(to: &mask, of: photos) }
      applyWhole([.place], to: &mask, of: photos)
    }
  }

  // MARK: Values that rows share

  /// - Parameters:
  ///   - count: How many values there are.
  ///   - number: The value's number in a row; 0 for none.
  ///   - set: Gives a photo the value with a number.
  @inline(__always)
  private func applyShared(
    _ count: Int, to mask: inout [Bool], of photos: CompactPhotos, number: (Row) -> UInt32,
    set: (inout Photo, UInt32) -> Void
  ) {
    var answers = Answers(count)
    apply(to: &mask, of: photos) { row in
      let number = number(row)
      return answers.of(number) {
        var photo = Photo(id: "", name: "")
        set(&photo, number)
        return matcher.matches(photo)
      }
    }
  }

  /// What a term says about each value, asked when one occurs: the texts of all properties are in one pool.
  private struct Answers {
    private var answers: [UInt8]

    init(_ count: Int) {
      answers = [UInt8](repeating: 2, count: count + 1)
    }

    @inline(__always)
    mutating func of(_ number: UInt32, _ ask: () -> Bool) -> Bool {
      let answer = answers[Int(number)]
      if answer != 2 { return answer == 1 }
      let isPassing = ask()
      answers[Int(number)] = isPassing ? 1 : 0
      return isPassing
    }

    /// Whether one of the words is in the text with a number.
    @inline(__always)
    mutating func areIn(
      _ number: UInt32, _ texts: CompactPhotos.Pool<String>, _ words: [FoldedText]
    ) -> Bool {
      let answer = answers[Int(number)]
      if answer != 2 { return answer == 1 }
      let isIn = texts[number].map { text in words.contains { $0.isContained(in: text) } } ?? false
      answers[Int(number)] = isIn ? 1 : 0
      return isIn
    }
  }

  @inline(__always)
  private func apply(
    to mask: inout [Bool], of photos: CompactPhotos, _ passes: (Row) -> Bool
  ) {
    let isNegated = term.isNegated
    photos.rows.withUnsafeBufferPointer { rows in
      mask.withUnsafeMutableBufferPointer { mask in
        for index in rows.indices where mask[index] {
          mask[index] = passes(rows[index]) != isNegated
        }
      }
    }
  }

  /// Asks about whole photos.
  private func applyWhole(
    _ parts: CompactPhotos.Parts, to mask: inout [Bool], of photos: CompactPhotos
  ) {
    for index in mask.indices where mask[index] {
      mask[index] = matcher.matches(photos.photo(at: index, parts)) != term.isNegated
    }
  }

  private func applyText(
    _ field: FilterField, _ values: [FilterTextValue], to mask: inout [Bool],
    of photos: CompactPhotos
  ) {
    let texts = photos.texts
    switch field {
    case .camera:
      applyShared(
        texts.count, to: &mask, of: photos, number: { $0.camera }, set: { $0.camera = texts[$1] })
    case .lens:
      applyShared(
        texts.count, to: &mask, of: photos, number: { $0.lens }, set: { $0.lens = texts[$1] })
    case .author:
      applyShared(
        texts.count, to: &mask, of: photos, number: { $0.author }, set: { $0.author = texts[$1] })
    case .label:
      let pool = photos.labels
      applyShared(
        pool.count, to: &mask, of: photos, number: { $0.label }, set: { $0.label = pool[$1] })
    case .licence:
      let pool = photos.licences
      applyShared(
        pool.count, to: &mask, of: photos, number: { $0.licence }, set: { $0.licence = pool[$1] })
    case .fileExtension:
      let pool = photos.formats
      applyShared(
        pool.count, to: &mask, of: photos, number: { UInt32($0.format) },
        set: { photo, number in
          photo.file = pool[number].flatMap { FileReference(path: "/x.\($0)") }
        })
    case .tag:
      var answers = Answers(texts.count)
      applyTexts(to: &mask, of: photos) { reader in
        reader.tags { number in
          answers.of(number) {
            matcher.matches(Photo(id: "", name: "", tags: [texts[number] ?? ""]))
          }
        }
      }
    case .title:
      let values = values.map { (text: FoldedText($0.text), isWhole: $0.isWhole) }
      applyTexts(to: &mask, of: photos) { reader in
        reader.withTitle { title in
          values.contains { $0.isWhole ? $0.text.isWhole(title) : $0.text.isContained(in: title) }
        }
      }
    case .description:
      let values = values.map { (text: FoldedText($0.text), isWhole: $0.isWhole) }
      applyTexts(to: &mask, of: photos) { reader in
        reader.withDescription { text in
          values.contains { $0.isWhole ? $0.text.isWhole(text) : $0.text.isContained(in: text) }
        } ?? false
      }
    case .path:
      let values = values.map { (text: FoldedText($0.text), value: $0) }
      applyPath(to: &mask, of: photos) { path in
        values.contains { text, value in
          guard value.isWhole else { return text.isContained(in: path) }
          return value.isFolder ? text.isPrefix(of: path) : text.isWhole(path)
        }
      }
    default: applyWhole([.place, .texts], to: &mask, of: photos)
    }
  }

  /// Asks about the paths that are shown.
  private func applyPath(
    to mask: inout [Bool], of photos: CompactPhotos,
    _ passes: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    var paths = RowPaths()
    photos.bytes.withUnsafeBufferPointer { bytes in
      for index in mask.indices where mask[index] {
        let row = photos.rows[index]
        let isPassing =
          paths.withPath(of: row, RowTexts(row, bytes).fileName, photos, passes)
          ?? matcher.matches(photos.photo(at: index, .place))
        mask[index] = isPassing != term.isNegated
      }
    }
  }

  // MARK: Numbers and dates

  private func applyNumber(
    _ field: FilterField, to mask: inout [Bool], of photos: CompactPhotos
  ) {
    switch field {
    case .rating: applyRating(to: &mask, of: photos)
    case .iso, .focal:
      let pool = photos.exposures
      applyShared(
        pool.count, to: &mask, of: photos, number: { $0.exposure },
        set: {
          $0.exposure = pool[$1] ?? .unknown
        })
    default:
      var photo = Photo(id: "", name: "")
      // Most photos are as large as the previous one.
      var last: (size: Int, width: Int32, height: Int32, flags: CompactPhotos.Flags, passes: Bool)?
      let sizeFlags: CompactPhotos.Flags = [.hasSize, .hasWidth, .hasHeight]
      apply(to: &mask, of: photos) { row in
        let flags = row.flags.intersection(sizeFlags)
        let size = field == .size ? row.fileSize : 0
        if let last, last.size == size, last.width == row.width, last.height == row.height,
          last.flags == flags
        {
          return last.passes
        }
        photo.fileSize = flags.contains(.hasSize) ? row.fileSize : nil
        photo.width = flags.contains(.hasWidth) ? Int(row.width) : nil
        photo.height = flags.contains(.hasHeight) ? Int(row.height) : nil
        let isPassing = matcher.matches(photo)
        last = (size, row.width, row.height, flags, isPassing)
        return isPassing
      }
    }
  }

  private func applyRating(to mask: inout [Bool], of photos: CompactPhotos) {
    let range = PhotoRating.range
    let unrated = matcher.matches(Photo(id: "", name: ""))
    let answers = range.map { matcher.matches(Photo(id: "", name: "", rating: $0)) }
    apply(to: &mask, of: photos) { row in
      guard row.flags.contains(.hasRating) else { return unrated }
      let rating = Int(row.rating)
      guard range.contains(rating) else {
        return matcher.matches(Photo(id: "", name: "", rating: rating))
      }
      return answers[rating - range.lowerBound]
    }
  }

  private func applySale(to mask: inout [Bool], of photos: CompactPhotos) {
    func answer(_ status: SaleStatus) -> Bool {
      matcher.matches(Photo(id: "", name: "", saleStatus: status))
    }
    let (isForSale, isNotForSale, isUnstated) = (
      answer(.forSale), answer(.notForSale), answer(.unstated)
    )
    apply(to: &mask, of: photos) { row in
      row.flags.contains(.isForSale)
        ? isForSale : row.flags.contains(.isNotForSale) ? isNotForSale : isUnstated
    }
  }

  private func applyDate(to mask: inout [Bool], of photos: CompactPhotos) {
    let texts = photos.texts
    var answers = Answers(texts.count)
    let spans = matcher.dateSpans
    apply(to: &mask, of: photos) { row in
      guard row.flags.contains(.hasDate) else {
        return answers.of(row.dateText) {
          matcher.matches(Photo(id: "", name: "", dateText: texts[row.dateText]))
        }
      }
      let date = Date(timeIntervalSinceReferenceDate: row.createdAt)
      guard row.flags.contains(.hasOffset) else {
        return spans.contains { $0.moments.contains(date) }
      }
      let clock = date.addingTimeInterval(Double(row.utcOffset))
      return spans.contains { $0.clockTimes.contains(clock) }
    }
  }

  // MARK: Texts of each row

  @inline(__always)
  private func applyTexts(
    to mask: inout [Bool], of photos: CompactPhotos, _ passes: (RowTexts) -> Bool
  ) {
    photos.bytes.withUnsafeBufferPointer { bytes in
      apply(to: &mask, of: photos) { row in passes(RowTexts(row, bytes)) }
    }
  }

  /// Whether one of the words is in the title, description, author, camera, lens, tags or path.
  private func applyAnywhere(
    _ words: [FoldedText], to mask: inout [Bool], of photos: CompactPhotos
  ) {
    let texts = photos.texts
    var answers = Answers(texts.count)
    var folders = FolderAnswers(words)
    let isNegated = term.isNegated
    photos.bytes.withUnsafeBufferPointer { bytes in
      photos.rows.withUnsafeBufferPointer { rows in
        for index in mask.indices where mask[index] {
          let row = rows[index]
          let reader = RowTexts(row, bytes)
          let isPassing: Bool
          // A title that is the file's name is in the path.
          if answers.areIn(row.camera, texts, words) || answers.areIn(row.lens, texts, words)
            || answers.areIn(row.author, texts, words)
            || !row.flags.contains(.hasFileName) && reader.withTitle({ words.areIn($0) })
            || reader.withDescription({ words.areIn($0) }) ?? false
          {
            isPassing = true
          } else if let isInPath = folders.isInPath(of: row, reader.fileName, photos) {
            isPassing = isInPath || reader.tags { answers.areIn($0, texts, words) }
          } else {
            isPassing = matcher.matches(photos.photo(at: index, [.place, .texts]))
          }
          mask[index] = isPassing != isNegated
        }
      }
    }
  }

  /// What words say about the folders of rows.
  private struct FolderAnswers {
    private let words: [FoldedText]
    /// Whether a match may begin in the folder's path and end in the file's name.
    private let mayCross: Bool
    /// By number: for a path of so many bytes of the folder's.
    private var answers: [UInt32: (length: Int, isMatching: Bool?)] = [:]
    private var last: (number: UInt32, length: Int, isMatching: Bool?)?
    private var paths = RowPaths()

    init(_ words: [FoldedText]) {
      self.words = words
      mayCross = words.contains(where: \.containsSeparator)
    }

    /// Whether a word is in the path that is shown of a row; nil if that has to be made to be known.
    mutating func isInPath(
      of row: Row, _ name: UnsafeBufferPointer<UInt8>, _ photos: CompactPhotos
    ) -> Bool? {
      guard !mayCross else {
        return paths.withPath(of: row, name, photos) { path in
          words.contains { $0.isContained(in: path) }
        }
      }
      guard row.flags.contains(.hasPathAsID), PlainText.isPlain(name) else { return nil }
      let length = Int(row.idByteCount) - name.count - 1
      // An id that is a separator and a name is a path from the root.
      guard length != 0, length + name.count < TextLimit.field.characters else { return nil }
      if length > 0 {
        guard let isInFolder = isInFolder(row.folder, length, photos) else { return nil }
        if isInFolder { return true }
      }
      return words.contains { $0.isContained(in: name) }
    }

    private mutating func isInFolder(
      _ number: UInt32, _ length: Int, _ photos: CompactPhotos
    ) -> Bool? {
      if let last, last.number == number, last.length == length { return last.isMatching }
      if let known = answers[number], known.length == length {
        last = (number, length, known.isMatching)
        return known.isMatching
      }
      let path = photos.folders[number] ?? []
      let start = path.count - length
      var isMatching: Bool?
      // The id of a file elsewhere is its whole path.
      if start >= 0, start == 0 || path[start - 1] == FilePath.separator {
        path[start...].withUnsafeBufferPointer { text in
          if PlainText.isPlain(text) {
            isMatching = words.contains { $0.isContained(in: text) }
          }
        }
      }
      answers[number] = (length, isMatching)
      last = (number, length, isMatching)
      return isMatching
    }
  }
}

extension [FoldedText] {
  /// Whether one of them is in a text.
  @inline(__always)
  fileprivate func areIn(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    contains { $0.isContained(in: text) }
  }
}

/// The paths of rows as they are shown, one after the other in the same memory.
private struct RowPaths {
  private var path: [UInt8] = []
  /// What of `path` is the folder's.
  private var folder: (number: UInt32, length: Int)?

  /// - Returns: nil if the path isn't the end of the file's, or would be cleaned.
  mutating func withPath(
    of row: CompactPhotos.Row, _ name: UnsafeBufferPointer<UInt8>, _ photos: CompactPhotos,
    _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool? {
    let length = Int(row.idByteCount) - name.count - 1
    guard row.flags.contains(.hasPathAsID), length != 0,
      length + name.count < TextLimit.field.characters
    else { return nil }
    if length < 0 {
      (path, folder) = ([], nil)
    } else if folder?.number == row.folder, folder?.length == length {
      path.removeSubrange((length + 1)...)
    } else {
      let whole = photos.folders[row.folder] ?? []
      let start = whole.count - length
      guard start >= 0, start == 0 || whole[start - 1] == FilePath.separator else { return nil }
      path = Array(whole[start...])
      path.append(FilePath.separator)
      folder = (row.folder, length)
    }
    path.append(contentsOf: name)
    return path.withUnsafeBufferPointer { PlainText.isPlain($0) ? body($0) : nil }
  }
}

/// Text that cleaning leaves as it is.
private enum PlainText {
  /// Whether it is printable ASCII with single spaces between words.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }
}
