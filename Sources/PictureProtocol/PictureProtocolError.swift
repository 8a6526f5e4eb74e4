/// What can be wrong with the bytes from the other side.
///
/// All are fatal: after an error the boundaries of messages are lost. Close the stream.
public enum PictureProtocolError: Error, Hashable, Sendable {
  /// A message announces more bytes than its direction allows.
  case messageTooLong(bytes: UInt32, limit: Int)
  /// A message of a kind that this side does not know or does not expect.
  case unknownKind(UInt8)
  /// A body ends before its last field.
  case truncated
  /// A body continues after its last field.
  case trailingBytes(count: Int)
  /// A field has a value that is invalid or out of range.
  case badValue
  /// A message announces a number of descriptors that differs from that of its kind, or from those that arrived.
  case wrongDescriptors(announced: Int, available: Int)
  /// More descriptors arrived than any message may have, or the kernel had to drop some.
  case tooManyDescriptors
  /// The stream ended within a message.
  case endedWithinMessage
  /// The socket failed.
  case socket(errno: Int32)
}
