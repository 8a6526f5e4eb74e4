import GalleryData
import GalleryDomain
import PictureKit
import PictureProtocol

/// What pictures say and look like, through the picture workers.
struct WorkerMetadataReader: PhotoMetadataReader, EmbeddedThumbnailReader, FingerprintReader {
  let loader: PictureLoader

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    await read(file, sidecar, details: false, urgency)
  }

  func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> PhotoMetadata? {
    await read(file, sidecar, details: true, .visible)
  }

  private func read(
    _ file: FileReference, _ sidecar: FileReference?, details: Bool, _ urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    try? await loader.metadata(
      of: PictureFile(path: file.path, sidecar: sidecar?.path), details: details,
      urgency: urgency)
  }

  func thumbnail(in file: FileReference) async -> [UInt8]? {
    do throws(PictureFailure) {
      return try await loader.thumbnail(in: PictureFile(path: file.path, origin: .ownServer)).bytes
    } catch {
      return error.mayPass ? nil : []
    }
  }

  func fingerprint(of file: FileReference) async -> FingerprintState {
    do throws(PictureFailure) {
      return .known(try await loader.fingerprint(of: PictureFile(path: file.path)))
    } catch {
      return error.mayPass ? .unread : .missing
    }
  }
}

extension PictureFailure {
  /// Whether it may work another time.
  fileprivate var mayPass: Bool {
    switch self {
    case .cancelled, .workerDied, .timedOut, .outOfMemory, .unreadable, .badRequest: true
    default: false
    }
  }
}
