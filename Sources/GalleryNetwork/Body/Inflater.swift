import CZlib

/// Decompresses the body of an answer as it arrives, a small piece at a time: a byte of deflate expands to up to 1,032
/// bytes, so the caller must be able to count and stop in between.
///
/// libcurl's own decompression delivers everything from one read before the caller can stop it, takes a 304 with an
/// encoding for a truncated body, and doesn't support deflate without zlib's header.
final class Inflater {
  enum Fault: Error {
    case damaged
    case truncated
    /// An unsupported compression.
    case unknown
  }

  private static let pieceByteCount = 64 << 10

  // zlib keeps the address of the stream, so it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isInitialized = false
  private var isComplete = false
  private let isDeflate: Bool

  /// - Parameter encoding: In lower case.
  /// - Returns: nil for encodings other than gzip and deflate.
  init?(encoding: String) {
    guard ["gzip", "x-gzip", "deflate"].contains(encoding) else { return nil }
    isDeflate = encoding == "deflate"
    stream.initialize(to: z_stream())
  }

  deinit {
    if isInitialized { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// - Parameter output: Receives pieces of at most 64 kB; throws to stop.
  func inflate(
    _ input: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    // Data after the end of a stream is padding or another member, which no server sends: ignored, as browsers do.
    guard let base = input.baseAddress, input.count > 0, !isComplete else { return }
    if !isInitialized { try begin(firstByte: input[0]) }
    var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
    // zlib does not write to its input; its header says so only since 1.2.5 with ZLIB_CONST.
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: base.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(clamping: input.count)
    repeat {
      let (status, count) = piece.withUnsafeMutableBufferPointer { buffer -> (Int32, Int) in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(buffer.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        return (status, buffer.count - Int(stream.pointee.avail_out))
      }
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Fault.damaged }
      if count > 0 {
        try piece.withUnsafeBytes { try output(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
      isComplete = status == Z_STREAM_END
      if status == Z_BUF_ERROR && count == 0 { break }
    } while !isComplete && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    stream.pointee.next_in = nil
    stream.pointee.avail_in = 0
  }

  /// - Throws: `Fault.truncated` if more was expected. No bytes at all are an empty body.
  func finish() throws {
    guard isComplete || !isInitialized else { throw Fault.truncated }
  }

  /// Deflate is a zlib stream (RFC 9110, 8.4.1.2); some servers send a raw one. A zlib header begins with method 8,
  /// which at the beginning of a raw stream would be a stored block that is not the last.
  private func begin(firstByte: UInt8) throws {
    let isBare = isDeflate && firstByte & 0x0F != 8
    let windowBits: Int32 = isBare ? -15 : isDeflate ? 15 : 15 + 16
    guard vitrine_inflate_init(stream, windowBits) == Z_OK else { throw Fault.damaged }
    isInitialized = true
  }
}
