import GalleryDomain

/// Any bytes may be a file of known hosts; a revoked key is never accepted, nor one that the file does not contain.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHosts(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let files = bytes.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    .map(Array.init)
  let known = KnownHostKeys(
    of: first & 1 == 0 ? "nas.example" : "192.0.2.7", port: first & 2 == 0 ? 22 : 2_222,
    in: files)
  for key in known.revoked { precondition(known.fault(of: key.bytes) == .revoked) }
  for key in known.keys {
    let fault = known.fault(of: key.bytes)
    precondition(fault == nil || fault == .revoked)
    precondition(
      known.fault(of: key.bytes + [0]) != nil || known.keys.contains { $0.bytes == key.bytes + [0] }
    )
  }
  precondition(known.fault(of: []) != nil)
  // Nothing is read as a key unless its own bytes say so.
  precondition((known.keys + known.revoked).allSatisfy { $0.bytes.count > 4 })
  return 0
}
