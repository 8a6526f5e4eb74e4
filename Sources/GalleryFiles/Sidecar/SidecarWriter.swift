import Files
import GalleryData
import GalleryDomain
import Glibc

/// Changes the sidecar of a photo, whatever the change is: reads it, edits it, and replaces it with the edited file
/// unless another program has written it in the meantime.
struct SidecarWriter: Sendable {
  /// How often a file is read again that another program keeps writing.
  static let attemptLimit = 5

  /// The result of an edit.
  struct Outcome<Value: Sendable>: Sendable {
    /// nil if nothing changed.
    var patch: SidecarPatch?
    var isChanged: Bool
    /// What the sidecar said before.
    var former: Value
    /// What it says now.
    var written: Value
  }

  /// - Parameters:
  ///   - conflict: Says whether another program has changed the same property since it was written here, by the name of
  ///     the file and what it says now; nil merges the change into what the file says.
  ///   - value: Reads the value from the sidecar; nil if there is none.
  ///   - change: Takes the bytes and returns the changed ones; nil for no sidecar.
  /// - Throws: `.gone` if there is no such photo.
  func edit<Value: Sendable>(
    sidecarOf photo: FileReference,
    conflict: (_ name: String, SidecarDocument?) -> SidecarError?,
    value: (SidecarDocument?) -> Value,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome<Value> {
    var name = ""
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
      let sidecar = try SidecarFile(of: photo)
      let known = try sidecar.read()
      name = sidecar.name
      let wanted: [UInt8]?
      var document: SidecarDocument?
      do throws(SidecarFault) {
        if let known { document = try SidecarReader.document(known.bytes) }
        wanted = try await change(known?.bytes)
      } catch {
        throw .notUnderstood(name: name, reason: error.reason)
      }
      if let conflict = conflict(name, document) { throw conflict }
      guard wanted != known?.bytes else {
        let former = value(document)
        return Outcome(patch: nil, isChanged: false, former: former, written: former)
      }
      guard try Self.replace(sidecar, as: known?.stamp, with: wanted) else { continue }
      return Outcome(
        patch: SidecarPatch(before: known?.bytes, after: wanted), isChanged: true,
        former: value(document),
        written: value(wanted.flatMap { try? SidecarReader.document($0) }))
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
