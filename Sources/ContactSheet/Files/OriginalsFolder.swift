import Files
import Foundation
import GalleryDomain
import Glibc
import PictureProtocol

/// A folder that originals are copied into. Existing files are never written to: a copy whose name is taken gets a number
/// (`name (2).jpg`), and a copy that exists with the same bytes is not made again.
struct OriginalsFolder {
  let path: String
  var calls = FileSystemCalls()
  /// The names in a folder; none if they can't be read.
  var names: (_ folder: [UInt8]) -> [[UInt8]] = { FolderEntries.names(in: $0) }

  enum Outcome: Hashable {
    case copied(renamed: Bool)
    /// A file with that name has the same bytes.
    case present
  }

  /// How many names to try.
  private static let nameLimit = 10_000

  /// Copies a photo's file and its sidecars.
  ///
  /// - Parameter file: A file with all of the photo's bytes.
  func copy(
    _ photo: Photo, from file: FileReference, shouldStop: () -> Bool
  ) throws(SystemCallError) -> Outcome {
    let isLocal = photo.file == file
    let name = Self.name(of: photo, file: file)
    let pending = try makeFile()
    // Before anything is written: the copy may exist.
    if let number = taken(by: file, name) {
      if isLocal { try copySidecars(of: file, to: SafeFileName.numbered(name, number), shouldStop) }
      return .present
    }
    try copy(file.path, to: pending, shouldStop)
    for number in 1...Self.nameLimit {
      let candidate = SafeFileName.numbered(name, number)
      do throws(SystemCallError) {
        try pending.name(Array(candidate.utf8))
      } catch {
        guard error.code == EEXIST else { throw error }
        continue
      }
      if isLocal { try copySidecars(of: file, to: candidate, shouldStop) }
      return .copied(renamed: number > 1)
    }
    throw SystemCallError(code: EEXIST)
  }

  private func makeFile() throws(SystemCallError) -> PendingFile {
    try PendingFile(in: calls.openFolder(Array(path.utf8)), calls, .half, mode: 0o666)
  }

  /// Copies a file's bytes and its times.
  private func copy(
    _ source: [UInt8], to pending: PendingFile, _ shouldStop: () -> Bool
  ) throws(SystemCallError) {
    let file: Int32
    let status: stat
    do throws(FileReader.Failure) {
      (file, status) = try FileReader.open(source)
    } catch {
      throw SystemCallError(code: error.code, isOfSource: true)
    }
    defer { close(file) }
    try calls.copy(file, to: pending.descriptor, shouldStop: shouldStop)
    // Not every file system stores them.
    try? calls.setTimes(of: pending.descriptor, to: status)
    // On a network, a full disk may be reported only now.
    try calls.syncFile(pending.descriptor)
  }

  /// The number of an existing file with the same bytes; nil if there is none.
  private func taken(by file: FileReference, _ name: String) -> Int? {
    for number in 1...Self.nameLimit {
      let candidate = "\(path)/\(SafeFileName.numbered(name, number))"
      guard stat(of: candidate.utf8, followsLink: false) != nil else { return nil }
      if hasSameBytes(file.path, Array(candidate.utf8)) { return number }
    }
    return nil
  }

  /// False if one of them can't be read.
  private func hasSameBytes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let (first, left) = try? FileReader.open(one) else { return false }
    defer { close(first) }
    guard let (second, right) = try? FileReader.open(other) else { return false }
    defer { close(second) }
    return left.st_size == right.st_size
      && (left.isSameFile(as: right) || (try? calls.isEqual(first, second)) == true)
  }

  /// `photo.jpg.xmp` and `photo.xmp`, as other programs write them; existing ones are left as they are.
  private func copySidecars(
    of file: FileReference, to name: String, _ shouldStop: () -> Bool
  ) throws(SystemCallError) {
    let slash = file.path.lastIndex(of: 0x2F) ?? 0
    var sidecars = SidecarName.forms.map { form -> (source: [UInt8], target: String) in
      let target = String(decoding: form.name(of: Array(name.utf8)), as: UTF8.self)
      return (form.name(of: file.path), target)
    }
    sidecars = sidecars.filter { source, _ in
      source != file.path && stat(of: source)?.isRegularFile == true
    }
    guard !sidecars.isEmpty else { return }
    // Where case is ignored, `.xmp` and `.XMP` find one file: it is copied once, in its own spelling.
    let names = Set(self.names(Array(file.path[...slash])))
    let isListed = { (source: [UInt8]) in names.contains(Array(source[(slash + 1)...])) }
    let listed = sidecars.filter { isListed($0.source) }
    var copied: Set<String> = []
    for (source, target) in listed + sidecars.filter({ !isListed($0.source) }) {
      guard copied.insert(target.lowercased()).inserted || isListed(source) else { continue }
      let pending = try makeFile()
      try copy(source, to: pending, shouldStop)
      do throws(SystemCallError) {
        try pending.name(Array(target.utf8))
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  /// The file's own name if it has one, else the photo's with the extension for its bytes.
  static func name(of photo: Photo, file: FileReference) -> String {
    if photo.file == file {
      return SafeFileName.make(
        String(decoding: file.path.split(separator: 0x2F).last ?? [], as: UTF8.self))
    }
    let beginning = FileReader.beginning(of: file.path, count: PictureFormat.beginningByteCount)
    let own = PictureFormat(beginning: beginning)?.fileNameEndings ?? []
    let ending = own.first ?? ""
    let last = photo.imageURL?.lastPathComponent ?? ""
    let (stem, oldEnding) = SafeFileName.split(last.removingPercentEncoding ?? last)
    let isNamed = endings.contains(oldEnding.lowercased())
    if isNamed {
      return SafeFileName.make(stem + (own.contains(oldEnding.lowercased()) ? oldEnding : ending))
    }
    return SafeFileName.make(SafeFileName.make(photo.name) + ending)
  }

  private static let endings = Set(PictureFormat.allCases.flatMap(\.fileNameEndings))
}
