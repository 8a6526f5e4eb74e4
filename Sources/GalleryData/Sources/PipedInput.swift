import Dispatch
import FeedFormats
import GalleryDomain
import Glibc

/// What another program prints on standard input: photos as `vitrine list --json` writes them or a feed in JSON, or paths. The
/// beginning shows which.
public struct PipedInput: Sendable {
  let descriptor: Int32
  /// What was read to distinguish them.
  let beginning: [UInt8]
  /// Whether it begins with a JSON object, or an array of them. A brace alone is not enough, since `{1}.jpg` is a name.
  public let holdsPhotos: Bool

  /// Waits for the first bytes that are not blank, or the end.
  ///
  /// - Parameter descriptor: Stays open; no other code may read it.
  public init(descriptor: Int32) {
    var bytes: [UInt8] = []
    var holdsPhotos = Self.holdsPhotos(bytes)
    while holdsPhotos == nil, bytes.count < Self.blankLimit {
      guard let piece = Self.read(descriptor), !piece.isEmpty else { break }
      bytes += piece
      holdsPhotos = Self.holdsPhotos(bytes)
    }
    self.descriptor = descriptor
    beginning = bytes
    // An array without elements.
    self.holdsPhotos =
      holdsPhotos ?? bytes.lazy.filter { !Self.isBlank($0) }.elementsEqual("[]".utf8)
  }

  /// After this many blank bytes at the beginning, nothing more is expected.
  private static let blankLimit = 1 << 20

  /// - Returns: nil if there are too few bytes to tell.
  private static func holdsPhotos(_ bytes: [UInt8]) -> Bool? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var signs = bytes[start...].lazy.filter { !isBlank($0) }.makeIterator()
    guard var sign = signs.next() else { return nil }
    if sign == UInt8(ascii: "[") {
      guard let next = signs.next() else { return nil }
      sign = next
      if sign == UInt8(ascii: "]") { return signs.next() == nil ? nil : false }
    }
    guard sign == UInt8(ascii: "{") else { return false }
    return signs.next().map { $0 == UInt8(ascii: "\"") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// - Returns: Empty at the end; nil if it can't be read.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(buffer.prefix(count)) }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { return nil }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, -1)
    }
  }

  private static let bufferSize = 65_536

  static let name = "Standard input"

  /// Adds what follows the beginning, piece by piece. Waits on a thread of its own, since the other program may take any
  /// time.
  ///
  /// - Parameter append: Returns whether to continue.
  /// - Throws: `.unreadable`.
  func read<Value: Sendable>(
    into value: Value, _ append: @escaping @Sendable (inout Value, [UInt8]) -> Bool
  ) async throws(PhotoSourceError) -> Value {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "vitrine.input").async {
        continuation.resume(returning: readAll(value, append))
      }
    }
    return try result.get()
  }

  private func readAll<Value>(
    _ value: Value, _ append: (inout Value, [UInt8]) -> Bool
  ) -> Result<Value, PhotoSourceError> {
    var value = value
    while let piece = Self.read(descriptor) {
      guard !piece.isEmpty, append(&value, piece) else { return .success(value) }
    }
    return .failure(.unreadable(name: Self.name, code: errno))
  }
}
