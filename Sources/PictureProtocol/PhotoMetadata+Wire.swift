@_exported import PhotoFacts

/// In messages metadata is one value in bytes, whose facts and limits are listed in `PhotoMetadata`.
extension PhotoMetadata: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    var bytes = coder.isReading ? [] : bytes
    coder.field(&bytes)
    guard coder.isReading else { return }
    do throws(DamagedBytes) {
      self = try PhotoMetadata(bytes: bytes)
    } catch {
      coder.check(false)
    }
  }
}
