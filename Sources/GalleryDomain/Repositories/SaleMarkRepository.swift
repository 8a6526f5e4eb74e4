/// Writes what a seller states about photos of their own.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol SaleMarkRepository: Sendable {
  /// Marks a photo; when this returns, the mark survives a crash.
  ///
  /// - Throws: `SidecarError`; nothing has been changed then.
  func mark(_ photo: Photo, as mark: SaleMark) async throws(SidecarError) -> MarkedPhoto
}

/// A photo that was marked, and how to undo that.
public struct MarkedPhoto: Sendable {
  /// As its source states it now.
  public let photo: Photo
  /// Whether anything was written; false if the photo had this mark already.
  public let isChanged: Bool
  /// Puts back what was there before the mark, keeping what other programs have written since.
  ///
  /// Returns the photo as its source states it then.
  public let takeBack: @Sendable () async throws(SidecarError) -> Photo

  public init(
    photo: Photo, isChanged: Bool,
    takeBack: @escaping @Sendable () async throws(SidecarError) -> Photo
  ) {
    self.photo = photo
    self.isChanged = isChanged
    self.takeBack = takeBack
  }
}
