import Foundation

/// A property by which photos are counted: for each of its values, how many photos have it.
public enum PhotoFacet: String, Hashable, Sendable, CaseIterable {
  case camera, lens, author, licence
  /// A photo counts for the quarter, the city, the state and the country that it was taken in.
  case place
  /// Stars. Photos without a rating have 0, as in filters.
  case rating
  /// The colour if the label names one, otherwise its text.
  case label
  /// A photo counts once for each of its keywords.
  case keyword
  case sale
  /// The folder that the file is in, without its subfolders.
  case folder
  /// The file's extension, in lower case.
  case format
  /// When the photo was taken: by the camera's clock if it is known, otherwise in the local time zone.
  case year, month, day

  /// The field whose terms find the photos with a value.
  public var field: FilterField {
    switch self {
    case .camera: .camera
    case .lens: .lens
    case .author: .author
    case .licence: .licence
    case .place: .place
    case .rating: .rating
    case .label: .label
    case .keyword: .tag
    case .sale: .sale
    case .folder: .path
    case .format: .fileExtension
    case .year, .month, .day: .date
    }
  }

  /// The rating of photos that the user has rejected, which have no number of stars.
  public static let rejected = "rejected"
  /// The folder that is shown itself.
  public static let ownFolder = "."

  /// The values of a photo, as the terms of `field` take them: `5`, `2017-10`, `jpg`, `yes`. Empty if the photo has none.
  ///
  /// Spellings that only differ in case, accents or width are the same value for a filter, and for `PhotoTally`.
  ///
  /// - Parameter zone: For photos whose camera's clock isn't known.
  package func values(of photo: Photo, in zone: TimeZone) -> [String] {
    switch self {
    case .camera: Self.known(photo.camera)
    case .lens: Self.known(photo.lens)
    case .author: Self.known(photo.author)
    case .licence: Self.known(photo.licence?.name)
    case .place: photo.places.filter { !$0.isEmpty }
    case .rating: [photo.isRejected ? Self.rejected : "\(max(0, photo.rating ?? 0))"]
    case .label: Self.known(photo.label.map(Self.value))
    case .keyword: photo.tags.filter { !$0.isEmpty }
    case .sale: [Self.value(photo.saleStatus)]
    case .folder:
      if case .folder(let path) = photo.folderSection { [Self.value(ofFolder: path)] } else { [] }
    case .format: Self.known(photo.fileExtension)
    case .year, .month, .day: period(of: photo, in: zone).map { [$0.description] } ?? []
    }
  }

  private static func known(_ text: String?) -> [String] {
    text.flatMap { $0.isEmpty ? nil : [$0] } ?? []
  }

  package static func value(_ label: PhotoLabel) -> String { label.color?.rawValue ?? label.text }

  package static func value(_ status: SaleStatus) -> String {
    switch status {
    case .forSale: "yes"
    case .notForSale: "no"
    case .unstated: "unstated"
    }
  }

  /// - Parameter path: Relative to the source's folder.
  package static func value(ofFolder path: [UInt8]) -> String {
    path.isEmpty ? ownFolder : TextCleaner.line(bytes: path, limit: .field)
  }

  /// The year, month or day in which the photo was taken, as far as the source says.
  private func period(of photo: Photo, in zone: TimeZone) -> DatePeriod? {
    guard let date = photo.statedDate else {
      guard let stated = photo.datePeriod else { return nil }
      switch self {
      case .year: return DatePeriod(year: stated.year)
      case .month: return stated.month.flatMap { DatePeriod(year: stated.year, month: $0) }
      default: return stated.day == nil ? nil : stated
      }
    }
    return ClockDay(of: date, utcOffset: photo.utcOffset, in: zone)?.period(self)
  }
}

/// A day on the clock of a camera, counted from the first of January 1970.
package struct ClockDay: Hashable, Comparable {
  package var number: Int32

  /// The years 1–9999.
  private static let moments = -62_135_596_800.0...253_402_300_799.0

  package init(number: Int32) {
    self.number = number
  }

  /// The first day of a period, by Howard Hinnant's *days_from_civil*.
  package init(_ period: DatePeriod) {
    let (month, day) = (period.month ?? 1, period.day ?? 1)
    let year = period.year - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// - Parameter zone: That of photos whose camera's clock isn't known.
  /// - Returns: nil outside the years 1–9999.
  package init?(of date: Date, utcOffset: Int?, in zone: TimeZone) {
    self.init(clock: Self.clock(at: date, utcOffset: utcOffset, in: zone))
  }

  /// What the clock showed, in seconds since 1970 as if it showed UTC.
  package static func clock(at date: Date, utcOffset: Int?, in zone: TimeZone) -> Double {
    date.timeIntervalSince1970 + Double(utcOffset ?? offset(of: zone, at: date))
  }

  /// In seconds; 0 outside the years 1–9999: a source may state any number of seconds, and time zones have rules for some years only.
  package static func offset(of zone: TimeZone, at date: Date) -> Int {
    moments.contains(date.timeIntervalSince1970) ? zone.secondsFromGMT(for: date) : 0
  }

  /// - Returns: nil outside the years 1–9999.
  package init?(clock: Double) {
    guard Self.moments.contains(clock) else { return nil }
    number = Int32((clock / 86_400).rounded(.down))
  }

  package static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  /// Year, month and day by Howard Hinnant's *civil_from_days*.
  package var date: (year: Int, month: Int, day: Int) {
    let shifted = Int(number) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// The year, the month or, with any other facet, the day itself.
  package func period(_ facet: PhotoFacet) -> DatePeriod? {
    let (year, month, day) = date
    switch facet {
    case .year: return DatePeriod(year: year)
    case .month: return DatePeriod(year: year, month: month)
    default: return DatePeriod(year: year, month: month, day: day)
    }
  }
}

/// How many photos have a value of a property.
public struct PhotoCount: Hashable, Sendable {
  /// In the most frequent spelling; nil for photos without a value.
  public var value: String?
  public var count: Int

  public init(_ value: String?, _ count: Int) {
    self.value = value
    self.count = count
  }
}

extension [PhotoCount] {
  /// Sorts the values of a facet: the most frequent first, but stars from five to none, dates and folders in their order. Photos
  /// without a value come last.
  mutating func sort(of facet: PhotoFacet) {
    switch facet {
    case .rating:
      // Rejected photos after those without a star.
      func rank(_ value: String?) -> Int { value.map { Int($0) ?? -1 } ?? -2 }
      sort { rank($0.value) > rank($1.value) }
    case .folder:
      let keys = Dictionary(
        map { ($0.value, $0.value.map(Self.folderKey) ?? [.max]) }, uniquingKeysWith: { $1 })
      sort { one, other in
        let (first, second) = (keys[one.value] ?? [], keys[other.value] ?? [])
        return first == second
          ? one.value ?? "" < other.value ?? "" : first.lexicographicallyPrecedes(second)
      }
    default:
      // Dates have four digits for the year.
      let areDates = [.year, .month, .day].contains(facet)
      sort { one, other in
        guard let first = one.value, let second = other.value else { return one.value != nil }
        return areDates || one.count == other.count ? first < second : one.count > other.count
      }
    }
  }

  /// Component by component, a folder before those in it; the source's own comes first.
  private static func folderKey(_ value: String) -> [UInt8] {
    guard value != PhotoFacet.ownFolder else { return [] }
    var key: [UInt8] = []
    for component in value.utf8.split(separator: FilePath.separator) {
      NaturalOrder.appendKey(of: component, to: &key)
      key.append(0)
    }
    return key
  }
}

/// Counts photos by a property, one after the other.
public struct PhotoTally {
  public let facet: PhotoFacet
  private let zone: TimeZone
  private var values: ValueTally

  /// - Parameter zone: For photos whose camera's clock isn't known.
  public init(_ facet: PhotoFacet, zone: TimeZone) {
    (self.facet, self.zone) = (facet, zone)
    values = ValueTally(facet)
  }

  /// - Complexity: Two microseconds.
  public mutating func add(_ photo: Photo) {
    values.add(facet.values(of: photo, in: zone))
  }

  /// The values that occur, in the order of the facet; photos without one come last.
  public var photoCounts: [PhotoCount] { values.photoCounts }
}

/// Counts values. Spellings that a filter doesn't tell apart are one value, except of folders, which are two on the disk.
package struct ValueTally {
  private let facet: PhotoFacet
  private var counts: [String: Spellings] = [:]
  private var unknownCount = 0

  package init(_ facet: PhotoFacet) { self.facet = facet }

  /// The spellings of one value.
  private struct Spellings {
    private(set) var total = 0
    private var counts: [String: Int] = [:]

    mutating func add(_ spelling: String, _ count: Int) {
      total += count
      counts[spelling, default: 0] += count
    }

    /// The most frequent one, else the first in the order of the alphabet.
    var first: String? { counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key }
  }

  /// - Parameters:
  ///   - values: Those of a photo; empty if it has none.
  ///   - count: The number of photos with these values.
  package mutating func add(_ values: [String], _ count: Int = 1) {
    guard count > 0 else { return }
    guard !values.isEmpty else {
      unknownCount += count
      return
    }
    var folds: [String] = []
    for value in values {
      let folded = facet == .folder ? value : FoldedText.folded(value)
      guard !folds.contains(folded) else { continue }
      folds.append(folded)
      counts[folded, default: Spellings()].add(value, count)
    }
  }

  package var photoCounts: [PhotoCount] {
    var found = counts.values.map { PhotoCount($0.first, $0.total) }
    if unknownCount > 0 { found.append(PhotoCount(nil, unknownCount)) }
    found.sort(of: facet)
    return found
  }
}
