import GalleryDomain

/// Photos whose files were read, up to a bound; the least recently used half is dropped at a time.
struct PhotoDetailsCache {
  private struct Entry {
    var stamp: PhotoStamp
    var photo: Photo
  }

  /// About a kilobyte each.
  private let generationLimit: Int
  private var young: [FileReference: Entry] = [:]
  private var old: [FileReference: Entry] = [:]

  init(photoLimit: Int = 4_096) {
    generationLimit = max(photoLimit / 2, 1)
  }

  func holds(_ file: FileReference) -> Bool {
    young[file] != nil || old[file] != nil
  }

  /// - Returns: nil if nothing is kept, or the file has changed since.
  mutating func photo(at file: FileReference, stamp: PhotoStamp) -> Photo? {
    guard let entry = young[file] ?? old[file], entry.stamp == stamp else { return nil }
    if young[file] == nil { keep(entry.photo, of: file, stamp: stamp) }
    return entry.photo
  }

  mutating func keep(_ photo: Photo, of file: FileReference, stamp: PhotoStamp) {
    if young.count >= generationLimit {
      old = young
      young = [:]
    }
    young[file] = Entry(stamp: stamp, photo: photo)
  }
}
