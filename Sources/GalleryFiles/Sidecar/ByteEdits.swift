/// Changes of bytes, carried out together.
struct ByteEdits {
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func remove(_ range: Range<Int>) { edits.append((range, [])) }

  mutating func insert(_ text: String, at place: Int) {
    edits.append((place..<place, Array(text.utf8)))
  }

  /// A removal inside another one is part of it.
  ///
  /// - Complexity: O(*bytes* + *edits* log *edits*).
  func applied(to bytes: [UInt8]) -> [UInt8] {
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 4_096)
    var index = 0
    for (_, edit) in sorted {
      let lower = max(edit.range.lowerBound, index)
      output.append(contentsOf: bytes[index..<lower])
      output.append(contentsOf: edit.bytes)
      index = max(index, edit.range.upperBound)
    }
    output.append(contentsOf: bytes[index...])
    return output
  }
}
