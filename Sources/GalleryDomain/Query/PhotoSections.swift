import Foundation

/// What the photos of a list are grouped by, each group under a header.
public enum PhotoGrouping: String, Hashable, Sendable, CaseIterable {
  /// By the folder of their file.
  case folder
  /// By the day or the month in which they were taken: by the camera's clock if it is known, otherwise in the local
  /// time zone.
  case day, month
  case camera, rating
  /// A list without headers, for a source that has sections of its own.
  case off = "none"
}

/// Consecutive photos under a header.
public struct PhotoSection: Hashable, Sendable {
  /// What they have in common.
  public enum Key: Hashable, Sendable {
    /// The path of their folder, relative to the source's folder; empty for that folder itself.
    case folder([UInt8])
    /// By the camera's clock, otherwise in the local time zone; `day` is nil for a whole month.
    case date(year: Int, month: Int, day: Int?)
    case camera(String)
    /// As in `Photo.rating`; 0 for unrated photos.
    case rating(Int)
    /// The property is unknown.
    case unknown
  }

  public var key: Key
  /// The row of its first photo.
  public var start: Int
  /// The number of photos known so far.
  public var count: Int

  public init(_ key: Key, start: Int, count: Int) {
    self.key = key
    self.start = start
    self.count = count
  }

  /// Groups consecutive photos that have the same key.
  ///
  /// - Complexity: O(*photos*).
  public static func sections(of photos: some Sequence<Photo>, by key: (Photo) -> Key)
    -> [PhotoSection]
  {
    var sections: [PhotoSection] = []
    for (row, photo) in photos.enumerated() {
      sections.extend(with: PhotoSection(key(photo), start: row, count: 1))
    }
    return sections
  }
}

/// The sections of a page's list, as far as the source knows them.
public enum PhotoPageSections: Hashable, Sendable {
  /// The list has none.
  case none
  /// The sections of the whole list, in the order of their rows; photos after the last one belong to it.
  case whole([PhotoSection])
  /// The sections of this page only, starting at row 0: its photos were filtered, so their rows in the list are not
  /// known yet. The last section of the previous page may continue here.
  case page([PhotoSection])
}

extension [PhotoSection] {
  /// Appends a section, or extends the last one if it has the same key.
  public mutating func extend(with section: PhotoSection) {
    if last?.key == section.key {
      self[endIndex - 1].count += section.count
    } else {
      append(section)
    }
  }

  /// The section that a row belongs to; nil if there are no sections.
  ///
  /// - Complexity: O(log *sections*).
  public func index(ofRow row: Int) -> Int? {
    let next = partitioningIndex { $0.start > row }
    return next > 0 ? next - 1 : nil
  }
}

extension Photo {
  /// The key of the photo's section for a grouping.
  ///
  /// - Parameter zone: For photos whose camera's clock isn't known.
  func section(by grouping: PhotoGrouping, in zone: TimeZone) -> PhotoSection.Key {
    switch grouping {
    case .off: .unknown
    case .folder: folderSection
    case .camera: self.camera.flatMap { $0.isEmpty ? nil : .camera($0) } ?? .unknown
    case .rating: .rating(self.rating ?? 0)
    case .day, .month:
      self.createdAt.flatMap { ClockDay(of: $0, utcOffset: self.utcOffset, in: zone)?.date }.map {
        .date(year: $0.year, month: $0.month, day: grouping == .day ? $0.day : nil)
      } ?? .unknown
    }
  }

  /// The folder of the photo's file, if the source shows folders.
  public var folderSection: PhotoSection.Key {
    guard let path = relativePath else { return .unknown }
    return .folder(path.lastIndex(of: FilePath.separator).map { Array(path[..<$0]) } ?? [])
  }
}
