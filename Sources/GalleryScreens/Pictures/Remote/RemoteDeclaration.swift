import Foundation
import PictureKit

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
