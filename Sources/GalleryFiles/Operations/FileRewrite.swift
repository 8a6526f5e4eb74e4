import Files
import GalleryData
import GalleryDomain
import Glibc

/// Rewrites a file with some bytes replaced, so that at every moment its name refers to either the complete old file or
/// the complete new one.
///
/// A copy is made next to it, synced to the disk, and renamed over it. The mode, the user's extended attributes and, if
/// allowed, the owner are kept; the modification time is the copy's, so that caches of the file's picture notice. A
/// hard link elsewhere keeps the old contents.
struct FileRewrite {
  let calls: FileSystemCalls
  let file: FileReference
  /// What the file must be; nil for any regular file.
  var expected: stat?
  /// The modification time that the new file gets; nil for now.
  var times: stat?

  struct Outcome: Sendable {
    let former: stat
    let status: stat
    let edit: OrientationEdit
  }

  /// - Parameter makeEdit: Makes the edit; it may ask for the bytes at a place, of which there are fewer at the end. nil if they are
  ///   not the expected ones.
  func run(
    _ makeEdit: (_ bytes: (_ place: Int, _ count: Int) -> [UInt8]) -> OrientationEdit?
  ) throws(FileOperationError) -> Outcome {
    let (path, name) = FilePath.split(file.path)
    do throws(SystemCallError) {
      let folder = try calls.openFolder(path)
      let source = try calls.openFile(name, in: folder)
      defer { close(source) }
      let before = try calls.status(of: source)
      guard before.isRegularFile else { throw SystemCallError(code: ELOOP) }
      if let expected, !before.isUnchanged(since: expected) { throw SystemCallError(code: ESTALE) }
      try calls.checkWritable(name, in: folder)
      func bytes(_ place: Int, _ count: Int) -> [UInt8] {
        // Neither the sum nor the offset can be trusted.
        guard place >= 0, place <= Int(before.st_size) - count else { return [] }
        return FileReader.read(source, at: place, count: count) ?? []
      }
      guard let edit = makeEdit(bytes), bytes(edit.offset, edit.old.count) == edit.old else {
        throw SystemCallError(code: ESTALE)
      }
      let part = try PendingFile(in: folder, calls, .half)
      // Unless it has got its name by then.
      defer { part.discard() }
      try copy(source, to: part.descriptor, edit)
      try finish(part, like: before, from: source, edit)
      // The file is checked once more right before its name gets another meaning.
      try part.replace(name) { () throws(SystemCallError) in
        guard try calls.status(of: name, in: folder).isUnchanged(since: before) else {
          throw SystemCallError(code: ESTALE)
        }
      }
      // After a crash it is the old file or the new one, whether or not this succeeds.
      try? calls.syncFolder(folder)
      return Outcome(former: before, status: part.status, edit: edit)
    } catch {
      throw error.code == ESTALE
        ? .changed(name: FilePath.shownName(file)) : error.failure(name)
    }
  }

  private func copy(
    _ source: Int32, to target: Int32, _ edit: OrientationEdit
  ) throws(SystemCallError) {
    if edit.old.count == edit.new.count {
      try calls.copy(source, to: target, shouldStop: { false })
      guard FileReader.read(target, at: edit.offset, count: edit.old.count) == edit.old else {
        throw SystemCallError(code: ESTALE)
      }
      lseek(target, off_t(edit.offset), SEEK_SET)
      try calls.write(edit.new, to: target)
    } else {
      // Only the beginning of a file gets longer or shorter.
      try calls.write(edit.new, to: target)
      lseek(source, off_t(edit.old.count), SEEK_SET)
      try calls.copy(source, to: target, isWhole: false, shouldStop: { false })
    }
  }

  private func finish(
    _ part: PendingFile, like before: stat, from source: Int32, _ edit: OrientationEdit
  ) throws(SystemCallError) {
    // Attributes that the file system doesn't support don't stop it.
    try? calls.copyAttributes(of: source, to: part.descriptor)
    try? calls.setOwner(of: part.descriptor, to: before)
    try? calls.setMode(of: part.descriptor, to: before.st_mode & 0o7777)
    if let times { try? calls.setTimes(of: part.descriptor, to: times) }
    try calls.syncFile(part.descriptor)
    let after = try calls.status(of: source)
    part.status = try calls.status(of: part.descriptor)
    guard after.isUnchanged(since: before), after.st_ctim.isEqual(to: before.st_ctim),
      Int(part.status.st_size) == Int(before.st_size) - edit.old.count + edit.new.count
    else { throw SystemCallError(code: ESTALE) }
  }
}

/// What was done to one file, as far as undo needs it.
struct FileRotationRecord: Sendable {
  let file: FileReference
  let outcome: FileRewrite.Outcome
}

extension LocalFileOperationRepository {
  func rotate(
    _ file: FileReference, by rotation: Rotation
  ) async throws(FileOperationError) -> PerformedFileOperation {
    let name = FilePath.shownName(file)
    let rewrite = FileRewrite(calls: calls, file: file)
    let outcome: FileRewrite.Outcome
    switch await orientations?.orientationPlace(of: file) {
    case .entry(let offset, let isBigEndian):
      outcome = try rewrite.run { bytes in
        OrientationEdit(
          rotating: bytes(offset, OrientationEdit.entryByteCount), at: offset,
          isBigEndian: isBigEndian, by: rotation)
      }
    case .absent:
      outcome = try rewrite.run { _ in
        OrientationEdit(adding: PhotoOrientation.upright.rotated(by: rotation))
      }
    case nil where stat(of: file.path, followsLink: false) == nil:
      throw SystemCallError(code: errno).failure(Array(FilePath.lastComponent(file.path)))
    case .unsupported, .unstated, nil: throw .noOrientation(name: name)
    }
    return PerformedFileOperation(
      files: [file], record: FileRotationRecord(file: file, outcome: outcome))
  }

  func undo(_ record: FileRotationRecord) throws(FileOperationError) {
    // The same bytes as before, so that with their old time the thumbnails are valid again.
    _ = try FileRewrite(
      calls: calls, file: record.file, expected: record.outcome.status,
      times: record.outcome.former
    ).run { _ in record.outcome.edit.inverse }
  }
}

/// Replaces bytes of a file to change a picture's orientation.
///
/// Made from a worker's answer, which isn't trusted. So the old bytes are a whole entry of a TIFF directory, or the
/// beginning of a JPEG; the file must have them there, and only one byte of an entry changes, from one orientation to
/// another.
struct OrientationEdit: Hashable {
  let offset: Int
  /// The bytes that must be there.
  let old: [UInt8]
  let new: [UInt8]

  var inverse: OrientationEdit { OrientationEdit(offset: offset, old: new, new: old) }

  private init(offset: Int, old: [UInt8], new: [UInt8]) {
    self.offset = offset
    self.old = old
    self.new = new
  }

  /// For a JPEG without EXIF data: a segment with nothing but the orientation, at the position given by Exif 2.32
  /// (4.5.2).
  init(adding orientation: PhotoOrientation) {
    let start: [UInt8] = [0xFF, 0xD8]
    self.init(
      offset: 0, old: start + [0xFF], new: start + Self.segment(orientation) + [0xFF])
  }

  /// - Parameter entry: The bytes at the offset, as many as `entryByteCount`; nil if they aren't an orientation.
  init?(rotating entry: [UInt8], at offset: Int, isBigEndian: Bool, by rotation: Rotation) {
    let match = PhotoOrientation.allCases.first {
      Self.entry($0, isBigEndian: isBigEndian) == entry
    }
    guard let match else { return nil }
    self.init(
      offset: offset, old: entry,
      new: Self.entry(match.rotated(by: rotation), isBigEndian: isBigEndian))
  }

  /// Tag, type, count, and the value, which is left-aligned in its four bytes (TIFF 6.0, section 2).
  static let entryByteCount = 10

  private static func entry(_ orientation: PhotoOrientation, isBigEndian: Bool) -> [UInt8] {
    isBigEndian
      ? [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue]
      : [0x12, 1, 3, 0, 1, 0, 0, 0, orientation.rawValue, 0]
  }

  private static func segment(_ orientation: PhotoOrientation) -> [UInt8] {
    let directory: [UInt8] = [0, 1] + entry(orientation, isBigEndian: true) + [0, 0, 0, 0, 0, 0]
    let data = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
    // APP1; the length includes its own bytes.
    return [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data
  }
}
