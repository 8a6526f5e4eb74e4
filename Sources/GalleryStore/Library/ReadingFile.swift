import GalleryData
import GalleryDomain
import Glibc

/// A file of `ReadingFolder`: a mark, a checksum of what follows, the key with its length, and the columns.
struct ReadingFile {
  private(set) var key: [UInt8]
  private let descriptor: Int32
  private let checksum: UInt64
  private var columnsByteCount: Int

  private static let mark: UInt64 = 0x3130_4E49_5254_4956

  /// Reads the key.
  init(reading descriptor: Int32) throws(DamagedBytes) {
    self.descriptor = descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isRegularFile else { throw DamagedBytes() }
    var beginning = KeptColumns(byteCount: Int(status.st_size)) { Self.fill($0, descriptor) }
    let numbers = try beginning.read(UInt64.self, count: 3)
    guard numbers[0] == Self.mark, let keyByteCount = Int(exactly: numbers[2]) else {
      throw DamagedBytes()
    }
    checksum = numbers[1]
    key = try beginning.read(UInt8.self, count: keyByteCount)
    columnsByteCount = beginning.remainingByteCount
  }

  /// - Throws: Also if the checksum isn't right.
  mutating func read<Value>(
    _ body: (inout KeptColumns) throws(DamagedBytes) -> Value
  ) throws(DamagedBytes) -> Value {
    var found = Checksum(key: key)
    let descriptor = descriptor
    var columns = KeptColumns(byteCount: columnsByteCount) { bytes in
      guard Self.fill(bytes, descriptor) else { return false }
      found.add(UnsafeRawBufferPointer(bytes))
      return true
    }
    let value = try body(&columns)
    guard columns.remainingByteCount == 0, found.value == checksum else { throw DamagedBytes() }
    return value
  }

  /// - Throws: If anything isn't as it was written.
  static func check(_ descriptor: Int32) throws(DamagedBytes) {
    var file = try ReadingFile(reading: descriptor)
    try file.read { columns throws(DamagedBytes) in
      while columns.remainingByteCount > 0 {
        _ = try columns.read(UInt8.self, count: min(columns.remainingByteCount, 1 << 20))
      }
    }
  }

  /// Blocks for as long as the disk takes.
  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeMutableRawBufferPointer(rebasing: rest)
      let count = Glibc.read(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// - Returns: Whether all was written; else `errno` says why.
  static func write(_ columns: [KeptColumn], key: [UInt8], to descriptor: Int32) -> Bool {
    var (checksum, isWritten) = (Checksum(key: key), true)
    func put(_ bytes: UnsafeRawBufferPointer) {
      var rest = bytes[...]
      while isWritten, !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(descriptor, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        isWritten = count > 0
        rest = rest.dropFirst(max(count, 0))
      }
    }
    [mark, 0, UInt64(key.count)].withUnsafeBytes(put)
    key.withUnsafeBytes(put)
    for column in columns {
      column.withBytes {
        checksum.add($0)
        put($0)
      }
    }
    let place = off_t(MemoryLayout<UInt64>.size)
    return isWritten
      && withUnsafeBytes(of: checksum.value) {
        pwrite(descriptor, $0.baseAddress, $0.count, place) == $0.count
      }
  }
}

extension Checksum {
  /// Begins with a key and its length.
  init(key: [UInt8]) {
    self.init()
    withUnsafeBytes(of: key.count) { add($0) }
    key.withUnsafeBytes { add($0) }
  }
}
