import GalleryData
import GalleryDomain
import Glibc
import PictureKit
import PictureProtocol

/// All photos of one `vitrine show`, printed row by row.
@MainActor
struct PhotoSheet {
  let photos: [ShownArgument]
  let loader: PictureLoader
  let addresses: ShownAddresses
  let canvas: ShowCanvas
  let hasTitles: Bool
  let screenRows: Int

  /// Prints each row as soon as it is ready. Photos that cannot be shown are reported on standard error, and the next
  /// ones take their places.
  ///
  /// - Returns: The exit status.
  func print() async -> Int32 {
    let loads = PhotoLoads(photos, loader: loader, canvas: canvas, addresses: addresses)
    var status: Int32 = 0
    var row: [ShownPhoto] = []
    for (place, photo) in photos.enumerated() {
      do throws(ShowFailure) {
        if canvas.method == .none {
          guard try await describe(photo, loads) else { return outputFailed(status) }
          continue
        }
        row.append(
          ShownPhoto(title: title(of: photo), picture: try await loads.picture(at: place).get()))
      } catch {
        let reason = loader.problem?.words ?? error.words
        StandardError.complain("\(name(of: photo)): \(reason)")
        status = 1
      }
      if row.count == canvas.columnCount || (place == photos.count - 1 && !row.isEmpty) {
        guard write(row) else { return outputFailed(status) }
        row = []
      }
    }
    return status
  }

  private func write(_ photos: [ShownPhoto]) -> Bool {
    let row = ShownRow(
      photos: photos, columns: canvas.box.columns, gap: ShowCanvas.gap,
      isCentered: canvas.columnCount > 1)
    let pictures =
      canvas.method == .symbols
      ? Array(row.symbols(isPlain: canvas.isPlain).utf8)
      : row.graphics(method: canvas.method, screenRows: screenRows)
    return LineOutput().write(bytes: pictures + Array((hasTitles ? row.titles : "").utf8))
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
    let name = name(of: photo)
    // In a narrow column, the folder would take up the room for the name.
    guard canvas.columnCount > 1, let last = name.split(separator: "/").last else { return name }
    return String(last)
  }

  /// - Parameter status: The exit status if the reader has only stopped early.
  private func outputFailed(_ status: Int32) -> Int32 {
    guard let reason = StandardOutput.failure(code: errno) else { return status }
    StandardError.complain(reason)
    return 1
  }
}
