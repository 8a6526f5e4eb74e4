import Foundation

/// What the photos of a list are put together by, under a header each.
public enum PhotoGrouping: String, Hashable, Sendable, CaseIterable {
  /// By the folder of their file.
  case folder
  /// By the day or the month when they were taken: the camera's if its clock is known, else that of the local time zone.
  case day, month
  case camera, rating
  /// One list without headers, where the source has sections of its own.
  case off = "none"
}

/// Photos that stand together under a header.
public struct PhotoSection: Hashable, Sendable {
  /// What they have in common.
  public enum Key: Hashable, Sendable {
    /// The path of their folder, relative to the source's; empty for that one itself.
    case folder([UInt8])
    /// Of the camera's clock, else in the local time zone; `day` is nil for a whole month.
    case date(year: Int, month: Int, day: Int?)
    case camera(String)
    /// As in `Photo.rating`; what is not rated has 0.
    case rating(Int)
    /// Nothing: the property is not known of them.
    case unknown
  }

  public var key: Key
  /// The row of its first photo.
  public var start: Int
  /// How many photos, as far as they are known.
  public var count: Int

  public init(_ key: Key, start: Int, count: Int) {
    self.key = key
    self.start = start
    self.count = count
  }
}

/// The sections of a page's list, as far as the source knows them.
public enum PhotoPageSections: Hashable, Sendable {
  /// The list has none.
  case none
  /// Those of the whole list, in the order of their rows; photos behind the last one belong to it.
  case whole([PhotoSection])
  /// Those of this page alone, which begin at row 0: its photos were filtered, so that nobody knows yet in which rows
  /// the list has them. A section that the page before ended with may go on here.
  case page([PhotoSection])
}

extension PhotoSection {
  /// Puts photos that stand beside each other and have a key in common together.
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

extension [PhotoSection] {
  /// Adds photos at the end; to the last section if that has their key.
  public mutating func extend(with section: PhotoSection) {
    if last?.key == section.key {
      self[endIndex - 1].count += section.count
    } else {
      append(section)
    }
  }

  /// The section of a row; nil where there are none.
  ///
  /// - Complexity: O(log *sections*).
  public func index(ofRow row: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start <= row { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

extension Photo {
  /// What a grouping goes by.
  ///
  /// - Parameter calendar: With the local time zone.
  func section(by grouping: PhotoGrouping, in calendar: Calendar) -> PhotoSection.Key {
    switch grouping {
    case .off: .unknown
    case .folder: folderSection
    case .camera: camera.flatMap { $0.isEmpty ? nil : .camera($0) } ?? .unknown
    case .rating: .rating(rating ?? 0)
    case .day, .month:
      createdAt.map { date in
        let parts =
          utcOffset.map { offset in
            Calendar.gregorianUTC.dateComponents(
              [.year, .month, .day], from: date.addingTimeInterval(Double(offset)))
          } ?? calendar.dateComponents([.year, .month, .day], from: date)
        return .date(
          year: parts.year ?? 0, month: parts.month ?? 0, day: grouping == .day ? parts.day : nil)
      } ?? .unknown
    }
  }

  /// The folder of its file, as far as the source shows folders.
  public var folderSection: PhotoSection.Key {
    guard let path = relativePath else { return .unknown }
    return .folder(path.lastIndex(of: FilePath.separator).map { Array(path[..<$0]) } ?? [])
  }
}
