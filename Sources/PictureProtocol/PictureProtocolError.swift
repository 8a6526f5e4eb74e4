/// What can be wrong with the bytes of the other side.
///
/// None can be recovered from: a stream that was wrong once has lost its message boundaries. Close it.
public enum PictureProtocolError: Error, Hashable, Sendable {
  /// A message announces more bytes than its direction allows.
  case messageTooLong(bytes: UInt32, limit: Int)
  /// A message of a kind that this side does not know or does not expect.
  case unknownKind(UInt8)
  /// A body ends before its last field.
  case truncated(kind: UInt8)
  /// A body continues after its last field.
  case trailingBytes(kind: UInt8, count: Int)
  /// A field has a value that is not one of its values, or is out of its range.
  case badValue(kind: UInt8, field: String)
  /// A message announces another number of descriptors than its kind has, or than arrived.
  case wrongDescriptors(kind: UInt8, announced: Int, available: Int)
  /// More descriptors arrived than any message may have, or the kernel had to drop some.
  case tooManyDescriptors
  /// The stream ended within a message.
  case endedWithinMessage
  /// The socket failed.
  case socket(errno: Int32)
}
