import Foundation
import GalleryDomain

/// Reads photos in the format of `vitrine list --json`: one JSON object after the other, usually one per line; or all of them in
/// an array, as `jq --slurp` prints them.
///
/// Anything that isn't an object costs only its line; reading continues with the next one.
struct PhotoLines {
  enum Item {
    /// A photo (or some other object), and where it starts.
    case object(JSONValue, offset: Int)
    case fault(JSONFault)
  }

  /// Of one photo: each is read again whenever it is shown.
  static let photoByteLimit = 1 << 20

  private var reader: JSONReader
  /// Where the item that was read last begins.
  private(set) var itemStart = 0
  /// Where the next item is looked for.
  var position: Int { reader.index }
  /// Whether they are the elements of an array: then brackets and commas between them mean nothing.
  private let isArray: Bool

  /// - Parameter isArray: Whether an array has begun before these bytes.
  init(_ bytes: [UInt8], isArray: Bool) {
    reader = Self.reader(of: bytes)
    self.isArray = isArray
  }

  /// - Returns: Whether bytes begin with an array; nil if they are blank.
  static func isArray(_ bytes: [UInt8]) -> Bool? {
    var reader = reader(of: bytes)
    return reader.peek().map { $0 == UInt8(ascii: "[") }
  }

  static func reader(of bytes: [UInt8]) -> JSONReader {
    JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// - Returns: nil at the end.
  mutating func next() -> Item? {
    while isArray, let sign = reader.peek(), Self.arraySigns.contains(sign) { reader.index += 1 }
    guard let first = reader.peek() else { return nil }
    let start = reader.index
    itemStart = start
    guard first == UInt8(ascii: "{") else {
      skipLine(from: start)
      return .fault(JSONFault(offset: start, reason: "expected an object"))
    }
    // A reader makes so many values at most.
    reader = JSONReader(reader.bytes, at: start)
    if let end = endOfLargeObject {
      reader.index = end
      return .fault(JSONFault(offset: start, reason: "longer than a photo can be"))
    }
    do throws(JSONFault) {
      return .object(try reader.readValue(), offset: start)
    } catch {
      skipLine(from: start)
      return .fault(error)
    }
  }

  private static let arraySigns = Array("[,]".utf8)

  /// Where the next object ends; nil unless it is whole and longer than a photo can be.
  private var endOfLargeObject: Int? {
    guard reader.bytes.count - reader.index > Self.photoByteLimit else { return nil }
    var reader = reader
    guard (try? reader.skipValue()) != nil, reader.index - itemStart > Self.photoByteLimit else {
      return nil
    }
    return reader.index
  }

  private mutating func skipLine(from start: Int) {
    let end = reader.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? reader.bytes.endIndex
    reader = JSONReader(reader.bytes, at: end)
  }

  /// What identifies the photo: `id`, otherwise `path`, otherwise `image_url`; nil if it has none of them.
  static func id(of value: JSONValue) -> Photo.ID? {
    ["id", "path", "image_url"].lazy.compactMap { value[$0]?.lenientText }.first.flatMap {
      CleanText.line($0, limit: idLimit)
    }
  }

  /// The id of a photo in a folder is its path.
  private static let idLimit = TextLimit(characters: 5_000)

  /// What a line says that only names the next page; nil for any other line.
  static func next(_ value: JSONValue) -> JSONValue? {
    id(of: value) == nil ? value["next"] : nil
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

  /// Creates a photo from an object with the keys of `PhotoRecord`. A missing key means the same as `null`, except that
  /// a missing `thumbnail_url` means the picture itself.
  ///
  /// - Returns: nil without an id, and if it refers to a file that it may not refer to.
  func photo(line value: JSONValue) -> Photo? {
    guard let id = PhotoLines.id(of: value), namesOnlyItsOwn(value) else { return nil }
    var photo = PhotoRecord.photo(id: id, zone: zone) { value[$0] }
    photo.file = file(value)
    photo.companions = photo.file == nil ? [] : companions(value)
    photo.imageURL = photo.file?.url ?? picture(value["image_url"], directory: nil)
    photo.thumbnailURL =
      value["thumbnail_url"] == nil
      ? photo.imageURL : picture(value["thumbnail_url"], directory: directory)
    return photo
  }

  /// Whether every file that is named may be named.
  func namesOnlyItsOwn(_ value: JSONValue) -> Bool {
    guard directory != nil else { return !Self.namesFile(value) }
    guard nameable != nil else { return true }
    let thumbnail = value["thumbnail_url"]?.lenientText.flatMap {
      FeedAddress.picture($0, directory: directory)?.file
    }
    return [file(value), thumbnail].compactMap(\.self).allSatisfy(isNameable)
  }

  private func isNameable(_ file: FileReference) -> Bool {
    guard let nameable else { return true }
    let parent: [UInt8] = Array("..".utf8)
    guard
      !file.path.split(separator: FilePath.separator).contains(where: { $0.elementsEqual(parent) })
    else { return false }
    return nameable.contains { path in
      file.path.starts(with: path)
        && (file.path.count == path.count || path.last == FilePath.separator
          || file.path[path.count] == FilePath.separator)
    }
  }

  /// Whether it refers to a picture that isn't on the web.
  static func namesFile(_ value: JSONValue) -> Bool {
    let pictures = ["image_url", "thumbnail_url"].compactMap { value[$0]?.lenientText }
    return pictures.contains { FeedAddress.picture($0, directory: nil) == nil }
      || pictures.isEmpty && value["path"]?.lenientText != nil
  }

  /// The picture's own URL comes first, because it preserves names that aren't UTF-8. A path next to a web URL is a
  /// path on a server.
  private func file(_ value: JSONValue) -> FileReference? {
    guard let directory else { return nil }
    if let address = value["image_url"]?.lenientText {
      return FeedAddress.picture(address, directory: directory)?.file
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

  private func picture(_ value: JSONValue?, directory: [UInt8]?) -> URL? {
    value?.lenientText.flatMap { FeedAddress.picture($0, directory: directory)?.url }
  }
}
