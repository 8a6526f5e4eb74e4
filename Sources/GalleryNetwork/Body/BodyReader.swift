import FeedFormats
import GalleryData
import GalleryDomain

/// Takes the body of an answer apart as it comes, and notices when a part of it is missing.
///
/// libcurl notices a body shorter than its `Content-Length` and chunks without the last one; a compressed
/// body that ends too soon is noticed here.
struct BodyReader {
  private let inflater: Inflater?
  /// Whether it comes compressed in a way that was not asked for and is not known here, such as `br`. Other words, as
  /// some servers' `utf-8`, say nothing.
  let isUnreadable: Bool
  /// What the server says that comes; nothing is kept free for it.
  let statedByteCount: Int?
  /// As it came, compressed or not.
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

  /// Does not begin with what, if it is true, would be refused in the end. If it is not, the body would end
  /// too soon.
  func refuseStatedLength(beyond sink: BodySink) throws(PhotoSourceError) {
    guard let count = statedByteCount, inflater == nil, count > sink.byteLimit else { return }
    throw .tooLarge(name: sink.name, byteCount: count, byteLimit: sink.byteLimit)
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, into sink: inout BodySink) throws {
    receivedByteCount += bytes.count
    if let inflater {
      try inflater.inflate(bytes) { try sink.append($0) }
    } else {
      try sink.append(bytes)
    }
  }

  func finish() throws {
    try inflater?.finish()
  }
}
