import GalleryData
import GalleryDomain
import PictureKit
import PictureProtocol

/// Metadata, and their positions in a file, through the picture workers.
@MainActor
final class WorkerMetadataReader: PhotoMetadataReader, OrientationReader, EmbeddedThumbnailReader,
  FingerprintReader
{
  private let loader: PictureLoader

  init(loader: PictureLoader) {
    self.loader = loader
  }

  nonisolated func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    await read(file, sidecar, details: false, urgency)
  }

  nonisolated func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> PhotoMetadata? {
    await read(file, sidecar, details: true, .visible)
  }

  nonisolated func orientationPlace(
    of file: FileReference
  ) async -> OrientationPlace? {
    await readPlace(file)
  }

  nonisolated func thumbnail(in file: FileReference) async -> [UInt8]? {
    await readThumbnail(file)
  }

  nonisolated func fingerprint(of file: FileReference) async -> FingerprintState {
    await readFingerprint(file)
  }

  private func readFingerprint(_ file: FileReference) async -> FingerprintState {
    do throws(PictureFailure) {
      return .known(try await loader.fingerprint(of: PictureFile(path: file.path)))
    } catch {
      return error.mayPass ? .unread : .missing
    }
  }

  private func readThumbnail(_ file: FileReference) async -> [UInt8]? {
    do throws(PictureFailure) {
      return try await loader.thumbnail(in: PictureFile(path: file.path, origin: .ownServer)).bytes
    } catch {
      return error.mayPass ? nil : []
    }
  }

  private func readPlace(_ file: FileReference) async -> OrientationPlace? {
    do throws(PictureFailure) {
      return try await loader.metadata(
        of: PictureFile(path: file.path), details: true, priority: .urgent
      ).orientationPlace
    } catch {
      return nil
    }
  }

  private func read(
    _ file: FileReference, _ sidecar: FileReference?, details: Bool, _ urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    let priority: MetadataPriority =
      switch urgency {
      case .urgent: .urgent
      case .visible: .visible
      case .background: .background
      }
    do throws(PictureFailure) {
      return try await loader.metadata(
        of: PictureFile(path: file.path, sidecar: sidecar?.path), details: details,
        priority: priority)
    } catch {
      return nil
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
