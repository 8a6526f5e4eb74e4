extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition is true, which isn't true before; the end if there is none.
  ///
  /// - Complexity: O(log *n*).
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
