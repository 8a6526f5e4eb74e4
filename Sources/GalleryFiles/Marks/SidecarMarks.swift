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
  ///   - open: See `SidecarWriter`.
  ///   - written: The mark as it was last written here; nil if the photo was shown with another one.
  ///   - keywords: See `SidecarEditor`.
  @concurrent
  func mark(
    _ open: @Sendable () async throws(SidecarError) -> OpenSidecar, as mark: SaleMark,
    over written: SaleMark? = nil, keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) -> Outcome {
    try await edit(open, as: mark, over: written) { (bytes) async throws(SidecarFault) in
      try await SidecarEditor.marked(bytes, as: mark, keywords: keywords)
    }
  }

  /// Byte for byte unless another program has written since; otherwise restores the former mark, unless the other
  /// program has changed it.
  @concurrent
  func undo(
    _ outcome: Outcome, of open: @Sendable () async throws(SidecarError) -> OpenSidecar,
    keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) {
    guard outcome.isChanged else { return }
    _ = try await edit(open, as: outcome.former, over: outcome.written) {
      (bytes) async throws(SidecarFault) in
      if let patch = outcome.patch, patch.isAfter(bytes) { return patch.before(bytes) }
      return try await SidecarEditor.marked(bytes, as: outcome.former, keywords: keywords)
    }
  }

  private func edit(
    _ open: () async throws(SidecarError) -> OpenSidecar, as mark: SaleMark,
    over written: SaleMark?, change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome {
    try await writer.edit(
      open, conflict: { Self.conflict($0, over: written, with: mark) }, value: Self.mark,
      change: change)
  }

  private static func mark(of document: SidecarDocument?) -> SaleMark {
    document?.mark ?? SaleMark(status: .unstated)
  }

  /// Whether others have marked the photo, too, and differently.
  private static func conflict(
    _ divergence: SidecarWriter.Divergence, over written: SaleMark?, with wanted: SaleMark
  ) -> SidecarError? {
    let now = mark(of: divergence.now)
    let shown = written ?? divergence.shown.map { mark(of: $0) }
    let isTheirs = shown.map { $0 != now } ?? (now.status != .unstated)
    return isTheirs && now != wanted ? .markedElsewhere(name: divergence.name, now) : nil
  }
}
