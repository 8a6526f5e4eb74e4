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

/// What specifications lead to: addresses to fetch, the small pictures before the large ones, and pictures to make of
/// what is here.
struct RemoteDeclaration {
  private(set) var urls: [URL] = []
  private(set) var keys: [PictureKey] = []
  private(set) var watched: Set<URL> = []
  /// Pictures whose files were there and have disappeared.
  private(set) var vanished: [URL] = []

  init(_ specifications: [PictureSpecification], by pictures: WorkerPictures) {
    var small: [URL] = []
    var large: [URL] = []
    var seen: Set<URL> = []
    func add(_ url: URL, to urls: inout [URL]) {
      if seen.insert(url).inserted { urls.append(url) }
    }
    for specification in specifications {
      guard let addresses = pictures.addresses(for: specification) else {
        if let key = pictures.key(for: specification) { keys.append(key) }
        continue
      }
      if specification.role != .thumbnail { watched.insert(addresses.shown) }
      let key = pictures.key(for: specification, at: addresses.shown)
      if let rough = addresses.rough {
        // With the large picture on this computer, the small one is not needed.
        if key == nil { add(rough, to: &small) }
        if let other = pictures.key(for: specification, at: rough), !isReady(key, pictures) {
          append(other, at: rough, pictures)
        }
        add(addresses.shown, to: &large)
      } else {
        add(addresses.shown, to: &small)
      }
      if let key { append(key, at: addresses.shown, pictures) }
    }
    urls = small + large
  }

  private mutating func append(_ key: PictureKey, at url: URL, _ pictures: WorkerPictures) {
    keys.append(key)
    if case .failed(.unreadable(errno: ENOENT)) = pictures.source.picture(for: key) {
      vanished.append(url)
    }
  }

  private func isReady(_ key: PictureKey?, _ pictures: WorkerPictures) -> Bool {
    if let key, case .ready = pictures.source.picture(for: key) { true } else { false }
  }
}
