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
  ) async -> RawPhotoMetadata? {
    await read(file, sidecar, details: false, urgency)
  }

  nonisolated func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> RawPhotoMetadata? {
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
      let made = try await loader.fingerprint(of: PictureFile(path: file.path))
      return PhotoFingerprint(
        differences: made.differences, contrast: made.contrast, colors: made.colors
      ).map(FingerprintState.known) ?? .missing
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
      let metadata = try await loader.metadata(
        of: PictureFile(path: file.path), details: true, priority: .urgent)
      return switch metadata.orientationField {
      case .unsupported: .unsupported
      case .absent: .absent
      case .unstated: .unstated
      case .entry(let offset, let isBigEndian):
        .entry(offset: Int(clamping: offset), isBigEndian: isBigEndian)
      }
    } catch {
      return nil
    }
  }

  private func read(
    _ file: FileReference, _ sidecar: FileReference?, details: Bool, _ urgency: ReadingUrgency
  ) async -> RawPhotoMetadata? {
    let priority: MetadataPriority =
      switch urgency {
      case .urgent: .urgent
      case .visible: .visible
      case .background: .background
      }
    do throws(PictureFailure) {
      return RawPhotoMetadata(
        try await loader.metadata(
          of: PictureFile(path: file.path, sidecar: sidecar?.path), details: details,
          priority: priority))
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

extension RawPhotoMetadata {
  /// The worker's facts in the domain's form; numbers become text as feeds write them.
  init(_ metadata: PhotoMetadata) {
    self.init()
    title = metadata.title
    description = metadata.description
    author = metadata.creator
    licence = metadata.licence
    dates = metadata.dates.map { StatedDate($0.text, offset: $0.offset) }
    cameraMake = metadata.cameraMake
    cameraModel = metadata.cameraModel
    lens = metadata.lens
    focalLength = metadata.focalLength.flatMap(Self.decimal)
    aperture = metadata.aperture.flatMap(Self.decimal)
    shutterSpeed = metadata.exposureTime.map { "\($0.numerator)/\($0.denominator)" }
    iso = metadata.iso.map(String.init)
    keywords = metadata.keywords
    places = metadata.places
    rating = metadata.rating.map(Int.init)
    label = metadata.label
    width = metadata.width.map(Int.init)
    height = metadata.height.map(Int.init)
    latitude = metadata.position?.latitude
    longitude = metadata.position?.longitude
    details = metadata.details.map { Detail(name: $0.field.rawValue, text: $0.text) }
  }

  /// `50` for 50.0, `1.8` for 1.8; nil for values that no lens has.
  private static func decimal(_ value: Double) -> String? {
    guard value.isFinite, value > 0, value < 1_000_000 else { return nil }
    let tenths = (value * 10).rounded()
    return tenths.truncatingRemainder(dividingBy: 10) == 0
      ? String(Int(tenths / 10)) : String(tenths / 10)
  }
}
