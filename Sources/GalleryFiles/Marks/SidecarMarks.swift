import GalleryData
import GalleryDomain

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
  typealias Outcome = SidecarWriter.Outcome<SaleMark>

  private let writer = SidecarWriter()

  /// - Parameter keywords: See `SidecarEditor`.
  @concurrent
  func mark(
    _ photo: FileReference, as mark: SaleMark, keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) -> Outcome {
    try await edit(photo) { (bytes) async throws(SidecarFault) in
      try await SidecarEditor.marked(bytes, as: mark, keywords: keywords)
    }
  }

  /// Byte for byte where nobody has written since, else by what the mark was.
  @concurrent
  func takeBack(
    _ outcome: Outcome, of photo: FileReference, keywords: @Sendable () async -> [String]?
  ) async throws(SidecarError) {
    guard outcome.isChanged else { return }
    _ = try await edit(photo) { (bytes) async throws(SidecarFault) in
      if let patch = outcome.patch, patch.isAfter(bytes) { return patch.before(bytes) }
      return try await SidecarEditor.marked(bytes, as: outcome.former, keywords: keywords)
    }
  }

  private func edit(
    _ photo: FileReference,
    change: ([UInt8]?) async throws(SidecarFault) -> [UInt8]?
  ) async throws(SidecarError) -> Outcome {
    try await writer.edit(
      photo, former: { $0?.mark ?? SaleMark(status: .unstated) }, change: change)
  }
}
