import Foundation
import GalleryData
import GalleryDomain
import GalleryScreens
import Glibc
import PictureKit
import PictureProtocol

/// Loads photos with all workers at once, and returns them in order.
@MainActor
final class PhotoLoads {
  typealias Result = Swift.Result<Picture, ShowFailure>

  private let arguments: [ShownArgument]
  private let loader: PictureLoader
  private let canvas: ShowCanvas
  private let addresses: ShownAddresses
  private let fetched: FetchedPhotos
  private let line = ProgressLine()
  /// The URL that everything is waiting for.
  private var awaited: (url: URL, start: ContinuousClock.Instant)?
  private var tasks: [Task<Result, Never>] = []
  private var standardInput: Task<Swift.Result<OwnedDescriptor, PictureFailure>, Never>?

  /// How many photos are loaded ahead of the next one to be printed; their pictures are in memory.
  private static let lead = 16

  /// How long to wait before showing progress.
  private static let quietTime = Duration.seconds(1)

  init(
    _ arguments: [ShownArgument], loader: PictureLoader, canvas: ShowCanvas,
    addresses: ShownAddresses
  ) {
    self.arguments = arguments
    self.addresses = addresses
    self.loader = loader
    self.canvas = canvas
    fetched = FetchedPhotos(images: addresses.images)
    fetched.onProgress = { [weak self] in self?.show($1, of: $0) }
  }

  /// - Parameter place: The index of the photo; each only once, in order.
  func picture(at place: Int) async -> Result {
    while tasks.count < min(arguments.count, place + Self.lead) {
      let argument = arguments[tasks.count]
      tasks.append(Task { await load(argument) })
    }
    beginWaiting(for: arguments[place])
    let result = await tasks[place].value
    endWaiting()
    // Releases the picture.
    tasks[place] = Task { .failure(.picture(.cancelled)) }
    return result
  }

  /// The file for an argument; `-` is standard input, a URL is fetched.
  func file(_ argument: ShownArgument) async throws(ShowFailure) -> PictureFile {
    if let address = try addresses.address(argument) { return try await fetched.file(address.url) }
    if case .file(let file)? = argument.place { return PictureFile(path: file.path) }
    guard argument.text == "-" else {
      return PictureFile(path: RawArguments.bytes(of: argument.text))
    }
    let reading = standardInput ?? Task { await Self.readStandardInput() }
    standardInput = reading
    do throws(PictureFailure) {
      return PictureFile(descriptor: try await reading.value.get())
    } catch {
      throw .picture(error)
    }
  }

  private func load(_ argument: ShownArgument) async -> Result {
    do throws(ShowFailure) {
      return await picture(of: try await file(argument))
    } catch {
      return .failure(error)
    }
  }

  private func picture(of file: PictureFile) async -> Result {
    do throws(PictureFailure) {
      return .success(try await loader.picture(canvas.key(for: file)))
    } catch {
      return .failure(.picture(error))
    }
  }

  // MARK: Progress

  private func beginWaiting(for argument: ShownArgument) {
    awaited = (try? addresses.address(argument)).map { ($0.url, .now) }
  }

  /// Shown only for the picture that everything waits for, and only if that takes long.
  private func show(_ progress: ImageProgress, of url: URL) {
    guard let awaited, awaited.url == url, .now - awaited.start >= Self.quietTime else { return }
    line.show("\(url.host() ?? ""): \(TransferText.words(progress))")
  }

  private func endWaiting() {
    awaited = nil
    line.clear()
  }

  @concurrent
  private nonisolated static func readStandardInput() async
    -> Swift.Result<OwnedDescriptor, PictureFailure>
  {
    do throws(PictureFailure) {
      return .success(try MemoryFile.copy(of: STDIN_FILENO))
    } catch {
      return .failure(error)
    }
  }
}

/// Why a photo could not be shown.
enum ShowFailure: Error {
  case picture(PictureFailure)
  case network(PhotoSourceError)
  /// The URL, or the settings for its server.
  case source(ProgramError)

  /// A few words, without a full stop.
  @MainActor var words: String {
    switch self {
    case .picture(let failure): failure.words
    case .network(let error): error.pictureWords
    case .source(let error): error.message
    }
  }
}
