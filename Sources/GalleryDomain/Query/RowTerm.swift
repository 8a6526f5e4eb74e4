import Foundation

/// A term of a filter that one thread applies to rows, with what it has found out about values that they share.
struct RowTerm {
  private typealias Row = CompactPhotos.Row

  private let term: FilterTerm
  /// Of the term without its negation.
  private let matcher: FilterMatcher
  /// About texts and other values, by their numbers.
  private var answers = RowAnswers()
  private let texts: [(text: FoldedText, value: FilterTextValue)]
  private var words: [RowWord] = []
  /// Of each row that is left, whether one of the words was found.
  private var isFound: [Bool] = []
  private var paths = RowPaths()

  init(
    _ term: FilterTerm, _ photosOfState: [PhotoState: Set<Photo.ID>], _ zone: TimeZone
  ) {
    self.term = term
    matcher = FilterMatcher(
      FilterExpression([FilterTerm(term.condition)]), photosOfState: photosOfState, zone: zone)
    switch term.condition {
    case .anywhere(let words):
      self.words = words.map { RowWord(FoldedText($0)) }
      texts = []
    case .text(_, let values): texts = values.map { (FoldedText($0.text), $0) }
    default: texts = []
    }
  }

  /// - Parameter numbers: The rows that have passed so far; none of them is one of `others`.
  mutating func apply(to numbers: inout RowNumbers, of photos: CompactPhotos) {
    switch term.condition {
    case .anywhere: applyWords(to: &numbers, of: photos)
    case .text(let field, _): applyText(field, to: &numbers, of: photos)
    case .number(let field, _): applyNumber(field, to: &numbers, of: photos)
    case .price, .currency:
      let pool = photos.prices
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.price }, set: { $0.price = pool[$1] })
    case .date: applyDate(to: &numbers, of: photos)
    case .sale: applySale(to: &numbers, of: photos)
    case .state(let states):
      guard states != [.rejected] else { return applyRating(to: &numbers, of: photos) }
      applyWhole([.place], to: &numbers, of: photos)
    }
  }

  // MARK: Values that rows share

  /// - Parameters:
  ///   - count: How many values there are.
  ///   - number: The value's number in a row; 0 for none.
  ///   - set: Gives a photo the value with a number.
  @inline(__always)
  private mutating func applyShared(
    _ count: Int, to numbers: inout RowNumbers, of photos: CompactPhotos, number: (Row) -> UInt32,
    set: (inout Photo, UInt32) -> Void
  ) {
    answers.makeRoom(for: count)
    let matcher = matcher
    numbers.keep(of: photos, unless: term.isNegated) { row in
      let number = number(row)
      return answers.of(number) {
        var photo = Photo(id: "", name: "")
        set(&photo, number)
        return matcher.matches(photo)
      }
    }
  }

  /// Asks about whole photos.
  private func applyWhole(
    _ parts: CompactPhotos.Parts, to numbers: inout RowNumbers, of photos: CompactPhotos
  ) {
    numbers.keep { matcher.matches(photos.photo(at: $0, parts)) != term.isNegated }
  }

  private mutating func applyText(
    _ field: FilterField, to numbers: inout RowNumbers, of photos: CompactPhotos
  ) {
    let pool = photos.texts
    let (matcher, values) = (matcher, texts)
    switch field {
    case .camera:
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.camera }, set: { $0.camera = pool[$1] })
    case .lens:
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.lens }, set: { $0.lens = pool[$1] })
    case .author:
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.author }, set: { $0.author = pool[$1] })
    case .label:
      let pool = photos.labels
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.label }, set: { $0.label = pool[$1] })
    case .licence:
      let pool = photos.licences
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.licence },
        set: { $0.licence = pool[$1] })
    case .fileExtension:
      let pool = photos.formats
      applyShared(
        pool.count, to: &numbers, of: photos, number: { UInt32($0.format) },
        set: { photo, number in
          photo.file = pool[number].flatMap { FileReference(path: "/x.\($0)") }
        })
    case .place:
      let pool = photos.places
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.places },
        set: { $0.places = pool[$1] ?? [] })
    case .tag:
      answers.makeRoom(for: pool.count)
      applyTexts(to: &numbers, of: photos) { texts in
        texts.tags { number in
          answers.of(number) {
            matcher.matches(Photo(id: "", name: "", tags: [pool[number] ?? ""]))
          }
        }
      }
    case .title:
      applyTexts(to: &numbers, of: photos) { texts in
        texts.withTitle { title in
          values.contains { text, value in
            value.isWhole ? text.isWhole(title) : text.isContained(in: title)
          }
        }
      }
    case .description:
      applyTexts(to: &numbers, of: photos) { texts in
        texts.withDescription { description in
          values.contains { text, value in
            value.isWhole ? text.isWhole(description) : text.isContained(in: description)
          }
        } ?? false
      }
    case .path:
      applyPath(to: &numbers, of: photos) { path in
        values.contains { text, value in
          guard value.isWhole else { return text.isContained(in: path) }
          return value.isFolder ? text.isPrefix(of: path) : text.isWhole(path)
        }
      }
    default: applyWhole([.place, .texts], to: &numbers, of: photos)
    }
  }

  // MARK: Numbers and dates

  private mutating func applyNumber(
    _ field: FilterField, to numbers: inout RowNumbers, of photos: CompactPhotos
  ) {
    switch field {
    case .rating: applyRating(to: &numbers, of: photos)
    case .iso, .focal:
      let pool = photos.exposures
      applyShared(
        pool.count, to: &numbers, of: photos, number: { $0.exposure },
        set: { $0.exposure = pool[$1] ?? .unknown })
    default:
      var photo = Photo(id: "", name: "")
      // Most photos are as large as the previous one.
      var last: (size: Int, width: Int32, height: Int32, flags: CompactPhotos.Flags, passes: Bool)?
      let sizeFlags: CompactPhotos.Flags = [.hasSize, .hasWidth, .hasHeight]
      numbers.keep(of: photos, unless: term.isNegated) { row in
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

  private func applyRating(to numbers: inout RowNumbers, of photos: CompactPhotos) {
    let range = PhotoRating.range
    let unrated = matcher.matches(Photo(id: "", name: ""))
    let answers = range.map { matcher.matches(Photo(id: "", name: "", rating: $0)) }
    numbers.keep(of: photos, unless: term.isNegated) { row in
      guard row.flags.contains(.hasRating) else { return unrated }
      let rating = Int(row.rating)
      guard range.contains(rating) else {
        return matcher.matches(Photo(id: "", name: "", rating: rating))
      }
      return answers[rating - range.lowerBound]
    }
  }

  private func applySale(to numbers: inout RowNumbers, of photos: CompactPhotos) {
    func answer(_ status: SaleStatus) -> Bool {
      matcher.matches(Photo(id: "", name: "", saleStatus: status))
    }
    let (isForSale, isNotForSale, isUnstated) = (
      answer(.forSale), answer(.notForSale), answer(.unstated)
    )
    numbers.keep(of: photos, unless: term.isNegated) { row in
      row.flags.contains(.isForSale)
        ? isForSale : row.flags.contains(.isNotForSale) ? isNotForSale : isUnstated
    }
  }

  private mutating func applyDate(to numbers: inout RowNumbers, of photos: CompactPhotos) {
    let pool = photos.texts
    answers.makeRoom(for: pool.count)
    let matcher = matcher
    let spans = matcher.dateSpans
    numbers.keep(of: photos, unless: term.isNegated) { row in
      guard !row.isFileDate else { return false }
      guard row.flags.contains(.hasDate) else {
        return answers.of(row.dateText) {
          matcher.matches(Photo(id: "", name: "", dateText: pool[row.dateText]))
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
    to numbers: inout RowNumbers, of photos: CompactPhotos, _ passes: (RowTexts) -> Bool
  ) {
    photos.bytes.withUnsafeBufferPointer { bytes in
      numbers.keep(of: photos, unless: term.isNegated) { passes(RowTexts($0, bytes)) }
    }
  }

  /// Asks about the paths that are shown.
  private mutating func applyPath(
    to numbers: inout RowNumbers, of photos: CompactPhotos,
    _ passes: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    let (matcher, isNegated) = (matcher, term.isNegated)
    photos.bytes.withUnsafeBufferPointer { bytes in
      photos.rows.withUnsafeBufferPointer { rows in
        numbers.keep { number in
          let own = rows.own[number]
          let name = RowTexts(at: Int(own.start), own.flags, bytes).fileName
          let isPassing =
            paths.withPath(of: own, name, photos, passes)
            ?? matcher.matches(photos.photo(at: number, .place))
          return isPassing != isNegated
        }
      }
    }
  }

  private mutating func applyWords(to numbers: inout RowNumbers, of photos: CompactPhotos) {
    let isNegated = term.isNegated
    photos.bytes.withUnsafeBufferPointer { bytes in
      photos.rows.withUnsafeBufferPointer { rows in
        guard words.count > 1 else {
          if !words.isEmpty { words[0].keep(&numbers, unless: isNegated, rows, bytes, photos) }
          return
        }
        isFound = [Bool](repeating: false, count: numbers.count)
        for index in words.indices { words[index].find(in: numbers, &isFound, rows, bytes, photos) }
        var place = -1
        numbers.keep { _ in
          place += 1
          return isFound[place] != isNegated
        }
      }
    }
  }
}

/// What is known about values, by their numbers.
struct RowAnswers {
  private static let unknown: UInt8 = 2
  private var answers: [UInt8] = []

  /// - Parameter count: How many values there are. Numbers begin with 0, for none.
  mutating func makeRoom(for count: Int) {
    if answers.isEmpty { answers = [UInt8](repeating: Self.unknown, count: count + 1) }
  }

  @inline(__always)
  subscript(number: UInt32) -> Bool? {
    get {
      let answer = answers[Int(number)]
      return answer == Self.unknown ? nil : answer == 1
    }
    set { answers[Int(number)] = newValue.map { $0 ? 1 : 0 } ?? Self.unknown }
  }

  @inline(__always)
  mutating func of(_ number: UInt32, _ ask: () -> Bool) -> Bool {
    if let answer = self[number] { return answer }
    let isPassing = ask()
    self[number] = isPassing
    return isPassing
  }
}

/// The paths of rows as they are shown, one after the other in the same memory.
struct RowPaths {
  private var path: [UInt8] = []
  /// What of `path` is the folder's.
  private var folder: (number: UInt32, length: Int)?

  /// - Returns: nil if the path isn't the end of the file's, or would be cleaned.
  mutating func withPath(
    of row: CompactPhotos.Rows.Own, _ name: UnsafeBufferPointer<UInt8>, _ photos: CompactPhotos,
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
