/// A former reading of a source, in whose order the source is read again: most photos are the same.
struct ReadingBase {
  let reading: SortReading
  /// With an index of its ids, once a photo isn't where it was.
  private var photos: CompactPhotos
  private var next = 0
  /// Whether all photos so far were the same, in the same order.
  private var isSame = true

  init(_ reading: SortReading) {
    self.reading = reading
    photos = reading.source.photos
  }

  /// The row of each photo whose file is in the state in which it was read; nil for the others.
  ///
  /// - Parameter versions: One for each photo (`PhotoRepository.versions`).
  mutating func rows(of photos: [Photo], _ versions: [UInt64]) -> [CompactPhotos.Row?] {
    zip(photos, versions).map { photo, version in
      let row = row(of: photo, version)
      if row == nil { isSame = false }
      return row
    }
  }

  private mutating func row(of photo: Photo, _ version: UInt64) -> CompactPhotos.Row? {
    guard let index = index(of: photo.id), version != 0, photos.rows[index].version == version,
      photos.hasCompanions(of: photo, at: index)
    else { return nil }
    return photos.rows[index]
  }

  private mutating func index(of id: Photo.ID) -> Int? {
    if next < photos.count, photos.isID(id, at: next) {
      next += 1
      return next - 1
    }
    isSame = false
    photos.indexRows()
    guard let index = photos.index(of: id) else { return nil }
    next = index + 1
    return index
  }

  /// The reading, if the source has turned out to have just its photos.
  func reading(confirmedBy source: SortSource) -> SortReading? {
    isSame && next == photos.count && source.photos.count == photos.count
      ? reading.confirmed(by: source) : nil
  }
}
