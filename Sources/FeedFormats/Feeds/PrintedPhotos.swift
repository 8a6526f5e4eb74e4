import Foundation
import GalleryDomain

/// The photos that another program has printed so far, as `vitrine list --json` writes them: one JSON object after the other,
/// usually one per line; or all of them in an array, as `jq --slurp` prints them. Anything that isn't an object costs only its
/// line.
///
/// Keeps the objects as they came; photos are made when they are requested. A line that isn't a photo counts as skipped.
/// A photo whose id came before is dropped: pages of services overlap.
package struct PrintedPhotos: Sendable {
  package struct Limits: Sendable {
    /// Each takes some 40 bytes besides its line, and up to 32 in a table of ids.
    package var photoCount = 1_000_000
    /// Lines that are kept.
    package var byteCount = 128 << 20
    /// Of one photo.
    package var photoByteCount = photoByteLimit
    /// Lines that are not photos, and photos that came before.
    package var otherByteCount = 64 << 20
    /// The same before the first photo: more comes from a program for something else.
    package var beginningByteCount = 4 << 20

    package init() {}
  }

  /// Why no more is read.
  package enum Excess: Hashable, Sendable {
    case photos
    case others
    /// A line that names a next page, which isn't requested.
    case next
  }

  private let mapping: PrintedPhotoMapping
  private let limits: Limits
  /// One photo each.
  private var lines: [[UInt8]] = []
  private var storedByteCount = 0
  /// Hashes of the ids.
  private var ids: Set<Int> = []
  /// Bytes that aren't a whole line or object yet.
  private var rest: [UInt8] = []
  /// Whether the beginning of the line in `rest` was dropped, and the rest of the line will be, too.
  private var isSkipping = false
  /// The size from which `rest` is read again: a long one isn't read at every piece.
  private var nextByteCount = 0
  /// Lines before `rest`.
  private var lineCount = 0
  private var otherByteCount = 0
  private var skipped = SkippedItems()
  package private(set) var excess: Excess?
  /// The first line that is not a photo, cleaned.
  package private(set) var firstFault: String?

  /// For one photo: each is read again whenever it is shown.
  static let photoByteLimit = 1 << 20

  package init(mapping: PrintedPhotoMapping, limits: Limits = Limits()) {
    self.mapping = mapping
    self.limits = limits
  }

  /// Whether a text begins with a photo as `vitrine list --json` writes it, and with another one behind it if there is more.
  package static func areLines(_ bytes: [UInt8]) -> Bool {
    var reader = Self.reader(of: Array(bytes.prefix(photoByteLimit)))
    guard let first = try? reader.readValue(), PrintedPhotoMapping.id(of: first) != nil else {
      return false
    }
    let next = reader.peek()
    return next == UInt8(ascii: "{") || next == nil && first["image_url"] != nil
  }

  /// Whether a text begins with an object that is no photo itself, but has a list of objects: a feed of another kind.
  ///
  /// - Parameter beginning: The list may be cut.
  package static func isFeed(_ beginning: [UInt8]) -> Bool {
    var reader = Self.reader(of: beginning)
    guard let first = try? reader.readBeginning().value, PrintedPhotoMapping.id(of: first) == nil,
      case .object(let members) = first
    else { return false }
    return members.map(\.value).contains { value in
      if case .object(let inner) = value { return inner.contains { $0.value.holdsObjects } }
      return value.holdsObjects
    }
  }

  package var count: Int { lines.count }

  /// - Parameter index: Within `0..<count`.
  package func photo(at index: Int) -> Photo? {
    // It was read before, so neither can fail.
    JSONValue(bytes: lines[index]).flatMap(mapping.photo(line:))
  }

  /// - Complexity: O(*count*); makes every photo.
  package func row(of id: Photo.ID) -> Int? {
    guard ids.contains(id.hashValue) else { return nil }
    return lines.indices.first { photo(at: $0)?.id == id }
  }

  /// Returns what was left out since the last call.
  package mutating func removeSkipped() -> SkippedItems {
    defer { skipped = SkippedItems() }
    return skipped
  }

  // MARK: Reading

  /// Reads what was printed; nothing more once there is an `excess`.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    guard excess == nil else { return }
    rest += bytes
    guard rest.count >= nextByteCount else { return }
    read(isEnd: false)
    nextByteCount = rest.count > limits.photoByteCount ? rest.count * 2 : 0
  }

  /// Call at the end: the last line may lack a newline.
  package mutating func end() {
    if excess == nil { read(isEnd: true) }
    rest = []
  }

  private mutating func read(isEnd: Bool) {
    if isSkipping {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        countOthers(rest.count)
        rest = []
        return
      }
      rest.removeFirst(end)
      isSkipping = false
    }
    var reader = JSONReader(rest)
    var position = 0
    while excess == nil {
      // The signs between the elements of an array, which may be one line, mean nothing, nor does a byte order mark.
      while let sign = reader.peek(), Self.otherSigns.contains(sign) { reader.index += 1 }
      guard let first = reader.peek() else {
        // Blank lines.
        countOthers(rest.count - position)
        position = rest.count
        break
      }
      let start = reader.index
      // A reader makes a limited number of values.
      reader = JSONReader(rest, at: start)
      do throws(TextFault) {
        guard first == UInt8(ascii: "{") else { throw reader.fault("expected an object") }
        let value = try reader.readValue()
        add(value, rest[start..<reader.index], at: start)
      } catch {
        position = start
        let lineEnd = rest[start...].firstIndex(of: UInt8(ascii: "\n"))
        // An object of several lines may not have ended yet, or the line of something else.
        let isOpen =
          first == UInt8(ascii: "{")
          ? error.offset >= rest.count
            && rest.count - start <= limits.photoByteCount * Self.endedFactor
          : lineEnd == nil
        if isOpen, !isEnd { break }
        reader = JSONReader(rest, at: lineEnd ?? rest.count)
        skip(rest[start..<reader.index], error.reason, at: error.offset)
        isSkipping = lineEnd == nil && !isEnd
      }
      position = reader.index
    }
    lineCount += rest[..<position].count { $0 == UInt8(ascii: "\n") }
    rest.removeFirst(position)
    if !isEnd, rest.count > limits.photoByteCount, rest.first != UInt8(ascii: "{"),
      !rest.contains(UInt8(ascii: "\n"))
    {
      skip(rest[...], "longer than a photo can be", at: 0)
      rest = []
      isSkipping = true
    }
  }

  /// How many times as long as a photo an object may be while its end is awaited, so that what follows it in its line isn't
  /// lost.
  private static let endedFactor = 16
  private static let otherSigns = Array("[,]\u{FEFF}".utf8)

  private static func reader(of bytes: [UInt8]) -> JSONReader {
    JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  private mutating func add(_ value: JSONValue, _ bytes: ArraySlice<UInt8>, at offset: Int) {
    guard let id = PrintedPhotoMapping.id(of: value) else {
      if let next = value["next"] {
        if next != .null, next != .text("") { excess = .next }
        return
      }
      return skip(bytes, "a photo without an id", at: offset)
    }
    guard mapping.namesOnlyItsOwn(value) else {
      return skip(bytes, "names a file that you didn't name", at: offset)
    }
    guard bytes.count <= limits.photoByteCount else {
      return skip(bytes, "longer than a photo can be", at: offset)
    }
    guard !ids.contains(id.hashValue) else {
      return countOthers(bytes.count)
    }
    guard lines.count < limits.photoCount, storedByteCount + bytes.count <= limits.byteCount else {
      excess = .photos
      return
    }
    ids.insert(id.hashValue)
    lines.append(Array(bytes))
    storedByteCount += bytes.count
  }

  private mutating func skip(_ line: ArraySlice<UInt8>, _ reason: String, at offset: Int) {
    if firstFault == nil {
      firstFault = TextCleaner.line(bytes: line.prefix(400), limit: TextLimit(characters: 40))
    }
    if skipped.items.count < SkippedItem.keptCount {
      let before = rest[..<min(offset, rest.count)].count { $0 == UInt8(ascii: "\n") }
      skipped.add("line \(lineCount + before + 1)", TextCleaner.line(reason))
    } else {
      skipped.count += 1
    }
    countOthers(line.count)
  }

  /// A program may print for ever.
  private mutating func countOthers(_ count: Int) {
    otherByteCount += count
    let isBeginning = lines.isEmpty && otherByteCount > limits.beginningByteCount
    if isBeginning || otherByteCount > limits.otherByteCount { excess = excess ?? .others }
  }
}

/// Creates photos from those that `vitrine list --json` prints, with the files that they may name.
package struct PrintedPhotoMapping: Sendable {
  /// The base for relative paths; nil if no files may be named.
  let directory: [UInt8]?
  /// The only files, and folders of files, that may be named; nil for any.
  let nameable: [[UInt8]]?
  /// The time zone for dates without one.
  let zone: TimeZone

  /// - Parameter nameable: Absolute paths.
  package init(directory: [UInt8]?, nameable: [[UInt8]]? = nil, zone: TimeZone) {
    self.directory = directory
    self.nameable = nameable
    self.zone = zone
  }

  /// What identifies the photo: `id`, otherwise `path`, otherwise `image_url`; nil if it has none of them.
  static func id(of value: JSONValue) -> Photo.ID? {
    ["id", "path", "image_url"].lazy.compactMap { value[$0]?.lenientText }.first.flatMap {
      CleanText.line($0, limit: idLimit)
    }
  }

  /// The id of a photo in a folder is its path.
  private static let idLimit = TextLimit(characters: 5_000)

  /// Creates a photo from an object with the keys of `PhotoRecord`. A missing key means the same as `null`, except that
  /// a missing `thumbnail_url` means the picture itself.
  ///
  /// - Parameter value: Names only files that may be named (`namesOnlyItsOwn`).
  /// - Returns: nil without an id.
  func photo(line value: JSONValue) -> Photo? {
    guard let id = Self.id(of: value) else { return nil }
    var photo = PhotoRecord.photo(id: id, zone: zone) { value[$0] }
    photo.file = file(value)
    photo.companions = photo.file == nil ? [] : companions(value)
    photo.imageURL = photo.file?.url ?? picture(value["image_url"], nil)?.url
    photo.thumbnailURL =
      value["thumbnail_url"] == nil
      ? photo.imageURL : picture(value["thumbnail_url"], directory)?.url
    return photo
  }

  /// Whether every file that is named may be named.
  func namesOnlyItsOwn(_ value: JSONValue) -> Bool {
    guard directory != nil else { return !Self.namesFile(value) }
    guard nameable != nil else { return true }
    let thumbnail = picture(value["thumbnail_url"], directory)?.file
    return [file(value), thumbnail].compactMap(\.self).allSatisfy(isNameable)
  }

  private func isNameable(_ file: FileReference) -> Bool {
    guard let nameable else { return true }
    let names = file.path.split(separator: FilePath.separator)
    guard !names.contains(where: { $0.elementsEqual("..".utf8) }) else { return false }
    return nameable.contains { path in
      file.path.starts(with: path)
        && (file.path.count == path.count || path.last == FilePath.separator
          || file.path[path.count] == FilePath.separator)
    }
  }

  /// Whether it refers to a picture that isn't on the web.
  static func namesFile(_ value: JSONValue) -> Bool {
    let pictures = ["image_url", "thumbnail_url"].compactMap { value[$0]?.lenientText }
    return pictures.contains { FeedAddress.web($0) == nil }
      || pictures.isEmpty && value["path"]?.lenientText != nil
  }

  /// The picture's own URL comes first, because it preserves names that aren't UTF-8. A path next to a web URL is a
  /// path on a server.
  private func file(_ value: JSONValue) -> FileReference? {
    guard let directory else { return nil }
    if let address = value["image_url"], address.lenientText != nil {
      return picture(address, directory)?.file
    }
    return value["path"]?.lenientText.flatMap { Self.file($0, in: directory) }
  }

  private func companions(_ value: JSONValue) -> [FileReference] {
    guard let directory else { return [] }
    return value["companions"]?.elements.compactMap(\.lenientText).compactMap {
      Self.file($0, in: directory)
    }.filter(isNameable) ?? []
  }

  private static func file(_ path: String, in directory: [UInt8]) -> FileReference? {
    let bytes = Array(path.utf8)
    return FileReference(
      path: bytes.first == FilePath.separator ? bytes : FilePath.join(directory, bytes))
  }

  private func picture(_ value: JSONValue?, _ directory: [UInt8]?) -> FeedAddress.Picture? {
    FeedBase(directory: directory).picture(value?.lenientText)
  }
}
