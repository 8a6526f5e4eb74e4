import Foundation
import GalleryData
import GalleryDomain
import GalleryScreens
import Glibc
import PictureKit
import PictureProtocol

/// The photos of `vitrine show`, by what was typed: a path, a URL, or `-` for standard input.
@MainActor
final class ShownPhotos {
  private let container: AppContainer
  private let canvas: ShowCanvas
  private lazy var input = Task { try await Self.readStandardInput() }

  init(in container: AppContainer, on canvas: ShowCanvas) {
    self.container = container
    self.canvas = canvas
  }

  /// What draws a photo; fails with a `PictureFailure`, a `PhotoSourceError` or a `Complaint`.
  func bytes(of photo: String) async throws -> [UInt8] {
    let file = try await file(photo)
    if canvas.method == .none {
      return Array(
        Self.words(photo, try await container.pictureLoader.metadata(of: file, details: true)).utf8)
    }
    let picture = try await container.pictureLoader.picture(canvas.key(for: file))
    guard let bytes = canvas.bytes(of: picture) else { throw PictureFailure.unsupportedOutput }
    return bytes
  }

  func words(for error: any Error) -> String {
    switch error {
    case let error as PhotoSourceError: error.pictureWords
    case let error as Complaint: error.words
    case let error as PictureFailure: container.pictureLoader.problem?.words ?? error.words
    default: ""
    }
  }

  /// As typed, without secrets in a URL.
  static func name(_ photo: String) -> String {
    ImageAddress(photo)?.text ?? CommandLineText.clean(photo)
  }

  /// `--graphics none`.
  private static func words(_ photo: String, _ metadata: PhotoMetadata) -> String {
    let size = metadata.width.flatMap { width in metadata.height.map { "\(width) × \($0), " } }
    let name = photo == "-" ? "standard input" : name(photo)
    let format = metadata.details.first { $0.kind == .format }?.text ?? ""
    return "\(name): \(size ?? "")\(CommandLineText.clean(format))\n"
  }

  /// Servers get the same passwords and keys as in the gallery.
  private func file(_ photo: String) async throws -> PictureFile {
    if photo == "-" {
      // Of any format, and not in the desktop's cache, where its name would mean another picture the next time.
      let path = "/proc/self/fd/\(try await input.value.number)"
      return PictureFile(path: path, origin: .ownServer)
    }
    if let address = ImageAddress(photo) {
      let request = address.request
      // A password in the URL comes first.
      let transport =
        request.credentials == nil
        ? container.network.makeTransport(authorizedAt: address.url, user: address.user) : nil
      let images = container.network.makeImageRepository(transport) { _ in request }
      return try await file(at: address.url, from: images)
    }
    if let remote = try container.remoteFile(photo) {
      return try await file(at: remote.url, from: remote.images)
    }
    return PictureFile(path: RawArguments.bytes(of: photo))
  }

  /// Asks the server whether a stored picture has changed; if it can't be reached, the stored one is used.
  private func file(
    at url: URL, from images: any PhotoImageRepository
  ) async throws(PhotoSourceError) -> PictureFile {
    do throws(PhotoSourceError) {
      let file = try await images.image(at: url, isRefresh: true) { _ in }
      return PictureFile(path: file.path, origin: .network)
    } catch {
      guard error.isUnreachable, let stored = await images.storedImage(at: url) else {
        throw error
      }
      return PictureFile(path: stored.path, origin: .network)
    }
  }

  @concurrent
  private nonisolated static func readStandardInput() async throws(PictureFailure)
    -> OwnedDescriptor
  {
    try MemoryFile.copy(of: STDIN_FILENO)
  }
}
