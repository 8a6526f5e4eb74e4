import Files
import GalleryData
import GalleryDomain
import Glibc

/// What was done to one file, as far as undo needs it.
struct FileRotationRecord: Sendable {
  let file: FileReference
  let former: stat
  /// The state in which the file was left.
  let stamp: FileStamp
  let edit: OrientationEdit
}

extension LocalFileOperationRepository {
  func rotate(
    _ file: FileReference, by rotation: Rotation
  ) async throws(FileOperationError) -> PerformedFileOperation {
    let record: FileRotationRecord
    switch await reader?.detailedMetadata(of: file, sidecar: nil)?.orientationLocation {
    case .entry(let offset, let isBigEndian):
      record = try rewrite(file) { bytes in
        OrientationEdit(rotating: bytes, at: offset, isBigEndian: isBigEndian, by: rotation)
      }
    case .absent:
      record = try rewrite(file) { _ in
        OrientationEdit(adding: PhotoOrientation.upright.rotated(by: rotation))
      }
    case nil where stat(of: file.path, followsLink: false) == nil:
      throw SystemCallError(code: errno).failure(Array(FilePath.lastComponent(file.path)))
    case .unsupported, .unstated, nil: throw .noOrientation(name: FilePath.shownName(file))
    }
    return PerformedFileOperation(files: [file], record: record)
  }

  func undo(_ record: FileRotationRecord) throws(FileOperationError) {
    // The same bytes as before, so that with their old time the thumbnails are valid again.
    _ = try rewrite(record.file, expecting: record.stamp, times: record.former) { _ in
      record.edit.inverse
    }
  }

  /// Hardly any picture is larger.
  private static let rotatedByteLimit = 1 << 30

  /// Replaces a file by one with some bytes changed. A hard link elsewhere keeps the old contents.
  ///
  /// - Parameters:
  ///   - expected: What the file must be; nil for any regular file.
  ///   - times: The modification time that the new file gets; nil for now, so that caches of the file's picture notice.
  ///   - makeEdit: nil if the bytes are not the expected ones.
  private func rewrite(
    _ file: FileReference, expecting expected: FileStamp? = nil, times: stat? = nil,
    _ makeEdit: (_ bytes: [UInt8]) -> OrientationEdit?
  ) throws(FileOperationError) -> FileRotationRecord {
    do throws(SystemCallError) {
      var bytes: [UInt8]
      let former: stat
      do throws(FileReader.Failure) {
        (bytes, former) = try FileReader.read(
          file.path, byteLimit: Self.rotatedByteLimit, followsLink: false)
      } catch {
        throw SystemCallError(code: error.code)
      }
      let stamp = FileStamp(former)
      guard expected == nil || expected == stamp, let edit = makeEdit(bytes), edit.apply(to: &bytes)
      else { throw SystemCallError(code: ESTALE) }
      let status = try AtomicFile.write(
        bytes, to: file.path, replacing: .stamp(stamp), times: times, calls)
      return FileRotationRecord(
        file: file, former: former, stamp: FileStamp(status), edit: edit)
    } catch {
      throw error.code == ESTALE
        ? .changed(name: FilePath.shownName(file))
        : error.failure(Array(FilePath.lastComponent(file.path)))
    }
  }
}

/// Replaces bytes of a file to change a picture's orientation.
///
/// Made from a worker's answer, which isn't trusted: the old bytes are a whole entry of a TIFF directory, or the
/// beginning of a JPEG; the file must have them there, and only one byte of an entry changes, from one orientation to
/// another.
struct OrientationEdit: Hashable {
  private let offset: Int
  /// The bytes that must be there.
  private let old: [UInt8]
  private let new: [UInt8]

  var inverse: OrientationEdit { OrientationEdit(offset: offset, old: new, new: old) }

  /// - Returns: Whether the old bytes were there.
  func apply(to bytes: inout [UInt8]) -> Bool {
    guard Self.bytes(of: bytes, at: offset, count: old.count) == old else { return false }
    bytes.replaceSubrange(offset..<offset + old.count, with: new)
    return true
  }

  /// Fewer at the end of the file, or none: the offset can't be trusted.
  private static func bytes(of file: [UInt8], at offset: Int, count: Int) -> [UInt8] {
    file.indices.contains(offset) ? Array(file[offset...].prefix(count)) : []
  }

}

extension OrientationEdit {
  /// For a JPEG without EXIF data: a segment with nothing but the orientation, at the position given by Exif 2.32
  /// (4.5.2).
  init(adding orientation: PhotoOrientation) {
    let start: [UInt8] = [0xFF, 0xD8]
    self.init(
      offset: 0, old: start + [0xFF], new: start + Self.segment(orientation) + [0xFF])
  }

  /// - Parameters:
  ///   - file: Its bytes.
  ///   - offset: Where the entry is said to be; nil is returned if it isn't an orientation.
  init?(rotating file: [UInt8], at offset: Int, isBigEndian: Bool, by rotation: Rotation) {
    let entry = Self.bytes(of: file, at: offset, count: Self.entryByteCount)
    let match = PhotoOrientation.allCases.first {
      Self.entry($0, isBigEndian: isBigEndian) == entry
    }
    guard let match else { return nil }
    self.init(
      offset: offset, old: entry,
      new: Self.entry(match.rotated(by: rotation), isBigEndian: isBigEndian))
  }

  /// Tag, type, count, and the value, which is left-aligned in its four bytes (TIFF 6.0, section 2).
  private static let entryByteCount = 10

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
