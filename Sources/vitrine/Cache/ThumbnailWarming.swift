import GalleryDomain
import PictureKit
import PictureProtocol

/// Makes the thumbnails of a source, page by page, using all workers.
@MainActor
struct ThumbnailWarming {
  struct Summary {
    var photoCount = 0
    /// How many photos have no picture.
    var failureCount = 0
    /// The total number of photos, if the source knows it.
    var totalCount: Int?
    var wasCancelled = false
    /// Why thumbnails could not be written (errno).
    var writeError: Int32?
    /// Why the source could not be read to the end.
    var sourceError: PhotoSourceError?
    /// Photos on servers, which have no thumbnails here.
    var onServersCount = 0
    /// What the source names and couldn't be read.
    var skipped = SkippedItems()
    /// Why the source returned fewer photos than it has.
    var ending: FeedEnding?
  }

  let repository: any PhotoRepository
  var query = PhotoQuery.everything
  let loader: PictureLoader

  /// Enough to keep the workers of any machine busy.
  private static let parallelCount = 12

  /// - Parameter progress: Called after every photo.
  func run(progress: (Summary) -> Void) async -> Summary {
    var summary = Summary()
    var request = PageRequest(query)
    request.readsAll = true
    do throws(PhotoSourceError) {
      while !Task.isCancelled {
        let page = try await repository.page(for: request)
        summary.totalCount = page.totalCount
        summary.ending = page.ending
        summary.skipped.add(page.skipped)
        let files = page.photos.compactMap(\.file)
        summary.onServersCount += page.photos.count - files.count
        await make(files, &summary, progress)
        if !Task.isCancelled { summary.writeError = await loader.finishWriting() }
        guard page.hasMorePages, !page.photos.isEmpty || page.filteredCount > 0,
          loader.problem == nil,
          summary.writeError == nil
        else { break }
        request.page += 1
      }
    } catch {
      summary.sourceError = Task.isCancelled ? nil : error
    }
    summary.wasCancelled = Task.isCancelled
    return summary
  }

  private func make(
    _ files: [FileReference], _ summary: inout Summary, _ progress: (Summary) -> Void
  ) async {
    await withTaskGroup(of: Bool.self) { group in
      var waiting = files[...]
      func startNext() {
        guard let file = waiting.popFirst(), !Task.isCancelled else { return }
        group.addTask { await makeThumbnail(of: file) }
      }
      for _ in 0..<Self.parallelCount { startNext() }
      while let isMade = await group.next() {
        if !Task.isCancelled {
          summary.photoCount += 1
          if !isMade { summary.failureCount += 1 }
          progress(summary)
        }
        startNext()
      }
    }
  }

  /// - Returns: Whether there is a picture.
  private func makeThumbnail(of file: FileReference) async -> Bool {
    let side = UInt32(ThumbnailSize.large.pixels)
    let key = PictureKey(
      file: PictureFile(path: file.path),
      target: PictureTarget(
        columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1), output: .pixels)
    do throws(PictureFailure) {
      _ = try await loader.picture(key)
      return true
    } catch {
      return false
    }
  }
}
