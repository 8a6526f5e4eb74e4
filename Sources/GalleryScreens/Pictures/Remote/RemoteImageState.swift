import GalleryDomain

/// How far a picture from the network is.
nonisolated public enum RemoteImageState: Hashable, Sendable {
  /// It is not known yet whether it is stored, or it waits for its turn.
  case waiting
  /// It is being fetched; nil until something has arrived.
  case fetching(ImageProgress?)
  case ready(RemoteImage)
  case failed(PhotoSourceError)
}

/// A picture that was fetched.
nonisolated public struct RemoteImage: Hashable, Sendable {
  public var file: FileReference
  /// Grows with each picture that arrives, so that one that was fetched anew is another one, whatever its
  /// file is called.
  public var arrival: Int

  public init(file: FileReference, arrival: Int) {
    self.file = file
    self.arrival = arrival
  }
}
