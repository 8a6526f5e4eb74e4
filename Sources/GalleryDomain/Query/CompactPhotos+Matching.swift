import Foundation

extension CompactPhotos {
  /// Which photos pass a filter, and how many: the same as `LocalFilter.keeps` for each, without making them.
  ///
  /// - Complexity: For a million photos on two processors a few milliseconds a term, 10 for words that may be anywhere.
  ///
  /// - Parameter numbers: Only these photos; nil for all.
  /// - Returns: nil if it was stopped.
  func matching(
    _ filter: LocalFilter, among numbers: [UInt32]? = nil,
    _ ranges: ParallelRanges = ParallelRanges()
  ) -> (mask: [Bool], count: Int)? {
    var mask = [Bool](repeating: false, count: count)
    let counts = mask.withUnsafeMutableBufferPointer { mask in
      // Each range has its own part of it.
      nonisolated(unsafe) let mask = mask
      return mapMatching(filter, among: numbers.map(self.mask), ranges, state: ()) { _, numbers in
        for number in numbers { mask[Int(number)] = true }
        return numbers.count
      }
    }
    return counts.map { (mask, $0.reduce(0, +)) }
  }

  /// The numbers of the photos that pass a filter, in their order.
  ///
  /// - Returns: nil if it was stopped.
  func numbers(
    matching filter: LocalFilter, among numbers: [UInt32]? = nil,
    _ ranges: ParallelRanges = ParallelRanges()
  ) -> [UInt32]? {
    mapMatching(filter, among: numbers.map(mask), ranges, state: ()) { _, numbers in
      Array(numbers)
    }?.flattened
  }

  func mask(_ numbers: [UInt32]) -> [Bool] {
    var mask = [Bool](repeating: false, count: count)
    for number in numbers { mask[Int(number)] = true }
    return mask
  }

  /// What is made of the photos that pass a filter, range by range.
  ///
  /// One term after the other goes through the rows of a range. What depends on a value that rows share, such as the camera, is asked
  /// once for each value, of the same `FilterMatcher` as everywhere; only texts, dates and numbers are looked at row by row.
  ///
  /// - Parameters:
  ///   - wanted: Only these photos; nil for all.
  ///   - state: As for `ParallelRanges.map`.
  ///   - body: Called with the numbers of the photos of a range, in their order.
  /// - Returns: nil if it was stopped.
  func mapMatching<State, Result>(
    _ filter: LocalFilter, among wanted: [Bool]?, _ ranges: ParallelRanges,
    state: @Sendable @autoclosure () -> State,
    _ body: @Sendable (inout State, UnsafeBufferPointer<UInt32>) -> Result
  ) -> [Result]? {
    ranges.map(count, state: (RowFilter(filter), state())) { state, range in
      state.0.withNumbers(matchingIn: range, among: wanted, of: self) { body(&state.1, $0) }
    }
  }
}

/// A filter that one thread applies to rows, with what it has found out about values that they share.
private struct RowFilter {
  private let filter: LocalFilter
  /// The cheapest first: each row that is left out costs the others nothing.
  private var terms: [RowTerm]
  private var numbers = RowNumbers()

  init(_ filter: LocalFilter) {
    self.filter = filter
    terms = filter.terms.sorted { $0.rowCost < $1.rowCost }
      .map { RowTerm($0, filter.photosOfState, filter.zone) }
  }

  /// - Parameter wanted: Only these rows; nil for all.
  mutating func withNumbers<Result>(
    matchingIn range: Range<Int>, among wanted: [Bool]?, of photos: CompactPhotos,
    _ body: (UnsafeBufferPointer<UInt32>) -> Result
  ) -> Result {
    numbers.fill(range, among: wanted)
    var others: [UInt32] = []
    if !photos.others.isEmpty {
      numbers.keep { number in
        let row = photos.rows[number]
        guard row.flags.contains(.isOther) else { return true }
        if filter.keeps(photos.others[row.start]) { others.append(UInt32(number)) }
        return false
      }
    }
    for index in terms.indices where numbers.count > 0 {
      terms[index].apply(to: &numbers, of: photos)
    }
    if !others.isEmpty { numbers.merge(others) }
    return numbers.withNumbers(body)
  }
}

extension FilterTerm {
  /// In what order terms are applied.
  fileprivate var rowCost: Int {
    switch condition {
    case .anywhere: 4
    case .text(let field, _):
      switch field {
      case .camera, .lens, .author, .place, .licence, .label, .fileExtension: 0
      case .tag: 2
      default: 3
      }
    case .number(let field, _): field == .rating ? 0 : 1
    case .date: 1
    case .price, .currency, .sale: 0
    case .state(let states): states == [.rejected] ? 0 : 5
    }
  }
}
