/// The texts of a row of `CompactPhotos`, where they are: as `ByteWriter` has written them, without checks, because they were
/// written by this program.
struct RowTexts {
  private let flags: CompactPhotos.Flags
  private let bytes: UnsafeBufferPointer<UInt8>
  let fileName: UnsafeBufferPointer<UInt8>
  /// After the file's name.
  private let next: Int

  /// - Parameter row: Not one of `others`.
  @inline(__always)
  init(_ row: CompactPhotos.Row, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(at: row.start, row.flags, bytes)
  }

  @inline(__always)
  init(at start: Int, _ flags: CompactPhotos.Flags, _ bytes: UnsafeBufferPointer<UInt8>) {
    (self.flags, self.bytes) = (flags, bytes)
    var place = start
    fileName = Self.text(&place, bytes)
    next = place
  }

  @inline(__always)
  private static func number(_ place: inout Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var (number, shift) = (0, 0)
    while true {
      let byte = bytes[place]
      place += 1
      number |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
  }

  @inline(__always)
  private static func text(
    _ place: inout Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    let count = number(&place, bytes)
    defer { place += count }
    return UnsafeBufferPointer(rebasing: bytes[place..<(place + count)])
  }

  /// nil if it is the end of the path.
  var id: [UInt8]? {
    guard !flags.contains(.hasPathAsID) else { return nil }
    var place = next
    return Array(Self.text(&place, bytes))
  }

  @inline(__always)
  func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard !flags.contains(.hasFileName) else {
      // As `FilePath.stem`.
      let point = fileName.lastIndex(of: UInt8(ascii: ".")) ?? 0
      return body(point > 0 ? UnsafeBufferPointer(rebasing: fileName[..<point]) : fileName)
    }
    var place = next
    if !flags.contains(.hasPathAsID) { _ = Self.text(&place, bytes) }
    return body(Self.text(&place, bytes))
  }

  @inline(__always)
  private func skipTitle(_ place: inout Int) {
    if !flags.contains(.hasPathAsID) { _ = Self.text(&place, bytes) }
    if !flags.contains(.hasFileName) { _ = Self.text(&place, bytes) }
  }

  /// - Returns: nil without a description.
  @inline(__always)
  func withDescription<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard flags.contains(.hasDescription) else { return nil }
    var place = next
    skipTitle(&place)
    return body(Self.text(&place, bytes))
  }

  /// After the description, where the tags begin.
  @inline(__always)
  private var end: Int {
    var place = next
    skipTitle(&place)
    if flags.contains(.hasDescription) { _ = Self.text(&place, bytes) }
    return place
  }

  /// The file's name, the title and the description, one after the other with their lengths between them: what isn't in it is in
  /// none of them.
  @inline(__always)
  var words: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[(next - fileName.count)..<end])
  }

  @inline(__always)
  var hasTags: Bool { bytes[end] != 0 }

  /// Whether a tag passes; they are given by the numbers of their texts.
  @inline(__always)
  func tags(_ passes: (UInt32) -> Bool) -> Bool {
    var place = end
    let count = Self.number(&place, bytes)
    for _ in 0..<count where passes(UInt32(Self.number(&place, bytes))) { return true }
    return false
  }

  /// The names of its companions, which are in its folder.
  var companions: [UnsafeBufferPointer<UInt8>] {
    var place = end
    for _ in 0..<Self.number(&place, bytes) { _ = Self.number(&place, bytes) }
    let count = Self.number(&place, bytes)
    return (0..<count).map { _ in Self.text(&place, bytes) }
  }
}
