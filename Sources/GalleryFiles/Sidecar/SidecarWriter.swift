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

  /// A sidecar that other programs may have changed since its photo was shown.
  struct Divergence {
    /// Of its file, cleaned.
    var name: String
    /// What the photo was shown with; nil if that is unknown, and a document of nil for no sidecar.
    var shown: SidecarDocument??
    var now: SidecarDocument?
  }

  /// - Parameters:
  ///   - open: Reads the sidecar; called again after another program has written it meanwhile.
  ///   - conflict: Says whether other programs have changed the same property; nil merges the change into what they
  ///     wrote.
  ///   - value: Reads the value from the sidecar; nil if there is none.
  ///   - change: Takes the bytes and returns the changed ones; nil for no sidecar.
  func edit<Value: Sendable>(
    _ open: () async throws(SidecarError) -> OpenSidecar,
    conflict: (Divergence) -> SidecarError?, value: (SidecarDocument?) -> Value,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome<Value> {
    var name = ""
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      let sidecar = try await open()
      name = sidecar.name
      let wanted: [UInt8]?
      var document: SidecarDocument?
      do throws(SidecarFault) {
        if let bytes = sidecar.bytes { document = try SidecarReader.document(bytes) }
        wanted = try await change(sidecar.bytes)
      } catch {
        throw .notUnderstood(name: name, reason: error.reason)
      }
      if let conflict = conflict(Self.divergence(of: sidecar, document)) {
        await sidecar.acknowledge()
        throw conflict
      }
      guard wanted != sidecar.bytes else {
        let former = value(document)
        return Outcome(patch: nil, isChanged: false, former: former, written: former)
      }
      guard try await sidecar.replace(wanted) else { continue }
      return Outcome(
        patch: SidecarPatch(before: sidecar.bytes, after: wanted), isChanged: true,
        former: value(document),
        written: value(wanted.flatMap { try? SidecarReader.document($0) }))
    }
    throw .busy(name: name)
  }

  private static func divergence(
    of sidecar: OpenSidecar, _ now: SidecarDocument?
  ) -> Divergence {
    switch sidecar.shown {
    case .current: Divergence(name: sidecar.name, shown: .some(now), now: now)
    case .unknown: Divergence(name: sidecar.name, shown: nil, now: now)
    case .former(nil): Divergence(name: sidecar.name, shown: .some(nil), now: now)
    case .former(let bytes?):
      Divergence(
        name: sidecar.name, shown: (try? SidecarReader.document(bytes)).map(Optional.some),
        now: now)
    }
  }
}

/// A sidecar that was read to be changed.
public struct OpenSidecar: Sendable {
  /// Of its file, cleaned.
  let name: String
  /// nil if there is none yet.
  let bytes: [UInt8]?
  /// What the photo was shown with. On the disk the file as it is counts: only seconds pass between showing the row and
  /// pressing the key, and a file that changes during the edit is read and edited again. On a server it may be minutes.
  /// Between an edit and its undo it may be hours, wherever the photo is: repositories compare with what they wrote.
  var shown = ShownSidecar.current
  /// Call when the user knows what others have changed.
  var acknowledge: @Sendable () async -> Void = {}
  /// Replaces the bytes; nil deletes the sidecar. Returns false if another program has written in the meantime, so that
  /// it has to be read again.
  let replace: @Sendable ([UInt8]?) async throws(SidecarError) -> Bool
}

extension OpenSidecar {
  /// The sidecar of a photo on the disk.
  ///
  /// - Throws: `.gone` if there is no such photo.
  static func local(of photo: FileReference) throws(SidecarError) -> OpenSidecar {
    guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
    let sidecar = try SidecarFile(of: photo)
    let known = try sidecar.read()
    return OpenSidecar(
      name: sidecar.name, bytes: known?.bytes,
      replace: {
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
      })
  }

  static func error(_ code: Int32, name: String) -> SidecarError {
    switch code {
    case EACCES, EPERM: .readOnly(name: name)
    default: .unwritable(name: name, code: code)
    }
  }
}
