import FeedFormats
import GalleryData
import GalleryDomain

/// Decodes the body of an answer as it arrives, and notices when a part of it is missing.
///
/// libcurl notices a body shorter than its `Content-Length` and chunks without the last one; this notices a compressed
/// body that ends too soon.
struct BodyReader {
  private let inflater: Inflater?
  /// Whether the body has an encoding that wasn't requested and isn't supported, such as `br`. Other values, such as
  /// the `utf-8` of some servers, are ignored.
  let isUnreadable: Bool
  /// The length that the server announces; no memory is reserved for it.
  let statedByteCount: Int?
  /// As received, compressed or not.
  private(set) var receivedByteCount = 0

  init(headers: HTTPHeaders) {
    let encodings = headers.values(of: "Content-Encoding")
      .flatMap { $0.split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
      .filter { $0 != "identity" && !$0.isEmpty }
    inflater = encodings.count == 1 ? Inflater(encoding: encodings[0]) : nil
    isUnreadable = inflater == nil && encodings.contains(where: Self.otherEncodings.contains)
    statedByteCount = headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// IANA's registry of content codings, November 2026, without those of `Inflater`.
  private static let otherEncodings: Set = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
  ]

  var isDecompressed: Bool { inflater != nil }

  /// Refuses early if the announced length would be refused in the end anyway. If the length is wrong, the body would
  /// end too soon.
  func refuseStatedLength(beyond sink: BodySink) throws(PhotoSourceError) {
    guard let count = statedByteCount, inflater == nil, count > sink.byteLimit else { return }
    throw .tooLarge(name: sink.name, byteCount: count, byteLimit: sink.byteLimit)
  }

  /// - Parameter cuts: Whether only what the sink has room for is wanted, in bytes that are decompressed.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, into sink: inout BodySink, cuts: Bool
  ) throws {
    receivedByteCount += bytes.count
    func take(_ piece: UnsafeRawBufferPointer) throws {
      if cuts { try sink.appendBeginning(of: piece) } else { try sink.append(piece) }
    }
    if let inflater { try inflater.inflate(bytes, output: take) } else { try take(bytes) }
  }

  func finish() throws {
    try inflater?.finish()
  }
}
