import GalleryDomain

/// Finds the row of the next match before or after a row, as events in and requests out.
///
/// The source lists the matches in the order of the rows, and says in which row one of them is (`PhotoPage.anchorRow`). From a row that is
/// a match, its neighbour is known at once; from any other row, a binary search finds it. So nothing is kept, however many there are, and
/// what has changed since the last time is found, too.
struct MatchSearch: Equatable {
  enum Step: Int {
    case previous = -1
    case itself, next
  }

  /// Why there is no row to go to.
  enum Nothing: Hashable {
    case notSearched, stillSearching
    /// The rows are a part of those that there will be.
    case stillReading
    case noMatch(String)
    /// There are only matches on the other side.
    case noFurther(Step)
  }

  enum Outcome {
    case row(Int)
    case nothing(hasMatches: Bool)
  }

  let step: Step
  /// How often the key was pressed since.
  var furtherSteps = 0
  /// What is to be answered next.
  private(set) var request: PageRequest
  private let rows: PhotoQuery
  private let matches: PhotoQuery
  private let row: Int
  /// Matches before this one are before the row.
  private var low = 0
  /// This one and those after it are behind the row; nil while the last match isn't known.
  private var high: Int?
  /// The match whose row is the answer, once it is known which it is.
  private var target: Int?
  /// The matches around the one that is looked at; nil before the first answer.
  private var page: PhotoPage?
  /// The match whose row is asked for; nil while a page of them is.
  private var asked: Int?

  /// The most that a page has.
  private static let pageSize = 500

  /// - Parameters:
  ///   - row: The row to start from.
  ///   - id: Its photo; nil if it isn't loaded.
  ///   - rows: The query of the rows.
  ///   - matches: Those of them that match, in the same order.
  init(
    _ step: Step, from row: Int, of id: Photo.ID?, in rows: PhotoQuery, _ matches: PhotoQuery
  ) {
    self.step = step
    self.row = row
    self.rows = rows
    self.matches = matches
    request = PageRequest(matches, pageSize: Self.pageSize, anchor: id)
  }

  /// Only finds the row of a photo.
  init(for id: Photo.ID, in rows: PhotoQuery) {
    (step, row, self.rows, matches) = (.itself, 0, rows, rows)
    request = PageRequest(rows, pageSize: 1, anchor: id)
    (asked, target) = (0, 0)
  }

  /// - Returns: nil while there is another `request`.
  mutating func receive(_ answer: PhotoPage) -> Outcome? {
    guard let index = asked else { return receiveMatches(answer) }
    // It may have left the rows since it was listed.
    guard let found = answer.anchorRow else { return .nothing(hasMatches: true) }
    if index == target { return .row(found) }
    if found > row || found == row && step == .previous { high = index } else { low = index + 1 }
    return lookFurther()
  }

  private mutating func receiveMatches(_ answer: PhotoPage) -> Outcome? {
    let isFirst = page == nil
    page = answer
    let end = start(of: answer) + answer.photos.count
    if let count = answer.totalCount ?? (answer.hasMorePages ? nil : end) {
      guard count > 0 else { return .nothing(hasMatches: false) }
      high = min(high ?? count, count)
    }
    if isFirst { target = answer.anchorRow.map { $0 + step.rawValue } }
    return lookFurther()
  }

  private mutating func lookFurther() -> Outcome? {
    if target == nil, let high, low >= high { target = step == .next ? low : low - 1 }
    let index = target ?? high.map { (low + $0) / 2 } ?? low + Self.pageSize - 1
    guard index >= 0, let page else { return .nothing(hasMatches: true) }
    let place = index - start(of: page)
    let number = index / Self.pageSize + 1
    if page.photos.indices.contains(place) {
      asked = index
      request = PageRequest(rows, pageSize: 1, anchor: page.photos[place].id)
    } else if number < page.number || number > page.number && page.hasMorePages {
      asked = nil
      request = PageRequest(matches, page: number, pageSize: Self.pageSize)
    } else {
      return .nothing(hasMatches: true)
    }
    return nil
  }

  private func start(of page: PhotoPage) -> Int { (page.number - 1) * Self.pageSize }
}
