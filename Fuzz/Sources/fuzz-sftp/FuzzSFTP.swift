import FolderFormats

/// Any bytes may be what an SFTP server sends, in whatever pieces they come; what is read holds no more than them.
///
/// The first byte says after how many the rest arrives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSFTP(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let cut = min(count, 1 + Int(first))
  let whole = read([Array(bytes[1...])])
  precondition(read([Array(bytes[1..<cut]), Array(bytes[cut...])]) == whole)
  let byteCount = whole.reduce(0) { sum, answer in
    switch answer {
    case .handle(let text), .data(let text): sum + text.count
    case .names(let items): sum + items.reduce(0) { $0 + $1.name.count + 12 }
    case .version, .status, .facts: sum
    }
  }
  precondition(byteCount <= count)
  return 0
}

/// Up to the first fault, which ends a connection.
private func read(_ pieces: [[UInt8]]) -> [SFTPResponse] {
  var (responses, reader) = ([SFTPResponse](), SFTPResponses())
  for piece in pieces {
    reader.append(piece)
    do {
      while let next = try reader.next() { responses.append(next.response) }
    } catch {
      return responses
    }
  }
  return responses
}
