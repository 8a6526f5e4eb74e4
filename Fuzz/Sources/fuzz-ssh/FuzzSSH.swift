import GalleryDomain

/// Any bytes may be a file like `~/.ssh/config`; what they say is within the limits of the settings.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSSH(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  let subject = SSHConfiguration.Subject(
    host: first & 1 == 0 ? "nas.example" : "192.0.2.7", user: first & 2 == 0 ? nil : "ann",
    port: first & 4 == 0 ? nil : 2_222, home: first & 8 == 0 ? "/home/ann" : nil, localUser: "anna")
  do throws(SSHConfiguration.Refusal) {
    let found = try SSHConfiguration(of: subject, text: Array(bytes.dropFirst()))
    precondition(found.port.map { (1...65_535).contains($0) } ?? true)
    // Of the two ways to a host one counts.
    precondition(found.proxyJump.isEmpty || !found.hasProxyCommand)
  } catch {
    precondition(error == .matchExec)
  }
  return 0
}
