import FeedFormats
import Files
import GalleryData
import GalleryDomain
import Glibc

/// Changes the sidecar of a photo, whatever the change is: reads it, edits it, and replaces it with the edited file
/// unless another program has written it in the meantime.
struct SidecarWriter: Sendable {
  /// How often a file is read again that another program keeps writing.
  static let attemptLimit = 5
  /// The smallest picture there is (GIF89a, 18 to 20): what is read with a sidecar is the sidecar's alone.
  private static let picture = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]

  /// What reads photos with their sidecars; nil in a program that shows none.
  var reader: (any PhotoMetadataReader)?

  /// - Parameters:
  ///   - conflict: The photo now if another program has changed the same property since it was written here; nil merges the
  ///     change into what the file says.
  ///   - isRead: Whether photos' reader finds in a file what it says.
  ///   - change: Takes the sidecar and returns its changed bytes; nil for no sidecar, in both directions.
  /// - Returns: The bytes before and afterwards.
  /// - Throws: `.gone` if there is no such photo; `.notUnderstood` if the changed sidecar couldn't be read.
  func edit(
    sidecarOf photo: FileReference,
    conflict: (SidecarDocument?) -> Photo? = { _ in nil },
    change: (SidecarDocument?) throws(SidecarFault) -> [UInt8]?,
    isRead: (PhotoMetadata, SidecarDocument) -> Bool = { _, _ in true }
  ) async throws(SidecarError) -> (before: [UInt8]?, after: [UInt8]?) {
    var name = ""
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
      let sidecar = try SidecarFile(of: photo)
      let known = try sidecar.read()
      name = sidecar.name
      var conflicting: SidecarError?
      var wanted = known?.bytes
      do throws(SidecarFault) {
        var document: SidecarDocument?
        if let known { document = try SidecarReader.document(known.bytes) }
        conflicting = conflict(document).map { .changedElsewhere(name: name, now: $0) }
        if conflicting == nil { wanted = try change(document) }
      } catch {
        throw .notUnderstood(name: name, reason: error.reason)
      }
      // A new one needs no proof. XMP readers may reject one that says this already, and read one that seems to have been changed by
      // another program otherwise.
      if known != nil, let wanted {
        try await prove(wanted, for: sidecar, isRead, unchecked: conflicting)
      }
      if let conflicting { throw conflicting }
      if wanted == known?.bytes { return (wanted, wanted) }
      if try Self.replace(sidecar, as: known?.stamp, with: wanted) {
        return (known?.bytes, wanted)
      }
    }
    throw .busy(name: name)
  }

  /// Proves that changed bytes are read as they were meant. The reader of photos goes by all of XMP's rules, of which the
  /// editor knows few: a property twice, an undeclared prefix, a control character, and all of a sidecar counts for nothing.
  ///
  /// - Parameter unchecked: What is thrown if that can't be tried.
  private func prove(
    _ bytes: [UInt8], for sidecar: SidecarFile,
    _ isRead: (PhotoMetadata, SidecarDocument) -> Bool, unchecked: SidecarError?
  ) async throws(SidecarError) {
    guard let reader else { return }
    let document: SidecarDocument
    do throws(SidecarFault) {
      document = try Self.rated(SidecarReader.document(bytes))
    } catch {
      throw unchecked ?? .notUnderstood(name: sidecar.name, reason: error.reason)
    }
    let picture: PendingFile
    let copy: PendingFile
    do throws(SystemCallError) {
      let calls = FileSystemCalls()
      let folder = try calls.openFolder(FilePath.directory(of: sidecar.file.path))
      (picture, copy) = try (
        PendingFile(in: folder, calls, .half), PendingFile(in: folder, calls, .half)
      )
      try picture.write(Self.picture)
      try copy.write(document.bytes)
    } catch {
      throw unchecked ?? Self.error(error.code, name: sidecar.name)
    }
    defer { for file in [picture, copy] { file.discard() } }
    guard let file = FileReference(path: picture.path), let other = FileReference(path: copy.path)
    else { throw .notOwn }
    let read = await reader.metadata(of: file, sidecar: other, urgency: .urgent)
    guard !Task.isCancelled else { throw .cancelled }
    let stated = document.stated()
    guard let read else {
      throw unchecked ?? .notUnderstood(name: sidecar.name, reason: "it could not be checked")
    }
    guard read.rating == stated.rating.map(Int.init),
      CleanText.line(read.label, limit: .tag) == CleanText.line(stated.label, limit: .tag)
    else { throw .notUnderstood(name: sidecar.name, reason: "XMP readers reject it") }
    guard isRead(read, document) else {
      throw .notUnderstood(name: sidecar.name, reason: "XMP readers read it otherwise")
    }
  }

  /// A sidecar that states something: one that states nothing can't be told from one that isn't read.
  private static func rated(
    _ document: SidecarDocument
  ) throws(SidecarFault) -> SidecarDocument {
    guard document.stated().stars == nil,
      let bytes = try XMPEditor.edited(document, [.text(.rating, "1")])
    else { return document }
    return try SidecarReader.document(bytes)
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
