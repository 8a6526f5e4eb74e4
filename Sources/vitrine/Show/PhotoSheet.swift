import GalleryData
import GalleryDomain
import Glibc
import PictureKit
import PictureProtocol

/// All photos of one `vitrine show`, printed one below the other.
@MainActor
struct PhotoSheet {
  let photos: [ShownArgument]
  let loader: PictureLoader
  let addresses: ShownAddresses
  let canvas: ShowCanvas
  let screenRows: Int

  /// Prints each photo as soon as it is ready. Those that cannot be shown are reported on standard error.
  ///
  /// - Returns: The exit status.
  func print() async -> Int32 {
    let loads = PhotoLoads(photos, loader: loader, canvas: canvas, addresses: addresses)
    var status: Int32 = 0
    for (place, photo) in photos.enumerated() {
      do throws(ShowFailure) {
        if canvas.method == .none {
          guard try await describe(photo, loads) else { return outputFailed(status) }
          continue
        }
        guard write(try await loads.picture(at: place).get()) else { return outputFailed(status) }
      } catch {
        let reason = loader.problem?.words ?? error.words
        StandardError.complain("\(name(of: photo)): \(reason)")
        status = 1
      }
    }
    return status
  }

  private func write(_ picture: Picture) -> Bool {
    if case .cells(let cells) = picture.payload {
      return LineOutput().write(SymbolText(picture: cells, isPlain: canvas.isPlain).text)
    }
    return LineOutput().write(
      bytes: PictureSequence.lines(of: picture, method: canvas.method, screenRows: screenRows))
  }

  /// `--graphics none`: describes the file in words.
  private func describe(_ photo: ShownArgument, _ loads: PhotoLoads) async throws(ShowFailure)
    -> Bool
  {
    let metadata = try await metadata(of: try await loads.file(photo))
    guard let format = metadata.format else { throw .picture(.notAPicture) }
    var words = format.name
    if let width = metadata.width, let height = metadata.height {
      words = "\(width) × \(height), \(words)"
    }
    return LineOutput().write("\(title(of: photo)): \(words)\n")
  }

  private func metadata(of file: PictureFile) async throws(ShowFailure) -> PhotoMetadata {
    do throws(PictureFailure) {
      return try await loader.metadata(of: file)
    } catch {
      throw .picture(error)
    }
  }

  /// As the user typed it, without secrets in a URL.
  private func name(of photo: ShownArgument) -> String {
    addresses.text(photo) ?? CommandLineText.clean(photo.text)
  }

  private func title(of photo: ShownArgument) -> String {
    guard photo != ShownArgument("-") else { return "standard input" }
    return name(of: photo)
  }

  /// - Parameter status: The exit status if the reader has only stopped early.
  private func outputFailed(_ status: Int32) -> Int32 {
    guard let reason = StandardOutput.failure(code: errno) else { return status }
    StandardError.complain(reason)
    return 1
  }
}
