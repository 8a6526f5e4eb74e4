import Files
import GalleryDomain
import Synchronization

/// Tells what it was given and remembers what it was asked for.
final class StubMetadataReader: PhotoMetadataReader {
  private let metadata: PhotoMetadata?
  private let asked = Mutex<[[UInt8]]>([])

  init(_ metadata: PhotoMetadata? = PhotoMetadata()) {
    self.metadata = metadata
  }

  var askedCount: Int { asked.withLock(\.count) }

  /// The names of the files, in the order in which they were asked for.
  var askedNames: [String] {
    asked.withLock { asked in
      asked.map { String(decoding: FilePath.lastComponent($0), as: UTF8.self) }
    }
  }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    asked.withLock { $0.append(file.path) }
    return metadata
  }
}

extension PhotoMetadata {
  init(_ change: (inout PhotoMetadata) -> Void) {
    self.init()
    change(&self)
  }
}
