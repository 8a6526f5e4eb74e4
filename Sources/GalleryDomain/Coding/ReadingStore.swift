/// Identifies what was read of a source whole, from one run to the next.
public struct ReadingKey: Hashable, Sendable {
  /// The folders whose files were read: absolute paths, as `LibraryDirectory` has them.
  public var folders: [[UInt8]]
  /// Everything else that decides which photos there are, and what is known of them.
  public var detail: [UInt8]

  public init(folders: [[UInt8]], detail: [UInt8]) {
    self.folders = folders
    self.detail = detail
  }

  /// For the first rows alone.
  var ofBeginning: ReadingKey { ReadingKey(folders: folders, detail: detail + [0xFF]) }
}

/// Keeps what was read of sources whole, from one run to the next; implemented by the store.
///
/// It may forget anything at any time. What it gives back was kept under the same key by this version of the program, to
/// the last bit.
package protocol ReadingStore: Sendable {
  /// - Parameter body: Reads the columns, in their order. What it returns is dropped if they turn out to be damaged.
  /// - Returns: nil if nothing is kept, and if it is damaged.
  func read<Value: Sendable>(
    _ key: ReadingKey, _ body: @Sendable (inout KeptColumns) throws(DamagedBytes) -> Value
  ) async -> Value?

  /// Returns at once; written some time later, at most two seconds, unless something else is kept under the key before.
  func keep(_ columns: @escaping @Sendable () -> [KeptColumn], under key: ReadingKey)
}

/// Values of one type, to be written as they are in memory: what is kept is read by the same program on the same computer.
package struct KeptColumn: Sendable {
  package let withBytes: @Sendable ((UnsafeRawBufferPointer) -> Void) -> Void

  package init<Value: BitwiseCopyable & Sendable>(_ values: [Value]) {
    withBytes = { body in values.withUnsafeBytes(body) }
  }
}

/// Columns that are being read, one after the other.
package struct KeptColumns {
  package private(set) var remainingByteCount: Int
  private let fill: (UnsafeMutableRawBufferPointer) -> Bool

  /// - Parameter fill: Reads the next bytes; returns false if that fails.
  package init(byteCount: Int, fill: @escaping (UnsafeMutableRawBufferPointer) -> Bool) {
    remainingByteCount = byteCount
    self.fill = fill
  }

  package mutating func read<Value: BitwiseCopyable>(
    _ type: Value.Type, count: Int
  ) throws(DamagedBytes) -> [Value] {
    let (byteCount, isTooMuch) = count.multipliedReportingOverflow(by: MemoryLayout<Value>.stride)
    guard !isTooMuch, (0...remainingByteCount).contains(byteCount) else { throw DamagedBytes() }
    remainingByteCount -= byteCount
    var isFilled = true
    let values = [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      isFilled = fill(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: byteCount))
      initializedCount = isFilled ? count : 0
    }
    guard isFilled else { throw DamagedBytes() }
    return values
  }
}
