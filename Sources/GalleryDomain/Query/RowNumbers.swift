/// The numbers of rows that have passed so far, in their order.
struct RowNumbers {
  private var numbers: [UInt32] = []
  private(set) var count = 0

  /// - Parameter wanted: Only these rows; nil for all.
  mutating func fill(_ range: Range<Int>, among wanted: [Bool]?) {
    if numbers.count < range.count { numbers = [UInt32](repeating: 0, count: range.count) }
    var count = 0
    numbers.withUnsafeMutableBufferPointer { numbers in
      guard let wanted else {
        for number in range { numbers[number - range.lowerBound] = UInt32(number) }
        count = range.count
        return
      }
      wanted.withUnsafeBytes { wanted in
        var number = range.lowerBound
        while number < range.upperBound {
          // Eight rows at a time that are not wanted.
          if number + 8 <= range.upperBound,
            wanted.loadUnaligned(fromByteOffset: number, as: UInt64.self) == 0
          {
            number += 8
            continue
          }
          numbers[count] = UInt32(number)
          count += wanted[number] == 0 ? 0 : 1
          number += 1
        }
      }
    }
    self.count = count
  }

  @inline(__always)
  mutating func keep(_ passes: (Int) -> Bool) {
    let all = count
    var count = 0
    numbers.withUnsafeMutableBufferPointer { numbers in
      for place in 0..<all {
        let number = numbers[place]
        numbers[count] = number
        count += passes(Int(number)) ? 1 : 0
      }
    }
    self.count = count
  }

  /// - Parameter passes: Called with rows, none of which is one of `others`.
  @inline(__always)
  mutating func keep(
    of photos: CompactPhotos, unless isNegated: Bool, _ passes: (CompactPhotos.Row) -> Bool
  ) {
    photos.rows.withUnsafeBufferPointer { rows in
      keep { passes(rows[$0]) != isNegated }
    }
  }

  mutating func merge(_ others: [UInt32]) {
    numbers = (numbers.prefix(count) + others).sorted()
    count = numbers.count
  }

  @inline(__always)
  func withNumbers<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    numbers.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}
