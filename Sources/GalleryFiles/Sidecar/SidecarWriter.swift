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
  ///   - open: Reads the sidecar; called again after another program has written it meanwhile.
  ///   - former: Reads what is changed, out of the sidecar as it was; nil where there was none.
  ///   - change: The bytes in, the bytes out; nil for no sidecar.
  func edit<Former: Sendable>(
    _ open: () async throws(SidecarError) -> OpenSidecar, former: (SidecarDocument?) -> Former,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome<Former> {
    var name = ""
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      let sidecar = try await open()
      name = sidecar.name
      let wanted: [UInt8]?
      var document: SidecarDocument?
      do throws(SidecarFault) {
        wanted = try await change(sidecar.bytes)
        if let bytes = sidecar.bytes { document = try SidecarReader.document(bytes) }
      } catch {
        throw .notUnderstood(name: name, reason: error.reason)
      }
      guard wanted != sidecar.bytes else {
        return Outcome(patch: nil, isChanged: false, former: former(document))
      }
      guard try await sidecar.replace(wanted) else { continue }
      return Outcome(
        patch: SidecarPatch(before: sidecar.bytes, after: wanted), isChanged: true,
        former: former(document))
    }
    throw .busy(name: name)
  }
}

/// A sidecar that was read to be changed.
public struct OpenSidecar: Sendable {
  /// Of its file, cleaned.
  let name: String
  /// nil where there is none yet.
  let bytes: [UInt8]?
  /// Puts other bytes in their place; nil takes the sidecar away. Answers whether that was done: false where another program
  /// has written meanwhile, so that it has to be read again.
  let replace: @Sendable ([UInt8]?) async throws(SidecarError) -> Bool
}

extension OpenSidecar {
  /// The one of a photo on the disk.
  ///
  /// - Throws: `.gone` where there is no such photo.
  static func local(of photo: FileReference) throws(SidecarError) -> OpenSidecar {
    guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
    let sidecar = try SidecarFile(of: photo)
    let known = try sidecar.read()
    return OpenSidecar(name: sidecar.name, bytes: known?.bytes) {
      (wanted) throws(SidecarError) in
      do throws(AtomicFile.Failure) {
        if let wanted {
          try AtomicFile.write(wanted, to: sidecar.file, replacing: known?.stamp)
        } else if let known {
          try AtomicFile.remove(sidecar.file, as: known.stamp)
        }
        return true
      } catch {
        switch error {
        case .changed: return false
        case .failed(let code): throw Self.error(code, name: sidecar.name)
        }
      }
    }
  }

  private static func error(_ code: Int32, name: String) -> SidecarError {
    switch code {
    case EACCES, EPERM, EROFS: .readOnly(name: name)
    default: .unwritable(name: name, code: code)
    }
  }
}
