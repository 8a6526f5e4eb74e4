import Foundation

/// How many photos have each value of some properties.
public struct FacetCounts: Hashable, Sendable {
  /// For each property that was asked for, its values that occur, in the order of the property.
  public var values: [PhotoFacet: [PhotoCount]] = [:]
  /// The photos that pass the query, and are counted.
  public var photoCount = 0
  /// How many photos of the source were looked at.
  public var readCount = 0
  /// How many photos the source has, as far as it knows.
  public var totalCount = 0
  /// Whether all photos of the source were looked at, and read.
  public var isComplete = false
  /// The days on which photos were taken, in their order, if they were asked for.
  public var days: [DayCount] = []

  public init() {}

  /// Counts the days of photos that are loaded, with their rows.
  ///
  /// - Parameter zone: For photos whose camera's clock isn't known.
  public init(daysOf photos: some Sequence<(row: Int, photo: Photo)>, zone: TimeZone) {
    var counted = DayCounts()
    for (row, photo) in photos {
      counted.add(photo, row: row, zone)
      photoCount += 1
    }
    (readCount, totalCount, days) = (photoCount, photoCount, counted.dayCounts)
  }

  /// Photos that don't say on which day they were taken.
  public var undatedCount: Int { photoCount - days.reduce(0) { $0 + $1.count } }
}

/// The photos that were taken on a day.
public struct DayCount: Hashable, Sendable {
  /// By the camera's clock if it is known, otherwise in the local time zone.
  public var day: DatePeriod
  public var count: Int
  /// The row of the first of them in the list; nil if it isn't known.
  public var row: Int?

  public init(_ day: DatePeriod, count: Int, row: Int?) {
    self.day = day
    self.count = count
    self.row = row
  }
}

/// What to count of a source.
public struct CountRequest: Hashable, Sendable {
  /// Only these photos; the order only matters for the rows of days.
  public var query: PhotoQuery
  public var facets: Set<PhotoFacet>
  /// Whether `FacetCounts.days` is asked for.
  public var countsDays: Bool
  /// What the user has selected, if the filter asks for it.
  public var selection: [Photo.ID] = []

  public init(_ query: PhotoQuery, by facets: Set<PhotoFacet> = [], countsDays: Bool = false) {
    self.query = query
    self.facets = facets
    self.countsDays = countsDays
  }
}

extension CompactPhotos {
  /// Counts photos by properties.
  ///
  /// - Parameters:
  ///   - filter: Which photos to count, unless their rows are given.
  ///   - order: The photos to count by their rows; nil if they are in this order.
  ///   - offsets: Of the local time zone.
  ///   - parallelCount: With how many photos days are counted on two threads.
  func counts(
    _ request: CountRequest, matching filter: LocalFilter, rows order: [UInt32]? = nil,
    _ offsets: inout ZoneOffsets, parallelFrom parallelCount: Int = 20_000
  ) -> FacetCounts {
    let facets = request.facets
    // nil for all of them.
    let mask =
      if let order {
        order.count < count ? self.mask(order) : nil
      } else {
        filter.isOpen ? nil : matching(filter)?.mask
      }
    var counts = FacetCounts()
    counts.readCount = rows.count
    counts.photoCount = mask?.count { $0 } ?? rows.count
    let dates = facets.intersection([.year, .month, .day])
    for facet in facets.subtracting(dates) {
      counts.values[facet] = photoCounts(of: facet, mask, offsets.calendar)
    }
    guard !dates.isEmpty || request.countsDays else { return counts }
    let days = dayCounts(mask, order, &offsets, parallelFrom: parallelCount)
    for facet in dates { counts.values[facet] = days.photoCounts(of: facet) }
    if request.countsDays { counts.days = days.dayCounts }
    return counts
  }

  // MARK: Values that photos share

  private func photoCounts(
    of facet: PhotoFacet, _ mask: [Bool]?, _ calendar: Calendar
  ) -> [PhotoCount] {
    var tally = ValueTally()
    switch facet {
    case .camera: tally.add(counts(of: texts, mask) { $0.camera }, texts) { $0 }
    case .lens: tally.add(counts(of: texts, mask) { $0.lens }, texts) { $0 }
    case .author: tally.add(counts(of: texts, mask) { $0.author }, texts) { $0 }
    case .licence: tally.add(counts(of: licences, mask) { $0.licence }, licences) { $0.name }
    case .label: tally.add(counts(of: labels, mask) { $0.label }, labels, PhotoFacet.value)
    case .place:
      for (number, count) in counts(of: places, mask, { $0.places }).enumerated() {
        tally.add((places[UInt32(number)] ?? []).filter { !$0.isEmpty }, count)
      }
    case .format: tally.add(counts(of: formats, mask) { UInt32($0.format) }, formats) { $0 }
    case .keyword: countTags(mask, &tally)
    case .folder: countFolders(mask, &tally)
    case .rating, .sale: countStates(facet, mask, &tally)
    case .year, .month, .day: break
    }
    if !others.isEmpty {
      for (index, row) in rows.enumerated()
      where row.flags.contains(.isOther) && mask?[index] ?? true {
        tally.add(facet.values(of: others[row.start], in: calendar))
      }
    }
    return tally.photoCounts(of: facet)
  }

  /// By number.
  @inline(__always)
  private func counts<Value>(
    of pool: Pool<Value>, _ mask: [Bool]?, _ number: (Row) -> UInt32
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: pool.count + 1)
    forEachRow(mask) { row in counts[Int(number(row))] += 1 }
    return counts
  }

  /// Those that pass and are kept as rows.
  @inline(__always)
  private func forEachRow(_ mask: [Bool]?, _ body: (Row) -> Void) {
    rows.withUnsafeBufferPointer { rows in
      if let mask {
        mask.withUnsafeBufferPointer { mask in
          for index in rows.indices where mask[index] && !rows[index].flags.contains(.isOther) {
            body(rows[index])
          }
        }
      } else {
        for row in rows where !row.flags.contains(.isOther) { body(row) }
      }
    }
  }

  /// A photo counts once for spellings of one word.
  private func countTags(_ mask: [Bool]?, _ tally: inout ValueTally) {
    var counts = [Int](repeating: 0, count: texts.count + 1)
    // The number of the first spelling of each word; 0 if it isn't known yet.
    var words = [UInt32](repeating: 0, count: texts.count + 1)
    var numbers: [String: UInt32] = [:]
    var (seen, unknownCount): ([UInt32], Int) = ([], 0)
    bytes.withUnsafeBufferPointer { bytes in
      forEachRow(mask) { row in
        seen.removeAll(keepingCapacity: true)
        _ = RowTexts(row, bytes).tags { number in
          var word = words[Int(number)]
          if word == 0 {
            let text = texts[number] ?? ""
            guard !text.isEmpty else { return false }
            let folded = FoldedText.folded(text)
            word = numbers[folded] ?? number
            numbers[folded] = word
            words[Int(number)] = word
          }
          if !seen.contains(word) {
            seen.append(word)
            counts[Int(number)] += 1
          }
          return false
        }
        if seen.isEmpty { unknownCount += 1 }
      }
    }
    counts[0] = unknownCount
    tally.add(counts, texts) { $0 }
  }

  private func countFolders(_ mask: [Bool]?, _ tally: inout ValueTally) {
    // Photos of one folder whose ids are as long without the file's name are in the same folder of the source. Other ids
    // are not the end of the path.
    var counts: [FolderPlace: (count: Int, row: Int)] = [:]
    var last: (place: FolderPlace, count: Int, row: Int)?
    var others: [Int] = []
    rows.withUnsafeBufferPointer { rows in
      bytes.withUnsafeBufferPointer { bytes in
        for index in rows.indices where mask?[index] ?? true {
          let row = rows[index]
          guard !row.flags.contains(.isOther) else { continue }
          let length = Int(row.idByteCount) - RowTexts(row, bytes).fileName.count - 1
          let place = FolderPlace(
            number: row.folder, length: row.flags.contains(.hasPathAsID) ? length : 0)
          if place.length == 0 {
            others.append(index)
          } else if last?.place == place {
            last?.count += 1
          } else {
            if let last { counts[last.place, default: (0, last.row)].count += last.count }
            last = (place, 1, index)
          }
        }
      }
    }
    if let last { counts[last.place, default: (0, last.row)].count += last.count }
    func values(ofRow row: Int) -> [String] {
      PhotoFacet.folder.values(of: photo(at: row, .place), in: .gregorianUTC)
    }
    for (count, row) in counts.values { tally.add(values(ofRow: row), count) }
    for row in others { tally.add(values(ofRow: row)) }
  }

  private struct FolderPlace: Hashable {
    var number: UInt32
    /// The bytes of its relative path.
    var length: Int
  }

  private func countStates(_ facet: PhotoFacet, _ mask: [Bool]?, _ tally: inout ValueTally) {
    var ratings: [Int16: Int] = [:]
    var (last, run) = (Int16(0), 0)
    var (forSale, notForSale, unstated) = (0, 0, 0)
    forEachRow(mask) { row in
      if facet == .sale {
        if row.flags.contains(.isForSale) {
          forSale += 1
        } else if row.flags.contains(.isNotForSale) {
          notForSale += 1
        } else {
          unstated += 1
        }
        return
      }
      let rating = row.flags.contains(.hasRating) ? row.rating : 0
      if rating != last {
        ratings[last, default: 0] += run
        (last, run) = (rating, 0)
      }
      run += 1
    }
    if facet == .sale {
      for (status, count) in [
        (SaleStatus.forSale, forSale), (.notForSale, notForSale), (.unstated, unstated),
      ] { tally.add([PhotoFacet.value(status)], count) }
      return
    }
    ratings[last, default: 0] += run
    for (rating, count) in ratings {
      let isRejected = Int(rating) == PhotoRating.rejected
      tally.add([isRejected ? PhotoFacet.rejected : "\(rating)"], count)
    }
  }

  // MARK: Days

  /// How many photos were taken on each day.
  ///
  /// - Parameters:
  ///   - mask: Which photos; nil for all.
  ///   - order: These photos by their rows; nil if they are in this order.
  private func dayCounts(
    _ mask: [Bool]?, _ order: [UInt32]?, _ offsets: inout ZoneOffsets,
    parallelFrom parallelCount: Int
  ) -> DayCounts {
    let known = offsets
    let parts = Self.inHalves(of: order?.count ?? count, parallelFrom: parallelCount) { places in
      var offsets = known
      let counted = dayCounts(in: places, mask, order, &offsets)
      return (days: counted.days, rowCount: counted.rowCount, offsets: offsets)
    }
    var days = DayCounts()
    var rowCount = 0
    for part in parts {
      days.append(part.days, after: rowCount)
      rowCount += part.rowCount
      offsets.learn(from: part.offsets)
    }
    return days
  }

  /// - Parameter places: Those of the order, or of all photos.
  /// - Returns: The days, with rows from 0, and how many there are.
  private func dayCounts(
    in places: Range<Int>, _ mask: [Bool]?, _ order: [UInt32]?, _ offsets: inout ZoneOffsets
  ) -> (days: DayCounts, rowCount: Int) {
    var days = DayCounts()
    var rank = -1
    rows.withUnsafeBufferPointer { rows in
      for place in places {
        let index = order.map { Int($0[place]) } ?? place
        guard order != nil || mask?[index] ?? true else { continue }
        rank += 1
        let row = rows[index]
        guard !row.flags.contains(.isOther) else {
          days.add(others[row.start], row: rank, offsets.calendar.timeZone)
          continue
        }
        guard !row.isFileDate else {
          days.add(nil, row: rank)
          continue
        }
        guard row.flags.contains(.hasDate) else {
          days.add(stated: texts[row.dateText].flatMap { DatePeriod($0) })
          continue
        }
        let seconds = row.createdAt + Date.timeIntervalBetween1970AndReferenceDate
        let offset =
          row.flags.contains(.hasOffset) ? Int(row.utcOffset) : offsets.seconds(at: seconds)
        days.add(ClockDay(clock: seconds + Double(offset)), row: rank)
      }
    }
    return (days, rank + 1)
  }
}

/// The photos of each day, and those of which less is known.
struct DayCounts {
  struct Day: Equatable {
    var count = 0
    /// The row of the first of them.
    var firstRow = 0
  }

  private(set) var days: [ClockDay: Day] = [:]
  /// Photos of which only the year or the month is known.
  private(set) var stated: [DatePeriod: Int] = [:]
  /// Photos without a date.
  private(set) var unknownCount = 0
  /// Photos of one day are often together.
  private var last: (day: ClockDay, counted: Day)?

  mutating func add(_ day: ClockDay?, row: Int) {
    guard let day else {
      unknownCount += 1
      return
    }
    if last?.day == day {
      last?.counted.count += 1
    } else {
      flush()
      last = (day, days[day] ?? Day(count: 0, firstRow: row))
      last?.counted.count += 1
    }
  }

  private mutating func flush() {
    if let last { days[last.day] = last.counted }
    last = nil
  }

  /// In the order of the days.
  var dayCounts: [DayCount] {
    var finished = self
    finished.flush()
    return finished.days.sorted { $0.key < $1.key }.compactMap { day, counted in
      day.period(.day).map { DayCount($0, count: counted.count, row: counted.firstRow) }
    }
  }

  /// Adds photos that follow those so far, and were counted from row 0.
  mutating func append(_ other: DayCounts, after rowCount: Int) {
    var other = other
    flush()
    other.flush()
    for (day, counted) in other.days {
      days[day, default: Day(firstRow: rowCount + counted.firstRow)].count += counted.count
    }
    stated.merge(other.stated, uniquingKeysWith: +)
    unknownCount += other.unknownCount
  }

  mutating func add(stated period: DatePeriod?) {
    guard let period else {
      unknownCount += 1
      return
    }
    stated[period, default: 0] += 1
  }

  mutating func add(_ photo: Photo, row: Int, _ zone: TimeZone) {
    guard let date = photo.statedDate else { return add(stated: photo.datePeriod) }
    add(ClockDay(of: date, utcOffset: photo.utcOffset, in: zone), row: row)
  }

  /// - Parameter facet: Year, month or day.
  func photoCounts(of facet: PhotoFacet) -> [PhotoCount] {
    var finished = self
    finished.flush()
    var counts: [String: Int] = [:]
    var unknownCount = finished.unknownCount
    for (day, counted) in finished.days {
      guard let period = day.period(facet) else { continue }
      counts[period.description, default: 0] += counted.count
    }
    for (period, count) in finished.stated {
      switch facet {
      case .year: counts[DatePeriod(year: period.year)?.description ?? "", default: 0] += count
      case .month where period.month != nil:
        let month = DatePeriod(year: period.year, month: period.month)
        counts[month?.description ?? "", default: 0] += count
      case .day where period.day != nil: counts[period.description, default: 0] += count
      default: unknownCount += count
      }
    }
    var found = counts.map { PhotoCount($0.key, $0.value) }
    if unknownCount > 0 { found.append(PhotoCount(nil, unknownCount)) }
    found.sort(of: facet)
    return found
  }
}

/// The offsets of a time zone, which Foundation needs a microsecond for: kept for each day on which they don't change.
package struct ZoneOffsets: Sendable {
  let calendar: Calendar
  /// By the day of UTC; nil for days on which it changes.
  private var offsets: [Int: Int?] = [:]
  private var last: (day: Int, offset: Int)?

  package init(_ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// Takes over what another one of the same zone has looked up.
  mutating func learn(from other: ZoneOffsets) {
    offsets.merge(other.offsets) { $1 }
  }

  /// - Parameter time: In seconds since 1970.
  /// - Returns: In seconds; 0 outside the years 1–9999.
  package mutating func seconds(at time: Double) -> Int {
    guard (-62_135_596_800.0...253_402_300_799.0).contains(time) else { return 0 }
    let day = Int((time / 86_400).rounded(.down))
    if let last, last.day == day { return last.offset }
    let known = offsets[day] ?? offset(ofDay: day)
    offsets[day] = .some(known)
    guard let offset = known else { return exact(time) }
    last = (day, offset)
    return offset
  }

  private func offset(ofDay day: Int) -> Int? {
    let (first, last) = (exact(Double(day) * 86_400), exact(Double(day + 1) * 86_400 - 1))
    return first == last ? first : nil
  }

  private func exact(_ time: Double) -> Int {
    calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: time))
  }
}
