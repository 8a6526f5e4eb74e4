import GalleryDomain

/// The photos that another program has printed so far, as `vitrine list --json` writes them.
///
/// Keeps the lines as they came and eight bytes for each photo; photos are made when they are requested. A line that is
/// not a photo counts as skipped. A photo whose id came before is dropped: pages of services overlap.
package struct PrintedPhotos: Sendable {
  package struct Limits: Sendable {
    /// 8 bytes each, and up to 24 for a table of ids.
    package var photoCount = 1_000_000
    /// Lines that are kept.
    package var byteCount = 128 << 20
    /// Of one photo.
    package var photoByteCount = PhotoLines.photoByteLimit
    /// Lines that are not photos.
    package var faultCount = 100_000
    /// Photos that came before.
    package var repeatCount = 1_000_000
    /// Bytes of both.
    package var idleByteCount = 64 << 20

    package init() {}
  }

  /// Why no more is read.
  package enum Excess: Hashable, Sendable {
    case photos
    /// Lines that are not photos.
    case faults
    case repeats
    /// A line that names a next page, which isn't asked for.
    case next
  }

  private struct Row {
    var piece: UInt32
    var offset: UInt32
  }

  private let mapping: PrintedPhotoMapping
  private let limits: Limits
  private var pieces: [[UInt8]] = []
  private var rows: [Row] = []
  private var storedByteCount = 0
  /// Hashes of the ids.
  private var ids: Set<Int> = []
  /// What was read and is not yet a line, or not yet a whole object.
  private var rest: [UInt8] = []
  /// Whether the beginning of the line in `rest` was dropped because it is too long.
  private var isTooLong = false
  /// Whether it is an array, which may be one line; nil until it has printed something.
  private var isArray: Bool?
  /// Lines before `rest`.
  private var lineCount = 0
  private var faultCount = 0
  private var repeatCount = 0
  private var idleByteCount = 0
  private var skippedItems: [SkippedItem] = []
  private var reportedCount = 0
  private var reportedItemCount = 0
  package private(set) var excess: Excess?
  /// The first line that is not a photo, cleaned.
  package private(set) var firstFault: String?

  /// So large are the pieces of memory that hold the lines.
  private static let pieceSize = 1 << 18

  package init(mapping: PrintedPhotoMapping, limits: Limits = Limits()) {
    self.mapping = mapping
    self.limits = limits
  }

  /// Whether a text begins with a photo as `vitrine list --json` writes it, and with another one behind it if there is more.
  package static func areLines(_ bytes: [UInt8]) -> Bool {
    var reader = PhotoLines.reader(of: Array(bytes.prefix(PhotoLines.photoByteLimit)))
    guard let first = try? reader.readValue(), PhotoLines.id(of: first) != nil else { return false }
    let next = reader.peek()
    return next == UInt8(ascii: "{") || next == nil && first["image_url"] != nil
  }

  /// Whether a text begins with an object that is no photo itself, but has a list of objects: a feed of another kind.
  ///
  /// - Parameter beginning: The list may be cut.
  package static func isFeed(_ beginning: [UInt8]) -> Bool {
    var reader = PhotoLines.reader(of: beginning)
    guard let first = try? reader.readBeginning().value, PhotoLines.id(of: first) == nil,
      case .object(let members) = first
    else { return false }
    return members.map(\.value).contains { value in
      if case .object(let inner) = value { return inner.contains { $0.value.holdsObjects } }
      return value.holdsObjects
    }
  }

  package var count: Int { rows.count }

  /// - Parameter index: Within `0..<count`.
  package func photo(at index: Int) -> Photo? {
    let row = rows[index]
    var reader = JSONReader(pieces[Int(row.piece)], at: Int(row.offset))
    // It was read before, so neither can fail.
    return (try? reader.readValue()).flatMap(mapping.photo(line:))
  }

  /// - Complexity: O(*count*); makes every photo.
  package func row(of id: Photo.ID) -> Int? {
    guard ids.contains(id.hashValue) else { return nil }
    return rows.indices.first { photo(at: $0)?.id == id }
  }

  /// What was left out since this was called last.
  package mutating func takeSkipped() -> SkippedItems {
    var skipped = SkippedItems(Array(skippedItems[reportedItemCount...]))
    skipped.count = faultCount - reportedCount
    (reportedCount, reportedItemCount) = (faultCount, skippedItems.count)
    return skipped
  }

  // MARK: Reading

  /// Takes what was printed; nothing more once there is an `excess`.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    guard excess == nil else { return }
    rest += bytes
    read(isEnd: false)
  }

  /// Call at the end: the last line may lack a newline.
  package mutating func end() {
    if excess == nil { read(isEnd: true) }
    rest = []
  }

  private mutating func read(isEnd: Bool) {
    if isTooLong {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        idleByteCount += rest.count
        rest = []
        return checkLimits()
      }
      rest.removeFirst(end)
      isTooLong = false
    }
    if isArray == nil { isArray = PhotoLines.isArray(rest) }
    let isArray = isArray ?? false
    let end = isEnd || isArray ? rest.count : rest.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    var lines = PhotoLines(end == rest.count ? rest : Array(rest[..<end]), isArray: isArray)
    var position = 0
    var isOpen = false
    reading: while excess == nil, let item = lines.next() {
      switch item {
      case .object(let value, let offset): take(value, rest[offset..<lines.position], at: offset)
      case .fault(let fault):
        // An object of several lines may not have ended yet.
        isOpen =
          !isEnd && fault.offset >= end && rest[lines.itemStart] == UInt8(ascii: "{")
          && rest.count - lines.itemStart <= limits.photoByteCount
        if isOpen {
          position = lines.itemStart
          break reading
        }
        skip(rest[lines.itemStart..<lines.position], fault.reason, at: fault.offset)
      }
      position = lines.position
    }
    if !isOpen {
      // Blank lines.
      idleByteCount += end - position
      position = end
    }
    lineCount += rest[..<position].count { $0 == UInt8(ascii: "\n") }
    rest.removeFirst(position)
    if !isEnd, rest.count > limits.photoByteCount, !rest.contains(UInt8(ascii: "\n")) {
      skip(rest[...], "longer than a photo can be", at: 0)
      rest = []
      isTooLong = true
    }
    checkLimits()
  }

  private mutating func take(_ value: JSONValue, _ bytes: ArraySlice<UInt8>, at offset: Int) {
    if let next = PhotoLines.next(value) {
      if next != .null, next != .text("") { excess = .next }
      return
    }
    guard let id = PhotoLines.id(of: value) else {
      return skip(bytes, "a photo without an id", at: offset)
    }
    guard mapping.namesOnlyItsOwn(value) else {
      return skip(bytes, "names a file that you didn't name", at: offset)
    }
    guard bytes.count <= limits.photoByteCount else {
      return skip(bytes, "longer than a photo can be", at: offset)
    }
    guard !ids.contains(id.hashValue) else {
      repeatCount += 1
      idleByteCount += bytes.count
      return checkLimits()
    }
    guard rows.count < limits.photoCount, storedByteCount + bytes.count <= limits.byteCount else {
      excess = .photos
      return
    }
    ids.insert(id.hashValue)
    store(bytes)
  }

  private mutating func store(_ bytes: ArraySlice<UInt8>) {
    if pieces.last.map({ $0.count + bytes.count > Self.pieceSize }) ?? true {
      var piece: [UInt8] = []
      piece.reserveCapacity(max(Self.pieceSize, bytes.count))
      pieces.append(piece)
    }
    let last = pieces.count - 1
    // Both are below 2^32: the limits are.
    rows.append(Row(piece: UInt32(last), offset: UInt32(pieces[last].count)))
    pieces[last].append(contentsOf: bytes)
    storedByteCount += bytes.count
  }

  private mutating func skip(_ line: ArraySlice<UInt8>, _ reason: String, at offset: Int) {
    faultCount += 1
    idleByteCount += line.count
    if firstFault == nil {
      firstFault = TextCleaner.line(bytes: line.prefix(400), limit: TextLimit(characters: 40))
    }
    if skippedItems.count < SkippedItem.keptCount {
      let before = rest[..<min(offset, rest.count)].count { $0 == UInt8(ascii: "\n") }
      skippedItems.append(
        SkippedItem(name: "line \(lineCount + before + 1)", reason: TextCleaner.line(reason)))
    }
    checkLimits()
  }

  private mutating func checkLimits() {
    guard excess == nil else { return }
    if faultCount > limits.faultCount {
      excess = .faults
    } else if repeatCount > limits.repeatCount {
      excess = .repeats
    } else if idleByteCount > limits.idleByteCount {
      excess = repeatCount > faultCount ? .repeats : .faults
    }
  }
}
