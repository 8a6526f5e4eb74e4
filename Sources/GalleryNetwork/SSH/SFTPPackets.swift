import FolderFormats
import Foundation

/// A request of SFTP, version 3 (draft-ietf-secsh-filexfer-02, 6).
enum SFTPRequest {
  case open(_ path: [UInt8])
  case read(_ handle: [UInt8], offset: Int, byteCount: Int)
  case close(_ handle: [UInt8])
  case openFolder(_ path: [UInt8])
  case readFolder(_ handle: [UInt8])
  case factsOfFile(_ handle: [UInt8])

  /// SSH_FXP_INIT, the first packet, which has no number.
  static let beginning: [UInt8] = [0, 0, 0, 5, 1, 0, 0, 0, 3]

  func bytes(number: UInt32) -> [UInt8] {
    let (type, name, rest): (UInt8, [UInt8], [UInt8]) =
      switch self {
      // To read, with no attributes.
      case .open(let path): (3, path, Self.word(1) + Self.word(0))
      case .close(let handle): (4, handle, [])
      case .read(let handle, let offset, let byteCount):
        (
          5, handle,
          Self.word(UInt32(truncatingIfNeeded: offset >> 32))
            + Self.word(UInt32(truncatingIfNeeded: offset)) + Self.word(UInt32(clamping: byteCount))
        )
      case .factsOfFile(let handle): (8, handle, [])
      case .openFolder(let path): (11, path, [])
      case .readFolder(let handle): (12, handle, [])
      }
    let body = [type] + Self.word(number) + Self.word(UInt32(clamping: name.count)) + name + rest
    return Self.word(UInt32(clamping: body.count)) + body
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// A server's response.
enum SFTPResponse: Sendable, Equatable {
  /// Of the first packet, whose number counts as 0.
  case version
  case status(UInt32)
  case handle([UInt8])
  case data([UInt8])
  case names([SFTPFolder.Item])
  /// Without a name.
  case facts(SFTPFolder.Item)

  /// SSH_FX_EOF: the end of a file or a folder.
  static let end = SFTPResponse.status(1)
}

/// Finds responses in what a server sends. No length and no count is believed: a packet holds 256 kB at most (OpenSSH's
/// limit, too), and its contents end with it.
struct SFTPResponses {
  enum Fault: Error {
    /// The first bytes aren't the length of a packet: most often a start-up file of the user's prints text.
    case text
    case malformed
  }

  private static let packetByteLimit = 256 << 10
  /// By the draft, 256; names on a disk have at most 255.
  private static let handleByteLimit = 256
  private static let nameByteLimit = 1_024

  private var bytes: [UInt8] = []
  /// Where the unread bytes begin.
  private var start = 0
  private var hasVersion = false

  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += piece
  }

  /// - Returns: The next response with the number of its request; nil if it hasn't come as a whole.
  mutating func next() throws(Fault) -> (number: UInt32, response: SFTPResponse)? {
    guard bytes.count - start >= 4 else { return nil }
    var fields = Fields(rest: bytes[start...])
    let count = Int(try fields.word())
    guard (1...Self.packetByteLimit).contains(count) else {
      throw hasVersion ? .malformed : .text
    }
    guard fields.rest.count >= count else { return nil }
    fields.rest = fields.rest.prefix(count)
    start += 4 + count
    let type = try fields.byte()
    guard hasVersion else {
      guard type == 2, try fields.word() == 3 else { throw .malformed }
      hasVersion = true
      return (0, .version)
    }
    let number = try fields.word()
    switch type {
    case 101: return (number, .status(try fields.word()))
    case 102:
      let handle = try fields.text()
      guard handle.count <= Self.handleByteLimit else { throw .malformed }
      return (number, .handle(Array(handle)))
    case 103: return (number, .data(Array(try fields.text())))
    case 104:
      var items: [SFTPFolder.Item] = []
      for _ in 0..<(try fields.word()) {
        let name = try fields.text()
        // As `ls -l` shows it.
        _ = try fields.text()
        var item = try fields.facts()
        item.name = Array(name.prefix(Self.nameByteLimit))
        item.isTooLong = name.count > Self.nameByteLimit
        items.append(item)
      }
      return (number, .names(items))
    case 105: return (number, .facts(try fields.facts()))
    default: throw .malformed
    }
  }

  /// The rest of a packet.
  private struct Fields {
    var rest: ArraySlice<UInt8>

    mutating func byte() throws(Fault) -> UInt8 {
      guard let byte = rest.popFirst() else { throw .malformed }
      return byte
    }

    mutating func word() throws(Fault) -> UInt32 {
      guard rest.count >= 4 else { throw .malformed }
      defer { rest.removeFirst(4) }
      return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func text() throws(Fault) -> ArraySlice<UInt8> {
      let count = Int(try word())
      guard count <= rest.count else { throw .malformed }
      defer { rest.removeFirst(count) }
      return rest.prefix(count)
    }

    /// The draft, 5: which fields there are, and these.
    mutating func facts() throws(Fault) -> SFTPFolder.Item {
      var item = SFTPFolder.Item(name: [], permissions: nil)
      let flags = try word()
      if flags & 0x1 != 0 {
        let high = try word()
        item.byteCount = Int(exactly: UInt64(high) << 32 | UInt64(try word()))
      }
      // The owner and the group.
      if flags & 0x2 != 0 { (_, _) = (try word(), try word()) }
      if flags & 0x4 != 0 { item.permissions = try word() }
      if flags & 0x8 != 0 {
        _ = try word()
        item.modified = Date(timeIntervalSince1970: Double(try word()))
      }
      guard flags & 0x8000_0000 != 0 else { return item }
      for _ in 0..<(try word()) { (_, _) = (try text(), try text()) }
      return item
    }
  }
}
