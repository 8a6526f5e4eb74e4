import GalleryData
import GalleryDomain

/// Reads marks from sidecars, in the form that is written here.
public struct SidecarMarkReader: SaleMarkReader {
  public init() {}

  /// A file that can't be read or isn't a sidecar has no mark.
  @concurrent
  public func mark(of photo: FileReference) async -> SaleMark? {
    guard let sidecar = try? SidecarFile(of: photo), let (bytes, _) = try? sidecar.read() else {
      return nil
    }
    return await mark(in: bytes)
  }

  @concurrent
  public func mark(in sidecar: [UInt8]) async -> SaleMark? {
    // Most sidecars contain nothing about sales, and need not be parsed.
    guard sidecar.firstRange(of: SaleNamespace.uri.utf8) != nil else { return nil }
    return (try? SidecarReader.document(sidecar))?.mark
  }
}

/// Writes marks into sidecars.
struct SidecarMarks: Sendable {
  typealias Outcome = SidecarWriter.Outcome<SaleMark>

  private let writer = SidecarWriter()

  /// - Parameters:
  ///   - written: The mark as it was last written here; nil if the photo was shown with another one.
  ///   - keywords: See `SidecarEditor`.
  @concurrent
  func mark(
    _ photo: FileReference, as mark: SaleMark,
    over written: SaleMark? = nil, keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) -> Outcome {
    try await edit(photo, as: mark, over: written) { (bytes) async throws(SidecarFault) in
      try await SidecarEditor.marked(bytes, as: mark, keywords: keywords)
    }
  }

  /// Byte for byte unless another program has written since; otherwise restores the former mark, unless the other
  /// program has changed it.
  @concurrent
  func undo(
    _ outcome: Outcome, of photo: FileReference,
    keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) {
    guard outcome.isChanged else { return }
    _ = try await edit(photo, as: outcome.former, over: outcome.written) {
      (bytes) async throws(SidecarFault) in
      if let patch = outcome.patch, patch.isAfter(bytes) { return patch.before(bytes) }
      return try await SidecarEditor.marked(bytes, as: outcome.former, keywords: keywords)
    }
  }

  private func edit(
    _ photo: FileReference, as mark: SaleMark,
    over written: SaleMark?, change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome {
    try await writer.edit(
      sidecarOf: photo,
      conflict: { name, document in
        let now = Self.mark(of: document)
        let isTheirs = written != nil && written != now && mark != now
        return isTheirs ? .markedElsewhere(name: name, now) : nil
      }, value: Self.mark, change: change)
  }

  private static func mark(of document: SidecarDocument?) -> SaleMark {
    document?.mark ?? SaleMark(status: .unstated)
  }
}
