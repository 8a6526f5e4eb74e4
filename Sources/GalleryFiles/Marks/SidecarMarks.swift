import GalleryData
import GalleryDomain
import Glibc

/// Reads marks out of sidecars, with the same eyes that write them.
public struct SidecarMarkReader: SaleMarkReader {
  public init() {}

  /// A sidecar that cannot be read, or is none, holds no mark.
  @concurrent
  public func mark(of photo: FileReference) async -> SaleMark? {
    guard let sidecar = try? SidecarFile(of: photo), let (bytes, _) = try? sidecar.read() else {
      return nil
    }
    // Most sidecars know nothing of sales, and need not be understood.
    guard bytes.firstRange(of: SaleNamespace.uri.utf8) != nil else { return nil }
    return (try? SidecarReader.document(bytes))?.mark
  }
}

/// Writes marks into sidecars.
struct SidecarMarks: Sendable {
  /// How often a file is read again that another program keeps writing.
  static let attemptLimit = 5

  /// What an edit has done.
  struct Outcome: Sendable {
    /// nil where nothing was changed.
    var patch: SidecarPatch?
    var isChanged: Bool
    var former: SaleMark
  }

  /// - Parameter keywords: See `SidecarEditor`.
  @concurrent
  func mark(
    _ photo: FileReference, as mark: SaleMark, keywords: @Sendable () async -> [String]?
  ) async throws(SaleMarkError) -> Outcome {
    try await edit(photo) { (bytes) async throws(SidecarFault) in
      try await SidecarEditor.marked(bytes, as: mark, keywords: keywords)
    }
  }

  /// Byte for byte where nobody has written since, else by what the mark was.
  @concurrent
  func takeBack(
    _ outcome: Outcome, of photo: FileReference, keywords: @Sendable () async -> [String]?
  ) async throws(SaleMarkError) {
    guard outcome.isChanged else { return }
    _ = try await edit(photo) { (bytes) async throws(SidecarFault) in
      if let patch = outcome.patch, patch.isAfter(bytes) { return patch.before(bytes) }
      return try await SidecarEditor.marked(bytes, as: outcome.former, keywords: keywords)
    }
  }

  private func edit(
    _ photo: FileReference,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SaleMarkError) -> Outcome {
    guard FileStamp(of: photo) != nil else { throw .gone(name: FilePath.shownName(photo)) }
    for _ in 0..<Self.attemptLimit {
      guard !Task.isCancelled else { throw .cancelled }
      let sidecar = try SidecarFile(of: photo)
      let known = try sidecar.read()
      let wanted: [UInt8]?
      let former: SaleMark
      do throws(SidecarFault) {
        wanted = try await change(known?.bytes)
        former = try known.flatMapMark()
      } catch {
        throw .notUnderstood(name: sidecar.name, reason: error.reason)
      }
      guard wanted != known?.bytes else {
        return Outcome(patch: nil, isChanged: false, former: former)
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
        patch: SidecarPatch(before: known?.bytes, after: wanted), isChanged: true, former: former)
    }
    throw .busy(name: FilePath.shownName(photo) + ".xmp")
  }

  private static func error(_ code: Int32, name: String) -> SaleMarkError {
    switch code {
    case EACCES, EPERM, EROFS: .readOnly(name: name)
    default: .unwritable(name: name, code: code)
    }
  }
}

extension Optional where Wrapped == (bytes: [UInt8], stamp: FileStamp) {
  /// What a sidecar said; `unstated` without one.
  fileprivate func flatMapMark() throws(SidecarFault) -> SaleMark {
    guard let self else { return SaleMark(status: .unstated) }
    return try SidecarReader.document(self.bytes).mark ?? SaleMark(status: .unstated)
  }
}
