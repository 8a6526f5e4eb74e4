import FeedFormats
import Foundation
import GalleryDomain
import Glibc

/// A text file of photos in an order of the user's, with notes.
///
/// ```
/// # Summer, for the print shop
/// coast/IMG_2041.jpg    the one with the gulls
/// /mnt/archive/2019/dune.jpg
/// https://photos.example/a/harbour.jpg    Harbour at dawn
/// ```
///
/// UTF-8, a photo a line: a path, relative to the folder of the file or absolute, or a web address; after a tab, a note. Empty lines
/// and lines that begin with `#` are kept and mean nothing. As in the ids that `vitrine list` prints, `\\` is a backslash and `\x09`
/// a byte, so that its output is a collection, and so is that of `fd`. A photo that is named twice is there once, at its first
/// line.
///
/// Reading never fails: lines that can't name a photo are among `faults`.
public struct PhotoCollection: Equatable, Sendable {
  /// Of its files, without the dot.
  public static let fileExtension = "photos"

  /// Larger files are refused.
  package static let byteLimit = 64 << 20
  /// Photos, and lines that name none, after which the rest is ignored.
  static let lineLimit = 1_000_000
  /// The longest line that is read, in bytes.
  static let lineByteLimit = 16_384

  /// A photo.
  public struct Item: Hashable, Sendable {
    /// A path relative to the collection's folder, an absolute path of a file elsewhere, or a web address; without `.`, `..` and
    /// repeated separators.
    public let place: [UInt8]
    /// One clean line.
    public let note: String?
  }

  /// A line that names no photo.
  struct Fault: Hashable, Sendable {
    let text: [UInt8]
    let reason: String
  }

  private enum Content {
    case nothing
    case item(Item)
    case fault(String)
  }

  /// The file, with the lines that name no photo.
  public private(set) var bytes: [UInt8]
  /// Absolute and normal.
  private let folder: [UInt8]
  public private(set) var items: [Item] = []
  /// The first lines that name no photo.
  private(set) var faults: [Fault] = []
  private(set) var faultCount = 0
  /// Whether there are more lines than are read.
  private(set) var isCut = false

  /// - Parameter folder: That of the file; absolute.
  /// - Complexity: O(*bytes*).
  public init(_ bytes: [UInt8], folder: [UInt8]) {
    self.bytes = bytes
    self.folder = FilePath.normal(folder)
    read()
  }

  /// Files and folders, in their order.
  init(of files: [FileReference], folder: [UInt8]) {
    self.init([], folder: folder)
    _ = add(files.map { Item(place: place(ofPath: $0.path), note: nil) })
  }

  private mutating func read() {
    var seen: Set<[UInt8]> = []
    for line in lines() {
      guard items.count < Self.lineLimit, faultCount < Self.lineLimit else {
        isCut = true
        return
      }
      switch content(of: line) {
      case .nothing: break
      case .item(let item):
        if seen.insert(item.place).inserted { items.append(item) }
      case .fault(let reason):
        faultCount += 1
        guard faults.count < SkippedItem.keptCount else { continue }
        let text = FeedAddress.withoutUser(Array(bytes[line].drop(while: Self.isBlank)))
        faults.append(Fault(text: Array(text.prefix(200)), reason: reason))
      }
    }
  }

  /// With their line breaks.
  private func lines() -> some Sequence<Range<Int>> {
    sequence(state: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) { [bytes] start in
      guard start < bytes.count else { return nil }
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      return start..<end
    }
  }

  // MARK: A line

  private static let tab = UInt8(ascii: "\t")

  private func content(of line: Range<Int>) -> Content {
    var text = bytes[line]
    while let last = text.last, Self.isBlank(last) { text.removeLast() }
    text = text.drop(while: Self.isBlank)
    guard let first = text.first, first != UInt8(ascii: "#") else { return .nothing }
    guard text.count <= Self.lineByteLimit else { return .fault("a line of \(text.count) bytes") }
    let tab = text.firstIndex(of: Self.tab)
    var name = text[..<(tab ?? text.endIndex)]
    while name.last == UInt8(ascii: " ") { name.removeLast() }
    guard !name.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return .fault("control characters")
    }
    let note = tab.flatMap {
      CleanText.line(String(decoding: text[$0...], as: UTF8.self), limit: .title)
    }
    switch place(of: Array(name)) {
    case .success(let place):
      guard place.count < Int(PATH_MAX) else { return .fault("too long") }
      return .item(Item(place: place, note: note))
    case .failure(let fault): return .fault(fault.reason)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private struct PlaceFault: Error { let reason: String }

  private func place(of text: [UInt8]) -> Result<[UInt8], PlaceFault> {
    let scheme = FeedAddress.prefix(of: text)
    if scheme == "file" {
      guard let file = FeedAddress.file(String(decoding: text, as: UTF8.self)) else {
        return .failure(PlaceFault(reason: "not the address of a file"))
      }
      return path(file.path)
    }
    guard let scheme, text.dropFirst(scheme.utf8.count).starts(with: "://".utf8) else {
      return path(FolderPhotoID.path(of: text))
    }
    guard scheme == "http" || scheme == "https" else {
      return .failure(PlaceFault(reason: "not an http or https address"))
    }
    guard let url = FeedAddress.web(String(decoding: text, as: UTF8.self), relativeTo: "") else {
      return .failure(PlaceFault(reason: "not an address"))
    }
    guard url.user() == nil, url.password() == nil else {
      return .failure(PlaceFault(reason: "an address with a user's name or a password"))
    }
    return Self.place(of: url).map(Result.success)
      ?? .failure(PlaceFault(reason: "not the address of a picture"))
  }

  private func path(_ path: [UInt8]) -> Result<[UInt8], PlaceFault> {
    guard !path.contains(0) else { return .failure(PlaceFault(reason: "a zero byte")) }
    let place = place(ofPath: path)
    return place.isEmpty
      ? .failure(PlaceFault(reason: "the collection's own folder")) : .success(place)
  }

  /// - Parameter path: Relative to the folder, or absolute.
  /// - Returns: Relative if it is in the folder; empty for the folder itself.
  private func place(ofPath path: [UInt8]) -> [UInt8] {
    let isAbsolute = path.first == FilePath.separator
    let absolute = FilePath.normal(isAbsolute ? path : FilePath.join(folder, path))
    guard folder.count > 1 else { return Array(absolute.dropFirst()) }
    guard absolute.starts(with: folder) else { return absolute }
    let rest = absolute.dropFirst(folder.count)
    return rest.isEmpty || rest.first == FilePath.separator ? Array(rest.dropFirst()) : absolute
  }

  /// - Returns: nil unless it names something that can be a picture; with a user's name or a password it doesn't.
  private static func place(of url: URL) -> [UInt8]? {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.user() == nil, url.password() == nil, let host = url.host(), !host.isEmpty
    else { return nil }
    let text = Array((scheme + url.absoluteString.dropFirst(scheme.count)).utf8)
    let path = text.dropFirst(scheme.utf8.count + 3)
    // A row has a folder and a name.
    guard path.contains(FilePath.separator), path.last != FilePath.separator else { return nil }
    return text
  }

  /// Whether a place is a web address, and not a path: no path here has two separators in a row.
  static func isAddress(_ place: some Collection<UInt8>) -> Bool {
    place.starts(with: "https://".utf8) || place.starts(with: "http://".utf8)
  }

  static func url(of place: [UInt8]) -> URL? {
    isAddress(place) ? URL(string: String(decoding: place, as: UTF8.self)) : nil
  }
}

// MARK: Writing

extension PhotoCollection {
  /// - Returns: nil for a photo that has neither a file nor a web address of its own.
  public func item(of photo: Photo) -> Item? {
    if let file = photo.file {
      return Item(place: place(ofPath: file.path), note: nil)
    }
    guard let place = photo.imageURL.flatMap(Self.place(of:)), place.count < Int(PATH_MAX) else {
      return nil
    }
    // Its title is nowhere else.
    return Item(place: place, note: photo.title.flatMap { CleanText.line($0, limit: .title) })
  }

  /// - Parameter id: Of a photo of the opened collection.
  public static func place(ofID id: Photo.ID) -> [UInt8] { FolderPhotoID.path(ofID: id) }

  /// Adds photos at the end, without those that are there; all other bytes stay.
  ///
  /// - Returns: What was added.
  public mutating func add(_ new: [Item]) -> [Item] {
    var seen = Set(items.lazy.map(\.place))
    let added = new.filter { seen.insert($0.place).inserted }
    guard !added.isEmpty else { return [] }
    let lineBreak = Array((bytes.firstRange(of: Array("\r\n".utf8)) == nil ? "\n" : "\r\n").utf8)
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += lineBreak }
    for item in added { bytes += Array(Self.line(of: item).utf8) + lineBreak }
    self = PhotoCollection(bytes, folder: folder)
    return added
  }

  /// Removes the lines of photos; all other bytes stay.
  ///
  /// - Returns: The lines, with their line breaks.
  public mutating func remove(_ places: Set<[UInt8]>) -> [UInt8] {
    // What is shown may be spelled otherwise than its line.
    let others = Set(places.subtracting(items.lazy.map(\.place)).map(FilePath.composed))
    var (kept, removed): ([UInt8], [UInt8]) = ([], [])
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { kept += bytes[..<3] }
    for line in lines() {
      if case .item(let item) = content(of: line),
        places.contains(item.place) || others.contains(FilePath.composed(item.place))
      {
        removed += bytes[line]
      } else {
        kept += bytes[line]
      }
    }
    self = PhotoCollection(kept, folder: folder)
    return removed
  }

  private static func line(of item: Item) -> String {
    let note = item.note.map { "\t\($0)" } ?? ""
    return (isAddress(item.place) ? String(decoding: item.place, as: UTF8.self) : text(of: item))
      + note
  }

  /// A path that is read as it is written.
  private static func text(of item: Item) -> String {
    let text = FolderPhotoID.id(ofPath: item.place)
    return FeedAddress.prefix(of: Array(text.utf8)) == "file" ? "./\(text)" : text
  }
}
