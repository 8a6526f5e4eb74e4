import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc

/// A text file of photos in an order of the user's.
///
/// ```
/// # Summer, for the print shop
/// coast/IMG_2041.jpg
/// /mnt/archive/2019/dune.jpg
/// https://photos.example/a/harbour.jpg
/// ```
///
/// A photo a line: a path, relative to the folder of the file or absolute, or a web address. What follows a tab is ignored, so that
/// the output of `vitrine list` is a collection; empty lines and lines that begin with `#` are kept and mean nothing. `PathInput` reads
/// it, as it reads lists of other programs; here its lines are added and removed.
public struct PhotoCollection {
  /// Of its files, without the dot.
  public static let fileExtension = "photos"

  /// Larger files are refused.
  package static let byteLimit = 64 << 20

  public private(set) var bytes: [UInt8]
  /// Absolute and normal.
  let folder: [UInt8]

  /// - Parameter folder: That of the file; absolute.
  public init(_ bytes: [UInt8], folder: [UInt8]) {
    self.bytes = bytes
    self.folder = FilePath.normal(folder)
  }

  /// Whether it is lines of bytes, and not UTF-16, of which nothing is read.
  public var canBeChanged: Bool {
    !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
  }

  // MARK: A line

  private static let tab = UInt8(ascii: "\t")

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == tab
  }

  /// Without a note and blanks at the ends.
  private static func name(ofLine line: some BidirectionalCollection<UInt8>) -> [UInt8] {
    var name = Array(line.prefix { $0 != tab }.drop(while: isBlank))
    while let last = name.last, isBlank(last) { name.removeLast() }
    return name
  }

  /// Whether a line names nothing.
  static func isComment(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    name(ofLine: line).first.map { $0 == UInt8(ascii: "#") } ?? true
  }

  /// - Parameters:
  ///   - line: Without its line break.
  ///   - folder: The collection's; absolute and normal.
  /// - Returns: An address, or a path, relative if it is in the folder; nil for a line that names nothing.
  static func location(ofLine line: ArraySlice<UInt8>, in folder: [UInt8]) -> [UInt8]? {
    if isComment(line) { return nil }
    return address(ofLine: line) ?? location(ofPath: line.prefix { $0 != tab }, in: folder)
  }

  /// - Parameter path: Relative to the folder, or absolute.
  /// - Returns: Relative if it is in the folder; empty for the folder itself.
  static func location(ofPath path: some Collection<UInt8>, in folder: [UInt8]) -> [UInt8] {
    let absolute = FilePath.normal(FilePath.absolute(Array(path), in: folder))
    guard let inside = FilePath.isInside(absolute, folder) else { return absolute }
    return Array(inside)
  }

  /// What a line names if there is no file of its name: a program may print columns behind a tab, a hand may indent; the ids that
  /// `vitrine list` prints, and the lines of former collections, have `\\` for a backslash and `\x09` for a byte.
  ///
  /// - Returns: nil if that is no other name.
  static func otherLocation(ofLine line: [UInt8]) -> [UInt8]? {
    let path = FolderPhotoID.path(of: name(ofLine: line))
    return path.isEmpty || path == line || path.contains(0) ? nil : path
  }

  // MARK: Addresses

  /// - Returns: The address that a line names, as a row has it; nil for a path.
  static func address(ofLine line: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    // Most lines of most lists.
    guard line.contains(UInt8(ascii: ":")) else { return nil }
    let name = name(ofLine: line)
    guard let scheme = FeedAddress.prefix(of: name), scheme == "http" || scheme == "https",
      name.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
    else { return nil }
    let url = FeedAddress.web(String(decoding: name, as: UTF8.self))
    let text = url.map { Array($0.absoluteString.utf8) } ?? name
    return Array(scheme.utf8) + text.dropFirst(scheme.utf8.count)
  }

  /// Whether a location is a web address, and not a path: no path here has two separators in a row.
  static func isAddress(_ location: some Collection<UInt8>) -> Bool {
    location.starts(with: "https://".utf8) || location.starts(with: "http://".utf8)
  }

  static func url(of location: [UInt8]) -> URL? {
    isAddress(location) ? FeedAddress.web(String(decoding: location, as: UTF8.self)) : nil
  }

  /// Why an address isn't that of a picture; nil if it may be.
  static func fault(ofAddress address: [UInt8]) -> String? {
    guard let url = url(of: address), let host = url.host(), !host.isEmpty else {
      return "not an address"
    }
    guard url.user() == nil, url.password() == nil else {
      return "an address with a user's name or a password"
    }
    // A row has a folder and a name.
    let path = address.drop { $0 != FilePath.separator }.dropFirst(2)
    guard path.contains(FilePath.separator), path.last != FilePath.separator else {
      return "not the address of a picture"
    }
    return nil
  }
}

// MARK: Writing

extension PhotoCollection {
  /// With their line breaks.
  private func lines() -> some Sequence<ArraySlice<UInt8>> {
    sequence(state: bytes.starts(with: Self.mark) ? Self.mark.count : 0) { [bytes] start in
      guard start < bytes.count else { return nil }
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      defer { start = end }
      return bytes[start..<end]
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func location(ofWhole line: ArraySlice<UInt8>) -> [UInt8]? {
    var line = line
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return Self.location(ofLine: line, in: folder)
  }

  /// - Returns: nil for a photo that has neither a file nor a web address of its own, or whose name no line can have.
  private func line(of photo: Photo) -> [UInt8]? {
    guard let file = photo.file else {
      guard let url = photo.imageURL,
        let address = Self.address(ofLine: Array(url.absoluteString.utf8)),
        address.count < Int(PATH_MAX), Self.fault(ofAddress: address) == nil
      else { return nil }
      return address
    }
    let path = Self.location(ofPath: file.path, in: folder)
    guard let first = path.first, path.last != UInt8(ascii: "\r"),
      !path.contains(where: { $0 == UInt8(ascii: "\n") || $0 == Self.tab })
    else { return nil }
    // A comment, or a byte-order mark.
    let isMark = first >= Self.mark[0]
    return isMark || Self.isComment(path) ? Array("./".utf8) + path : path
  }

  /// Adds photos at the end, without those that are there; all other bytes stay.
  ///
  /// - Returns: How many were added, and how many of them can't be named.
  public mutating func add(_ photos: [Photo]) -> (added: Int, nameless: Int) {
    let lines = photos.compactMap(line(of:))
    return (add(lines: lines.map { $0[...] }), photos.count - lines.count)
  }

  private mutating func add(lines new: [ArraySlice<UInt8>]) -> Int {
    let locations = lines().compactMap(location(ofWhole:))
    var known = Set(locations + locations.compactMap(Self.otherLocation))
    let added = new.filter { line in
      location(ofWhole: line).map { known.insert($0).inserted } ?? false
    }
    guard !added.isEmpty else { return 0 }
    let lineBreak = Array((bytes.firstRange(of: Array("\r\n".utf8)) == nil ? "\n" : "\r\n").utf8)
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += lineBreak }
    for line in added {
      bytes += line
      if line.last != UInt8(ascii: "\n") { bytes += lineBreak }
    }
    return added.count
  }

  /// Removes the lines of photos; all other bytes stay.
  ///
  /// - Parameter ids: Of photos of the opened collection.
  /// - Returns: How many have lines, and these, with their line breaks.
  public mutating func remove(_ ids: Set<Photo.ID>) -> (removed: Int, lines: [UInt8]) {
    remove(Set(ids.map(FolderPhotoID.path(ofID:))))
  }

  private mutating func remove(_ locations: Set<[UInt8]>) -> (removed: Int, lines: [UInt8]) {
    // What is shown may be spelled otherwise than its line.
    let others = Set(
      locations.subtracting(lines().compactMap(location(ofWhole:))).map(FilePath.composed))
    var (kept, removed): ([UInt8], [UInt8]) = ([], [])
    var found: Set<[UInt8]> = []
    if bytes.starts(with: Self.mark) { kept += Self.mark }
    for line in lines() {
      let location = location(ofWhole: line)
      let other = [location, location.flatMap(Self.otherLocation)].compactMap {
        $0.map(FilePath.composed)
      }
      .first(where: others.contains)
      if let name = location.flatMap({ locations.contains($0) ? $0 : nil }) ?? other {
        found.insert(name)
        removed += line
      } else {
        kept += line
      }
    }
    bytes = kept
    return (found.count, removed)
  }

  /// Adds lines that were removed, or removes lines that were added, although others have changed since.
  public mutating func undo(_ changed: [UInt8], isRemoval: Bool) {
    let changed = PhotoCollection(changed, folder: folder)
    if isRemoval {
      _ = add(lines: Array(changed.lines()))
    } else {
      _ = remove(Set(changed.lines().compactMap(changed.location(ofWhole:))))
    }
  }
}
