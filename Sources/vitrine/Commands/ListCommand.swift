import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import Synchronization

/// `vitrine list SOURCE`: one photo a line on standard output.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print what a source holds, one photo a line.",
    discussion: """
      Columns with tabs between them: id, status, price, date, title, camera. With --json one JSON \
      object a line, with the keys id, title, description, author, date, camera, lens, \
      thumbnail_url, image_url, page_url, for_sale, price, currency, licence, width, height, tags.
      """)

  @Argument(help: "A folder or a feed file; the built-in sample gallery without one.")
  var source: String?

  @Flag(help: "One JSON object a line (NDJSON).")
  var json = false

  func run() throws {
    Task { @MainActor in Glibc.exit(await list()) }
    dispatchMain()
  }

  /// - Returns: The exit status.
  @MainActor private func list() async -> Int32 {
    let container = AppContainer()
    defer { container.pictureLoader.shutDown() }
    do throws(ProgramError) {
      let photoSource = try container.openSource(source)
      if case .picture(let id, _) = photoSource { throw .sourceIsPicture(name: id) }
      let repository = try container.makeRepository(for: photoSource)
      return await list(repository)
    } catch {
      StandardError.complain(error.message)
      return 1
    }
  }

  @MainActor private func list(_ repository: any PhotoRepository) async -> Int32 {
    let listing = PhotoListing(repository: repository, format: json ? .json : .plain)
    // A reader that has seen enough (`| head`) is no failure.
    signal(SIGPIPE, SIG_IGN)
    let errorCode = Mutex<Int32>(0)
    do throws(PhotoSourceError) {
      let summary = try await listing.print { lines in
        let isWritten = LineOutput().write(lines)
        if !isWritten { errorCode.withLock { $0 = errno } }
        return isWritten
      }
      if summary.wasCutShort {
        guard let reason = StandardError.outputFailure(code: errorCode.withLock { $0 }) else {
          return 0
        }
        StandardError.complain(reason)
        return 1
      }
      if let skipped = CountText.skipped(summary.skippedCount) { StandardError.complain(skipped) }
      return 0
    } catch {
      StandardError.complain(ErrorText.state(for: error).title)
      return 1
    }
  }
}
