/// A former reading of a source, in whose order the source is read again: most photos are the same.
struct ReadingBase {
  let reading: SortReading
  /// With an index of its ids, once a photo isn't where it was.
  private var photos: CompactPhotos
  private var next = 0

  init(_ reading: SortReading) {
    self.reading = reading
    photos = reading.source.photos
  }

  /// How many rows are skipped where files are gone, before a file is looked for among all rows.
  private static let lookAhead = 16

  /// The row of each file that is in the state in which it was read; nil for the others.
  ///
  /// - Returns: Also the rows at which files were expected that were not found by their names: they may be there under
  ///   another id, or elsewhere.
  mutating func rows(of files: FileList) -> (known: [Int?], expected: [Int: Int]) {
    var (known, expected) = ([Int?](), [Int: Int]())
    known.reserveCapacity(files.count)
    for part in files.parts {
      for place in part.places {
        let version = files.versions[place]
        let end = min(next + Self.lookAhead, photos.count)
        let found = files.withName(at: place) { name in
          (next..<end).first { photos.isFile(name, of: part, at: $0) }
        }
        guard let found else {
          if version != 0 { expected[place] = next }
          if next < end, !photos.rows[next].flags.contains(.hasPathAsID) { next += 1 }
          known.append(nil)
          continue
        }
        next = found + 1
        let isKnown =
          version != 0 && photos.rows[found].version == version
          && photos.hasCompanions(files.companions(at: place), at: found)
        known.append(isKnown ? found : nil)
      }
    }
    return (known, expected)
  }

  /// The row of a photo wherever it was, if its file is in the state in which it was read.
  ///
  /// - Parameter isLast: Whether the following photos are expected after it.
  mutating func row(
    of photo: Photo, _ version: UInt64, expectedAt expected: Int, isLast: Bool
  ) -> Int? {
    var index: Int?
    if expected < photos.count, photos.isID(photo.id, at: expected) {
      index = expected
    } else {
      photos.indexRows()
      index = photos.index(of: photo.id)
      if isLast, let index { next = index + 1 }
    }
    guard let index, photos.rows[index].version == version,
      photos.hasCompanions(of: photo, at: index)
    else { return nil }
    return index
  }

  /// The reading, if the source has turned out to have just its photos.
  func reading(confirmedBy source: SortSource) -> SortReading? {
    source.isSameAsBase ? reading.confirmed(by: source) : nil
  }
}
