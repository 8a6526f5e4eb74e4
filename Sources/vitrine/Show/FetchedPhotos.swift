import Foundation
import GalleryData
import GalleryDomain
import PictureKit
import PictureProtocol

/// Files of the photos that are given as URLs on the command line.
///
/// For a stored picture, the server is asked whether it has changed; if the server cannot be reached, the stored one is
/// used. A few are fetched at a time, in the order of the arguments.
@MainActor
final class FetchedPhotos {
  private let images: any PhotoImageRepository
  private let concurrency: Int
  private var runningCount = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Called with the progress of a picture while it is being downloaded.
  var onProgress: ((URL, ImageProgress) -> Void)?

  init(images: any PhotoImageRepository, concurrency: Int = 4) {
    self.images = images
    self.concurrency = concurrency
  }

  func file(_ url: URL) async throws(ShowFailure) -> PictureFile {
    await enter()
    defer { leave() }
    do throws(PhotoSourceError) {
      let file = try await images.image(at: url, isRefresh: true) { [weak self] progress in
        Task { @MainActor [weak self] in self?.onProgress?(url, progress) }
      }
      return PictureFile(path: file.path, origin: .network)
    } catch {
      guard error.isUnreachable, let stored = await images.storedImage(at: url) else {
        throw .network(error)
      }
      return PictureFile(path: stored.path, origin: .network)
    }
  }

  private func enter() async {
    if runningCount < concurrency {
      runningCount += 1
    } else {
      // The one that leaves hands over its turn.
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { runningCount -= 1 } else { waiting.removeFirst().resume() }
  }
}
