@testable import PictureProtocol

/// Any bytes are messages between program and worker, or an error; a message that was read and written again reads the same.
///
/// The first byte gives the direction, and after how many bytes the rest arrives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProtocol(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let cut = min(count, 1 + Int(first >> 1))
  if first & 1 == 0 {
    read(bytes[1..<cut], bytes[cut...], as: WorkerRequest.self)
  } else {
    read(bytes[1..<cut], bytes[cut...], as: WorkerAnswer.self)
  }
  return 0
}

private func read<Message: PictureMessage & Equatable>(
  _ beginning: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>, as type: Message.Type
) {
  var received = ReceivedBytes()
  for piece in [beginning, rest] {
    received.bytes += piece
    // No valid descriptors: there is nothing to close.
    received.descriptors += (0..<8).map { _ in OwnedDescriptor(-1) }
    do {
      while let next = try received.take(type) { check(next) }
    } catch {
      return
    }
  }
}

private func check<Message: PictureMessage & Equatable>(_ next: ReceivedMessage<Message>) {
  var received = ReceivedBytes()
  (received.bytes, received.descriptors) = (next.message.frame(), next.descriptors)
  // A message that was read is within its limits, so it can be written.
  let again = try? received.take(Message.self)
  precondition(again?.message == next.message)
  precondition(again?.descriptors.count == next.message.descriptorCount)
}
