import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Histories of the timeline.
final class TimelineTests {
  private var shownRows: [Int] = []
  private var ended: [String] = []
  private var updateCount = 0
  /// Those of the timelines, which don't keep them.
  private var lists: [PhotoListViewModel] = []

  private func days(_ texts: [(String, Int, Int?)]) -> [DayCount] {
    texts.compactMap { day, count, row in
      DatePeriod(day).map { DayCount($0, count: count, row: row) }
    }
  }

  private var trip: [DayCount] {
    days([
      ("2017-12-31", 1, 40), ("2019-07-01", 5, 10), ("2019-07-04", 10, 15), ("2019-09-30", 2, 25),
      ("2021-01-01", 4, 0),
    ])
  }

  private func counts(_ days: [DayCount], isComplete: Bool = true, undated: Int = 0) -> FacetCounts
  {
    var counts = FacetCounts()
    counts.days = days
    counts.photoCount = days.reduce(undated) { $0 + $1.count }
    (counts.readCount, counts.totalCount, counts.isComplete) = (
      counts.photoCount, 55_697, isComplete
    )
    return counts
  }

  private func timeline(
    _ service: CountingService, sort: PhotoSort? = PhotoSort(.date), focus row: Int? = nil
  ) -> (TimelineViewModel, PhotoListViewModel) {
    let list = PhotoListViewModel(
      apiService: service, timeZone: .gmt, filter: FilterReading("camera:nikon").expression,
      sort: sort)
    lists.append(list)
    list.initFetch()
    list.focusMoved(to: row.map { IndexPath(row: $0, section: 0) })
    let sut = TimelineViewModel(
      list: list, show: { [unowned self] row, _ in shownRows.append(row) },
      close: { [unowned self] in ended.append($0 ?? "") })
    sut.updateClosure = { [unowned self] in updateCount += 1 }
    return (sut, list)
  }

  private func folder(
    _ days: [DayCount]? = nil, sort: PhotoSort? = PhotoSort(.date)
  ) -> (TimelineViewModel, PhotoListViewModel, CountingService) {
    let service = CountingService()
    service.capabilities.isReadWhole = true
    service.photos = [Photo.stub(camera: "NIKON", createdAt: Date(timeIntervalSince1970: 0))]
    let (sut, list) = timeline(service, sort: sort, focus: 0)
    _ = sut.begin()
    if let days { service.answer?(counts(days)) }
    return (sut, list, service)
  }

  @Test func `it counts the photos of the list, under its search and filter`() {
    let (sut, _, service) = folder()
    expectEqual(
      service.requests,
      [
        CountRequest(
          PhotoQuery(
            filter: FilterReading("camera:nikon").expression, sort: PhotoSort(.date)),
          countsDays: true)
      ])
    expectEqual(sut.titles, ["counting photos", "counting"])
    expectEqual(sut.periods(in: 10), [])

    service.answer?(counts(trip, isComplete: false))
    expectEqual(sut.titles[0], "2017-12 · 1 photo")
    expectEqual(sut.notes, ["counted 22 of 55,697"])
    service.answer?(counts(trip, undated: 1_000))
    expectEqual(sut.notes, ["1,000 undated"])
    service.answer?(counts(trip, isComplete: false, undated: 1))
    expectEqual(sut.notes, ["counted 23 of 55,697 · 1 undated", "counted 23 of 55,697"])
    sut.cancel()
    expectEqual(service.cancelCount, 1)
    expectEqual(ended, [""])
  }

  @Test func `moving goes from one month with photos to the next, and the list moves along`() {
    let (sut, _, _) = folder(trip)

    sut.moveToLast()
    sut.move(by: 1)
    sut.move(by: -1)
    sut.move(by: -1)
    expectEqual(sut.titles[0], "2019-07 · 15 photos")
    expectEqual(shownRows, [0, 25, 10])
    sut.moveToFirst()
    sut.submit()

    expectEqual(shownRows, [0, 25, 10, 40, 40])
    expectEqual(ended, [""])
  }

  @Test(arguments: [("2019-13", "2019 has no month 13"), ("2019-02-30", "2019-02 has no day 30")])
  func `a date that there is none of goes nowhere and filters nothing until corrected`(
    _ date: String, _ fault: String
  ) {
    let (sut, list, _) = folder(trip)
    date.forEach(sut.typed)
    sut.submit()
    sut.filter()
    expectEqual(sut.titles[0], fault)
    expectEqual(ended, [])
    expectEqual(list.wantedQuery.filter.description, "camera:nikon")

    sut.characterDeleted()
    sut.characterDeleted()
    "09".forEach(sut.typed)
    sut.submit()
    expectEqual(ended, [""])
  }

  @Test func `cancelling returns to the row where it began`() {
    let (sut, _, _) = folder(trip)
    sut.cancel()
    expectEqual(shownRows, [])

    let (other, list, _) = folder(trip)
    list.focusMoved(to: IndexPath(row: 0, section: 0))
    let (third, _, _) = folder(trip)
    third.moveToLast()
    third.cancel()
    third.cancel()
    other.moveToLast()

    expectEqual(shownRows, [0, 0, 0])
    expectEqual(ended, ["", ""])
  }

  @Test func `days are shown when zoomed in, and years when zoomed out`() {
    let (sut, _, _) = folder(trip)
    sut.move(by: 1)
    sut.zoom(isIn: true)
    expectEqual(sut.titles[0], "2019-07-01 · 5 photos")
    expectEqual(sut.finerText, nil)
    sut.move(by: 1)
    expectEqual(sut.titles[0], "2019-07-04 · 10 photos")
    sut.zoom(isIn: true)
    sut.zoom(isIn: false)
    expectEqual(sut.titles[0], "2019-07 · 15 photos")
    sut.zoom(isIn: false)
    expectEqual(sut.titles[0], "2019 · 17 photos")
    expectEqual(sut.coarserText, nil)
    expectEqual(sut.finerText, "months")
    expectEqual(sut.periods(in: 80).map(\.height), [1.0 / 17, 0, 1, 0, 4.0 / 17])
  }

  @Test func `four digits go to the first photos of that year, or of the next that has any`() {
    let (sut, _, _) = folder(trip)
    "201".forEach(sut.typed)
    expectEqual(sut.titles[0], "to 201_")
    sut.characterDeleted()
    expectEqual(sut.titles[0], "to 20_")
    "18".forEach(sut.typed)
    expectEqual(sut.titles[0], "2019-07 · 15 photos")
    "9999".forEach(sut.typed)
    expectEqual(sut.titles[0], "2021-01 · 4 photos")
    "0000".forEach(sut.typed)
    expectEqual(sut.titles[0], "to 0000_")
    "0001".forEach(sut.typed)
    expectEqual(sut.titles[0], "2017-12 · 1 photo")
    "x!é".forEach(sut.typed)
    sut.typed("2")
    sut.move(by: 1)
    expectEqual(sut.titles[0], "2019-07 · 15 photos")
  }

  @Test(arguments: [
    ("2019-09", "2019-09 · 2 photos"), ("2019-08", "2019-09 · 2 photos"),
    ("2019-07-02", "2019-07-04 · 10 photos"), ("July 2019", "2019-07 · 15 photos"),
    ("sep 2019", "2019-09 · 2 photos"), ("2 Jul 2019", "2019-07-04 · 10 photos"),
    ("2020 jan", "2021-01 · 4 photos"), ("2019-13", "2019 has no month 13"),
    ("2019-02-30", "2019-02 has no day 30"), ("2019-0", "to 2019-0_"), ("May", "to May_"),
    ("ju 2019", "to ju 2019_"),
    // A second date after the first.
    ("2017July 2019", "2019-07 · 15 photos"), ("2019-072020", "2021-01 · 4 photos"),
    ("July 20192019-09", "2019-09 · 2 photos"),
  ])
  func `months and days can be typed, in numbers and in words`(_ date: (String, String)) {
    let (sut, _, _) = folder(trip)
    sut.zoom(isIn: false)

    date.0.forEach(sut.typed)

    expectEqual(sut.titles[0], date.1)
  }

  @Test func `the focus stays in the middle, and what doesn't fit is left out on both sides`() {
    let (sut, _, _) = folder(trip)
    sut.move(by: 1)
    let columns = sut.periods(in: 9)

    // 2019-07 is the fifth of nine months; the longest bar is its own.
    expectEqual(columns.map(\.isFocused), (0..<9).map { $0 == 4 })
    expectEqual(columns.map { Int(($0.height * 15).rounded()) }, [0, 0, 0, 0, 15, 0, 2, 0, 0])
    expectEqual(sut.periods(in: 0), [])
    let all = sut.periods(in: 100)
    expectEqual(all.count, 38)
    expectEqual(
      all.enumerated().compactMap { index, column in column.mark.map { "\(index) \($0)" } },
      ["1 2018", "13 2019", "25 2020", "37 2021"])
    expectEqual(all[1].columns, 2..<3)
    sut.move(toColumn: 43)
    expectEqual(sut.titles[0], "2019-09 · 2 photos")
  }

  @Test func `few periods are wide, with their names below them`() {
    func marks(_ texts: [String], zoomedIn isIn: Bool? = nil, in columns: Int) -> [String?] {
      let (sut, _, _) = folder(days(texts.map { ($0, 1, nil) }))
      if let isIn { sut.zoom(isIn: isIn) }
      return sut.periods(in: columns).map(\.mark)
    }
    let year = ["2023-12-30", "2024-01-01", "2024-03-01"]

    expectEqual(marks(year, in: 110), ["Dec", "2024", "Feb", "Mar"])
    expectEqual(marks(year, in: 16), ["Dec", "2024", "Feb", "Mar"])
    expectEqual(marks(year, in: 15), [nil, "2024", nil, nil])
    expectEqual(marks(year, zoomedIn: false, in: 10), ["2023", "2024"])
    expectEqual(
      marks(["2024-02-28", "2024-03-02"], zoomedIn: true, in: 80), ["28", "29", "2024-03", "2"])
  }

  @Test func `the photos of the period in focus are filtered, beside the former filter`() {
    let (sut, list, _) = folder(trip)
    sut.move(by: 1)

    sut.filter()
    sut.filter()

    expectEqual(ended, [""])
    expectEqual(list.wantedQuery.filter.description, "camera:nikon date:2019-07")

    let (days, other, _) = folder(trip)
    days.moveToLast()
    days.zoom(isIn: true)
    days.filter()
    expectEqual(other.wantedQuery.filter.description, "camera:nikon date:2021-01-01")
  }

  @Test func `a row that isn't known, or photos that aren't together, are said`() {
    let (sut, _, _) = folder(days([("2019-07-01", 5, nil)]))
    sut.submit()
    expectEqual(ended, ["The list is still loading that row"])

    ended = []
    let (other, _, _) = folder(days([("2019-07-01", 5, 3)]), sort: nil)
    other.submit()
    expectEqual(ended, ["First of 5 photos of 2019-07 in this order · s to sort"])
    ended = []
    let (single, _, _) = folder(days([("2019-07-01", 1, 3)]), sort: nil)
    single.submit()
    expectEqual(ended, [""])
  }

  @Test func `without any date it ends with a line that says so`() {
    let (sut, _, service) = folder()
    service.answer?(counts([], isComplete: false, undated: 3))
    expectEqual(ended, [])
    expectEqual(sut.titles[0], "counted 3 of 55,697")
    service.answer?(counts([], undated: 4))
    service.answer?(counts(trip))
    expectEqual(ended, ["No photo here has a date of its own"])

    let other = CountingService()
    other.photos = Photo.stubs(3)
    let (loaded, _) = timeline(other)
    #expect(!loaded.begin())
    expectEqual(
      ended, ["No photo here has a date of its own", "No photo here has a date of its own"])
  }

  @Test(arguments: [false, true])
  func `of other sources it shows the loaded photos, and says so if there are more`(
    hasMorePages: Bool
  ) {
    let service = CountingService()
    service.hasMorePages = hasMorePages
    service.photos = (0..<3).map { number in
      Photo.stub(
        id: "\(number)", camera: "NIKON",
        createdAt: Date(timeIntervalSince1970: Double(number) * 86_400 * 40))
    }
    let (sut, _) = timeline(service, focus: 1)
    #expect(sut.begin())

    expectEqual(service.requests, [])
    expectEqual(sut.titles[0], "1970-02 · 1 photo")
    expectEqual(sut.notes, hasMorePages ? ["loaded photos only"] : [])
    sut.move(by: 1)
    sut.cancel()
    expectEqual(shownRows, [2, 1])
  }

  @Test func `days and their numbers are those of the calendar`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for number in stride(from: -719_162, through: 2_932_896, by: 997) {
      let day = ClockDay(number: Int32(number))
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let period = day.period(.day)
      // The calendar is the Julian one before 1582.
      if number > -141_000 {
        expectEqual(
          [period?.year, period?.month, period?.day], [parts.year, parts.month, parts.day])
      }
      expectEqual(period.map { Int(ClockDay($0).number) }, number)
    }
  }
}
