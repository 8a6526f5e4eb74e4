import GalleryDomain
import Synchronization

/// Tells what it was given and counts how often it was asked.
final class StubMetadataReader: PhotoMetadataReader {
  private let metadata: RawPhotoMetadata?
  private let asked = Mutex(0)

  init(_ metadata: RawPhotoMetadata? = RawPhotoMetadata()) {
    self.metadata = metadata
  }

  var askedCount: Int { asked.withLock { $0 } }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> RawPhotoMetadata? {
    asked.withLock { $0 += 1 }
    return metadata
  }
}

extension RawPhotoMetadata {
  init(_ change: (inout RawPhotoMetadata) -> Void) {
    self.init()
    change(&self)
  }
}
