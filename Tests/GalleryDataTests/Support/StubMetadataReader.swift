import GalleryDomain
import Synchronization

/// Tells what it was given and counts how often it was asked.
final class StubMetadataReader: PhotoMetadataReader {
  private let metadata: PhotoMetadata?
  private let asked = Mutex(0)

  init(_ metadata: PhotoMetadata? = PhotoMetadata()) {
    self.metadata = metadata
  }

  var askedCount: Int { asked.withLock { $0 } }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    asked.withLock { $0 += 1 }
    return metadata
  }
}

extension PhotoMetadata {
  init(_ change: (inout PhotoMetadata) -> Void) {
    self.init()
    change(&self)
  }
}
