import PictureProtocol

/// A file's bytes, mapped for the time of a call.
enum MappedFile {
  static func read<Result>(
    _ descriptor: OwnedDescriptor, _ body: (ByteView) throws(PictureFailure) -> Result
  ) throws(PictureFailure) -> Result {
    let mapping = try FileMapping(descriptor)
    // The view is no reference that would keep it.
    defer { withExtendedLifetime(mapping) {} }
    return try body(mapping.view)
  }
}
