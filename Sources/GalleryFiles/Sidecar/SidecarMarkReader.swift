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
