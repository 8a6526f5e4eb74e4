import Foundation

/// Puts photos in order.
///
/// The order is stable: photos with the same key stay in the source's order. Photos without the key come last in either
/// direction. Prices are compared only within their currency and never converted: currencies are in the order of their
/// codes, and prices without a currency come after them.
struct PhotoOrdering {
  let sort: PhotoSort

  /// What is compared, made once for each photo.
  private enum Key: Comparable {
    case date(Date)
    case text([UInt8])
    case number(Int)
    case price(String, ExactDecimal)

    static func < (one: Key, other: Key) -> Bool {
      switch (one, other) {
      case (.date(let one), .date(let other)): one < other
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

  /// - Returns: The indices of the photos in order.
  /// - Complexity: O(*n* log *n*): 30 ms for 20,000 titles.
  func order(of photos: [Photo]) -> [Int] {
    let keys = photos.map(key)
    return photos.indices.sorted { one, other in
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

  private func key(_ photo: Photo) -> Key? {
    switch sort.key {
    case .date: (photo.createdAt ?? Self.start(of: photo.datePeriod)).map(Key.date)
    case .title: photo.title.flatMap(natural)
    case .camera: photo.camera.flatMap(natural)
    // Without a rating between rejected and one star.
    case .rating: .number(photo.rating ?? 0)
    case .label: photo.label.flatMap(key)
    case .price:
      photo.price.flatMap { price in
        // `~` sorts after all codes, which are capital letters.
        ExactDecimal(price.amount).map { .price(price.currency ?? "~", $0) }
      }
    }
  }

  /// The start of a year or a month. In UTC: the shift by a time zone is small compared with what is not known.
  private static func start(of period: DatePeriod?) -> Date? {
    period?.moments(in: calendar)?.lowerBound
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Colours first, from red to purple, then other labels by their texts.
  private func key(_ label: PhotoLabel) -> Key? {
    guard let color = label.color, let index = PhotoLabel.Color.allCases.firstIndex(of: color)
    else {
      guard case .text(let key)? = natural(label.text) else { return nil }
      return .text([.max] + key)
    }
    return .text([UInt8(clamping: index)])
  }

  /// Sorted like the names in a folder.
  private func natural(_ text: String) -> Key? {
    guard !text.isEmpty else { return nil }
    var key: [UInt8] = []
    NaturalOrder.appendKey(of: text.utf8, to: &key)
    return .text(key)
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
    guard let sort = request.query.sort else { return page }
    page.photos = PhotoOrdering(sort: sort).order(of: page.photos).map { page.photos[$0] }
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = request.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    page.sortReach = SortReach(readCount: photos.count + max(0, skippedCount), isWhole: true)
    return page
  }
}
