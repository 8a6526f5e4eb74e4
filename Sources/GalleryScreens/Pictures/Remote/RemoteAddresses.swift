import Foundation
import GalleryPresentation
import PictureKit

/// Which of a photo's addresses a specification uses.
nonisolated struct RemoteAddresses: Equatable {
  /// The picture that is wanted.
  var shown: URL
  /// The picture that is shown until then.
  var rough: URL?

  /// - Parameters:
  ///   - isSmallMissing: Whether the small picture is not available, now or later.
  ///   - isSmallEnough: Whether the small picture has enough pixels; true while that is not known.
  /// - Returns: nil if the photo has no picture on the network.
  init?(
    _ photo: Photo, for role: PictureSpecification.Role, isSmallMissing: (URL) -> Bool,
    isSmallEnough: (URL) -> Bool
  ) {
    let (small, large) = (Self.onNetwork(photo.thumbnailURL), Self.onNetwork(photo.imageURL))
    guard let small, let large, small != large else {
      guard let one = small ?? large else { return nil }
      shown = one
      return
    }
    if isSmallMissing(small) {
      // Not if it would be cut out of the large picture itself: a list does not fetch whole files.
      shown = role == .thumbnail && Self.isPart(small, of: large) ? small : large
      return
    }
    switch role {
    case .thumbnail, .cover: shown = small
    case .preview where isSmallEnough(small): shown = small
    case .preview, .photo:
      shown = large
      rough = small
    }
  }

  private static func isPart(_ small: URL, of large: URL) -> Bool {
    guard small.fragment() != nil else { return false }
    var bare = URLComponents(url: small, resolvingAgainstBaseURL: true)
    bare?.fragment = nil
    return bare?.url == large
  }

  /// On any kind of server: the kinds are known only to what fetches the pictures.
  static func onNetwork(_ url: URL?) -> URL? {
    guard let url, !url.isFileURL, url.host()?.isEmpty == false else { return nil }
    return url
  }
}
