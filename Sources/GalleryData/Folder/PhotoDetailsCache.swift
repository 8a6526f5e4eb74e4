import GalleryDomain

/// Photos whose files were read, up to a bound; the least recently used half is dropped at a time.
struct PhotoDetailsCache {
  private struct Entry {
    var version: PhotoVersion
    var photo: Photo
  }

  /// About a kilobyte each.
  private let generationLimit: Int
  private var young: [Photo.ID: Entry] = [:]
  private var old: [Photo.ID: Entry] = [:]

  init(photoLimit: Int = 4_096) {
    generationLimit = max(photoLimit / 2, 1)
  }

  func holds(_ id: Photo.ID) -> Bool {
    young[id] != nil || old[id] != nil
  }

  /// - Returns: nil if nothing is kept, or the file has changed since.
  mutating func photo(_ id: Photo.ID, in version: PhotoVersion) -> Photo? {
    guard let entry = young[id] ?? old[id], entry.version == version else { return nil }
    if young[id] == nil { keep(entry.photo, in: version) }
    return entry.photo
  }

  mutating func keep(_ photo: Photo, in version: PhotoVersion) {
    if young.count >= generationLimit {
      old = young
      young = [:]
    }
    young[photo.id] = Entry(version: version, photo: photo)
  }

  mutating func forget(_ id: Photo.ID) {
    young[id] = nil
    old[id] = nil
  }
}
