import GalleryData
import Glibc
import PictureKit
import PictureProtocol

/// Loads photos with all workers at once, and hands them out in order.
@MainActor
final class PhotoLoads {
  typealias Result = Swift.Result<Picture, PictureFailure>

  private let arguments: [String]
  private let loader: PictureLoader
  private let canvas: ShowCanvas
  private var tasks: [Task<Result, Never>] = []
  private var standardInput: Task<Swift.Result<OwnedDescriptor, PictureFailure>, Never>?

  /// How many photos are loaded ahead of the one that is printed next; their pictures are in memory.
  private static let lead = 16

  init(_ arguments: [String], loader: PictureLoader, canvas: ShowCanvas) {
    self.arguments = arguments
    self.loader = loader
    self.canvas = canvas
  }

  /// - Parameter place: Each only once, in order.
  func picture(at place: Int) async -> Result {
    while tasks.count < min(arguments.count, place + Self.lead) {
      let argument = arguments[tasks.count]
      tasks.append(Task { await load(argument) })
    }
    let result = await tasks[place].value
    // Let go of.
    tasks[place] = Task { .failure(.cancelled) }
    return result
  }

  /// The file that an argument names; `-` is standard input.
  func file(_ argument: String) async throws(PictureFailure) -> PictureFile {
    guard argument == "-" else { return PictureFile(path: RawArguments.bytes(of: argument)) }
    let reading = standardInput ?? Task { await Self.readStandardInput() }
    standardInput = reading
    return PictureFile(descriptor: try await reading.value.get())
  }

  private func load(_ argument: String) async -> Result {
    do throws(PictureFailure) {
      let file = try await file(argument)
      let picture = try await loader.picture(canvas.key(for: file))
      guard let key = canvas.cutKey(for: file, after: picture) else { return .success(picture) }
      return .success(try await loader.picture(key))
    } catch {
      return .failure(error)
    }
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
