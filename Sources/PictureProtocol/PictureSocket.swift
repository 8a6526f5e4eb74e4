import CLinux
import Glibc

/// The result of one read from a socket, or of several.
public struct ReceivedBytes: Sendable {
  public var bytes: [UInt8] = []
  public var descriptors: [OwnedDescriptor] = []

  package init() {}
}

/// One end of the connection between main process and worker; it does not own its descriptor.
public struct PictureSocket: Sendable {
  /// The outcome of receiving.
  public enum Outcome: Sendable {
    case received(ReceivedBytes)
    /// The other side has closed its end, perhaps with something that it has not read.
    case ended(hasReadAll: Bool)
  }

  public let descriptor: Int32

  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Two connected ends, blocking, closed on exec.
  public static func pair() throws(PictureProtocolError) -> (OwnedDescriptor, OwnedDescriptor) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .socket(errno: errno) }
    return (OwnedDescriptor(ends[0]), OwnedDescriptor(ends[1]))
  }

  /// Sends bytes, and descriptors with the first of them.
  ///
  /// - Returns: How many bytes were sent; with any count above 0 the descriptors were sent too, so continue with the
  ///   rest and without descriptors.
  public func send(
    _ bytes: ArraySlice<UInt8>, descriptors: [Int32] = []
  ) throws(PictureProtocolError) -> Int {
    guard !bytes.isEmpty else { return 0 }
    while true {
      let sent = bytes.withUnsafeBytes { buffer in
        vitrine_send(descriptor, buffer.baseAddress, buffer.count, descriptors, descriptors.count)
      }
      if sent >= 0 { return sent }
      if errno != EINTR { throw .socket(errno: errno) }
    }
  }

  /// Receives what is there; waits for something.
  ///
  /// - Parameter limit: The most bytes. Above 128 kB, malloc would map and unmap memory for every piece.
  public func receive(limit: Int = 1 << 16) throws(PictureProtocolError) -> Outcome {
    var numbers = [Int32](repeating: -1, count: Int(VITRINE_DESCRIPTOR_LIMIT))
    var count = 0
    var wasCut: Int32 = 0
    while true {
      var received = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
        received = vitrine_receive(
          descriptor, buffer.baseAddress, buffer.count, &numbers, &count, &wasCut)
        used = max(0, received)
      }
      let descriptors = numbers.prefix(count).map { OwnedDescriptor($0) }
      if received < 0 {
        switch errno {
        case EINTR: continue
        case ECONNRESET: return .ended(hasReadAll: false)
        case let code: throw .socket(errno: code)
        }
      }
      if wasCut != 0 { throw .damaged }
      if received == 0 { return .ended(hasReadAll: true) }
      var result = ReceivedBytes()
      (result.bytes, result.descriptors) = (bytes, descriptors)
      return .received(result)
    }
  }
}

/// An open descriptor that is closed when its last owner releases it.
public final class OwnedDescriptor: Sendable {
  /// The number, valid as long as this object lives.
  public let number: Int32

  /// Takes ownership of a descriptor: do not close it yourself afterwards.
  public init(_ number: Int32) {
    self.number = number
  }

  deinit {
    if number >= 0 { close(number) }
  }
}
