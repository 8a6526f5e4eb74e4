import FeedFormats
import Foundation
import GalleryDomain

/// The photos that a program prints, as `vitrine list --json` does (`exec:PROGRAM ARGS`).
///
/// The program is run when the first page is requested, and again for each page that it names with a line `{"next":
/// TOKEN}`, with the token in `VITRINE_NEXT`. Its output is read only as far as pages are requested. A refresh runs it
/// from the start; the previous photos stay until the first new ones have arrived.
public final actor ProgramRepository: PhotoRepository {
  /// Limits on what a program may do.
  public struct Limits: Sendable {
    /// How long a program may print nothing while a caller waits for it.
    public var silence = Duration.seconds(60)
    /// A page ends after this long without output, so that what a slow program has found is shown.
    public var pause = Duration.milliseconds(500)
    /// How many runs in a row without a new photo may name another page.
    public var emptyRuns = 3
    public var runs = 100_000
    package var photos = PrintedPhotos.Limits()

    public init() {}
  }

  /// The variable with the token of the requested page; not set for the first.
  public static let tokenVariable = "VITRINE_NEXT"

  private let call: ProgramCall
  private let programs: RunningPrograms
  private let limits: Limits
  private let zone: TimeZone
  private var list: ProgramList?

  /// - Parameters:
  ///   - programs: Ends the program when its source is closed.
  ///   - zone: For dates without a zone.
  public init(
    _ call: ProgramCall, programs: RunningPrograms, limits: Limits = Limits(),
    zone: TimeZone = .current
  ) {
    self.call = call
    self.programs = programs
    self.limits = limits
    self.zone = zone
  }

  /// The program's name.
  public nonisolated var title: String { get async { call.name } }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    if let list, !(request.isRefresh && request.page <= 1) {
      return try await list.page(for: request)
    }
    let new = ProgramList(call, programs: programs, limits: limits, zone: zone)
    let page: PhotoPage
    do throws(PhotoSourceError) {
      page = try await new.page(for: request)
    } catch {
      await new.close()
      // The next request finds the reason again.
      throw error
    }
    let old = list
    list = new
    await old?.close()
    return page
  }
}

/// What a program has printed since its start, page by page.
private actor ProgramList {
  private struct Page {
    var rows: Range<Int>
    var skipped: SkippedItems
  }

  private let call: ProgramCall
  private let programs: RunningPrograms
  private let limits: ProgramRepository.Limits
  private var photos: PrintedPhotos
  private var pages: [Page] = []
  private var run: ProgramRun?
  /// The token of the current or next run; nil for the first.
  private var token: String?
  /// Hashes of all tokens.
  private var tokens: Set<Int> = []
  private var runCount = 0
  private var emptyRunCount = 0
  /// The number of photos before the run.
  private var countBeforeRun = 0
  private var isOver = false
  private var isClosed = false
  private var ending: FeedEnding?
  private var error: PhotoSourceError?
  private var loading: SharedLoad<Void>?

  init(
    _ call: ProgramCall, programs: RunningPrograms, limits: ProgramRepository.Limits,
    zone: TimeZone
  ) {
    self.call = call
    self.programs = programs
    self.limits = limits
    let directory = FilePath.workingDirectory
    photos = PrintedPhotos(
      mapping: FeedPhotoMapping(
        directory: directory, nameable: call.namedPaths(in: directory), zone: zone),
      limits: limits.photos)
  }

  /// Call when another list replaces this one.
  func close() {
    isClosed = true
    stop()
  }

  private func stop() {
    guard let run else { return }
    run.stop()
    // It may go on for a moment, and is known until it has ended.
    self.run = nil
  }

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let number = max(request.page, 1)
    while pages.count < number, !isOver {
      if let error { throw error }
      try await loadPage()
    }
    let isLast = isOver && number >= pages.count
    var page = PhotoPage(
      number: number, photos: [], totalCount: isOver ? photos.count : nil, hasMorePages: !isLast,
      anchorRow: request.anchor.flatMap(photos.row(of:)), ending: isLast ? ending : nil)
    guard number <= pages.count else { return page }
    page.photos = pages[number - 1].rows.compactMap(photos.photo(at:))
    page.skipped = pages[number - 1].skipped
    return page
  }

  /// Reads one more page, or to the end. Several callers share the load; when the last of them is cancelled, the
  /// program is ended, and run again for the next page.
  private func loadPage() async throws(PhotoSourceError) {
    let load: SharedLoad<Void>
    if let loading, loading.isOpen {
      load = loading
    } else {
      // A cancelled load may not have ended yet.
      let former = loading
      load = SharedLoad { [weak self] in
        await former?.finished()
        guard let self else { return .failure(.cancelled) }
        do throws(PhotoSourceError) {
          try await self.readPage()
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      loading = load
    }
    try await load.value()
    if loading === load { loading = nil }
  }

  private func readPage() async throws(PhotoSourceError) {
    let start = pages.last?.rows.upperBound ?? 0
    while photos.count - start < PageRequest.defaultPageSize, !isOver, error == nil {
      if Task.isCancelled { stop() }
      guard !Task.isCancelled, !isClosed, let run = try currentRun() else { throw .cancelled }
      let hasRows = photos.count > start
      switch await run.next(within: hasRows ? limits.pause : limits.silence) {
      case .bytes(let bytes):
        photos.append(bytes)
        if let excess = photos.excess { cut(excess) }
      case .nothing:
        if hasRows { return addPage(from: start) }
        stop()
        fail(.silent(seconds: Int(limits.silence.components.seconds)), run)
      case .ended(let fault):
        ended(run)
        // It is run again with the same token; its former photos are recognised by their ids.
        guard !run.wasStopped else { continue }
        photos.endRun()
        if let excess = photos.excess { cut(excess) } else { judge(fault, run) }
        if photos.count > start { return addPage(from: start) }
      }
    }
    if photos.count > start || isOver { return addPage(from: start) }
    if let error { throw error }
  }

  private func addPage(from start: Int) {
    let end = min(photos.count, start + PageRequest.defaultPageSize)
    let skipped = photos.takeSkipped()
    guard end > start || skipped.count > 0 else { return }
    pages.append(Page(rows: start..<end, skipped: skipped))
  }

  // MARK: Runs

  /// - Returns: nil if the source was closed.
  private func currentRun() throws(PhotoSourceError) -> ProgramRun? {
    if let run { return run }
    do throws(ProgramFault) {
      let token = token.map { Array($0.utf8) }
      guard
        let run = try programs.start(call, variables: [ProgramRepository.tokenVariable: token])
      else { return nil }
      self.run = run
      photos.beginRun()
      countBeforeRun = photos.count
      runCount += 1
      return run
    } catch {
      let failure = PhotoSourceError.programFailed(name: call.name, fault: error)
      self.error = failure
      throw failure
    }
  }

  private func ended(_ run: ProgramRun) {
    programs.remove(run)
    if self.run === run { self.run = nil }
  }

  /// Decides after a run whether there is another page.
  private func judge(_ fault: ProgramFault?, _ run: ProgramRun) {
    if let fault { return fail(fault, run) }
    if photos.count == 0, let beginning = photos.firstFault {
      error = failure(.notPhotos(beginning: beginning), run)
      return
    }
    emptyRunCount = photos.count > countBeforeRun ? 0 : emptyRunCount + 1
    guard let next = photos.next else {
      isOver = true
      return
    }
    token = next
    if !tokens.insert(next.hashValue).inserted {
      end(.repeatsItself)
    } else if emptyRunCount >= limits.emptyRuns {
      end(.saysNextForEver)
    } else if runCount >= limits.runs {
      end(.neverEnds)
    }
  }

  /// Ends a program that prints more than is kept.
  private func cut(_ excess: PrintedPhotos.Excess) {
    if let run {
      stop()
      if photos.count == 0 {
        error = failure(.notPhotos(beginning: photos.firstFault ?? ""), run)
        return
      }
    }
    switch excess {
    case .photos: end(.tooManyPhotos)
    case .faults: end(.neverEnds)
    case .repeats: end(.repeatsItself)
    }
  }

  private func end(_ ending: FeedEnding) {
    isOver = true
    self.ending = ending
  }

  /// What was printed before is shown, and the list ends there.
  private func fail(_ fault: ProgramFault, _ run: ProgramRun) {
    let failure = failure(fault, run)
    if photos.count > 0 {
      end(.incomplete(MissingFolders(MissingFolders.Folder(name: "the rest", error: failure))))
    } else {
      error = failure
    }
  }

  private func failure(_ fault: ProgramFault, _ run: ProgramRun) -> PhotoSourceError {
    .programFailed(name: call.name, fault: fault, lastLine: run.lastLine)
  }
}
