import Files
import GalleryData
import GalleryDomain
import Glibc

/// Changes the sidecar of a photo, whatever the change is: reads it, edits it, and replaces it with the edited file
/// unless another program has written it in the meantime.
struct SidecarWriter: Sendable {
  /// How often a file is read again that another program keeps writing.
  static let attemptLimit = 5

  /// - Parameters:
  ///   - conflict: Says whether another program has changed the same property since it was written here, by the name of
  ///     the file and what it says now; nil merges the change into what the file says.
  ///   - change: Takes the sidecar and returns its changed bytes; nil for no sidecar, in both directions.
  /// - Returns: The bytes before and afterwards.
  /// - Throws: `.gone` if there is no such photo.
  func edit(
    sidecarOf photo: FileReference,
    conflict: (_ name: String, SidecarDocument?) -> SidecarError? = { _, _ in nil },
    change: (SidecarDocument?) throws(SidecarFault) -> [UInt8]?
  ) throws(SidecarError) -> (before: [UInt8]?, after: [UInt8]?) {
    var name = ""
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
      let sidecar = try SidecarFile(of: photo)
      let known = try sidecar.read()
      name = sidecar.name
      let wanted: [UInt8]?
      var document: SidecarDocument?
      let conflicting: SidecarError?
      do throws(SidecarFault) {
        if let known { document = try SidecarReader.document(known.bytes) }
        conflicting = conflict(name, document)
        wanted = conflicting == nil ? try change(document) : nil
      } catch {
        throw .notUnderstood(name: name, reason: error.reason)
      }
      if let conflicting { throw conflicting }
      if wanted == known?.bytes { return (wanted, wanted) }
      if try Self.replace(sidecar, as: known?.stamp, with: wanted) {
        return (known?.bytes, wanted)
      }
    }
    throw .busy(name: name)
  }

  /// - Parameter bytes: nil deletes it.
  /// - Returns: false if another program has written it since it was read.
  private static func replace(
    _ sidecar: SidecarFile, as former: FileStamp?, with bytes: [UInt8]?
  ) throws(SidecarError) -> Bool {
    do throws(SystemCallError) {
      if let bytes {
        try AtomicFile.write(bytes, to: sidecar.file.path, replacing: AtomicFile.Former(former))
      } else if let former {
        try AtomicFile.remove(sidecar.file.path, as: former)
      }
      return true
    } catch {
      guard error.code == ESTALE else { throw Self.error(error.code, name: sidecar.name) }
      return false
    }
  }

  static func error(_ code: Int32, name: String) -> SidecarError {
    switch code {
    case EACCES, EPERM: .readOnly(name: name)
    default: .unwritable(name: name, code: code)
    }
  }
}
