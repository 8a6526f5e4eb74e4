import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

/// The photos that a program prints, as `vitrine list --json` does (`exec:PROGRAM ARGS`).
///
/// The program is run once, when the first page is requested, and a page has what it has printed by then. A refresh runs it
/// again; the previous photos stay until the first new ones have arrived. It ends with its source (`end()`).
public final actor ProgramRepository: PhotoRepository {
  private struct Running {
    /// Those that weren't left.
    var runs: [ProgramRun] = []
    var isClosed = false
  }

  private let call: ProgramCall
  private let limits: PrintedPhotos.Limits
  private let zone: TimeZone
  private let log: @Sendable (String) -> Void
  private let running = Mutex(Running())
  /// Its photos are shown.
  private var current: ProgramRun?

  /// How long a program has to end on request.
  private static let patience = Duration.milliseconds(300)

  /// - Parameters:
  ///   - zone: For dates without a zone.
  ///   - log: Called with each clean line of its standard error, on any thread.
  package init(
    _ call: ProgramCall, limits: PrintedPhotos.Limits = .init(), zone: TimeZone = .current,
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.call = call
    self.limits = limits
    self.zone = zone
    self.log = log
  }

  public nonisolated var title: String { get async { call.name } }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    if let current, !(request.isRefresh && request.page <= 1) {
      return try await current.page(for: request)
    }
    if let current, current.isEmpty { leave(current) }
    let new = try start()
    if current == nil { current = new }
    do throws(PhotoSourceError) {
      let page = try await new.page(for: request)
      if let current, current !== new { leave(current) }
      current = new
      return page
    } catch {
      // A cancelled caller may ask again; a program that has printed nothing by then starts again.
      if new !== current || error != .cancelled || new.isEmpty { leave(new) }
      throw error
    }
  }

  private func start() throws(PhotoSourceError) -> ProgramRun {
    let directory = FilePath.workingDirectory
    let photos = PrintedPhotos(
      mapping: PrintedPhotoMapping(
        directory: directory, nameable: call.namedPaths(in: directory), zone: zone),
      limits: limits)
    let report = { @Sendable [log, name = call.name] (line: String) in log("\(name): \(line)") }
    let run: ProgramRun?
    do throws(ProgramFault) {
      run = try running.withLock { running throws(ProgramFault) in
        guard !running.isClosed else { return nil }
        let run = try ProgramRun(call, photos: photos, log: report)
        running.runs.append(run)
        return run
      }
    } catch {
      throw .programFailed(name: call.name, fault: error)
    }
    guard let run else { throw .cancelled }
    return run
  }

  private func leave(_ run: ProgramRun) {
    if current === run { current = nil }
    running.withLock { $0.runs.removeAll { $0 === run } }
    run.stop()
  }

  /// Asks the program to end, kills it if it doesn't, and refuses to start another. Returns when it has ended. Call when the source
  /// is left.
  public nonisolated func end() {
    let runs = running.withLock { running in
      running.isClosed = true
      return running.runs
    }
    for run in runs { run.stop() }
    let deadline = ContinuousClock.now + Self.patience
    for run in runs { run.awaitEnd(until: deadline) }
  }
}
