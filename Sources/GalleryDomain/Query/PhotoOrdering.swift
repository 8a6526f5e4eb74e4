import Foundation

/// Puts photos in order.
///
/// The order is stable: photos with equal keys stay in the source's order. Photos without the key come last in either
/// direction. Prices are compared only within their currency and never converted: currencies are sorted by their codes,
/// and prices without a currency come after them. Dates are compared by the camera's day and clock, and by the instant
/// if the clocks agree, so that the days of a trip stay together.
package struct PhotoOrdering {
  /// nil for the source's order.
  package let sort: PhotoSort?
  /// What photos are grouped by. It also decides the order of the sections: the newest day, the most stars and the
  /// first camera come first; folders keep the source's order. Photos without the property come last.
  package var grouping: PhotoGrouping?
  /// The time zone for photos whose camera's clock isn't known.
  package var zone: TimeZone

  package init(sort: PhotoSort?, grouping: PhotoGrouping? = nil, zone: TimeZone = .current) {
    (self.sort, self.grouping, self.zone) = (sort, grouping, zone)
  }

  /// A sort key, made once per photo.
  private enum Key: Comparable {
    case date(clock: Date, instant: Date)
    case text([UInt8])
    case number(Int)
    case price(String, ExactDecimal)

    static func < (one: Key, other: Key) -> Bool {
      switch (one, other) {
      case (.date(let one, let instant), .date(let other, let otherInstant)):
        one != other ? one < other : instant < otherInstant
      case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
      case (.number(let one), .number(let other)): one < other
      case (.price(_, let one), .price(_, let other)): one < other
      // All keys of one sort are of the same kind.
      default: false
      }
    }

    var group: String {
      if case .price(let currency, _) = self { currency } else { "" }
    }
  }

  /// - Returns: The indices of the photos in order, and the sections if the photos are grouped.
  /// - Complexity: O(*n* log *n*): 30 ms for 20,000 titles.
  package func arranged(_ photos: [Photo]) -> (order: [Int], sections: [PhotoSection]) {
    let keys = sort.map { sort in photos.map { key($0, sort) } }
    guard let grouping else { return (ordered(Array(photos.indices), by: keys), []) }
    var groups: [PhotoSection.Key: [Int]] = [:]
    var found: [PhotoSection.Key] = []
    for index in photos.indices {
      let key = photos[index].section(by: grouping, in: zone)
      if groups[key] == nil { found.append(key) }
      groups[key, default: []].append(index)
    }
    // Folders keep the order of the source.
    if grouping != .folder { found.sort(by: isBefore) }
    var order: [Int] = []
    order.reserveCapacity(photos.count)
    var sections: [PhotoSection] = []
    for key in found {
      let group = groups[key] ?? []
      sections.append(PhotoSection(key, start: order.count, count: group.count))
      order += ordered(group, by: keys)
    }
    return (order, sections)
  }

  /// Whether the photos of a section come before those of another, unless folders keep the source's order.
  func isBefore(_ one: PhotoSection.Key, _ other: PhotoSection.Key) -> Bool {
    let isRising = sort == PhotoSort(.date)
    switch (one, other) {
    case (.unknown, _): return false
    case (_, .unknown): return true
    case (.date(let year, let month, let day), .date(let otherYear, let otherMonth, let otherDay)):
      let (first, second) = ((year, month, day ?? 0), (otherYear, otherMonth, otherDay ?? 0))
      return isRising ? first < second : first > second
    case (.rating(let one), .rating(let other)): return one > other
    case (.camera(let one), .camera(let other)):
      guard let first = Self.naturalKey(one), let second = Self.naturalKey(other) else {
        return one < other
      }
      return first == second ? one < other : first.lexicographicallyPrecedes(second)
    default: return false
    }
  }

  /// - Parameters:
  ///   - indices: Ascending.
  ///   - keys: One for each photo; nil if they are not sorted.
  private func ordered(_ indices: [Int], by keys: [Key?]?) -> [Int] {
    guard let sort, let keys else { return indices }
    return indices.sorted { one, other in
      switch (keys[one], keys[other]) {
      case (let first?, let second?):
        if first.group != second.group { return first.group < second.group }
        if first < second { return !sort.isDescending }
        if second < first { return sort.isDescending }
        return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one < other
      }
    }
  }

  private func key(_ photo: Photo, _ sort: PhotoSort) -> Key? {
    switch sort.key {
    case .date: Self.dateKey(photo, zone).map { .date(clock: $0.clock, instant: $0.instant) }
    case .title: photo.title.flatMap(Self.naturalKey).map(Key.text)
    case .camera: photo.camera.flatMap(Self.naturalKey).map(Key.text)
    // Unrated photos come between rejected ones and those with one star.
    case .rating: .number(photo.rating ?? 0)
    case .label: photo.label.flatMap(Self.labelKey).map(Key.text)
    case .name: photo.file.map { .text(Self.nameKey(FilePath.lastComponent($0.path))) }
    case .size: photo.fileSize.map(Key.number)
    case .path: photo.relativePath.map { .text(Self.pathKey($0)) }
    case .price:
      photo.price.flatMap { price in
        // `~` sorts after all codes, which consist of capital letters.
        ExactDecimal(price.amount).map { .price(price.currency ?? "~", $0) }
      }
    }
  }

  /// What the camera's clock showed, or one in the zone, and the instant.
  package static func dateKey(_ photo: Photo, _ zone: TimeZone) -> (clock: Date, instant: Date)? {
    guard let instant = photo.createdAt, let clock = photo.clockTime(in: zone) else {
      // A year or a month counts from its first second on any clock.
      return photo.datePeriod?.moments(in: .gregorianUTC).map { ($0.lowerBound, $0.lowerBound) }
    }
    // NaN and infinity cannot be ordered.
    guard instant.timeIntervalSince1970.isFinite else { return nil }
    return (clock, instant)
  }

  /// Colours first, from red to purple, then other labels by their text.
  package static func labelKey(_ label: PhotoLabel) -> [UInt8]? {
    guard let color = label.color, let index = PhotoLabel.Color.allCases.firstIndex(of: color)
    else { return naturalKey(label.text).map { [.max] + $0 } }
    return [UInt8(clamping: index)]
  }

  /// Like a name in a folder.
  package static func naturalKey(_ text: String) -> [UInt8]? {
    guard !text.isEmpty else { return nil }
    var key: [UInt8] = []
    NaturalOrder.appendKey(of: text.utf8, to: &key)
    return key
  }

  /// Names that only differ in case are in the order of their bytes.
  package static func nameKey(_ name: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    NaturalOrder.appendKey(of: name, to: &key)
    return key + [0] + name
  }

  /// Component by component; a folder's files come before its subfolders, as in a scan.
  package static func pathKey(_ path: ArraySlice<UInt8>) -> [UInt8] {
    let components = path.split(separator: FilePath.separator)
    let folders: [UInt8] = components.dropLast().flatMap { [2] + nameKey($0) + [0] }
    return folders + [1] + nameKey(components.last ?? [])
  }
}

extension PhotoPage {
  /// All photos of a source on one page.
  public init(_ photos: [Photo]) {
    self.init(photos: photos, totalCount: photos.count)
  }

  /// The only page of a source, filtered and sorted for a request.
  public func arranged(for request: PageRequest) -> PhotoPage {
    var page = LocalFilter(request.query).filtered(self)
    let grouping = request.query.arrangedGrouping
    guard request.query.sort != nil || grouping != nil else { return page }
    let ordering = PhotoOrdering(sort: request.query.sort, grouping: grouping)
    let (order, sections) = ordering.arranged(page.photos)
    page.photos = order.map { page.photos[$0] }
    page.sections = grouping == nil ? .none : .whole(sections)
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    page.sortReach = SortReach(readCount: photos.count + max(0, skipped.count), isWhole: true)
    return page
  }
}
