import GalleryData
import GalleryDomain
import Glibc

/// Changes the sidecar of a photo, whatever is changed in it: reads it, has it edited, and puts the edited file in its
/// place unless another program has written it meanwhile.
struct SidecarWriter: Sendable {
  /// How often a file is read again that another program keeps writing.
  static let attemptLimit = 5

  /// What an edit has done.
  struct Outcome<Former: Sendable>: Sendable {
    /// nil where nothing was changed.
    var patch: SidecarPatch?
    var isChanged: Bool
    /// What the sidecar said before.
    var former: Former
  }

  /// - Parameters:
  ///   - former: Reads what is changed, out of the sidecar as it was; nil where there was none.
  ///   - change: The bytes in, the bytes out; nil for no sidecar.
  func edit<Former: Sendable>(
    _ photo: FileReference, former: (SidecarDocument?) -> Former,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome<Former> {
    guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      let sidecar = try SidecarFile(of: photo)
      let known = try sidecar.read()
      let wanted: [UInt8]?
      var document: SidecarDocument?
      do throws(SidecarFault) {
        wanted = try await change(known?.bytes)
        if let known { document = try SidecarReader.document(known.bytes) }
      } catch {
        throw .notUnderstood(name: sidecar.name, reason: error.reason)
      }
      guard wanted != known?.bytes else {
        return Outcome(patch: nil, isChanged: false, former: former(document))
      }
      do throws(AtomicFile.Failure) {
        if let wanted {
          try AtomicFile.write(wanted, to: sidecar.file, replacing: known?.stamp)
        } else if let known {
          try AtomicFile.remove(sidecar.file, as: known.stamp)
        }
      } catch {
        switch error {
        case .changed: continue
        case .failed(let code): throw Self.error(code, name: sidecar.name)
        }
      }
      return Outcome(
        patch: SidecarPatch(before: known?.bytes, after: wanted), isChanged: true,
        former: former(document))
    }
    throw .busy(name: FilePath.shownName(photo) + ".xmp")
  }

  private static func error(_ code: Int32, name: String) -> SidecarError {
    switch code {
    case EACCES, EPERM, EROFS: .readOnly(name: name)
    default: .unwritable(name: name, code: code)
    }
  }
}
